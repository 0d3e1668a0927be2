"""Other words for the same thing, so that a question finds what was told in other words than its own."""

from app.language.analysis.terms import analyse
from app.language.language import cached_by_language, current_language


def synonyms(word: str) -> tuple[str, ...]:
    """Other words for a word in whatever form, also narrower ones ("axe" for "weapon"); () if there are none."""
    return _thesaurus().get(key, ()) if (key := _key(word)) else ()


def _key(word: str) -> str:
    """The one term that recall matches the word by; "" where there are none or several."""
    terms = analyse(word).terms
    return terms[0] if len(terms) == 1 else ""


@cached_by_language()
def _thesaurus() -> dict[str, tuple[str, ...]]:
    """By term the words that stand for it. A word may be in several groups; those do not run together."""
    data = current_language().data("synonyms")
    rows = [(word, group) for group in data["alike"] for word in group.split()]
    found: dict[str, dict[str, str]] = {}
    for word, others in (*rows, *data["narrower"].items()):
        own = _key(word)
        known = found.setdefault(own, {})
        for other in others.split():
            if (term := _key(other)) and term != own:
                known.setdefault(term, other)
    return {term: tuple(words.values()) for term, words in found.items()}
