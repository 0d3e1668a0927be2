"""What is possible in a game: whether a condition holds, which exits are visible and open, the shortest way, which
topics a person can tell, which facts are answered, and what a thing can be used on."""

from collections.abc import Callable, Collection, Iterable, Iterator

from app.errors import NotFound
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.effect import WayStatus
from app.models.sheets.fact import FactSheet
from app.models.sheets.location import EncounterSheet, ExitSheet
from app.models.sheets.person import TopicSheet
from app.models.sheets.quest import QuestStatus
from app.models.sheets.values import ACTOR, PARTY, PLAYER, BoundId, StateValue
from app.models.state.game_state import GameState
from app.models.state.things import carried
from app.models.state.values import count_of, value_of


def holds(condition: Condition | None, state: GameState) -> bool:
    """Return whether a condition is met now; None always is.

    Raises:
        NotFound: The condition names something that the game does not have.
    """
    match condition:
        case None:
            return True
        case conditions.ItemHeld(item_id=item):
            return item in state.party.items or (bool(state.contents) and item in carried(state))
        case conditions.ItemGivenTo(item_id=item, npc_id=npc):
            return item in state.npc(npc).items_received
        case conditions.PlaceEntered(location_id=place):
            return state.place(place).visits > 0
        case conditions.TopicAsked(npc_id=npc, topic_id=topic):
            return topic in state.npc(npc).topics_told
        case conditions.EncounterCleared(encounter_id=encounter):
            place_sheet, _ = state.sheets.encounter(encounter)
            return encounter in state.place(place_sheet.id).completed_encounters
        case conditions.ObjectiveDone(objective_id=objective):
            quest, _ = state.sheets.objective(objective)
            return objective in state.quest(quest.id).completed_objectives
        case conditions.QuestActive(quest_id=quest_id):
            return state.quest(quest_id).status is not QuestStatus.NOT_STARTED
        case conditions.QuestDone(quest_id=quest_id):
            return state.quest(quest_id).status is QuestStatus.COMPLETED
        case conditions.SecretKnown(secret_id=secret):
            place_sheet, _ = state.sheets.secret(secret)
            return secret in state.place(place_sheet.id).discovered_secrets
        case conditions.DangerAtMost(location_id=place, level=level):
            return state.place(place).danger_level.rank <= level.rank
        case conditions.AttitudeAtLeast(npc_id=npc, attitude=attitude):
            return state.npc(npc).attitude.rank >= attitude.rank
        case conditions.TimeReached(minutes=minutes):
            return state.clock.minutes >= minutes
        case conditions.QuestHasFailed(quest_id=quest_id):
            return state.quest(quest_id).status is QuestStatus.FAILED
        case conditions.StateCompared():
            return _compares(condition, state)
        case conditions.Count(item_id=item, at_least=least):
            return item in carried(state) and count_of(state, item) >= least
        case conditions.TimerRuns(timer_id=timer):
            return timer in state.world.timers
        case conditions.Companion(npc_id=npc):
            return npc in state.party.companions
        case conditions.ItemAt(item_id=item, at=spot):
            return item in carried(state, closed=True) if spot == PARTY else state.holder_of(item) == spot
        case conditions.PartyAt(location_id=place):
            return state.scenario.current_location_id == place
        case conditions.PersonAt(npc_id=npc, location_id=place):
            return state.npc(npc).current_location_id == place
        case conditions.Not(condition=part):
            return not holds(part, state)
        case conditions.AllOf(conditions=parts):
            return all(holds(part, state) for part in parts)
        case conditions.AnyOf(conditions=parts):
            return any(holds(part, state) for part in parts)


def is_met(condition: Condition | None, state: GameState) -> bool:
    """Return whether a condition of an effect or action is met now; False for one that names something that the game
    does not have, as a target of another kind."""
    try:
        return holds(condition, state)
    except NotFound:
        return False


