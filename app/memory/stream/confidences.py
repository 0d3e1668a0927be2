"""Confidences: a memory of words said in confidence, and anything derived from it, is shared only with people who heard
them."""

from collections.abc import Collection
from contextlib import suppress

from app.errors import NotFound
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.payload import ConclusionPayload, EventPayload
from app.models.messages.speech import is_confided
from app.models.state.game_state import GameState


def is_confidential_for(state: GameState, scope: Scope, entry: MemoryEntry, ids: Collection[str | None]) -> bool:
    """Return whether a memory or its evidence holds a confidence that at least one of the people with these ids has not
    heard."""
    heard = confided_to(state, scope, entry)
    return heard is not None and not heard.issuperset(ids)


def confided_to(state: GameState, scope: Scope, entry: MemoryEntry) -> frozenset[str | None] | None:
    """Return the ids of the people who heard every confidence in a memory and its evidence, its owner included; None if
    it holds none."""
    first, last = entry.first_message_index, entry.since_message_index
    covered = state.conversation_history[first : last + 1] if first is not None and last is not None else []
    if scope.source is MemorySource.WORLD and len(covered) > 1:
        covered = []  # summaries of the world are made without confidences
    heard = [frozenset((line.speaker_id, *line.witness_ids)) for line in covered if is_confided(line.acts)]
    audiences = [ids for ids in heard if scope.source is not MemorySource.NPC or scope.owner_id in ids]
    payload = entry.payload.quoted if isinstance(entry.payload, ConclusionPayload) else entry.payload
    said = payload.said if isinstance(payload, EventPayload) else (payload,)
    if not audiences and any(each is not None and is_confided(each.acts) for each in said):
        audiences.append(frozenset((scope.owner_id,)))  # passed on or written by hand: other hearers are unknown
    for key in entry.evidence:
        with suppress(NotFound):  # evidence of an imported memory may be missing
            hearers = confided_to(state, scope, MemoryStream(state, scope).get(key))
            audiences += [] if hearers is None else [hearers]
    return frozenset.intersection(*audiences) if audiences else None
