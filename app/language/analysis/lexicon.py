"""The words of a language that are looked up at every word of a text, and which words may be slips of others."""

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]  # the package ships no types
from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.language.language import Language, cached_by_language, current_language

AnalysedPiece = tuple[tuple[str, ...], int]  # terms and marks of what stands between two blanks, as `terms` has them
_STEM_LIMIT = 40
_MOST_STEMS = 20_000
_SHORTEST, _SHORTEST_NAME = 4, 6
"""Letters of a word, and of one with a capital, from which on one of them may be wrong."""


class Lexicon:
    """What kinds of words there are: a pack's section `words`, the base of each irregular form, and stems."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.stop = language.words("words.stop")
        self.articles = language.words("words.articles")
        self.titles = language.words("words.titles")
        common = self.titles | self.stop | language.words("words.before_names") | language.words("narrator.common")
        self.before_names = common - language.words("words.epithets")
        """Words after which a family name still means the one who is known by it."""
        self.family_names = language.words("words.family_names")
        self.abbreviations = language.words("words.abbreviations")
        self.auxiliaries = language.words("words.auxiliaries")
        self.irregular_past = language.words("words.irregular_past")
        self.prepositions = language.words("words.prepositions")
        self.negations = language.words("words.negations")
        self.exclamations = language.words("words.exclamations")
        self.lone_letters = language.words("words.lone_letters")
        self.number_joints = language.words("words.number_joints")
        self.negating_ends = tuple(language.words("words.negating_ends"))
        self.possessive = language.lines("words.possessive")[0]
        self.month_in_doubt = language.lines("time.month_in_doubt")[0]
        self.time_words = language.words("time.words")
        self.numbers = language.numbers("words.numbers")
        self.scales = language.numbers("words.scales")
        self.bases = language.forms("lemmas.nouns") | language.forms("lemmas.verbs")
        """Base by irregular form. Where a form is also a word of its own ("left", "found"), the verb is meant: recall
        treats questions and memories alike, so nothing is lost but a little precision."""
        self.analysed: dict[str, AnalysedPiece] = {}
        """What stood between two blanks in texts that were analysed before."""
        self._past = language.pattern("words.past")
        self._stemmer = snowballstemmer.stemmer(language.lines("words.stemmer")[0])
        self._stemmer_lock = Lock()
        self.stem = lru_cache(maxsize=_MOST_STEMS)(self._stem)

    def is_verb_like(self, word: str) -> bool:
        """Whether a word can be the verb of a sentence told in the past, or an auxiliary."""
        word = word.lower().replace("’", "'")
        return word in self.irregular_past or word in self.auxiliaries or self._past.fullmatch(word) is not None

    def _stem(self, word: str) -> str:
        if len(word) > _STEM_LIMIT:
            return word
        with self._stemmer_lock:  # the stemmer keeps the word it works on
            return str(self._stemmer.stemWord(word))


lexicon_of = lru_cache(maxsize=8)(Lexicon)


def lexicon() -> Lexicon:
    """The lexicon of the language at work."""
    return lexicon_of(current_language())


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