def _compares(condition: conditions.StateCompared, state: GameState) -> bool:
    """Return whether a state compares; a state of ``player`` does if that of any player does."""
    is_any = condition.of in (PLAYER, ACTOR) and not isinstance(condition.of, BoundId)
    owners = [player.id for player in state.party.players] if is_any else [condition.of]
    return any(_is_within(condition, value_of(state, owner, condition.name)) for owner in owners)


def _is_within(condition: conditions.StateCompared, value: StateValue | None) -> bool:
    if value is None or (condition.value is not None and not _is_same(value, condition.value)):
        return False
    least, most = condition.at_least, condition.at_most
    if least is None and most is None:
        return True
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number and (least is None or int(value) >= least) and (most is None or int(value) <= most)


def _is_same(value: StateValue, other: StateValue) -> bool:
    return value == other and isinstance(value, bool) is isinstance(other, bool)


def visible_exits(state: GameState, location_id: str | None = None) -> list[ExitSheet]:
    """Return the exits of a place (None: the party's) that are not hidden, in the sheet's order; locked ones are
    visible."""
    place = state.here if location_id is None else state.sheets.location(location_id)
    changed = state.place(place.id).ways
    return [way for way in place.exits if _is_visible(way, changed.get(way.to), state)]


def _is_visible(way: ExitSheet, made: WayStatus | None, state: GameState) -> bool:
    return holds(way.hidden_until, state) if made is None else made is not WayStatus.HIDDEN


def known_place_ids(state: GameState) -> set[str]:
    """Return the ids of the places where the party has been, and of those to which visible exits lead from there."""
    been = {place.id for place in state.sheet.locations if state.place(place.id).visits}
    return been.union(way.to for place in been for way in visible_exits(state, place))


def is_open(way: ExitSheet, state: GameState, location_id: str | None = None) -> bool:
    """Return whether a way out of a place (None: the party's) is neither locked nor closed."""
    place = state.here.id if location_id is None else location_id
    made = state.place(place).ways.get(way.to)
    return holds(way.locked_until, state) if made is None else made is WayStatus.OPEN


def is_shut(way: ExitSheet, state: GameState, location_id: str | None = None) -> bool:
    """Return whether a way out of a place (None: the party's) is closed and not locked, so that players can open it."""
    return way.closable and not is_open(way, state, location_id) and holds(way.locked_until, state)


def entrances(state: GameState) -> dict[str, list[str]]:
    """Return by place the places from which open exits lead to it."""
    sources: dict[str, list[str]] = {}
    for place in state.sheet.locations:
        for way in open_ways(state, place.id):
            sources.setdefault(way.to, []).append(place.id)
    return sources


def open_ways(state: GameState, location_id: str) -> list[ExitSheet]:
    """Return the exits of a place that are neither hidden nor locked; those that are only closed included, since
    whoever goes there opens them."""
    ways = visible_exits(state, location_id)
    return [way for way in ways if is_open(way, state, location_id) or is_shut(way, state, location_id)]


def way_to(
    state: GameState, start: str, goals: Collection[str], exits: Callable[[GameState, str], list[ExitSheet]] = open_ways
) -> tuple[str, ...] | None:
    """Find the shortest way to one of several places, by breadth-first search.

    Args:
        state: The game.
        start: The place to start from.
        goals: The places to reach.
        exits: Returns the exits of a place that may be used.

    Returns:
        The places on the way, the goal last; () where ``start`` is a goal, None where no way leads to one. Of two ways
        of one length, the one whose exits come first in the sheets.
    """
    paths: dict[str, tuple[str, ...]] = {start: ()}
    for place in (waiting := [start]):
        if place in goals:
            return paths[place]
        new = {way.to: (*paths[place], way.to) for way in exits(state, place) if way.to not in paths}
        paths |= new
        waiting += new
    return None


def can_tell_topic(state: GameState, npc_id: str, topic: TopicSheet) -> bool:
    """Return whether a person can tell a topic now: its condition holds, and the person is at one of its places."""
    return _is_told_here(state, npc_id, topic) and holds(topic.condition, state)


