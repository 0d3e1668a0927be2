"""Extractive ranking of sentences without a model."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import count_words, stems, words

_COST = 25
"""Words added to the length of every passage, so that fragments do not win by being short."""

_FOREIGN_BELOW = 0.15  # share of stop words below which texts are in another language; prose has some 0.4
_ENOUGH_WORDS = 12  # of texts, below which nothing is known of their language
_SHARE_PER_LETTER = 0.02  # share of texts that have it from which on a word is a function word, for each of its letters
_FEWEST_TEXTS = 3


def is_foreign(texts: Iterable[str]) -> bool:
    """Return whether texts are in another language than the current one, by their share of its stop words."""
    found, stop = [word.casefold() for text in texts for word in words(text)], lexicon().stop
    return len(found) >= _ENOUGH_WORDS and sum(word in stop for word in found) < _FOREIGN_BELOW * len(found)


def function_words(texts: Sequence[str]) -> frozenset[str]:
    """Return the function words of texts in a language that there is no list of them for, by frequency, as stems.

    A word is one if many texts have it, the more the longer it is (Zipf 1935: frequent words are short), mostly in
    lower case. None for texts in the current language, whose stop words are known.
    """
    if not is_foreign(texts):
        return frozenset()
    having, written_low = Counter[str](), Counter[str]()
    for text in texts:
        found = set(words(text))
        having.update({word.casefold() for word in found})
        written_low.update({word for word in found if word == word.casefold()})
    return frozenset(
        lexicon().stem(word)
        for word, count in having.items()
        if count >= max(_FEWEST_TEXTS, _SHARE_PER_LETTER * len(word) * len(texts)) and written_low[word] * 2 > count
    )


class Frequencies:
    """Probabilities of content words over several texts, which score passages by SumBasic (Nenkova & Vanderwende 2005).

    A passage scores the sum over its distinct words, divided by its length plus a constant cost, which is our addition.
    The probability of covered words is squared as a penalty for overlap.
    """

    def __init__(self, texts: Iterable[str], empty: Set[str] = frozenset()) -> None:
        """Count the words of texts.

        Args:
            texts: The texts.
            empty: Stems that do not count.
        """
        self._stems_of: dict[str, list[str]] = {}
        counts = Counter(stem for text in texts for stem in self._stems(text) if stem not in empty)
        total = counts.total()
        self._share = {stem: count / total for stem, count in counts.items()}
        self._repeated = {stem for stem, count in counts.items() if count > 1}

    def score(self, text: str) -> float:
        """Return the score of a passage; only the order of scores is meaningful."""
        return sum(self._share.get(stem, 0.0) for stem in self._stems(text)) / (count_words(text) + _COST)

    def _stems(self, text: str) -> list[str]:
        """Return the different stems of a text, sorted: sums are then the same in each run."""
        if (found := self._stems_of.get(text)) is None:
            found = self._stems_of[text] = sorted(set(stems(text)))
        return found

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
