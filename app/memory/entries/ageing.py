"""Half-lives of memories and the components of their importance."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from app.memory.entries.scoring import importance_share
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus
from app.models.memory_kinds import HALF_LIFE, KIND_ROWS
from app.models.state.game_state import GameState

FELT = 0.5
"""Lower bound, from 0 to 1, of the emotional impact of a memory of kind emotional."""
PER_STRENGTH = 0.5
"""Half-lives that each reinforcement adds to the half-life."""
MOST_STRENGTH = 10
"""Reinforcements that count; further ones add nothing, so that often recalled memories fade as well."""

IMPORTANCE_PARTS = "importance_parts"
"""Metadata key of the components of an entry's importance, as computed when it was formed."""

_GOAL, _EMOTION, _NOVELTY = 0.4, 0.3, 0.3
_DIGITS = 3


@dataclass(frozen=True)
class HalfLives:
    """Half-lives of memories by kind, in game minutes, None for no decay. They decide what is recalled and what leaves
    a full stream; no save holds them.

    Attributes:
        by_kind: Half-lives that differ from those of the kinds' rows.
        message: The half-life of a message of the conversation.
    """

    by_kind: Mapping[MemoryKind, float | None] = field(default_factory=dict)
    message: float = HALF_LIFE

    @classmethod
    def of(cls, state: GameState) -> "HalfLives":
        """Return those that a program has set by ``state.derived.hold(half_lives)``, else the usual ones."""
        return state.derived.get(cls) or USUAL

    def of_kind(self, kind: MemoryKind) -> float | None:
        return self.by_kind[kind] if kind in self.by_kind else KIND_ROWS[kind].half_life


USUAL = HalfLives()


class ImportanceParts(NamedTuple):
    """Components of an importance, each from 0 to 1."""

    goal_relevance: float = 0.0
    emotional_impact: float = 0.0
    novelty: float = 0.0

    @property
    def importance(self) -> float:
        """The weighted sum 0.4 goal relevance + 0.3 emotional impact + 0.3 novelty, scaled to 1 to 10."""
        share = _GOAL * self.goal_relevance + _EMOTION * self.emotional_impact + _NOVELTY * self.novelty
        return round(1 + 9 * share, _DIGITS)

    def as_metadata(self) -> dict[str, dict[str, float]]:
        return {IMPORTANCE_PARTS: {name: round(part, _DIGITS) for name, part in self._asdict().items()}}


def score_parts(entry: MemoryEntry) -> ImportanceParts | None:
    """Return the importance components stored in a memory, clamped to 0 to 1; None if it has none."""
    stored = entry.metadata.get(IMPORTANCE_PARTS)
    if not isinstance(stored, Mapping):
        return None
    return ImportanceParts(*(_share(stored.get(name)) for name in ImportanceParts._fields))


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # not a number
        return 0.0
    return float(min(1, max(0, value)))


def half_life_of(
    entry: MemoryEntry, status: MemoryStatus, importance: float, half_lives: HalfLives = USUAL
) -> float | None:
    """Return the half-life of a memory in minutes of game time.

    The kind's half-life is multiplied by ``1 + 0.5 min(strength, 10)`` and, for a feeling or where the importance
    components are stored, also by ``1 + (importance - 1) / 9 + emotional impact + goal relevance``. The formula is our
    own, after McGaugh 2004 (emotion) and Roediger & Karpicke 2006 (retrieval).

    Args:
        entry: The memory.
        status: Its status; a pinned memory does not decay.
        importance: Its importance, from 1 to 10.
        half_lives: The half-lives of the kinds.

    Returns:
        Minutes, or None for no decay.
    """
    span = None if status.pinned else half_lives.of_kind(entry.kind)
    if span is None:
        return None
    is_feeling, parts = entry.kind is MemoryKind.EMOTIONAL, score_parts(entry)
    if is_feeling or parts is not None:
        goal_relevance, impact, _ = parts or ImportanceParts()
        span *= 1 + importance_share(importance) + max(impact, FELT if is_feeling else 0.0) + goal_relevance
    return span * (1 + PER_STRENGTH * min(status.strength, MOST_STRENGTH))
