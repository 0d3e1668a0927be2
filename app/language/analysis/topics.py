"""What a question is about."""

from functools import lru_cache

from app.language.analysis.terms import analyse
from app.language.language import Language, current_language


def topic(text: str) -> list[str]:
    """The terms that say what a question is about; [] for one that asks for whatever there was."""
    anything = _anything(current_language())
    return [term for term in analyse(text).terms if term not in anything]


@lru_cache(maxsize=8)
def _anything(language: Language) -> frozenset[str]:
    return frozenset(term for word in language.words("recall.open") for term in analyse(word).terms)
