"""An inverted index of terms, with BM25."""

from collections.abc import Iterable, Mapping
from math import log
from sys import intern

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import LONGEST_KEPT, analyse
from app.language.analysis.text import words
from app.memory.index.columns import Columns, Occurrences

K1 = 1.2
"""Saturation of term frequency, the usual value (Robertson & Zaragoza 2009)."""
B = 0.75
"""Strength of length normalisation, the usual value."""
_BITS = 32  # enough for the number of a document

Integers = NDArray[np.integer]
Found = tuple[Integers, Integers, Integers]
"""Postings as columns: position of the term, document, number of occurrences."""


class Postings:
    """The documents that contain each term, with frequencies, and the lengths of documents in terms."""

    def __init__(self) -> None:
        self._spellings: dict[str, None] = {}
        self._unspelled: list[str] = []
        self._lengths = Columns(terms=np.float32)
        self._total = 0
        self._latest: tuple[tuple[str, ...], Found] | None = None
        self._terms = Occurrences()

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, *texts: str) -> tuple[int, int]:
        """Append a document with the terms of these texts; return its shape and sketch, see `analysis.terms`."""
        document, length, shape, sketch = len(self), 0, 0, 0
        for text in texts:
            read = analyse(text)
            for term in read.terms:
                self._terms[term].append(document)
            length += len(read.terms)
            shape |= read.shape
            sketch |= read.sketch
            self._unspelled.append(text)
        self._lengths.append(length)
        self._total += length
        self._latest = None
        return shape, sketch

    @property
    def spellings(self) -> Mapping[str, None]:
        """The words in lower case, including those of truncated documents; they are collected at first use, for
        spelling correction."""
        unspelled, self._unspelled = self._unspelled, []
        for text in unspelled:
            spelled = (intern(word) for word in words(text.lower()) if len(word) <= LONGEST_KEPT)
            self._spellings.update(dict.fromkeys(spelled))
        return self._spellings

    def cut(self, size: int) -> None:
        """Truncate to the first ``size`` documents."""
        self._total -= int(self._lengths["terms"][size:].sum(dtype=np.float64))
        self._lengths.cut(size)
        self._latest = None
        self._terms.cut(size)

    @property
    def lengths(self) -> NDArray[np.float32]:
        """The number of terms of each document."""
        return self._lengths["terms"]

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """Return the number of documents that contain each term; terms without documents are missing."""
        known = tuple(filter(self._terms.__contains__, terms))
        which, _, _ = self._find(known)
        return dict(zip(known, np.bincount(which, minlength=len(known)).tolist(), strict=True))

    def bm25(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        """Return the BM25 score of every document (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework:
        BM25 and Beyond").

        Args:
            weights: Inverse document frequency by term of the query; each term counts once.
        """
        known = tuple(filter(self._terms.__contains__, weights))
        if not known:
            return np.zeros(len(self))
        which, documents, times = self._find(known)
        average = self._total / len(self)
        saturation = times + K1 * (1 - B + B / average * self.lengths[documents])
        weight = np.array([weights[term] * (K1 + 1) for term in known])
        scores = np.bincount(documents, weight[which] * times / saturation, minlength=len(self))
        return scores.astype(np.float64, copy=False)

    def _find(self, terms: tuple[str, ...]) -> Found:
        """Return every posting of terms that have postings; the last result is cached."""
        if self._latest is None or self._latest[0] != terms:
            positions = [self._terms.of(term) for term in terms]
            documents = np.concatenate([*positions, np.zeros(0, np.int32)])
            which = np.repeat(np.arange(len(positions)), [len(each) for each in positions])
            first_ones = np.flatnonzero(np.diff(which << _BITS | documents, prepend=-1))
            times = np.diff(first_ones, append=len(which))
            self._latest = terms, (which[first_ones], documents[first_ones], times)
        return self._latest[1]


def inverse_frequencies(terms: Iterable[str], *indexes: Postings) -> dict[str, float]:
    """Return the inverse document frequency by term over several indexes together: ``ln(1 + (N - n + 0.5) / (n +
    0.5))``, the form of Robertson & Spärck Jones 1976 that is never negative."""
    total = sum(len(index) for index in indexes)
    counts = document_frequencies(terms, *indexes)
    return {term: log(1 + (total - count + 0.5) / (count + 0.5)) for term, count in counts.items()}


def document_frequencies(terms: Iterable[str], *indexes: Postings) -> dict[str, int]:
    """Return the number of documents in several indexes together that contain each term, 0 included."""
    distinct = list(dict.fromkeys(terms))
    counts = [index.frequencies(distinct) for index in indexes]
    return {term: sum(each.get(term, 0) for each in counts) for term in distinct}
