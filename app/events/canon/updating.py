"""Fitting a running game to an edited scenario: what is new gets its place, what no longer fits is named."""

from collections.abc import Collection, Iterator, Sequence

from app.models.events.canon import ScenarioUpdated
from app.models.instances.world_state import RunningTimer
from app.models.sheets.amending import what_differs
from app.models.sheets.canon import CanonSource, ScenarioEntry
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.newcomers import admit
from app.models.state.opening import containers_of, due_at
from app.models.state.things import carried, container_of, location_of, put
from app.models.state.values import declared


def take_in(state: GameState, edited: ScenarioSheet) -> ScenarioUpdated:
    """Take an edited scenario in.

    Args:
        state: The game, which is changed.
        edited: The scenario, whose parts fit each other and the game's canon.

    Returns:
        What was added, changed and removed, and what did not fit any more.
    """
    before = state.amended.authored
    added, changed, removed = what_differs(before, edited)
    spots = dict(_spots(before))
    state.add_canon(ScenarioEntry(sheet=edited), by=CanonSource.AUTHOR)
    admit(state)
    unfit = [*_take_away(state, removed), *_empty_containers(state), *_drop_states(state), *_drop_progress(state)]
    for item_id, spot in _spots(edited):
        if item_id in added and item_id not in spots and state.holder_of(item_id) is None:
            put(state, item_id, spot)
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
    """Take removed people off the map, remove things that the party does not carry, stop timers, and let people leave
    removed places; yield the ids of which something stays."""
    hands = {*carried(state, closed=True)}
    for item_id in [any_id for any_id in gone if any_id in state.sheets.items]:
        if item_id in hands:
            yield item_id
        else:
            put(state, item_id, None)
    for npc_id in [any_id for any_id in gone if any_id in state.npcs]:
        state.npc(npc_id).current_location_id = None
        state.party.companions[:] = [each for each in state.party.companions if each != npc_id]
    for npc in state.npcs.values():
        if npc.current_location_id in gone:
            home = state.sheets.npc(npc.instance_id).home_location
            npc.current_location_id = home if home not in gone else None
            yield npc.instance_id
    if state.scenario.current_location_id in gone:
        yield str(state.scenario.current_location_id)
    for timer_id in [key for key in state.world.timers if key in gone]:
        del state.world.timers[timer_id]
        yield timer_id


def _empty_containers(state: GameState) -> Iterator[str]:
    """Put the things of containers that hold nothing any more where the party is."""
    for any_id in [key for key in state.contents if container_of(state, key) is None]:
        place = location_of(state, any_id) or state.scenario.current_location_id
        items = state.contents.pop(any_id)
        if place is not None:
            state.place(place).items += items
        yield any_id


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


def _drop_progress(state: GameState) -> Iterator[str]:
    """Drop secrets, dangers, topics and objectives that the scenario does not have any more."""
    sheets, scenario = state.sheets, state.scenario
    lists: list[tuple[list[str], Collection[str]]] = []
    for place in scenario.location_states.values():
        lists += [(place.discovered_secrets, sheets.secrets), (place.completed_encounters, sheets.encounters)]
    lists += [(npc.topics_told, sheets.topics) for npc in state.npcs.values()]
    lists += [(quest.completed_objectives, sheets.objectives) for quest in scenario.quests.values()]
    for ids, known in lists:
        unknown = [any_id for any_id in ids if any_id not in known]
        yield from unknown
        ids[:] = [any_id for any_id in ids if any_id in known]
