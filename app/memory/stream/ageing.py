"""Half-lives of memories, and the parts of an importance."""

from collections.abc import Mapping
from typing import NamedTuple

from app.memory.recall.scoring import FELT, reinforced, stretched
from app.memory.stream.kinds import KIND_ROWS
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus


def half_life_of(entry: MemoryEntry, status: MemoryStatus, importance: float) -> float | None:
    """Minutes of game time, None for no decay: the kind's, stretched for what moved, mattered or was reinforced."""
    span = None if status.pinned else KIND_ROWS[entry.kind].half_life
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


IMPORTANCE_PARTS = "importance_parts"
"""Key of an entry's metadata: what its text was found to be worth when it was formed, by part."""

_GOAL, _EMOTION, _NOVELTY = 0.4, 0.3, 0.3
_NAMES = ("goal_relevance", "emotional_impact", "novelty")
_DIGITS = 3


class ImportanceParts(NamedTuple):
    """Each from 0 to 1."""

    goal_relevance: float
    emotional_impact: float
    novelty: float

    @property
    def importance(self) -> float:
        """0.4 goal relevance + 0.3 emotional impact + 0.3 novelty, from 1 to 10."""
        share = _GOAL * self.goal_relevance + _EMOTION * self.emotional_impact + _NOVELTY * self.novelty
        return round(1 + 9 * share, _DIGITS)

    def as_metadata(self) -> dict[str, dict[str, float]]:
        return {IMPORTANCE_PARTS: dict(zip(_NAMES, (round(part, _DIGITS) for part in self), strict=True))}


def parts_of(entry: MemoryEntry) -> ImportanceParts | None:
    """The stored parts of a memory, None if it has none; values from files are clamped to 0 to 1."""
    kept = entry.metadata.get(IMPORTANCE_PARTS)
    return ImportanceParts(*(_share(kept.get(name)) for name in _NAMES)) if isinstance(kept, Mapping) else None


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # not a number
        return 0.0
    return float(min(1, max(0, value)))
