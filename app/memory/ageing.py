"""How fast a memory fades: by what it is, by what it was worth when it was formed, and by what became of it."""

from app.memory.importance_parts import IMPORTANCE_PARTS, parts_of
from app.memory.scoring import FELT, half_life, reinforced, stretched
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus


def half_life_of(entry: MemoryEntry, status: MemoryStatus, importance: float) -> float | None:
    """Minutes of game time; None for what does not decay.

    That of its kind, for an entry that has neither parts of its importance nor is a feeling; longer for one that has
    (see `app.memory.scoring.stretched`), and for one that was reinforced.
    """
    span = half_life(entry.kind, pinned=status.pinned)
    if span is None:
        return None
    is_feeling = entry.kind is MemoryKind.EMOTIONAL
    parts = parts_of(entry) if IMPORTANCE_PARTS in entry.metadata else None
    if parts is None and not is_feeling:
        return span * reinforced(status.strength) if status.strength else span
    impact = 0.0 if parts is None else parts.emotional_impact
    return stretched(
        span,
        importance=importance,
        emotional_impact=max(impact, FELT) if is_feeling else impact,
        goal_relevance=0.0 if parts is None else parts.goal_relevance,
        strength=status.strength,
    )
