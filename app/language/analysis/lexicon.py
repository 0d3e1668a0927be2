"""The words of a language that are looked up at every word of a text, kept for each language."""

from functools import lru_cache
from threading import Lock

import snowballstemmer  # type: ignore[import-untyped]  # the package ships no types

from app.language.language import Language, current_language

AnalysedWord = tuple[tuple[str, ...], int]  # terms and marks of a word, as `terms` has them
_STEM_LIMIT = 40
_MOST_STEMS = 20_000


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
        self.analysed: dict[str, AnalysedWord] = {}
        """Words that were analysed before."""
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
    """The lexicon of texts whose language is not known: English."""
    return lexicon_of(current_language())
