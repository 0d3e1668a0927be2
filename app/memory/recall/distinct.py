"""Removing duplicates from hits."""

from dataclasses import dataclass
from functools import cached_property

from app.memory.entries.scoring import overlap
from app.memory.index.documents import entry_terms
from app.models.memory import MemoryEntry

SAME = 0.9
"""Share of their terms from which on two texts say the same."""
_ROUNDING = 1e-9


class Distinct:
    """Accepts memories, best first, but no texts with 0.9 of terms in common."""

    def __init__(self) -> None:
        self._taken: list[_Text] = []
        self._said: set[str] = set()

    def has_said(self, text: str | None) -> bool:
        """Whether a memory of just this text, without keywords, was taken: then another one is not new, and need not
        be made to be compared."""
        return text in self._said

    def take(self, memory: MemoryEntry, length: int, sketch: int) -> bool:
        """Whether the memory is new; it then counts as taken. ``length`` is in terms."""
        text = _Text(memory, length, sketch)
        for taken in self._taken:  # by sketch first, by terms only in doubt
            differing = (sketch ^ taken.sketch).bit_count()
            if differing <= (1 - SAME) * (length + taken.length) + _ROUNDING and text.says_the_same(taken):
                return False
        self._taken.append(text)
        if not memory.keywords:
            self._said.add(memory.summary)
        return True


@dataclass
class _Text:
    memory: MemoryEntry
    length: int
    sketch: int

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(entry_terms(self.memory).terms)

    def says_the_same(self, other: "_Text") -> bool:
        if not self.length + other.length:
            return _plain(self.memory) == _plain(other.memory)
        return overlap(self.terms, other.terms) >= SAME


def _plain(memory: MemoryEntry) -> str:
    return " ".join(memory.summary.casefold().split())
