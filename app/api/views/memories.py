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
_SAME = (
    "kind", "created_at", "turn", "game_time", "location_id", "quest_id", "subjects", "keywords", "tags", "origin",
    "origin_id", "depth", "evidence",
)  # fmt: skip
_STATUS = ("archived_by", "superseded_by", "pinned", "recalls", "last_recalled", "strength")


def memory_view(state: GameState, scope: Scope, entry: MemoryEntry) -> schemas.MemoryOut:
    status = state.status(entry.id)
    stands = "superseded" if status.superseded_by is not None else "archived" if status.archived_by else "stands"
    return schemas.MemoryOut.model_validate(
        {name: getattr(entry, name) for name in _SAME}
        | {name: getattr(status, name) for name in _STATUS}
        | {
            "id": entry.id,
            "of": scope.key,
            "text": entry.summary,
            "state": stands,
            "category": category_of(entry),
            "importance": entry.importance if status.importance is None else status.importance,
            "first_message": entry.first_message_index,
            "last_message": entry.since_message_index,
            "hand_made": is_hand_made(entry),
        }
    )


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
    return schemas.HitOut(
        memory=memory_view(state, scope, hit.memory),
        rank=hit.rank,
        score=hit.score,
        parts=hit.components,
        shared=list(hit.shared),
        why=hit.why,
    )
