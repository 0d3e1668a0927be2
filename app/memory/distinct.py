"""Not saying the same thing twice."""

from app.memory.stream import MemoryStream
from app.memory.terms import analyse
from app.models.memory import MemoryEntry

SAME = 0.9
"""Share of their terms from which on two texts say the same."""


class Distinct:
    """Takes memories, the best first, and refuses those that one already taken stands for.

    Of an archived memory and its summary only one is taken, and so of texts that share 0.9 of their terms.
    """

    def __init__(self, stream: MemoryStream, asked: frozenset[str]) -> None:
        self._stream = stream
        self._asked = asked
        self._ids: set[str] = set()
        self._stood_for: set[str] = set()
        self._texts: set[str] = set()
        self._terms: list[frozenset[str]] = []

    def take(self, memory: MemoryEntry) -> tuple[str, ...] | None:
        """What terms of the question the memory holds, or None if it says nothing new."""
        summary_id = self._stream.state.status(memory.id).archived_by
        if memory.id in self._stood_for or (summary_id is not None and summary_id in self._ids):
            return None
        text = " ".join(memory.summary.casefold().split())
        found = analyse(f"{memory.summary} {' '.join(memory.keywords)}").terms
        terms = frozenset(found)
        if text in self._texts or any(_say_the_same(terms, taken) for taken in self._terms):
            return None
        self._ids.add(memory.id or "")
        if summary_id is not None:
            self._stood_for.add(summary_id)
        self._texts.add(text)
        self._terms.append(terms)
        return tuple(term for term in dict.fromkeys(found) if term in self._asked)


def _say_the_same(left: frozenset[str], right: frozenset[str]) -> bool:
    shorter, longer = sorted((len(left), len(right)))
    if shorter < SAME * longer or not shorter:
        return False
    shared = len(left & right)
    return shared >= SAME * (len(left) + len(right) - shared)
