"""Canonical queries, by which somebody finds out who and where it is: data of the language pack; and how like a text is
to a question: by meaning where both have a vector, else by words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.interfaces.embeddings import Vector
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.terms import analyse
from app.language.analysis.text import words
from app.language.language import Language, cached_by_language, current_language

NAME = "NAME"  # stands in the queries of `character_knowledge` for whom they are about
_SMALL_WORD = 0.3  # what "who" and "am" weigh beside other words


def placeholder_name() -> str:
    """Stands for whom a question names where only its meaning counts."""
    return current_language().lines("questions.somebody")[0]


@dataclass(frozen=True)
class Category:
    """One thing to find out, and the questions that mean it: those stored with an entry, and ``also`` others."""

    name: str
    type: str
    queries: tuple[str, ...]
    also: tuple[str, ...]

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        return (*self.queries, *self.also)

    @cached_property
    def normalised(self) -> frozenset[str]:
        """The same as they are compared."""
        return frozenset(map(normalised, self.wordings))

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """The same for comparing by meaning: without names."""
        return tuple(wording.replace(NAME, placeholder_name()) for wording in self.wordings)


@cached_by_language()
def categories() -> dict[str, Category]:
    """Every category by its name, in the order of the table."""
    read = current_language().data("canonical_queries")
    return {name: Category(name, one["type"], tuple(one["queries"]), tuple(one["also"])) for name, one in read.items()}


def queries_of(category: str, name: str = NAME) -> tuple[str, ...]:
    return tuple(query.replace(NAME, name) for query in categories()[category].queries)


@cached_by_language(8192)
def normalised(question: str) -> str:
    """A question without case, punctuation, apostrophes, blanks, articles, contractions; "" for one without words."""
    language = current_language()
    folded = Folded.of(question).folded
    for contraction in ("questions.is", "questions.am"):
        folded = _spelled_out(language, contraction, folded)
    found = [word.replace("'", "") for word in words(folded)]
    return " ".join([word for word in found if word not in lexicon().articles] or found)


def _spelled_out(language: Language, contraction: str, text: str) -> str:
    """The text with a contraction as two words; the expression names the word that stays."""
    whole = language.lines(contraction)[0]
    return language.pattern(contraction).sub(lambda found: whole.format(word=found[found.lastgroup or 0]), text)


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
