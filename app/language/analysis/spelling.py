"""Which words may be slips, and of which others."""

from collections.abc import Iterable
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.language.analysis.lexicon import lexicon
from app.language.language import cached_by_language, current_language

_SHORTEST, _SHORTEST_NAME = 4, 6
"""Letters of a word, and of one with a capital, from which on one of them may be wrong."""


def may_be_mistyped(word: str) -> bool:
    """Whether a word is long enough and neither it nor its stem is in the pack's list of words; never without one."""
    if len(word) < (_SHORTEST_NAME if word[0].isupper() else _SHORTEST) or not word.isalpha() or not _vocabulary():
        return False
    plain = word.casefold()
    return _vocabulary().isdisjoint((plain, lexicon().bases.get(plain, plain), lexicon().stem(plain)))


def one_slip_away(word: str, others: Iterable[str]) -> list[str]:
    """Those of other words, in lower case, that a word is with a letter left out, added, exchanged or swapped with its
    neighbour (optimal string alignment)."""
    distance: Any = OSA.distance  # the stubs ask for one of floats
    return [each[0] for each in process.extract(word.casefold(), others, scorer=distance, score_cutoff=1, limit=None)]


@cached_by_language()
def _vocabulary() -> frozenset[str]:
    return frozenset(current_language().data("vocabulary") or ())
