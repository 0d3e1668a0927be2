"""The keywords of entries, for the one preset that matches by them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import keywords_of
from app.memory.index.columns import Columns, Occurrences
from app.models.memory import MemoryEntry


class KeywordIndex:
    """Which entries have which keywords: only the preset `situational` asks, so it is brought up to date there."""

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self._entries = entries
        self._having = Occurrences()
        self._counts = Columns(keywords=np.int32)

    def stand_on(self, entries: Sequence[MemoryEntry], size: int) -> None:
        """Go on over another list that begins with the same ``size`` entries."""
        self._entries = entries
        self._having.cut(size)
        self._counts.cut(size)

    def overlaps(self, keywords: Sequence[str]) -> NDArray[np.float64]:
        """Jaccard of the given keywords, each once, with those of each entry: see `memory.recall.scoring.overlap`."""
        for position in range(len(self._counts), len(self._entries)):
            entry = self._entries[position]
            found = set(keywords_of(entry.summary)).union(keywords_of(" ".join(entry.keywords)))
            for keyword in found:
                self._having.add(keyword, position)
            self._counts.append(len(found))
        shared = np.zeros(len(self._counts))
        for keyword in keywords:
            shared[self._having.of(keyword)] += 1
        either = self._counts["keywords"] + len(keywords) - shared
        return shared / np.maximum(either, 1)
