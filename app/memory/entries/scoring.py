"""Scoring functions for memories, most of them over numbers or numpy arrays."""

from collections.abc import Collection
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from app.language.language import patterns_of
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemoryStatus

Number = TypeVar("Number", float, NDArray[np.float64])
Floats = NDArray[np.float64]

UNSCORED = 5.0
LONG_TERM, SHORT_SHARE = 28.0, 0.3
"""The long half-life, in half-lives (a week where the half-life is six hours), and the share of the short one."""

_WEIGHTY = ("weighty_worth", "weighty_people", "weighty_insight")
"""Expressions of the pack; each that a text holds makes it weigh one more."""
_pattern = patterns_of("recall")


def recencies(ages: NDArray[np.int64], rates: Floats) -> Floats:
    """``0.5 ** (age / half_life)``, ages in game minutes; 1 for the future. A rate is 1 / half-life, 0 for no
    decay. After Park et al. 2023 ("Generative Agents", §4.1), who state a decay per hour."""
    found: Floats = np.exp2(-np.maximum(ages, 0) * rates)
    return found


def recencies_on_two_scales(ages: NDArray[np.int64], rates: Floats) -> Floats:
    """Return the recency by the half-life and that by `LONG_TERM` times the half-life, of which the first counts
    `SHORT_SHARE`.

    Two powers of time together are nearer to how people forget than one (Anderson & Schooler 1991): hours order what
    has just been seen, weeks what happened long ago.

    Args:
        ages: Game minutes.
        rates: 1 / half-life in minutes; 0 for no decay.
    """
    half_lives = (-np.maximum(ages, 0) * rates).astype(np.float32)  # single precision takes half the time
    short, long = np.exp2(half_lives), np.exp2(half_lives / np.float32(LONG_TERM))
    both: Floats = np.add(SHORT_SHARE * short, (1 - SHORT_SHARE) * long, dtype=np.float64)
    return both


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


def importance_of(entry: MemoryEntry, status: MemoryStatus) -> float:
    """The rated importance, else the given one, else the heuristic one."""
    if status.importance is not None:
        return status.importance
    if entry.importance is not None:
        return entry.importance
    return heuristic_importance(entry.kind, entry.summary, entry.subjects, entry.origin)


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
