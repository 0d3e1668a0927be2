"""Half-lives of memories, and the parts of an importance."""

from collections.abc import Mapping
from typing import NamedTuple

from app.memory.recall.scoring import importance_share
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus
from app.models.memory_kinds import KIND_ROWS

FELT = 0.5
"""Emotional impact, from 0 to 1, that a memory of kind emotional has at least: it is a feeling by itself."""
PER_STRENGTH = 0.5
"""What each reinforcement adds to a half-life, in half-lives."""
MOST_STRENGTH = 10
"""Reinforcements beyond these add nothing: what is recalled all the time fades at last, too."""

IMPORTANCE_PARTS = "importance_parts"
"""Key of an entry's metadata: what its text was found to be worth when it was formed, by part."""

_GOAL, _EMOTION, _NOVELTY = 0.4, 0.3, 0.3
_DIGITS = 3


class ImportanceParts(NamedTuple):
    """Each from 0 to 1."""

    goal_relevance: float = 0.0
    emotional_impact: float = 0.0
    novelty: float = 0.0

    @property
    def importance(self) -> float:
        """0.4 goal relevance + 0.3 emotional impact + 0.3 novelty, from 1 to 10."""
        share = _GOAL * self.goal_relevance + _EMOTION * self.emotional_impact + _NOVELTY * self.novelty
        return round(1 + 9 * share, _DIGITS)

    def as_metadata(self) -> dict[str, dict[str, float]]:
        return {IMPORTANCE_PARTS: {name: round(part, _DIGITS) for name, part in self._asdict().items()}}


def score_parts(entry: MemoryEntry) -> ImportanceParts | None:
    """The stored parts of a memory, None if it has none; values from files are clamped to 0 to 1."""
    kept = entry.metadata.get(IMPORTANCE_PARTS)
    if not isinstance(kept, Mapping):
        return None
    return ImportanceParts(*(_share(kept.get(name)) for name in ImportanceParts._fields))


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # not a number
        return 0.0
    return float(min(1, max(0, value)))


def half_life_of(entry: MemoryEntry, status: MemoryStatus, importance: float) -> float | None:
    """Minutes of game time, None for no decay: the kind's ``x (1 + 0.5 min(strength, 10))``, and of a feeling or where
    the parts of an importance are known also ``x (1 + (importance - 1) / 9 + emotional impact + goal relevance)``. Our
    own, after McGaugh 2004 (emotion) and Roediger & Karpicke 2006 (retrieval)."""
    span = None if status.pinned else KIND_ROWS[entry.kind].half_life
    if span is None:
        return None
    is_feeling, parts = entry.kind is MemoryKind.EMOTIONAL, score_parts(entry)
    if is_feeling or parts is not None:
        goal_relevance, impact, _ = parts or ImportanceParts()
        span *= 1 + importance_share(importance) + max(impact, FELT if is_feeling else 0.0) + goal_relevance
    return span * (1 + PER_STRENGTH * min(status.strength, MOST_STRENGTH))
