"""Queries to a stream, and their hits."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.language.analysis.terms import analyse
from app.language.times.when import Span
from app.memory.prompt_data import clipped
from app.memory.recall.preset import Preset as Preset  # noqa: PLC0414  # whoever asks takes both from here
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.prompt import RecalledMemory

MAX_QUERY = 4000
RELEVANT, BEST_RELEVANT = 0.15, 0.12
"""By how much the likeness of a hit of `hybrid` exceeds the usual one before a prompt or an answer shows it; less is
asked of the best hit."""
LEAST_SHOWN = 0.005
"""What a component of a score is at least, to be named."""
BY_WORDS, BY_MEANING = ("words", "near_words"), ("meaning", "near_meaning", "answer")
"""The components of `hybrid` that say how much a document is about what is asked."""


@dataclass(frozen=True, kw_only=True)
class RecallQuery:
    """A question to what stands of a stream. Empty filters do not filter; of one any value matches, all must match.
    ``now``, ``since`` and ``until`` (inclusive) are game minutes. ``vector`` is that of ``text``. ``messages``: whether
    `hybrid` also searches messages. ``dates``: whether named dates ("5 May") are looked for among wall-clock days; off
    for all that shapes a game. ``span``: the game time that `hybrid` prefers, by default what the text names. ``types``
    are those of the metadata. Messages have no types and importance."""

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
    dates: bool = True
    span: Span | None = None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise InvalidInput("A recall's limit is 0 or more.")

    @property
    def words(self) -> str:
        """Text and terms together, at most `MAX_QUERY` characters."""
        return clipped(" ".join((self.text, *self.terms)).strip(), MAX_QUERY)


@dataclass(frozen=True, eq=False)
class ScoreBreakdown:
    """How the hits of one answer were scored: per component its values in order; ``wanted`` are the query's terms."""

    preset: Preset
    names: tuple[str, ...]
    parts: tuple[NDArray[np.float64], ...]
    wanted: frozenset[str] = frozenset()
    note: str = ""
    usual: float = 0.0
    """What `BY_MEANING` usually comes to in the documents searched."""

    def hits(self, memories: Iterable[MemoryEntry]) -> list["ScoredMemory"]:
        """The memories as hits, scored with the sums of their components."""
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
    def likeness(self) -> float:
        """How much of the words asked for a hit of `hybrid` has, and by how much its meaning is nearer than usual."""
        parts = self.components
        meaning = sum(parts.get(name, 0.0) for name in BY_MEANING) - self.breakdown.usual
        return sum(parts.get(name, 0.0) for name in BY_WORDS) + max(meaning, 0.0)

    @property
    def is_relevant(self) -> bool:
        return self.likeness >= (BEST_RELEVANT if self.rank == 1 else RELEVANT)

    @property
    def shared(self) -> tuple[str, ...]:
        """The query's terms that occur in the memory's text."""
        wanted = self.breakdown.wanted
        return tuple(
            term for term in dict.fromkeys(analyse(self.memory.summary).terms if wanted else ()) if term in wanted
        )

    @property
    def parts(self) -> dict[str, float]:
        """The components that count, rounded as `why` shows them."""
        return {name: round(value, 2) for name, value in self.components.items() if abs(value) >= LEAST_SHOWN}

    def recalled_from(self, scope: Scope) -> RecalledMemory:
        """The hit as a turn's record keeps it; ``scope``: whose memory it is."""
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
        """One readable line: ``hybrid 1.31 = words 1.00 + meaning 0.21 + … (cellar, key)``."""
        parts = [f"{name} {value:.2f}" for name, value in self.parts.items()]
        sums = f" = {' + '.join(parts).replace('_', ' ')}" if parts else ""
        notes = [note for note in (", ".join(self.shared), self.breakdown.note) if note]
        brackets = f" ({'; '.join(notes)})" if notes else ""
        return f"{self.breakdown.preset.value} {self.score:.2f}{sums}{brackets}"
