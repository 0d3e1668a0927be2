"""What a question is about, and words that say nothing of it."""

from functools import lru_cache

from app.language.analysis.terms import analyse
from app.language.language import Language, current_language


def topic(text: str, beside: str = "recall.open") -> list[str]:
    """The terms that say what a question is about; [] for one that asks for whatever there was.

    ``beside`` names the pack's list of words that say nothing of that.
    """
    anything = terms_of(beside)
    return [term for term in analyse(text).terms if term not in anything]


def terms_of(name: str) -> frozenset[str]:
    """The terms of a list of words in the pack."""
    return _terms_of(current_language(), name)


@lru_cache(maxsize=64)
def _terms_of(language: Language, name: str) -> frozenset[str]:
    return frozenset(term for word in language.words(name) for term in analyse(word).terms)
