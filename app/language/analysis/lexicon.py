"""Word classes of a language, stems, and detection of misspelt words."""

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]  # the package ships no types
from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.language.language import Language, cached_by_language, current_language

AnalysedPiece = tuple[tuple[str, ...], int]  # terms and marks of a piece between white space, as `terms` has them
_STEM_LIMIT = 40
_MOST_STEMS = 20_000
_LONGEST_ENDING = 1
"""Letters by which a verb may be longer than its stem."""
_SHORTEST, _SHORTEST_NAME = 4, 6
"""Fewest letters of a word, and of a capitalised one, that is checked for a wrong letter."""


class Lexicon:
    """Word classes of a language pack (its section `words`), base forms of irregular words, and stems."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.stop = language.words("words.stop")
        self.articles = language.words("words.articles")
        self.determiners = language.words("words.determiners")
        self.titles = language.words("words.titles")
        common = self.titles | self.stop | language.words("words.before_names") | language.words("narrator.common")
        self.before_names = common - language.words("words.epithets")
        """Words after which a family name still denotes the person of the scenario who bears it."""
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
        self.nouns_have_capitals = language.lines("words.common_nouns")[0] == "capital"
        """Whether a capital within a clause tells no name, for all nouns have one."""
        self.possessive = language.lines("words.possessive")[0]
        self.month_in_doubt = language.lines("time.month_in_doubt")[0]
        self.time_words = language.words("time.words")
        self.numbers = language.numbers("words.numbers")
        self.scales = language.numbers("words.scales")
        self.bases = language.forms("lemmas.nouns") | language.forms("lemmas.verbs")
        """Base by irregular form. A form that is also another word ("left", "found") is taken for the verb: questions
        and memories are treated alike, so only a little precision is lost."""
        self.verbs = frozenset(language.forms("lemmas.verbs").values())
        """Verbs in their base form, as far as they have irregular forms."""
        self.analysed: dict[str, AnalysedPiece] = {}
        """Cache of the pieces between white space that were analysed."""
        self._past = language.pattern("words.past")
        self._stemmer = snowballstemmer.stemmer(language.lines("words.stemmer")[0])
        self._stemmer_lock = Lock()
        self.stem = lru_cache(maxsize=_MOST_STEMS)(self._stem)

    def is_verb_like(self, word: str) -> bool:
        """Return whether a word can be a verb in the past tense or an auxiliary."""
        word = word.lower().replace("’", "'")
        return word in self.irregular_past or word in self.auxiliaries or self._past.fullmatch(word) is not None

    def _stem(self, word: str) -> str:
        if len(word) > _STEM_LIMIT:
            return word
        with self._stemmer_lock:  # the stemmer keeps the word it works on
            return str(self._stemmer.stemWord(word))


lexicon_of = lru_cache(maxsize=8)(Lexicon)


def lexicon() -> Lexicon:
    """Return the lexicon of the current language."""
    return lexicon_of(current_language())


def may_be_mistyped(word: str) -> bool:
    """Return whether a word is long enough to be checked and neither it nor its stem is in the pack's vocabulary; False
    without a vocabulary."""
    if len(word) < (_SHORTEST_NAME if word[0].isupper() else _SHORTEST) or not word.isalpha() or not _vocabulary():
        return False
    plain = word.casefold()
    return _vocabulary().isdisjoint((plain, lexicon().bases.get(plain, plain), lexicon().stem(plain)))


def is_verb(word: str) -> bool:
    """Return whether a word may be a verb in its base form: the vocabulary has another form of it, or does not have the
    word at all. Without a vocabulary every word may be.

    Args:
        word: A folded word.
    """
    language, words = current_language(), lexicon()
    if not word:
        return False
    if not _vocabulary() or word in words.verbs:
        return True
    stem = words.stem(word)
    is_form = language.pattern("narrator.plural_ending").search(word) or _is_participle(word)
    is_base = stem in _stems_of_verbs() and len(word) - len(stem) <= _LONGEST_ENDING and not is_form
    return (is_base and word not in words.stop | words.prepositions) or may_be_mistyped(word)


def is_doing(word: str) -> bool:
    """Return whether a word is the form of a known verb for what is being done: ``wrapping``, but not ``morning``.

    Args:
        word: A folded word.
    """
    stem = lexicon().stem(word)
    is_form = current_language().pattern("words.doing").fullmatch(word) is not None
    return is_form and stem in _vocabulary() and is_verb(stem)


def is_adverb(word: str) -> bool:
    """Return whether a word ends as an adverb.

    Args:
        word: A folded word.
    """
    return current_language().pattern("words.adverb").fullmatch(word) is not None


@cached_by_language()
def _stems_of_verbs() -> frozenset[str]:
    """Return the stems of the words of the vocabulary that end as a form of a verb."""
    participles = filter(_is_participle, _vocabulary())
    return frozenset(stem for word in participles if (stem := lexicon().stem(word)) != word)


def _is_participle(word: str) -> bool:
    return current_language().pattern("actions.participle").fullmatch(word) is not None


def one_slip_away(word: str, others: Iterable[str]) -> list[str]:
    """Return those of other words, in lower case, at an optimal string alignment distance of at most 1 from a word."""
    distance: Any = OSA.distance  # the stubs ask for one of floats
    return [each[0] for each in process.extract(word.casefold(), others, scorer=distance, score_cutoff=1, limit=None)]


@cached_by_language()
def _vocabulary() -> frozenset[str]:
    return frozenset(current_language().data("vocabulary") or ())
