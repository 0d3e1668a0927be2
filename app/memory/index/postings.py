"""An inverted index over the terms of documents, numbered and cached by the words as written, and BM25 over it."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import log
from operator import or_
from sys import intern

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import LONGEST_KEPT, marks_of, months_and_marks, terms_and_marks
from app.language.analysis.text import words
from app.memory.index.columns import Columns

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


Known = int | tuple[int, ...]


class Vocabulary(dict[str, Known]):
    """The numbered terms of one index. As a dictionary it caches what stands between two blanks (``keys,``): the number
    of its one term, else its marks and then the numbers of its terms, empty for none."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, int] = {}
        self._marks: list[int] = []
        self.spellings: dict[str, None] = {}
        """The words read in lower case, also of documents that were cut off."""

    @property
    def size(self) -> int:
        return len(self._marks)

    def read(self, text: str) -> tuple[list[int], int]:
        """The numbers of a text's terms, with repeats, and its marks, as `terms.analyse` has them."""
        numbers: list[int] = []
        marks = 0
        for known in [self[piece] for piece in text.split()]:  # no word reaches over a blank
            if isinstance(known, int):
                numbers.append(known)
            elif known:
                marks |= known[0]
                numbers += known[1:]
        months, more = months_and_marks(text)
        if months:
            numbers += map(self._number, months)
        return numbers, reduce(or_, map(self._marks.__getitem__, numbers), marks | more)

    def known(self, terms: Iterable[str]) -> dict[str, int]:
        """The number of each term that has one."""
        numbers = self._numbers
        return {term: numbers[term] for term in terms if term in numbers}

    def _number(self, term: str) -> int:
        number = self._numbers.setdefault(term, len(self._marks))
        if number == len(self._marks):
            self._marks.append(marks_of(term))
        return number

    def __missing__(self, piece: str) -> Known:
        terms, marks = terms_and_marks(piece)
        numbers = tuple(map(self._number, terms))
        is_plain = len(numbers) == 1 and marks == self._marks[numbers[0]]
        known: Known = numbers[0] if is_plain else (marks, *numbers) if marks else ()
        if len(piece) <= LONGEST_KEPT:
            self[intern(piece)] = known
            self.spellings.update(dict.fromkeys(words(piece.lower())))
        return known


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