def topic_text_here(state: GameState, npc_id: str, topic: TopicSheet) -> str:
    """Return the author's words for a topic that a person does not tell now; may be empty."""
    is_due = holds(topic.condition, state)
    return topic.elsewhere if is_due and not _is_told_here(state, npc_id, topic) else topic.refusal


def _is_told_here(state: GameState, npc_id: str, topic: TopicSheet) -> bool:
    return not topic.places or state.npc(npc_id).current_location_id in topic.places


def parts_of(condition: Condition | None) -> Iterator[Condition]:
    """Yield the conditions that a condition is made of, itself included; none of what must not hold."""
    if condition is None:
        return
    yield condition
    if isinstance(condition, conditions.AllOf | conditions.AnyOf):
        for part in condition.conditions:
            yield from parts_of(part)


def _takes_thing(condition: Condition | None, item_id: str) -> bool:
    """Return whether a condition asks for a thing in the party's hands, or for a state of it."""
    return any(
        (isinstance(part, conditions.ItemHeld | conditions.Count) and part.item_id == item_id)
        or (isinstance(part, conditions.StateCompared) and part.of == item_id)
        for part in parts_of(condition)
    )


def obstacles_for(state: GameState, item_id: str) -> list[EncounterSheet]:
    """Return the encounters at the party's place, not over yet, whose condition asks for a thing.

    Args:
        state: The game.
        item_id: The id of the thing.
    """
    done = state.place(state.here.id).completed_encounters
    return [one for one in state.here.encounters if one.id not in done and _takes_thing(one.condition, item_id)]


def ways_for(state: GameState, item_id: str) -> list[ExitSheet]:
    """Return the visible ways out of the party's place that are locked without a thing.

    Args:
        state: The game.
        item_id: The id of the thing.
    """
    return [way for way in visible_exits(state) if _takes_thing(way.locked_until, item_id)]


def npc_barred_from(state: GameState, npc_id: str, place_id: str) -> bool:
    """Return whether the author keeps a person away from a place."""
    sheet = state.sheets.npc(npc_id)
    is_free = sheet.stays_until is not None and holds(sheet.stays_until, state)
    return bool(sheet.stays_at) and place_id not in sheet.stays_at and not is_free


def open_topics(state: GameState, npc_id: str) -> list[TopicSheet]:
    """Return the topics that a person can tell now, new ones first."""
    topics_told = state.npc(npc_id).topics_told
    topics = [topic for topic in state.sheets.npc(npc_id).topics if can_tell_topic(state, npc_id, topic)]
    return sorted(topics, key=lambda topic: topic.id in topics_told)


def facts_now(state: GameState, facts: Iterable[FactSheet]) -> list[FactSheet]:
    """Return those of some facts that are answered now.

    Args:
        state: The game.
        facts: The facts of a topic, or of another part of the scenario.
    """
    return [fact for fact in facts if holds(fact.condition, state)]


def targets_here(state: GameState) -> list[str]:
    """Return the ids of the possible targets of a thing at the party's place: people, features, encounters that are not
    over, and the place itself."""
    done = state.place(state.here.id).completed_encounters
    details = (detail.id for detail in state.here.features)
    encounters = (encounter.id for encounter in state.here.encounters if encounter.id not in done)
    return [*(npc.instance_id for npc in state.present()), *details, *encounters, state.here.id]


def only_target(state: GameState, item_id: str) -> str | None:
    """Return the only target here that a thing's sheet has a use on, for when none is named; None if it can be used by
    itself, or for no or several targets."""
    uses = {use.on for use in state.sheets.item(item_id).uses}
    fitting = set() if None in uses else uses.intersection(targets_here(state))
    return fitting.pop() if len(fitting) == 1 else None


def is_usable(state: GameState, item_id: str, on: str | None = None) -> bool:
    """Return whether a thing can be used here and now on a target (None: on the only possible one, or by itself)."""
    target = only_target(state, item_id) if on is None else on
    return any(use.on == target and holds(use.condition, state) for use in state.sheets.item(item_id).uses)
