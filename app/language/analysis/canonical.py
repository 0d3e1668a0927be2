"""Canonical queries, by which somebody finds out who and where it is: data, in a file beside this module."""

import json
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

from app.language.analysis.names import Folded
from app.language.analysis.text import words
from app.language.en.words import ARTICLES

NAME = "NAME"
"""Stands in the queries of `character_knowledge` for whom they are about."""
SOMEBODY = "this person"
"""Stands for whom a question names where only its meaning counts."""

_CONTRACTED = re.compile(r"\b(what|who|where|when|how|why|that|it|there)'s\b|\b(what|who|where|when)s\b")
_I_AM = re.compile(r"\bi'm\b")


@dataclass(frozen=True)
class Category:
    """One thing to find out, and the questions that mean it.

    ``queries`` are the table's, which an entry carries with it; ``also`` are further wordings of the same question,
    which may be changed at any time.
    """

    name: str
    type: str
    queries: tuple[str, ...]
    also: tuple[str, ...]

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """All of them, the table's first."""
        return (*self.queries, *self.also)

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """The same for comparing by meaning: nobody is named."""
        return tuple(wording.replace(NAME, SOMEBODY) for wording in self.wordings)


@lru_cache(maxsize=1)
def categories() -> dict[str, Category]:
    """Every category by its name, in the order of the table."""
    read = json.loads(files("app.language.en").joinpath("canonical_queries.json").read_text("utf-8"))
    return {name: Category(name, one["type"], tuple(one["queries"]), tuple(one["also"])) for name, one in read.items()}


def queries_of(category: str, name: str = NAME) -> tuple[str, ...]:
    """The table's queries of a category, about whoever has this name."""
    return tuple(query.replace(NAME, name) for query in categories()[category].queries)


@lru_cache(maxsize=8192)
def normalised(question: str) -> str:
    """A question without regard to case, punctuation, apostrophes, blanks and articles; "" for one without words.

    "What's" is "what is", "I'm" is "I am".
    """
    folded = Folded.of(question).folded
    folded = _I_AM.sub("i am", _CONTRACTED.sub(lambda found: f"{found[1] or found[2]} is", folded))
    found = [word.replace("'", "") for word in words(folded)]
    return " ".join([word for word in found if word not in ARTICLES] or found)
