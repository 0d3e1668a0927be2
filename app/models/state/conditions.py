"""What is possible in a game: whether a Condition holds, which ways are visible and open, and the shortest of them;
which topics can be told, and what a thing can be used on."""

from collections.abc import Callable, Collection

from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.location import ExitSheet
from app.models.sheets.person import TopicSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState


def holds(condition: Condition | None, state: GameState) -> bool:
    """Whether the condition is met now; no condition always is."""
    match condition:
        case None:
            return True
        case conditions.ItemHeld(item_id=item):
            return item in state.party.items
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
        case conditions.AllOf(conditions=parts):
            return all(holds(part, state) for part in parts)
        case conditions.AnyOf(conditions=parts):
            return any(holds(part, state) for part in parts)


def visible_exits(state: GameState, location_id: str | None = None) -> list[ExitSheet]:
    """The exits of a place (None: the party's) that are not hidden, in the sheet's order; locked ones are visible."""
    place = state.here if location_id is None else state.sheets.location(location_id)
    return [way for way in place.exits if holds(way.hidden_until, state)]


def known_places(state: GameState) -> set[str]:
    """Ids of the places where the party has been, and of those to which ways lead that it has seen there."""
    been = {place.id for place in state.sheet.locations if state.place(place.id).visits}
    return been.union(way.to for place in been for way in visible_exits(state, place))


def is_open(way: ExitSheet, state: GameState) -> bool:
    return holds(way.locked_until, state)


def entrances(state: GameState) -> dict[str, list[str]]:
    """The places from which open ways lead to each place."""
    found: dict[str, list[str]] = {}
    for place in state.sheet.locations:
        for way in open_ways(state, place.id):
            found.setdefault(way.to, []).append(place.id)
    return found


def open_ways(state: GameState, location_id: str) -> list[ExitSheet]:
    """The exits of any place that are neither hidden nor locked."""
    return [way for way in visible_exits(state, location_id) if is_open(way, state)]


def way_to(
    state: GameState, start: str, goals: Collection[str], exits: Callable[[GameState, str], list[ExitSheet]] = open_ways
) -> tuple[str, ...] | None:
    """The places on the shortest way to a goal, that goal last; () where one is at a goal, None where no way leads. Of
    ways through equally many places the one whose exits stand first in the sheets."""
    found: dict[str, tuple[str, ...]] = {start: ()}
    for place in (waiting := [start]):
        if place in goals:
            return found[place]
        new = {way.to: (*found[place], way.to) for way in exits(state, place) if way.to not in found}
        found |= new
        waiting += new
    return None


def can_tell_topic(state: GameState, npc_id: str, topic: TopicSheet) -> bool:
    """Whether a person can tell a topic now: its condition holds, in one of the places where it is told."""
    return _is_told_here(state, npc_id, topic) and holds(topic.condition, state)


def topic_text_here(state: GameState, npc_id: str, topic: TopicSheet) -> str:
    """The author's words for a topic that a person does not tell now; may be empty."""
    is_due = holds(topic.condition, state)
    return topic.elsewhere if is_due and not _is_told_here(state, npc_id, topic) else topic.refusal


def _is_told_here(state: GameState, npc_id: str, topic: TopicSheet) -> bool:
    return not topic.places or state.npc(npc_id).current_location_id in topic.places


def npc_barred_from(state: GameState, npc_id: str, place_id: str) -> bool:
    """Whether a person stays elsewhere, by its author's will."""
    sheet = state.sheets.npc(npc_id)
    is_free = sheet.stays_until is not None and holds(sheet.stays_until, state)
    return bool(sheet.stays_at) and place_id not in sheet.stays_at and not is_free


def open_topics(state: GameState, npc_id: str) -> list[TopicSheet]:
    """What a person can be asked now, what it has not told yet first."""
    told = state.npc(npc_id).topics_told
    topics = [topic for topic in state.sheets.npc(npc_id).topics if can_tell_topic(state, npc_id, topic)]
    return sorted(topics, key=lambda topic: topic.id in told)


def targets_here(state: GameState) -> list[str]:
    """Ids of what is here to use a thing on: people, features, encounters that stand, and the place."""
    done = state.place(state.here.id).completed_encounters
    fixed = (*state.here.features, *(each for each in state.here.encounters if each.id not in done))
    return [*(npc.instance_id for npc in state.present()), *(each.id for each in fixed), state.here.id]


def only_target(state: GameState, item_id: str) -> str | None:
    """What a thing is used on when nothing is named: the only thing here that its sheet has a use for."""
    uses = {use.on for use in state.sheets.item(item_id).uses}
    fitting = set() if None in uses else uses.intersection(targets_here(state))
    return fitting.pop() if len(fitting) == 1 else None


def is_usable(state: GameState, item_id: str, on: str | None = None) -> bool:
    """Whether a thing has a use here and now ``on`` something, or one use when nothing is named to use it on."""
    target = only_target(state, item_id) if on is None else on
    return any(use.on == target and holds(use.condition, state) for use in state.sheets.item(item_id).uses)
