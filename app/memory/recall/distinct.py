"""Removal of duplicates from hits."""

from dataclasses import dataclass
from functools import cached_property

from app.memory.entries.scoring import overlap
from app.memory.index.documents import entry_terms
from app.models.memory import MemoryEntry

SAME = 0.9
"""Overlap of terms (Jaccard) from which on two texts count as duplicates."""
_ROUNDING = 1e-9


class Deduplicator:
    """Accepts memories, best first, except duplicates of accepted ones."""

    def __init__(self) -> None:
        self._accepted: list[_Text] = []
        self._texts: set[str] = set()

    def has_seen(self, text: str | None) -> bool:
        """Return whether a memory with exactly this text and without keywords was accepted or refused before; another
        one is a duplicate and need not be constructed."""
        return text in self._texts

    def accept(self, memory: MemoryEntry, length: int, sketch: int) -> bool:
        """Accept a memory unless it is a duplicate; return whether it was accepted. ``length`` is in terms."""
        text = _Text(memory, length, sketch)
        is_new = not self._repeats(text)
        if is_new:
            self._accepted.append(text)
        if not memory.keywords:
            self._texts.add(memory.summary)
        return is_new

    def _repeats(self, text: "_Text") -> bool:
        for other in self._accepted:  # compared by sketch first, by terms only if that does not decide
            differing = (text.sketch ^ other.sketch).bit_count()
            if differing <= (1 - SAME) * (text.length + other.length) + _ROUNDING and text.says_the_same(other):
                return True
        return False


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
