"""An inverted index over the terms of documents, numbered and cached by the words as written, and BM25 over it."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
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
_BITS = 32  # more than a document's number has

Integers = NDArray[np.integer]
Found = tuple[Integers, Integers, Integers]
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
    """Which documents hold which terms, how often, and the documents' lengths in terms."""

    def __init__(self) -> None:
        self.vocabulary = Vocabulary()
        self._lengths = Columns(terms=np.float32)
        self._total = 0
        self._latest: tuple[tuple[int, ...], Found] | None = None
        self._occurrences: list[array[int]] = []
        """By number of the term the documents that hold it, ascending, once for each time that it occurs."""

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, *texts: str) -> tuple[int, int]:
        """Append a document with the terms of these texts; returns its shape and sketch, see `analysis.terms`."""
        document, length, marks = len(self), 0, 0
        for text in texts:
            numbers, found = self.vocabulary.read(text)
            while len(self._occurrences) < self.vocabulary.size:
                self._occurrences.append(array("i"))
            for number in numbers:
                self._occurrences[number].append(document)
            length += len(numbers)
            marks |= found
        self._lengths.append(length)
        self._total += length
        self._latest = None
        return marks & 0xFF, marks >> 8

    def cut(self, size: int) -> None:
        """Keep only the first ``size`` documents."""
        self._total -= int(self._lengths["terms"][size:].sum(dtype=np.float64))
        self._lengths.cut(size)
        self._latest = None
        for documents in self._occurrences:
            if documents and documents[-1] >= size:
                del documents[bisect_left(documents, size) :]

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
        average = self._total / len(self)
        saturation = times + K1 * (1 - B + B / average * self.lengths[documents])
        weight = np.array([weights[term] * (K1 + 1) for term in known])
        scores = np.bincount(documents, weight[which] * times / saturation, minlength=len(self))
        return scores.astype(np.float64, copy=False)

    def _find(self, numbers: tuple[int, ...]) -> Found:
        """Every posting of some terms; the last answer is cached."""
        if self._latest is None or self._latest[0] != numbers:
            found = array("i")
            for number in numbers:
                found.extend(self._occurrences[number])
            documents, sizes = np.array(found), [len(self._occurrences[number]) for number in numbers]
            which = np.repeat(np.arange(len(numbers)), sizes)
            first_ones = np.flatnonzero(np.diff(which << _BITS | documents, prepend=-1))
            times = np.diff(first_ones, append=len(which))
            self._latest = numbers, (which[first_ones], documents[first_ones], times)
        return self._latest[1]


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
