"""Extractive ranking of sentences without a model."""

from collections import Counter
from collections.abc import Iterable, Sequence

from app.language.analysis.text import count_words, stems

_COST = 25
"""Words added to the length of every passage, so that fragments do not win by being short."""


class Frequencies:
    """Probabilities of content words over several texts, which score passages by SumBasic (Nenkova & Vanderwende 2005).

    A passage scores the sum over its distinct words, divided by its length plus a constant cost, which is our addition.
    The probability of covered words is squared as a penalty for overlap.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(stem for text in texts for stem in set(stems(text)))
        total = counts.total()
        self._share = {stem: count / total for stem, count in counts.items()}
        self._repeated = {stem for stem, count in counts.items() if count > 1}

    def score(self, text: str) -> float:
        """Return the score of a passage; only the order of scores is meaningful."""
        return sum(self._share.get(stem, 0.0) for stem in sorted(set(stems(text)))) / (count_words(text) + _COST)

    def is_shared(self, text: str) -> bool:
        """Return whether a content word of the text occurs in more than one of the texts."""
        return not self._repeated.isdisjoint(stems(text))

    def cover(self, text: str) -> None:
        """Reduce the probabilities of the words in this text."""
        self._share |= {stem: self._share.get(stem, 0.0) ** 2 for stem in stems(text)}


def rank_sentences(sentences: Sequence[str], weights: Sequence[float], count: int) -> list[int]:
    """Return the positions of up to ``count`` sentences, best first, by score times ``weights``; ties by position."""
    frequencies = Frequencies(sentences)
    remaining = list(range(len(sentences)))
    chosen: list[int] = []
    while remaining and len(chosen) < count:
        chosen.append(max(remaining, key=lambda n: weights[n] * frequencies.score(sentences[n])))
        frequencies.cover(sentences[chosen[-1]])
        remaining.remove(chosen[-1])
    return chosen
