"""How like a text is to a question: by meaning where both have a vector, else by words."""

from collections.abc import Mapping

from app.interfaces.embeddings import Vector
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.terms import analyse
from app.language.analysis.text import words
from app.language.language import cached_by_language

_SMALL_WORD = 0.3  # what "who" and "am" weigh beside other words


class Likeness:
    """How like a text is to the question, from 0 to 1: by vectors where both have one, else by words."""

    def __init__(self, asked: str, vectors: Mapping[str, Vector]) -> None:
        self._words = _weighed(asked)
        self._telling = {word: weight for word, weight in self._words.items() if weight == 1.0}
        self._vector = vectors.get(asked)
        self._vectors = vectors

    def to_question(self, text: str) -> float:
        """To another question: the share of words that both have (Dice 1945), halved where no telling one is shared."""
        if (by_meaning := self._by_meaning(text)) is not None:
            return by_meaning
        theirs = _weighed(text)
        total = sum(self._words.values()) + sum(theirs.values())
        likeness = 2 * _shared(self._words, theirs) / total if total else 0.0
        return likeness if self._telling.keys() & theirs.keys() or not self._telling else likeness / 2

    def to_text(self, text: str) -> float:
        """To an answer: the share of the question's words that are in it, small ones left out, as of one word more."""
        if (by_meaning := self._by_meaning(text)) is not None:
            return by_meaning
        return _shared(self._telling, _weighed(text)) / (1 + len(self._telling))

    def _by_meaning(self, text: str) -> float | None:
        vector = self._vectors.get(text)
        if self._vector is None or vector is None:
            return None
        return max(0.0, float(vector @ self._vector))


def _shared(ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    return sum(weight for word, weight in ours.items() if word in theirs)


@cached_by_language(4096)
def _weighed(text: str) -> dict[str, float]:
    """The stems of a text, and its small words, each with its weight."""
    small = {word: _SMALL_WORD for word in words(Folded.of(text).folded) if word in lexicon().stop}
    return small | dict.fromkeys(analyse(text).terms, 1.0)
