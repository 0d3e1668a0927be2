"""The retrieval of genagents (Park et al. 2024), to the order of equals, at the speed of single precision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import analyse
from app.memory.index.documents import EntryDocuments
from app.memory.index.postings import inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.query import RecallQuery
from app.memory.recall.scoring import DECAY, recency_in_steps

_SINGLE = 2e-6  # more than a cosine of unit vectors in single precision is off, up to some thousand dimensions
_ROUNDING = 2e-6  # more than rough sums are off, as a share of their largest number


@dataclass(frozen=True, kw_only=True)
class GenagentsWeights:
    """Weights of the preset `genagents`, and the decay of recency per time step."""

    recency: float = 0.0
    relevance: float = 1.0
    importance: float = 0.5
    decay: float = DECAY


Floats = NDArray[np.float64]
Positions = NDArray[np.intp]
Parts = tuple[Floats, Floats, Floats]


@dataclass(frozen=True)
class Candidates:
    """The entries that may be chosen; ``positions`` None for all."""

    entries: EntryDocuments
    positions: Positions | None

    def __len__(self) -> int:
        return len(self.entries) if self.positions is None else len(self.positions)

    def of(self, values: NDArray[Any]) -> NDArray[Any]:
        """The candidates' values of a column."""
        return values if self.positions is None else values[self.positions]

    def at(self, chosen: Positions) -> Positions:
        """Positions of some candidates in the stream."""
        return chosen if self.positions is None else self.positions[chosen]

    def similarities(self, query: Vectors) -> NDArray[np.float32]:
        """Cosines in single precision."""
        vectors = self.entries.vectors
        return vectors.similarities(query) if self.positions is None else vectors.similarities_of(self.positions, query)

    def exact(self, chosen: Positions, query: Vectors) -> Floats:
        """Cosines of some candidates in double precision."""
        return self.entries.vectors.exact(self.at(chosen), query)


@dataclass(frozen=True)
class Factor:
    """One of the three numbers of every candidate, its weight, and its greatest error."""

    values: NDArray[np.floating]
    weight: float
    low: float
    high: float
    slack: float = 0.0

    @classmethod
    def of(cls, values: NDArray[np.floating], weight: float, slack: float = 0.0) -> "Factor":
        return cls(values, weight, float(values.min()), float(values.max()), slack)

    def rough(self) -> NDArray[np.float32] | None:
        """Its share of each score in single precision, up to a constant; None where all are equal."""
        if self.weight == 0 or self.low == self.high:
            return None
        scaled = self.values * self.values.dtype.type(self.weight / (self.high - self.low))
        return scaled.astype(np.float32, copy=False)

    def exact(self, values: Floats) -> Floats:
        """Weighted min-max normalisation as published: 0.5 where all candidates are equal."""
        if self.weight == 0:
            return np.zeros(len(values))
        if self.low == self.high:
            return np.full(len(values), self.weight * 0.5)
        return self.weight * ((values - self.low) / (self.high - self.low))

    def at(self, listed: Positions) -> Floats:
        """The same for some of the candidates."""
        return self.exact(self.values[listed].astype(np.float64) if self.weight else np.zeros(len(listed)))

    @property
    def doubt(self) -> float:
        """The greatest error it causes in a difference of two rough scores."""
        if self.weight == 0 or self.low == self.high:
            return 0.0
        rounding = _ROUNDING * max(abs(self.low), abs(self.high), self.high - self.low)
        return abs(self.weight) * (8 * self.slack + rounding) / (self.high - self.low)


_NOTHING = Factor(np.zeros(1), 0.0, 0.0, 0.0)


def retrieve_as_published(
    candidates: Candidates, query: RecallQuery, weights: GenagentsWeights, limit: int
) -> tuple[Positions, Parts]:
    """Positions of the chosen entries, and the weighted recency, relevance and importance of each. Each is min-max
    normalised over the candidates; the best by a stable descending sort, then sorted stably by game time. All are
    scored in single precision, those that could be chosen in double. Without a query vector relevance is BM25."""
    if not len(candidates) or not limit:
        return np.zeros(0, dtype=np.intp), (np.zeros(0), np.zeros(0), np.zeros(0))
    entries = candidates.entries
    unit = unit_vector(query.vector) if query.vector is not None and weights.relevance else None
    recency = _NOTHING
    if weights.recency:
        steps = recency_in_steps(candidates.of(entries.columns["last_recalled"]), weights.decay)
        recency = Factor.of(steps, weights.recency)
    factors = (
        recency,
        _relevance(candidates, query, unit, weights.relevance),
        Factor.of(candidates.of(entries.columns["hundred"]), weights.importance),
    )
    listed = _could_be_chosen(factors, min(limit, len(candidates)))
    parts = [factor.at(listed) for factor in factors]
    times = np.maximum(entries.columns["time"][candidates.at(listed)], 0)
    if len(listed) <= limit and (times[:-1] < times[1:]).all():
        return candidates.at(listed), (parts[0], parts[1], parts[2])  # who is chosen and in what order is settled
    if unit is not None:
        _resolve_ties(candidates, unit, factors[1], listed, parts)
    chosen = np.argsort(-(parts[0] + parts[1] + parts[2]), kind="stable")[:limit]
    chosen = chosen[np.argsort(times[chosen], kind="stable")]
    return candidates.at(listed[chosen]), (parts[0][chosen], parts[1][chosen], parts[2][chosen])


def _relevance(candidates: Candidates, query: RecallQuery, unit: Vectors | None, weight: float) -> Factor:
    if not weight:
        return _NOTHING
    if unit is None:
        postings = candidates.entries.postings
        by_words = postings.bm25(inverse_frequencies(analyse(query.words).terms, postings))
        return Factor.of(candidates.of(by_words), weight)
    rough = Factor.of(candidates.similarities(unit), weight, _SINGLE)
    if rough.high - rough.low >= 100 * _SINGLE:
        return rough
    return Factor.of(candidates.exact(np.arange(len(candidates)), unit), weight)


def _could_be_chosen(factors: Sequence[Factor], count: int) -> Positions:
    """Candidates that may be among the best, in stream order."""
    rough = [found for factor in factors if (found := factor.rough()) is not None]
    if not rough:
        return np.arange(count)
    scores, *others = rough
    for other in others:
        scores += other
    cut = np.partition(scores, len(scores) - count)[len(scores) - count]
    return np.flatnonzero(scores >= float(cut) - sum(factor.doubt for factor in factors))


def _resolve_ties(candidates: Candidates, unit: Vectors, rough: Factor, listed: Positions, parts: list[Floats]) -> None:
    """Replaces the cosines of those whose scores are too close by exact ones."""
    scores = parts[0] + parts[1] + parts[2]
    order = np.argsort(-scores, kind="stable")
    close = scores[order[:-1]] - scores[order[1:]] <= rough.doubt
    if not close.any():
        return
    is_doubtful = np.zeros(len(order), dtype=np.bool_)
    is_doubtful[1:] = close
    is_doubtful[:-1] |= close
    doubtful = order[is_doubtful]
    extremes = [int(rough.values.argmin()), int(rough.values.argmax())]
    exact = candidates.exact(np.concatenate((listed[doubtful], extremes)), unit)
    parts[1][doubtful] = Factor.of(exact, rough.weight).exact(exact[: len(doubtful)])
