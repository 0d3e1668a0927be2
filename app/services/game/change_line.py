"""The engine's own line of what changed, as ``+ lantern · Market · Day 1, 14:20``.

Every turn ends with one. It is made of events only, so it never says what did not happen.
"""

from collections.abc import Sequence

from app.events.facts import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NoteAdded,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
)
from app.models.command import Event
from app.models.game_state import GameState


def change_line(state: GameState, events: Sequence[Event], began_at: str | None) -> str:
    """``+`` gained, ``-`` gone, ``✓`` done, ``→`` moved there, ``!`` anything else; then place and time."""
    seen = {began_at, state.scenario.current_location_id}
    changes = [words for event in events if (words := _words(state, event, seen))]
    place = state.scenario.current_location_id
    return " · ".join([*changes, state.name(place) if place else "nowhere", str(state.clock)])


def _words(state: GameState, event: Event, seen: set[str | None]) -> str:
    name = state.name
    match event:
        case ItemTaken(item_id=item):
            return f"+ {name(item)}"
        case ItemGiven(item_id=item, npc_id=npc, to_party=True):
            return f"+ {name(item)} from {name(npc)}"
        case ItemGiven(item_id=item, npc_id=npc):
            return f"- {name(item)} to {name(npc)}"
        case ItemUsed(item_id=item, consumed=True):
            return f"- {name(item)} used up"
        case ItemDropped(item_id=item):
            return f"- {name(item)}"
        case ObjectiveCompleted(objective_id=done) | QuestCompleted(quest_id=done):
            return f"✓ {name(done)}"
        case EncounterCompleted(encounter_id=done):
            return f"✓ {name(done)}"
        case LocationChanged(to_id=to):
            return f"→ {name(to)}"
        case QuestStarted(quest_id=quest):
            return f"! quest begun: {name(quest)}"
        case ActProgressed(begun=begun):
            return f"! act begun: {name(begun)}" if begun else "! the story has reached its end"
        case SecretDiscovered(secret_id=secret):
            return f"! discovered: {name(secret)}"
        case AttitudeChanged(npc_id=npc, attitude=attitude):
            return f"! {name(npc)}: {attitude.value}"
        case DangerChanged(location_id=where, level=level):
            return f"! {name(where)}: {level.value}"
        case EffectAdded(effect=effect):
            return f"! {effect}"
        case NPCMoved(npc_id=npc, from_id=left, to_id=to) if left in seen or to in seen:
            return f"! {name(npc)} → {name(to) if to else 'away'}"
        case NoteAdded():
            return "! noted"
        case _:
            return ""
