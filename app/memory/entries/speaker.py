"""Who speaks in a memory."""

from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState


def speaker_name(state: GameState, entry: MemoryEntry) -> str:
    """The name of the speaker; "" for none."""
    if isinstance(entry.payload, Utterance):
        return entry.payload.speaker_name or known_name(state, entry.payload.speaker_id)
    return known_name(state, entry.origin_id) if entry.kind is MemoryKind.CONVERSATION and entry.origin_id else ""


def known_name(state: GameState, any_id: str) -> str:
    """The name of a person or a player; "" for any other id."""
    is_known = any_id in state.npcs or any(player.id == any_id for player in state.party.ever)
    return state.name(any_id) if is_known else ""
