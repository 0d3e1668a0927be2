"""The retrieval of genagents (Park et al. 2024), identical to its order including ties, computed mostly in single
precision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import analyse
from app.memory.index.documents import EntryDocuments
from app.memory.index.postings import inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.candidates import entry_candidates
from app.memory.recall.query import Preset, RecallQuery, ScoreBreakdown, ScoredMemory

LIMIT = 120
_SINGLE = 2e-6  # bound of the error of a single-precision cosine of unit vectors, up to some thousand dimensions
_ROUNDING = 2e-6  # bound of the error of rough sums, relative to their largest number


@dataclass(frozen=True, kw_only=True)
class GenagentsWeights:
    """The weights of the ranking ``genagents``. The defaults are those of its publication (Park et al. 2024).

    The limits are checked where the weights are used: `GenAgent.retrieve` raises InvalidInput for other values.

    Args:
        recency: The weight of recency, a finite number; 0 by default. Recency, relevance and importance are each scaled
            to 0 to 1 over the memories that are compared.
        relevance: The weight of relevance: the cosine of memory and question; 1 by default.
        importance: The weight of importance; 0.5 by default.
        decay: The decay of recency per time step, from 0 to 1; 0.99 by default. Recency is ``decay ** (newest - own)``,
            where ``own`` is when the memory was last recalled and ``newest`` when any candidate was; a memory that was
            never recalled counts as recalled when it happened.
    """

    recency: float = 0.0
    relevance: float = 1.0
    importance: float = 0.5
    decay: float = 0.99


Floats = NDArray[np.float64]
Positions = NDArray[np.intp]


@dataclass(frozen=True)
class Factor:
    """One of the three values of every candidate, with its weight, range and error bound."""

    values: NDArray[np.floating]
    weight: float
    low: float
    high: float
    slack: float = 0.0

    @classmethod
    def of(cls, values: NDArray[np.floating], weight: float, slack: float = 0.0) -> "Factor":
        """Return a factor with the range of its values."""
        return cls(values, weight, float(values.min()), float(values.max()), slack)

    def rough(self) -> NDArray[np.float32] | None:
        """Return its part of each score in single precision, up to a constant; None if all values are equal."""
        if self.weight == 0 or self.low == self.high:
            return None
        scaled = self.values * self.values.dtype.type(self.weight / (self.high - self.low))
        return scaled.astype(np.float32, copy=False)

    def exact(self, values: Floats) -> Floats:
        """Return the weighted min-max normalisation as published: 0.5 if all candidates are equal."""
        if self.weight == 0:
            return np.zeros(len(values))
        if self.low == self.high:
            return np.full(len(values), self.weight * 0.5)
        return self.weight * ((values - self.low) / (self.high - self.low))

    def at(self, listed: Positions) -> Floats:
        """Return `exact` for some of the candidates."""
        return self.exact(self.values[listed].astype(np.float64))

    @property
    def doubt(self) -> float:
        """Bound of the error it causes in a difference of two rough scores."""
        if self.weight == 0 or self.low == self.high:
            return 0.0
        rounding = _ROUNDING * max(abs(self.low), abs(self.high), self.high - self.low)
        return abs(self.weight) * (8 * self.slack + rounding) / (self.high - self.low)


def genagents(entries: EntryDocuments, query: RecallQuery, weights: GenagentsWeights) -> list[ScoredMemory]:
    """Rank entries by recency, relevance and importance, each min-max normalised over those that match the query's
    filters.

    The best ones by a stable descending sort are returned in a stable order of game time. All are scored in single
    precision, those that could be chosen in double precision.

    Args:
        entries: The entries of a scope.
        query: The query; without a vector relevance is BM25. Its limit is 120 by default.
        weights: The weights.
    """
    allowed, limit = entry_candidates(entries, query), LIMIT if query.limit is None else query.limit
    if not len(allowed) or not limit:
        return []
    candidates = allowed if len(allowed) < len(entries) else slice(None)  # a view of a column costs nothing
    unit = unit_vector(query.vector) if query.vector is not None and weights.relevance else None
    recency = relevance = Factor(np.broadcast_to(0.0, len(allowed)), 0.0, 0.0, 0.0)
    if weights.recency:
        recalled = entries.columns["last_recalled"][candidates]
        steps = np.power(weights.decay, (recalled.max() - recalled).astype(np.float64))
        recency = Factor.of(steps, weights.recency)
    if unit is not None:
        relevance = _relevance(entries, allowed, unit, weights.relevance)
    elif weights.relevance:
        postings = entries.postings
        by_words = postings.bm25(inverse_frequencies(analyse(query.words).terms, postings))
        relevance = Factor.of(by_words[candidates], weights.relevance)
    importance = Factor.of(entries.columns["hundred"][candidates], weights.importance)
    factors = (recency, relevance, importance)
    listed = _could_be_chosen(factors, min(limit, len(allowed)))
    parts = [factor.at(listed) for factor in factors]
    times = np.maximum(entries.columns["time"][allowed[listed]], 0)
    if len(listed) > limit or not (times[:-1] < times[1:]).all():  # else choice and order are certain
        if unit is not None:
            _resolve_ties(lambda some: entries.vectors.exact(allowed[some], unit), relevance, listed, parts)
        chosen = np.argsort(-(parts[0] + parts[1] + parts[2]), kind="stable")[:limit]
        chosen = chosen[np.argsort(times[chosen], kind="stable")]
        listed, parts = listed[chosen], [part[chosen] for part in parts]
    how = ScoreBreakdown(Preset.GENAGENTS, ("recency", "relevance", "importance"), tuple(parts))
    return how.hits(map(entries.entries.__getitem__, allowed[listed].tolist()))


def _relevance(entries: EntryDocuments, allowed: Positions, unit: Vectors, weight: float) -> Factor:
    rough = Factor.of(entries.vectors.similarities_of(allowed, unit), weight, _SINGLE)
    if rough.high - rough.low >= 100 * _SINGLE:
        return rough
    return Factor.of(entries.vectors.exact(allowed, unit), weight)


def _could_be_chosen(factors: Sequence[Factor], count: int) -> Positions:
    """Return the candidates that may be among the best, in stream order."""
    rough = [part for factor in factors if (part := factor.rough()) is not None]
    if not rough:
        return np.arange(count)
    scores, *others = rough
    for other in others:
        scores += other
    cut = np.partition(scores, len(scores) - count)[len(scores) - count]
    return np.flatnonzero(scores >= float(cut) - sum(factor.doubt for factor in factors))


def _resolve_ties(
    exact_of: Callable[[Positions], Floats], rough: Factor, listed: Positions, parts: list[Floats]
) -> None:
    """Replace the rough cosines of candidates with too similar scores by exact ones."""
    scores = parts[0] + parts[1] + parts[2]
    order = np.argsort(-scores, kind="stable")
    close = scores[order[:-1]] - scores[order[1:]] <= rough.doubt
    if not close.any():
        return
    doubtful = order[np.append(False, close) | np.append(close, False)]
    extremes = [int(rough.values.argmin()), int(rough.values.argmax())]
    exact = exact_of(np.concatenate((listed[doubtful], extremes)))
    parts[1][doubtful] = Factor.of(exact, rough.weight).exact(exact[: len(doubtful)])
