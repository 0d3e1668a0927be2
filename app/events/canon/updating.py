"""Fitting a running game to an edited scenario: what is new gets its place, what no longer fits is named."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from app.models.events.canon import ScenarioUpdated
from app.models.instances.world_state import RunningTimer
from app.models.sheets.amending import what_differs
from app.models.sheets.canon import CanonSource, ScenarioEntry
from app.models.sheets.quest import QuestStatus
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.newcomers import admit, first_goals
from app.models.state.opening import containers_of, due_at
from app.models.state.things import carried, container_of, location_of, put
from app.models.state.values import declared


def take_in_scenario(state: GameState, edited: ScenarioSheet) -> ScenarioUpdated:
    """Take an edited scenario in.

    Args:
        state: The game, which is changed.
        edited: The scenario, whose parts fit each other and the game's canon.

    Returns:
        What was added, changed and removed, and what did not fit any more.
    """
    before = state.amended.authored
    added, changed, removed = what_differs(before, edited)
    state.add_canon(ScenarioEntry(sheet=edited), by=CanonSource.AUTHOR)
    admit(state)
    loose: list[str] = []
    unfit = [
        *_take_away(state, removed),
        *_empty_containers(state, loose),
        *_move_things(state, dict(_spots(before)), dict(_spots(edited)), removed, loose),
        *_drop_states(state),
        *_drop_progress(state, removed),
    ]
    _follow(state, before, edited)
    for timer in edited.timers:
        if timer.id in added and timer.starts_at_once:
            state.world.timers[timer.id] = RunningTimer(due=due_at(timer, state.clock.minutes))
    world, known = state.world, state.sheets.rules
    world.rules_met = [rule for rule in world.rules_met if rule in known]
    world.rules_met += [rule.id for rule in edited.rules if rule.id in added and holds(rule.when, state)]
    return ScenarioUpdated(
        added=tuple(added), changed=tuple(changed), removed=tuple(removed), unfit=tuple(dict.fromkeys(unfit))
    )


def _spots(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    """Yield each thing that is somewhere at the opening, with the place, person, container or party that has it."""
    yield from ((item, PARTY) for item in sheet.start_items)
    yield from ((item, place.id) for place in sheet.locations for item in place.items)
    yield from ((item, npc.id) for npc in sheet.npcs for item in npc.items)
    yield from ((item, any_id) for any_id, held in containers_of(sheet) for item in held.items)


def _take_away(state: GameState, gone: Sequence[str]) -> Iterator[str]:
    """Take removed people off the map, let people leave removed places, and stop removed timers; yield the ids of which
    the game had something."""
    here, party = state.scenario.current_location_id, state.party
    for npc_id in [any_id for any_id in gone if any_id in state.npcs]:
        state.npc(npc_id).current_location_id = None
        if npc_id in party.companions:
            party.companions.remove(npc_id)
            yield npc_id
        for player_id, addressed in [*party.addressees.items()]:
            party.address(player_id, (each for each in addressed if each != npc_id))
    for npc in state.npcs.values():
        is_with_party = npc.instance_id in party.companions and npc.current_location_id == here
        if npc.current_location_id in gone and not is_with_party:
            sheet = state.sheets.npc(npc.instance_id)
            homes = (sheet.home_location, sheet.start_location)
            npc.current_location_id = next((home for home in homes if home is not None and home not in gone), None)
            yield npc.instance_id
    if here in gone:
        yield str(here)
    for timer_id in [key for key in state.world.timers if key in gone]:
        del state.world.timers[timer_id]
        yield timer_id


def _empty_containers(state: GameState, loose: list[str]) -> Iterator[str]:
    """Take the things out of former containers: things that the party carries come into its hands, the others are put
    down, and are listed in ``loose``."""
    hands = {*carried(state, closed=True)}
    for any_id in [key for key in state.contents if container_of(state, key) is None]:
        place = location_of(state, any_id) or state.scenario.current_location_id
        for item_id in state.contents.pop(any_id):
            if any_id in hands:
                state.party.items.append(item_id)
            elif place is not None:
                state.place(place).items.append(item_id)
                loose.append(item_id)
        yield any_id


def _move_things(
    state: GameState, old: Mapping[str, str], new: Mapping[str, str], gone: Sequence[str], loose: Sequence[str]
) -> Iterator[str]:
    """Put things where the author has them now: new ones, things that were not moved in the game, and things whose
    place, holder or container is gone. What the party carries stays in its hands. Removed things are nowhere, unless
    they are carried.

    Args:
        state: The game, which is changed.
        old: By thing the spot where the author had it before.
        new: By thing the spot where the author has it now.
        gone: What the author has removed.
        loose: The things that were in former containers.

    Yields:
        The things that are removed and carried by a person or the party, and those that were moved in the game and are
        moved again.
    """
    hands, here = {*carried(state, closed=True)}, state.scenario.current_location_id
    holders = {item_id: state.holder_of(item_id) for item_id in state.sheets.items}
    for item_id, holder in holders.items():
        spot = new.get(item_id)
        if item_id in hands:
            if item_id in gone:
                yield item_id
        elif item_id in gone:
            put(state, item_id, None)
        elif item_id in loose or (holder is not None and holder in gone):
            put(state, item_id, spot or here)
            if item_id not in loose and old.get(item_id) != holder:
                yield item_id
        elif spot is not None and spot != holder and holder == old.get(item_id):
            put(state, item_id, spot)


def _follow(state: GameState, before: ScenarioSheet, edited: ScenarioSheet) -> None:
    """Let attitudes, goals, dangers and quests that are as they were at the opening be as they would be there now."""
    old = before.index
    for person in edited.npcs:
        npc, was = state.npc(person.id), old.npcs.get(person.id)
        if was is not None and npc.attitude == was.attitude:
            npc.attitude = person.attitude
        if was is not None and was.goals != person.goals and npc.goals == first_goals(was):
            npc.goals = first_goals(person)
    for sheet in edited.locations:
        place, before_it = state.place(sheet.id), old.locations.get(sheet.id)
        if before_it is not None and place.danger_level == before_it.danger_level:
            place.danger_level = sheet.danger_level
    for quest in edited.quests:
        progress = state.quest(quest.id)
        if quest.starts_at_once and progress.status is QuestStatus.NOT_STARTED:
            progress.status = QuestStatus.ACTIVE


def _drop_states(state: GameState) -> Iterator[str]:
    """Fit the values of states to their declarations; drop those of states that are gone."""
    for of, values in list(state.states.items()):
        for name, value in list(values.items()):
            sheet = declared(state, of, name)
            fitting = None if sheet is None else sheet.fitting(value)
            if fitting == value:
                continue
            yield f"{of}.{name}"
            if fitting is None:
                del values[name]
            else:
                values[name] = fitting
        if not values:
            del state.states[of]


def _drop_progress(state: GameState, gone: Sequence[str]) -> Iterator[str]:
    """Drop secrets, dangers, topics and objectives that the scenario does not have any more, and set removed quests
    back, which cannot be completed."""
    sheets, scenario = state.sheets, state.scenario
    lists: list[tuple[list[str], Collection[str]]] = []
    for place in scenario.location_states.values():
        lists += [(place.discovered_secrets, sheets.secrets), (place.completed_encounters, sheets.encounters)]
    lists += [(npc.topics_told, sheets.topics) for npc in state.npcs.values()]
    for quest in scenario.quests.values():
        steps = {objective.id for objective in sheets.quest(quest.quest_id).objectives}
        lists.append((quest.completed_objectives, steps))
        if quest.quest_id in gone and quest.status is QuestStatus.ACTIVE:
            quest.status = QuestStatus.NOT_STARTED
            yield quest.quest_id
    for ids, known in lists:
        unknown = [any_id for any_id in ids if any_id not in known]
        yield from unknown
        ids[:] = [any_id for any_id in ids if any_id in known]
