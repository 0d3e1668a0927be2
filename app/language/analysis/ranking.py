"""Choosing the most telling sentences of a text without a model."""

from collections import Counter
from collections.abc import Iterable, Sequence

from app.language.analysis.text import count_words, stems

_COST = 25
"""Words that a passage costs beside its own, so that fragments do not win by their shortness."""


class Frequencies:
    """How often each content word stands in a number of texts, as a probability. What a passage scores is the sum over
    its different words, by its length; words that are covered have their probability squared, which is the penalty
    for overlap: SumBasic (Nenkova & Vanderwende 2005), but for the constant cost of a passage."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(stem for text in texts for stem in set(stems(text)))
        total = counts.total()
        self._share = {stem: count / total for stem, count in counts.items()}
        self._repeated = {stem for stem, count in counts.items() if count > 1}

    def score(self, text: str) -> float:
        return sum(self._share.get(stem, 0.0) for stem in sorted(set(stems(text)))) / (count_words(text) + _COST)

    def is_shared(self, text: str) -> bool:
        """Whether a content word of a text stands in another one too."""
        return not self._repeated.isdisjoint(stems(text))

    def cover(self, text: str) -> None:
        """The words of this text count less from now on."""
        self._share |= {stem: self._share.get(stem, 0.0) ** 2 for stem in stems(text)}


def rank_sentences(sentences: Sequence[str], weights: Sequence[float], count: int) -> list[int]:
    """Positions of up to ``count`` sentences, the best first, by frequency times ``weights``; of equals the earlier."""
    frequencies = Frequencies(sentences)
    left = list(range(len(sentences)))
    chosen: list[int] = []
    while left and len(chosen) < count:
        chosen.append(max(left, key=lambda n: weights[n] * frequencies.score(sentences[n])))
        frequencies.cover(sentences[chosen[-1]])
        left.remove(chosen[-1])
    return chosen
