"""Synonyms, so that a question finds memories in other words."""

from app.language.analysis.terms import analyse
from app.language.language import cached_by_language, current_language


def synonyms(word: str) -> tuple[str, ...]:
    """Return other words for a word in any inflection, narrower ones included ("axe" for "weapon"); () if there are
    none."""
    return _thesaurus().get(key, ()) if (key := _key(word)) else ()


def _key(word: str) -> str:
    """Return the one term by which recall matches the word; "" where there are none or several."""
    terms = analyse(word).terms
    return terms[0] if len(terms) == 1 else ""


@cached_by_language()
def _thesaurus() -> dict[str, tuple[str, ...]]:
    """Return the synonyms of each term. A word may belong to several groups, which are not merged."""
    data = current_language().data("synonyms")
    rows = [(word, group) for group in data["alike"] for word in group.split()]
    synonyms_of: dict[str, dict[str, str]] = {}
    for word, others in (*rows, *data["narrower"].items()):
        key = _key(word)
        group_of_word = synonyms_of.setdefault(key, {})
        for other in others.split():
            if (term := _key(other)) and term != key:
                group_of_word.setdefault(term, other)
    return {term: tuple(words.values()) for term, words in synonyms_of.items()}
