"""What is asked of a stream, and what it answers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.language.analysis.terms import analyse
from app.memory.prompt_data import clipped, estimate
from app.models.memory import MemoryEntry, MemoryKind, MemorySource

MAX_QUERY = 4000
"""Characters of a question that are read."""


class Preset(StrEnum):
    """How memories are chosen."""

    RECENT = "recent"
    SITUATIONAL = "situational"
    GENAGENTS = "genagents"
    CHRONICLE = "chronicle"
    HYBRID = "hybrid"


class Archived(StrEnum):
    """What to do with memories that are archived or superseded."""

    EXCLUDE = "exclude"
    INCLUDE = "include"
    ONLY = "only"


@dataclass(frozen=True, kw_only=True)
class RecallQuery:
    """A question to a stream. Filters left empty do not filter; within one any value will do, all must hold.

    ``now`` and the range ``since`` … ``until`` are game time in minutes; ranges include both ends. ``limit`` None is
    the preset's own. ``messages``: whether `hybrid` also finds what was said. ``vector`` is that of ``text``
    (for `hybrid` of `said.topic`), None for words only. ``dates``: whether a date that is named ("5 May") is looked for
    among the days on which things were written down; those are the wall clock's, so nothing that shapes a game asks for
    it. ``types`` are those in a memory's metadata, and ``without_types`` those that are left out.
    A filter that speaks of what messages do not have (tags, types, importance, depth over 0) leaves none of them.
    """

    now: int
    text: str = ""
    terms: tuple[str, ...] = ()
    limit: int | None = None
    vector: NDArray[np.floating] | None = field(default=None, compare=False, repr=False)
    preset: Preset = Preset.HYBRID
    kinds: tuple[MemoryKind, ...] = ()
    sources: tuple[MemorySource, ...] = ()
    types: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    location_id: str | None = None
    since: int | None = None
    until: int | None = None
    first_turn: int | None = None
    last_turn: int | None = None
    minimum_importance: float | None = None
    min_depth: int | None = None
    max_depth: int | None = None
    archived: Archived = Archived.EXCLUDE
    messages: bool = True
    dates: bool = True

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise InvalidInput("A recall's limit is 0 or more.")

    @property
    def words(self) -> str:
        """Text and terms together, at most `MAX_QUERY` characters."""
        return clipped(" ".join((self.text, *self.terms)).strip(), MAX_QUERY)


@dataclass(frozen=True, eq=False)
class Reckoning:
    """How the hits of one answer were scored; one for all of them, so that many hits cost little.

    ``parts`` holds, by component, what it gave to each hit in the answer's order; ``wanted`` are the terms asked for.
    """

    preset: Preset
    names: tuple[str, ...]
    parts: tuple[NDArray[np.float64], ...]
    wanted: frozenset[str] = frozenset()
    note: str = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reckoning):
            return NotImplemented
        ours = (self.preset, self.names, self.wanted, self.note)
        alike = ours == (other.preset, other.names, other.wanted, other.note)
        return alike and all(map(np.array_equal, self.parts, other.parts))

    __hash__ = None  # type: ignore[assignment]  # as for any class with equality of its own

    def hits(self, memories: Iterable[MemoryEntry]) -> list["ScoredMemory"]:
        """The answer: each memory with the sum of its components, in order."""
        scores = np.zeros(len(self.parts[0]))
        for part in self.parts:
            scores += part
        rows = zip(list(memories), scores.tolist(), count(1), repeat(self))
        return list(map(partial(tuple.__new__, ScoredMemory), rows))  # as `_make` does, at twice the speed


class ScoredMemory(NamedTuple):
    """A hit. ``components`` add up to ``score``; ``rank`` counts from 1 in the order of the answer."""

    memory: MemoryEntry
    score: float
    rank: int
    reckoning: Reckoning

    @property
    def components(self) -> dict[str, float]:
        """What each part of the formula gave, weighted, by name."""
        return {
            name: float(part[self.rank - 1])
            for name, part in zip(self.reckoning.names, self.reckoning.parts, strict=True)
        }

    @property
    def likeness(self) -> float:
        """What words, meaning and neighbour gave together in `hybrid`: how much it has to do with what was asked."""
        parts = self.components
        return parts["words"] + parts["meaning"] + parts["neighbour"]

    @property
    def tokens(self) -> int:
        """Of the memory's text, estimated."""
        return estimate(self.memory.summary)

    @property
    def shared(self) -> tuple[str, ...]:
        """The terms that were asked for and are in the memory's text."""
        wanted = self.reckoning.wanted
        return tuple(
            term for term in dict.fromkeys(analyse(self.memory.summary).terms if wanted else ()) if term in wanted
        )

    @property
    def why(self) -> str:
        """One readable line: ``hybrid 1.31 = words 1.00 + meaning 0.21 + … (cellar, key)``."""
        parts = [f"{name} {value:.2f}" for name, value in self.components.items() if abs(value) >= 0.005]
        sums = f" = {' + '.join(parts)}" if parts else ""
        notes = [note for note in (", ".join(self.shared), self.reckoning.note) if note]
        brackets = f" ({'; '.join(notes)})" if notes else ""
        return f"{self.reckoning.preset.value} {self.score:.2f}{sums}{brackets}"
