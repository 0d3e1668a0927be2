"""What was told in confidence: kept to those who heard it, with all that was made of it."""

from collections.abc import Collection
from contextlib import suppress

from app.errors import NotFound
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.payload import ConclusionPayload, EventPayload
from app.models.messages.speech import is_confided
from app.models.state.game_state import GameState


def is_confidential_for(state: GameState, scope: Scope, entry: MemoryEntry, ids: Collection[str | None]) -> bool:
    """Whether a memory, or what it was concluded from, holds what one of these has not heard told in confidence."""
    heard = confided_to(state, scope, entry)
    return heard is not None and not heard.issuperset(ids)


def confided_to(state: GameState, scope: Scope, entry: MemoryEntry) -> frozenset[str | None] | None:
    """The ids of those who heard all that a memory holds of confidences, its owner's too; None where it holds none."""
    first, last = entry.first_message_index, entry.since_message_index
    covered = state.conversation_history[first : last + 1] if first is not None and last is not None else []
    if scope.source is MemorySource.WORLD and len(covered) > 1:
        covered = []  # captures of the world are shown no confidences
    heard = [frozenset((each.speaker_id, *each.witness_ids)) for each in covered if is_confided(each.acts)]
    told = [each for each in heard if scope.source is not MemorySource.NPC or scope.owner_id in each]
    payload = entry.payload.quoted if isinstance(entry.payload, ConclusionPayload) else entry.payload
    said = payload.said if isinstance(payload, EventPayload) else (payload,)
    if not told and any(each is not None and is_confided(each.acts) for each in said):
        told.append(frozenset((scope.owner_id,)))  # it was told on, or written by hand: who has heard it is not known
    for key in entry.evidence:
        with suppress(NotFound):  # of what was imported
            hearers = confided_to(state, scope, MemoryStream(state, scope).get(key))
            told += [] if hearers is None else [hearers]
    return frozenset.intersection(*told) if told else None
