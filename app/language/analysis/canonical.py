"""Canonical queries, by which somebody finds out who and where it is: data of the language pack."""

from dataclasses import dataclass
from functools import cached_property

from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.text import words
from app.language.language import Language, cached_by_language, current_language

NAME = "NAME"  # stands in the queries of `character_knowledge` for whom they are about


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
