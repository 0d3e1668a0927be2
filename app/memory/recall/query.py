"""Recall queries and their hits."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.language.analysis.terms import analyse
from app.language.times.time import Span
from app.memory.prompt_data import clipped
from app.memory.recall.preset import Preset as Preset  # noqa: PLC0414  # re-exported for callers
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.prompt import RecalledMemory

MAX_QUERY = 4000
RELEVANT = 0.2
"""Relevance from which on hits of `hybrid` are shown in prompts and answers."""
STEEPNESS = 2.0
"""Relevance is ``1 - exp(-2 likeness)``: 0.18 for a likeness of 0.1, 0.63 for 0.5, 0.86 for 1."""
LEAST_SHOWN = 0.005
"""Smallest component of a score that is shown."""


@dataclass(frozen=True, kw_only=True)
class RecallQuery:
    """A question to the active entries of a stream. Empty filters do not filter; any value of one matches, all filters
    must match.

    Attributes:
        now: Game minutes.
        text: The question.
        terms: Further words to match.
        limit: Most hits; None for the preset's default.
        vector: Vector of ``text``.
        preset: How memories are chosen.
        kinds: Kinds of memories.
        types: Types in the metadata; messages have none.
        without_types: Types to exclude.
        subjects: Ids of subjects.
        location_id: Id of the place.
        since: First game minute.
        until: Last game minute, inclusive.
        first_turn: First turn.
        last_turn: Last turn, inclusive.
        minimum_importance: From 1 to 10; messages have no importance.
        messages: Whether `hybrid` also searches messages.
        orders: Whether messages count in which a player only gave a command, such as ``inventory``.
        dates: Whether named dates ("5 May") are matched with wall-clock days; off for everything that affects a game.
        span: Game time that `hybrid` prefers; None for the one that the text names.
    """

    now: int
    text: str = ""
    terms: tuple[str, ...] = ()
    limit: int | None = None
    vector: NDArray[np.floating] | None = field(default=None, compare=False, repr=False)
    preset: Preset = Preset.HYBRID
    kinds: tuple[MemoryKind, ...] = ()
    types: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    location_id: str | None = None
    since: int | None = None
    until: int | None = None
    first_turn: int | None = None
    last_turn: int | None = None
    minimum_importance: float | None = None
    messages: bool = True
    orders: bool = True
    dates: bool = True
    span: Span | None = None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise InvalidInput("The limit of a recall must be 0 or more.")

    @property
    def words(self) -> str:
        """Text and terms together, at most `MAX_QUERY` characters."""
        return clipped(" ".join((self.text, *self.terms)).strip(), MAX_QUERY)


@dataclass(frozen=True, eq=False)
class ScoreBreakdown:
    """Components of the scores of a query's hits.

    Attributes:
        preset: The preset.
        names: Names of the components.
        parts: Values of each component, in the order of the hits.
        wanted: Terms of the query.
        note: Explanation of the choice, in the scenario's language.
        likeness: How like the question each hit is, from 0 on; None where nothing was asked.
        weights: The weight of each component; () where components have none.
    """

    preset: Preset
    names: tuple[str, ...]
    parts: tuple[NDArray[np.float64], ...]
    wanted: frozenset[str] = frozenset()
    note: str = ""
    likeness: NDArray[np.float64] | None = None
    weights: tuple[float, ...] = ()

    def hits(self, memories: Iterable[MemoryEntry]) -> list["ScoredMemory"]:
        """Return memories as hits, scored by the sums of their components."""
        scores: NDArray[np.float64] = reduce(np.add, self.parts)
        rows = zip(list(memories), scores.tolist(), count(1), repeat(self))
        return list(map(partial(tuple.__new__, ScoredMemory), rows))  # as `_make` does, at twice the speed


class ScoredMemory(NamedTuple):
    """A hit; ``rank`` counts from 1."""

    memory: MemoryEntry
    score: float
    rank: int
    breakdown: ScoreBreakdown

    @property
    def components(self) -> dict[str, float]:
        """The weighted components of the score by name."""
        return {
            name: float(part[self.rank - 1])
            for name, part in zip(self.breakdown.names, self.breakdown.parts, strict=True)
        }

    @property
    def terms(self) -> dict[str, float]:
        """The components before they are weighted, each from 0 to 1; those that count nothing are left out."""
        weights = self.breakdown.weights or (1.0,) * len(self.breakdown.names)
        return {
            name: value / weight
            for (name, value), weight in zip(self.components.items(), weights, strict=True)
            if weight and abs(value) >= LEAST_SHOWN
        }

    @property
    def relevance(self) -> float:
        """How relevant the hit is to the question, from 0 to 1; below 0.3 for unrelated texts. Where nothing was asked
        it is the score, at most 1."""
        likeness = self.breakdown.likeness
        if likeness is None:
            return min(1.0, max(0.0, self.score))
        return 1 - math.exp(-STEEPNESS * float(likeness[self.rank - 1]))

    @property
    def is_relevant(self) -> bool:
        """Whether the relevance is high enough for prompts and answers."""
        return self.relevance >= RELEVANT

    @property
    def shared(self) -> tuple[str, ...]:
        """Terms of the query that occur in the memory's text."""
        wanted = self.breakdown.wanted
        return tuple(
            term for term in dict.fromkeys(analyse(self.memory.summary).terms if wanted else ()) if term in wanted
        )

    @property
    def parts(self) -> dict[str, float]:
        """The components that are large enough to be shown, rounded."""
        return {name: round(value, 2) for name, value in self.components.items() if abs(value) >= LEAST_SHOWN}

    def recalled_from(self, scope: Scope) -> RecalledMemory:
        """Return the hit as stored in the record of a turn; ``scope`` is that of the memory."""
        return RecalledMemory(
            scope=scope,
            memory_id=self.memory.id or "",
            score=round(self.score, 4),
            why=self.why,
            parts=tuple(self.parts.items()),
            shared=self.shared,
        )

    @property
    def why(self) -> str:
        """One readable line: ``hybrid 1.31 = 0.43 × words 1.00 + 1 × meaning 0.62 + … (cellar, key)``."""
        weights = dict(zip(self.breakdown.names, self.breakdown.weights, strict=False))
        factors = {name: f"{weight:g} × " for name, weight in weights.items()}
        parts = [f"{factors.get(name, '')}{name} {value:.2f}" for name, value in self.terms.items()]
        sums = f" = {' + '.join(parts).replace('_', ' ')}" if parts else ""
        notes = [note for note in (", ".join(self.shared), self.breakdown.note) if note]
        brackets = f" ({'; '.join(notes)})" if notes else ""
        return f"{self.breakdown.preset.value} {self.score:.2f}{sums}{brackets}"
