"""An inverted index over the terms of documents, and BM25 over it."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from app.memory.columns import Columns

K1 = 1.2
"""How soon more of the same term stops counting (usual value; Robertson & Zaragoza 2009)."""
B = 0.75
"""How much the length of a document counts (usual value)."""
_BITS = 24
_MASK = (1 << _BITS) - 1


class Postings:
    """Which documents hold which terms, how often, and how long each document is (in terms).

    A posting is one whole number: the document's position, and in its lower 24 bits how often it holds the term.
    """

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        self._lengths = Columns(terms=np.float32)
        self._total = 0

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, terms: Sequence[str]) -> None:
        """Append one document."""
        once = (len(self._lengths) << _BITS) + 1
        postings = self._postings
        for term in terms:
            posting = postings.get(term)
            if posting is None:
                postings[term] = array("q", (once,))
            elif posting[-1] < once:
                posting.append(once)
            else:
                posting[-1] += 1
        self._lengths.append(len(terms))
        self._total += len(terms)

    def frequency(self, term: str) -> int:
        """In how many documents the term is."""
        posting = self._postings.get(term)
        return len(posting) if posting is not None else 0

    def length(self, document: int) -> int:
        """How many terms a document has."""
        return int(self._lengths["terms"][document])

    def bm25(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        """BM25 of every document for terms with their inverse document frequencies.

        Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"; each term of the query
        counts once.
        """
        scores = np.zeros(len(self._lengths))
        if not self._total:
            return scores
        lengths = self._lengths["terms"]
        average = self._total / len(lengths)
        for term, weight in weights.items():
            posting = self._postings.get(term)
            if posting is None:
                continue
            packed = np.array(posting, dtype=np.int64)
            documents = packed >> _BITS
            times = packed & _MASK
            saturation = times + K1 * (1 - B + B / average * lengths[documents])
            scores[documents] += weight * (K1 + 1) * times / saturation
        return scores


def inverse_frequencies(terms: Iterable[str], *indexes: Postings) -> dict[str, float]:
    """By term its inverse document frequency over several indexes together.

    ``ln(1 + (N - n + 0.5) / (n + 0.5))``: the form of Robertson & Spärck Jones 1976 that never turns negative.
    """
    total = sum(len(index) for index in indexes)
    found: dict[str, float] = {}
    for term in dict.fromkeys(terms):
        count = sum(index.frequency(term) for index in indexes)
        found[term] = log(1 + (total - count + 0.5) / (count + 0.5))
    return found
