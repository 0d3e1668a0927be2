"""What a question is about."""

from functools import lru_cache

from app.language.analysis.terms import analyse
from app.language.language import Language, default_language


def topic(text: str, beside: str = "recall.open") -> list[str]:
    """The terms that say what a question is about; [] for one that asks for whatever there was.

    ``beside`` names the pack's list of words that say nothing of that.
    """
    anything = _terms(default_language(), beside)
    return [term for term in analyse(text).terms if term not in anything]


@lru_cache(maxsize=8)
def _terms(language: Language, name: str) -> frozenset[str]:
    return frozenset(term for word in language.words(name) for term in analyse(word).terms)
