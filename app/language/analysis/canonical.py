"""Canonical queries, by which a person retrieves who and where it is (data of the language pack); and the similarity of
a text to a question, by vectors where both have one, else by words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.interfaces.embeddings import Vector
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.terms import analyse
from app.language.analysis.text import words
from app.language.language import Language, cached_by_language, current_language

NAME = "NAME"  # placeholder for the person in the queries of `character_knowledge`
_SMALL_WORD = 0.3  # weight of "who" and "am"; other words weigh 1


def placeholder_name() -> str:
    """Return the word that replaces names in a question when only its meaning counts."""
    return current_language().lines("questions.somebody")[0]


@dataclass(frozen=True)
class Category:
    """A category of gifted memories.

    Attributes:
        name: Its name.
        type: Type of its memories.
        queries: Questions that it answers; they are stored with its entries.
        also: Further wordings of these questions.
    """

    name: str
    type: str
    queries: tuple[str, ...]
    also: tuple[str, ...]

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        return (*self.queries, *self.also)

    @cached_property
    def normalised(self) -> frozenset[str]:
        """The wordings in the form in which they are compared."""
        return frozenset(map(normalised, self.wordings))

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """The wordings without names, for comparison by meaning."""
        return tuple(wording.replace(NAME, placeholder_name()) for wording in self.wordings)


@cached_by_language()
def categories() -> dict[str, Category]:
    """Return every category by its name, in the order of the table."""
    read = current_language().data("canonical_queries")
    return {name: Category(name, one["type"], tuple(one["queries"]), tuple(one["also"])) for name, one in read.items()}


def queries_of(category: str, name: str = NAME) -> tuple[str, ...]:
    """Return the canonical queries of a category, with a name filled in."""
    return tuple(query.replace(NAME, name) for query in categories()[category].queries)


@cached_by_language(8192)
def normalised(question: str) -> str:
    """Return a question without case, punctuation, apostrophes, white space, articles and contractions; "" without
    words."""
    language = current_language()
    folded = Folded.of(question).folded
    for contraction in ("questions.is", "questions.am"):
        folded = _spelled_out(language, contraction, folded)
    bare_words = [word.replace("'", "") for word in words(folded)]
    return " ".join([word for word in bare_words if word not in lexicon().articles] or bare_words)


def _spelled_out(language: Language, contraction: str, text: str) -> str:
    """Return the text with a contraction as two words; the pattern's group names the word that remains."""
    whole = language.lines(contraction)[0]
    return language.pattern(contraction).sub(lambda found: whole.format(word=found[found.lastgroup or 0]), text)


class Likeness:
    """Similarity of texts to a question, from 0 to 1: cosine where both have a vector, else overlap of words."""

    def __init__(self, question: str, vectors: Mapping[str, Vector]) -> None:
        self._words = _weighed(question)
        self._content = {word: weight for word, weight in self._words.items() if weight == 1.0}
        self._vector = vectors.get(question)
        self._vectors = vectors

    def to_question(self, text: str) -> float:
        """Return the similarity to another question: the weighted Dice coefficient of their words (Dice 1945), halved
        where they share no content word."""
        if (by_meaning := self._by_meaning(text)) is not None:
            return by_meaning
        theirs = _weighed(text)
        total = sum(self._words.values()) + sum(theirs.values())
        likeness = 2 * _shared(self._words, theirs) / total if total else 0.0
        return likeness if self._content.keys() & theirs.keys() or not self._content else likeness / 2

    def to_text(self, text: str) -> float:
        """Return the similarity to an answer: the share of the question's content words in it, with one added to their
        number."""
        if (by_meaning := self._by_meaning(text)) is not None:
            return by_meaning
        return _shared(self._content, _weighed(text)) / (1 + len(self._content))

    def _by_meaning(self, text: str) -> float | None:
        vector = self._vectors.get(text)
        if self._vector is None or vector is None:
            return None
        return max(0.0, float(vector @ self._vector))


def _shared(ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    return sum(weight for word, weight in ours.items() if word in theirs)


@cached_by_language(4096)
def _weighed(text: str) -> dict[str, float]:
    """Return the weight of each stem and stop word of a text."""
    small = {word: _SMALL_WORD for word in words(Folded.of(text).folded) if word in lexicon().stop}
    return small | dict.fromkeys(analyse(text).terms, 1.0)
