"""Growing arrays, codes and occurrences, of which an index is built."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from app.language.analysis.terms import keywords_of
from app.models.memory import MemoryEntry

_FIRST = 64
_GROWTH = 1.5


class Columns:
    """Growing numpy arrays, one per column; appending takes amortised constant time."""

    __slots__ = ("_data", "_names", "_size")

    def __init__(self, **types: DTypeLike) -> None:
        self._names = {name: position for position, name in enumerate(types)}
        self._data: list[NDArray[Any]] = [np.empty(_FIRST, dtype=dtype) for dtype in types.values()]
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, *values: float) -> None:
        """Append one row with its values in the order of the columns."""
        size = self._size
        if size == len(self._data[0]):
            self._data = [grown(column) for column in self._data]
        for column, value in zip(self._data, values, strict=True):
            column[size] = value
        self._size = size + 1

    def put(self, name: str, position: int, value: float) -> None:
        self._data[self._names[name]][position] = value

    def cut(self, size: int) -> None:
        """Truncate to the first ``size`` rows."""
        self._size = min(size, self._size)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a view of the current rows of a column; it does not grow with the column."""
        return self._data[self._names[name]][: self._size]


class Codes(dict[str, int]):
    """Integer codes of strings, in order of first use; that of None is -1."""

    def of(self, value: str | None) -> int:
        """Return the code of a value; a new value gets the next code."""
        return -1 if value is None else self.setdefault(value, len(self))

    def known(self, value: str) -> int:
        """Return the code of a value, or for a new value a code that no document has."""
        return self.get(value, len(self))


class Occurrences(dict[str, "array[int]"]):
    """By key the positions of the documents that have it, ascending, once for each occurrence."""

    def __missing__(self, key: str) -> "array[int]":
        positions = self[key] = array("i")
        return positions

    def add(self, key: str, position: int) -> None:
        self[key].append(position)

    def of(self, key: str) -> NDArray[np.int32]:
        """Return a copy of the positions; a view would prevent the array from growing."""
        return np.array(self.get(key, ()), dtype=np.int32)

    def cut(self, size: int) -> None:
        """Truncate to the first ``size`` documents."""
        for key, positions in list(self.items()):
            if positions[-1] >= size:
                del positions[bisect_left(positions, size) :]
                if not positions:
                    del self[key]


def grown(data: NDArray[Any]) -> NDArray[Any]:
    larger = np.empty((int(len(data) * _GROWTH) + 1, *data.shape[1:]), dtype=data.dtype)
    larger[: len(data)] = data
    return larger


class KeywordIndex:
    """Keywords of entries, updated at each use; only the preset `situational` uses them."""

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self._entries = entries
        self._having = Occurrences()
        self._counts = Columns(keywords=np.int32)

    def rebase(self, entries: Sequence[MemoryEntry], size: int) -> None:
        """Continue with another list that begins with the same ``size`` entries."""
        self._entries = entries
        self._having.cut(size)
        self._counts.cut(size)

    def overlaps(self, keywords: Sequence[str]) -> NDArray[np.float64]:
        """Return the Jaccard overlap of distinct keywords with those of each entry, see `scoring.overlap`."""
        for position in range(len(self._counts), len(self._entries)):
            entry = self._entries[position]
            entry_keywords = set(keywords_of(entry.summary)).union(keywords_of(" ".join(entry.keywords)))
            for keyword in entry_keywords:
                self._having.add(keyword, position)
            self._counts.append(len(entry_keywords))
        shared = np.zeros(len(self._counts))
        for keyword in keywords:
            shared[self._having.of(keyword)] += 1
        either = self._counts["keywords"] + len(keywords) - shared
        return shared / np.maximum(either, 1)
