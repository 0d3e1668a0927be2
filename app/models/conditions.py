"""Evaluating a Condition against a game, and saying what is missing when it does not hold."""

from app.models.clock import time_text
from app.models.condition import (
    AllOf,
    AnyOf,
    AttitudeAtLeast,
    Condition,
    DangerAtMost,
    EncounterCleared,
    ItemGiven,
    ItemHeld,
    ObjectiveDone,
    PlaceEntered,
    QuestActive,
    QuestDone,
    SecretKnown,
    TimeReached,
    TopicAsked,
)
from app.models.game_state import GameState
from app.models.quest import QuestStatus


def holds(condition: Condition | None, state: GameState) -> bool:
    """Whether the condition is met now; no condition always is."""
    match condition:
        case None:
            return True
        case ItemHeld(item_id=item):
            return item in state.party.items
        case ItemGiven(item_id=item, npc_id=npc):
            return item in state.npc(npc).items_received
        case PlaceEntered(location_id=place):
            return state.place(place).visits > 0
        case TopicAsked(npc_id=npc, topic_id=topic):
            return topic in state.npc(npc).topics_told
        case EncounterCleared(encounter_id=encounter):
            place_sheet, _ = state.sheets.encounter(encounter)
            return encounter in state.place(place_sheet.id).completed_encounters
        case ObjectiveDone(objective_id=objective):
            quest, _ = state.sheets.objective(objective)
            return objective in state.quest(quest.id).completed_objectives
        case QuestActive(quest_id=quest_id):
            return state.quest(quest_id).status is not QuestStatus.NOT_STARTED
        case QuestDone(quest_id=quest_id):
            return state.quest(quest_id).status is QuestStatus.COMPLETED
        case SecretKnown(secret_id=secret):
            place_sheet, _ = state.sheets.secret(secret)
            return secret in state.place(place_sheet.id).discovered_secrets
        case DangerAtMost(location_id=place, level=level):
            return state.place(place).danger_level.rank <= level.rank
        case AttitudeAtLeast(npc_id=npc, attitude=attitude):
            return state.npc(npc).attitude.rank >= attitude.rank
        case TimeReached(minutes=minutes):
            return state.clock.minutes >= minutes
        case AllOf(conditions=parts):
            return all(holds(part, state) for part in parts)
        case AnyOf(conditions=parts):
            return any(holds(part, state) for part in parts)


def missing(condition: Condition | None, state: GameState) -> str:
    """What is still missing, as words that follow "needs": ``the lantern and Mara's trust``. Empty if it holds."""
    if condition is None or holds(condition, state):
        return ""
    name = state.name
    match condition:
        case ItemHeld(item_id=item):
            return f"{_the(name(item))} in your hands"
        case ItemGiven(item_id=item, npc_id=npc):
            return f"{_the(name(item))} given to {name(npc)}"
        case PlaceEntered(location_id=place):
            return f"a visit to {name(place)}"
        case TopicAsked(npc_id=npc, topic_id=topic):
            return f"what {name(npc)} knows about {name(topic)}"
        case EncounterCleared(encounter_id=encounter):
            return f"an end to {_the(name(encounter))}"
        case ObjectiveDone(objective_id=objective):
            return f"this done: {name(objective)}"
        case QuestActive(quest_id=quest_id):
            return "an errand that you have not taken on"
        case QuestDone(quest_id=quest_id):
            return f"the quest {name(quest_id)!r} completed"
        case SecretKnown():
            return "something you have not discovered yet"
        case DangerAtMost(location_id=place, level=level):
            return f"{name(place)} made {'clear' if level.rank == 0 else level.value}"
        case AttitudeAtLeast(npc_id=npc, attitude=attitude):
            return f"{name(npc)} to be {attitude.value}"
        case TimeReached(minutes=minutes):
            return f"to wait until {time_text(minutes)}"
        case AllOf(conditions=parts):
            return " and ".join(words for part in parts if (words := missing(part, state)))
        case AnyOf(conditions=parts):
            return " or ".join(words for part in parts if (words := missing(part, state)))


def _the(name: str) -> str:
    """A thing's name as words in a sentence; names that begin with a capital or an article stay as they are."""
    has_article = name.partition(" ")[0].casefold() in {"the", "a", "an", "your", "his", "her", "their"}
    return name if has_article or not name[:1].islower() else f"the {name}"
