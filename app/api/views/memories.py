"""Memories as the game master sees them."""

from collections.abc import Sequence

from app.api.schemas import memories as schemas
from app.memory.recall.query import ScoredMemory
from app.memory.stream.markers import category_of, is_hand_made
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState
from app.services.game.origins import Drawn, drawn, messages_behind

DEPTH = 4
"""Steps down from a conclusion to what it was drawn from."""
MOST = 100
"""Messages behind a memory and memories of a history that are shown: the newest."""


def memory_view(state: GameState, scope: Scope, entry: MemoryEntry) -> schemas.MemoryOut:
    status = state.status(entry.id)
    rated = entry.importance if status.importance is None else status.importance
    stands = "superseded" if status.superseded_by is not None else "archived" if status.archived_by else "stands"
    more = {"category": category_of(entry), "hand_made": is_hand_made(entry), "importance": rated, "state": stands}
    return schemas.MemoryOut.model_validate({**vars(entry), **vars(status), **more, "of": scope.key})


def detail_view(
    state: GameState, scope: Scope, entry: MemoryEntry, history: Sequence[MemoryEntry]
) -> schemas.MemoryDetail:
    messages = messages_behind(state, scope, entry)
    return schemas.MemoryDetail(
        memory=memory_view(state, scope, entry),
        history=[memory_view(state, scope, each) for each in history[-MOST:]],
        evidence=evidence_view(state, scope, drawn(state, scope, entry, DEPTH)).evidence,
        messages=[schemas.MessageOut.model_validate(message) for message in messages[-MOST:]],
        messages_left_out=max(0, len(messages) - MOST),
    )


def evidence_view(state: GameState, scope: Scope, found: Drawn) -> schemas.EvidenceOut:
    below = [evidence_view(state, scope, each) for each in found.evidence]
    return schemas.EvidenceOut(memory=memory_view(state, scope, found.entry), evidence=below)


def hit_view(state: GameState, scope: Scope, hit: ScoredMemory) -> schemas.HitOut:
    more = {"memory": memory_view(state, scope, hit.memory), "parts": hit.components, "why": hit.why}
    return schemas.HitOut.model_validate({"rank": hit.rank, "score": hit.score, "shared": hit.shared, **more})
