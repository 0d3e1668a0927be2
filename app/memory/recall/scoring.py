"""Scoring functions for memories; they take numbers or numpy arrays."""

from collections.abc import Collection
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from app.language.language import patterns_of
from app.models.memory import MemoryKind, MemoryOrigin

Number = TypeVar("Number", float, NDArray[np.float64])
Floats = NDArray[np.float64]

DECAY = 0.99
UNSCORED = 5.0
FELT = 0.5
"""Emotional impact, from 0 to 1, that a memory of kind emotional has at least: it is a feeling by itself."""
PER_STRENGTH = 0.5
"""What each reinforcement adds to a half-life, in half-lives."""
MOST_STRENGTH = 10
"""Reinforcements beyond these add nothing: what is recalled all the time fades at last, too."""

_WEIGHTY = ("weighty_worth", "weighty_people", "weighty_insight")
"""Expressions of the pack; each that a text holds makes it weigh one more."""
_pattern = patterns_of("recall")


def stretched(
    half_life: float, *, importance: float, emotional_impact: float, goal_relevance: float, strength: int
) -> float:
    """The half-life of a memory with known importance parts or reinforcements. ``half_life x (1 + (importance - 1) / 9
    + emotional impact + goal relevance) x (1 + 0.5 min(strength, 10))``, importance from 1 to 10, the other two from 0
    to 1. Our own, after McGaugh 2004 (emotion) and Roediger & Karpicke 2006 (retrieval)."""
    by_worth = 1 + importance_share(importance) + emotional_impact + goal_relevance
    return half_life * by_worth * reinforced(strength)


def reinforced(strength: int) -> float:
    """The factor of a half-life by reinforcements: ``1 + 0.5 min(strength, 10)``."""
    return 1 + PER_STRENGTH * min(strength, MOST_STRENGTH)


def recencies(ages: NDArray[np.int64], rates: Floats) -> Floats:
    """``0.5 ** (age / half_life)``, ages in game minutes; 1 for the future. A rate is 1 / half-life, 0 for no
    decay. After Park et al. 2023 ("Generative Agents", §4.1), who state a decay per hour."""
    found: Floats = np.exp2(-np.maximum(ages, 0) * rates)
    return found


def recency_in_steps(last_recalls: NDArray[np.int64], decay: float = DECAY) -> Floats:
    """``decay ** (newest - own)`` over the candidates' last recalls, in time steps (Park et al. 2024, genagents)."""
    if not len(last_recalls):
        return np.zeros(0)
    found: Floats = np.power(decay, (last_recalls.max() - last_recalls).astype(np.float64))
    return found


def importance_share(importance: Number) -> Number:
    """Importance of 1 to 10 as 0 to 1: ``(i - 1) / 9``."""
    return (importance - 1) / 9


def importance_from_hundred(importance: float) -> float:
    """Importance of 0 to 100 (Park et al. 2024) as 1 to 10: ``1 + 9 i / 100``."""
    return 1 + 9 * importance / 100


def importance_to_hundred(importance: float) -> int:
    """The inverse of `importance_from_hundred`, rounded."""
    return round((importance - 1) * 100 / 9)


def heuristic_importance(
    kind: MemoryKind, text: str, subjects: Collection[str] = (), origin: MemoryOrigin | None = None
) -> float:
    """Importance from 1 to 10 without a mind."""
    score = UNSCORED + 2 * (kind is MemoryKind.REFLECTION) + (kind is MemoryKind.PLAN)
    score += sum(_pattern(name).search(text) is not None for name in _WEIGHTY)
    score += (len(subjects) > 2) + (origin is MemoryOrigin.DIALOGUE)
    return min(10.0, max(1.0, score))


def overlap(left: Collection[str], right: Collection[str]) -> float:
    """Jaccard 1901: shared items over all items, from 0 to 1; 0 if either is empty."""
    ours, theirs = set(left), set(right)
    return len(ours & theirs) / max(1, len(ours | theirs))


def best(scores: NDArray[np.floating], count: int) -> NDArray[np.intp]:
    """Positions of the ``count`` highest scores, the highest first; ties in order."""
    if count <= 0:
        return np.zeros(0, dtype=np.intp)
    if count >= len(scores):
        return np.argsort(-scores, kind="stable")
    lowest = np.partition(scores, len(scores) - count)[len(scores) - count]
    candidates = np.flatnonzero(scores >= lowest)
    return candidates[np.argsort(-scores[candidates], kind="stable")[:count]]
