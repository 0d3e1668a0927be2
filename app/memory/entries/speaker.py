"""Who speaks in a memory."""

from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState


def speaker_name(state: GameState, entry: MemoryEntry) -> str:
    """The name of the speaker; "" for none."""
    if isinstance(entry.payload, Utterance) and entry.payload.speaker_name:
        return entry.payload.speaker_name
    speaker = speaker_id(entry)
    return known_name(state, speaker) if speaker is not None else ""


def speaker_id(entry: MemoryEntry) -> str | None:
    """The id of the speaker, who may be unknown to the game; None for none."""
    if isinstance(entry.payload, Utterance):
        return entry.payload.speaker_id
    return (entry.origin_id or None) if entry.kind is MemoryKind.CONVERSATION else None


def known_name(state: GameState, any_id: str) -> str:
    """The name of a person or a player; "" for any other id."""
    is_known = any_id in state.npcs or any(player.id == any_id for player in state.party.ever)
    return state.name(any_id) if is_known else ""
