"""An inverted index over the terms of documents, and BM25 over it."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from app.memory.index.columns import Columns
from app.memory.index.vocabulary import Vocabulary

K1 = 1.2
"""How soon more of the same term stops counting (usual value; Robertson & Zaragoza 2009)."""
B = 0.75
UNSORTED = 2048
"""Terms of the newest documents that are looked through one by one; more in a large index, one in sixteen of all."""
_BITS = 32
_MASK = (1 << _BITS) - 1

Integers = NDArray[np.int64]


Found = tuple[Integers, Integers, NDArray[np.int32]]
"""Postings: which of the terms, the document, and the number of occurrences."""


class Postings:
    """Which documents hold which terms, how often, and the documents' lengths in terms. Older postings are sorted
    integers (term number in the upper, position in the lower 32 bits), the newest plain rows of terms."""

    def __init__(self) -> None:
        self.vocabulary = Vocabulary()
        self._lengths = Columns(terms=np.float32)
        self._total = 0
        self._sorted: Integers = np.zeros(0, dtype=np.int64)
        self._times = np.zeros(0, dtype=np.int32)
        self._first_unsorted = 0
        self._unsorted: array[int] = array("i")
        self._latest: tuple[tuple[int, tuple[int, ...]], Found] | None = None

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, *texts: str) -> tuple[int, int]:
        """Append a document with the terms of these texts; returns its shape and sketch, see `analysis.terms`."""
        length = marks = 0
        for text in texts:
            numbers, found = self.vocabulary.read(text)
            self._unsorted.fromlist(numbers)
            length += len(numbers)
            marks |= found
        self._lengths.append(length)
        self._total += length
        if len(self._unsorted) >= UNSORTED and 16 * len(self._unsorted) >= len(self._sorted):
            self._sort()
        return marks & 0xFF, marks >> 8

    def _sort(self) -> None:
        found, times = self._of_unsorted(np.arange(self.vocabulary.size))
        postings = np.concatenate((self._sorted, found))
        order = np.argsort(postings, kind="stable")  # of two sorted halves: merging them
        self._sorted = postings[order]
        self._times = np.concatenate((self._times, times))[order]
        self._begin_unsorted(len(self))

    def _begin_unsorted(self, first: int) -> None:
        self._first_unsorted = first
        self._unsorted = array("i")

    def cut(self, size: int) -> None:
        gone = self._lengths["terms"][size:]
        self._total -= int(gone.sum(dtype=np.float64))
        if size < self._first_unsorted:
            kept = (self._sorted & _MASK) < size
            self._sorted, self._times = self._sorted[kept], self._times[kept]
            self._begin_unsorted(size)
        elif len(gone):
            del self._unsorted[len(self._unsorted) - int(gone.sum(dtype=np.float64)) :]
        self._lengths.cut(size)
        self._latest = None

    @property
    def lengths(self) -> NDArray[np.float32]:
        """The number of terms of each document."""
        return self._lengths["terms"]

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many documents each term occurs; unknown terms may be missing."""
        known = self.vocabulary.known(terms)
        which, _, _ = self._find(tuple(known.values()))
        return dict(zip(known, np.bincount(which, minlength=len(known)).tolist(), strict=True))

    def bm25(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        """BM25 of every document for terms with their inverse document frequencies; each query term counts once.
        Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"."""
        known = self.vocabulary.known(weights)
        if not self._total or not known:
            return np.zeros(len(self))
        which, documents, times = self._find(tuple(known.values()))
        lengths = self._lengths["terms"]
        average = self._total / len(lengths)
        saturation = times + K1 * (1 - B + B / average * lengths[documents])
        weight = np.array([weights[term] * (K1 + 1) for term in known])
        scores = np.bincount(documents, weight[which] * times / saturation, minlength=len(self))
        return scores.astype(np.float64, copy=False)

    def _find(self, numbers: tuple[int, ...]) -> Found:
        """Every posting of some terms; the last answer is cached."""
        asked = len(self), numbers
        if self._latest is None or self._latest[0] != asked:
            self._latest = asked, self._search(numbers)
        return self._latest[1]

    def _search(self, numbers: Sequence[int]) -> Found:
        wanted = np.array(numbers, dtype=np.int64)
        begins = np.searchsorted(self._sorted, wanted << _BITS)
        ends = np.searchsorted(self._sorted, (wanted + 1) << _BITS)
        spans = [slice(begin, end) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        found, times = self._of_unsorted(wanted)
        return (
            np.concatenate((np.repeat(np.arange(len(wanted)), ends - begins), found >> _BITS)),
            np.concatenate([*(self._sorted[span] for span in spans), found]) & _MASK,
            np.concatenate([*(self._times[span] for span in spans), times]),
        )

    def _of_unsorted(self, wanted: Integers) -> tuple[Integers, NDArray[np.int32]]:
        """Sorted postings of the newest documents (index in ``wanted``, document) and their counts."""
        places = np.zeros(self.vocabulary.size, dtype=np.int64)
        is_wanted = np.zeros(self.vocabulary.size, dtype=np.bool_)
        places[wanted], is_wanted[wanted] = np.arange(len(wanted)), True
        numbers = np.array(self._unsorted, dtype=np.int32)
        at = np.flatnonzero(is_wanted.take(numbers))
        ends = np.cumsum(self._lengths["terms"][self._first_unsorted :], dtype=np.int64)
        documents = self._first_unsorted + np.searchsorted(ends, at, side="right")
        found, times = np.unique((places[numbers[at]] << _BITS) | documents, return_counts=True)
        return found, times.astype(np.int32)


def inverse_frequencies(terms: Iterable[str], *indexes: Postings) -> dict[str, float]:
    """Inverse document frequency by term over several indexes together: ``ln(1 + (N - n + 0.5) / (n + 0.5))``, the form
    of Robertson & Spärck Jones 1976 that never turns negative."""
    total = sum(len(index) for index in indexes)
    counts = document_frequencies(terms, *indexes)
    return {term: log(1 + (total - count + 0.5) / (count + 0.5)) for term, count in counts.items()}


def document_frequencies(terms: Iterable[str], *indexes: Postings) -> dict[str, int]:
    """In how many documents of several indexes together each term occurs, 0 included."""
    distinct = list(dict.fromkeys(terms))
    known = [index.frequencies(distinct) for index in indexes]
    return {term: sum(each.get(term, 0) for each in known) for term in distinct}
