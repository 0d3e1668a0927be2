"""The terms that recall matches by: memories, messages and questions all pass through here."""

import re
from collections.abc import Iterator, Sequence
from enum import IntFlag
from functools import lru_cache
from sys import intern
from typing import NamedTuple
from zlib import crc32

from app.language.analysis.lexicon import AnalysedWord, Lexicon, lexicon
from app.language.analysis.text import UNSPACED_SIGN, keywords, stems, words
from app.language.language import cached_by_language, current_language

CACHED_WORDS = 65_536  # distinct words whose analysis is kept; a long game uses some ten thousand
LONGEST_KEPT = 40  # characters of a word up to which its analysis is kept: a text without blanks may be one long "word"
_QUESTION_ENDS = ("?", '?"', "?”", "？")
_STOPS = ".!?…？。"
_SAYS_MORE = 6  # words before a question from which on a text also says something
_YEAR = re.compile(r"[12]\d{3}")
_SKETCHES = tuple(1 << 8 + bit for bit in range(64))


class Shape(IntFlag):
    """What a text holds that some questions ask for, and whether it is a question itself."""

    NONE = 0
    TIME = 1
    NUMBER = 2
    ASKS = 4  # it ends with a question: what follows may be the answer
    ONLY_ASKS = 8  # and it says little else


class Analysis(NamedTuple):
    """A text as recall sees it: ``terms`` with repeats in order, and what it holds."""

    terms: list[str]
    shape: int
    sketch: int  # 64 bits of which each term sets one: texts differ in at least as many terms as their sketches in bits


def analyse(text: str) -> Analysis:
    """Terms, shape and sketch of a text, in linear time. Terms are stems of content words with irregular forms led back
    to their base, both parts of a hyphenated word, and numbers in digits."""
    (terms, marks), (months, more) = terms_and_marks(text), months_and_marks(text)
    return Analysis(terms + months, (marks | more) & 0xFF, (marks | more) >> 8)


def term_set(text: str) -> frozenset[str]:
    return frozenset(analyse(text).terms)


def terms_and_marks(text: str) -> tuple[list[str], int]:
    """What the words of a text give, each by itself; marks are the sketch above eight bits of shape."""
    known, found = lexicon().analysed, words(text)
    try:
        analysed = [known[word] for word in found]
    except KeyError:
        analysed = [_word(word, known) for word in found]
    terms: list[str] = []
    marks = 0
    for word in analysed:
        terms += word[0]
        marks |= word[1]
    return terms, marks


def months_and_marks(text: str) -> tuple[list[str], int]:
    """What only the text as a whole gives: whether a word like "May" is the month, and whether it asks."""
    months: list[str] = []
    marks = _questioning(text) if text.endswith(_QUESTION_ENDS) else 0
    month = lexicon().month_in_doubt
    if month and month in text:
        months = [month.lower()] * len(current_language().pattern("time.month_in_doubt").findall(text))
        if months:
            marks |= int(Shape.TIME) | marks_of(month.lower())
    return months, marks


def marks_of(term: str) -> int:
    """The marks of a term by itself: its bit of the sketch."""
    return _SKETCHES[crc32(term.encode()) & 63]


@cached_by_language(2048)
def keywords_of(text: str) -> tuple[str, ...]:
    """The keywords of a text as `app.language.analysis.text.keywords` has them, from words that are known already."""
    known = lexicon()
    return tuple(dict.fromkeys([keyword for word in words(text) for keyword in _keywords(known, word)]))


@lru_cache(maxsize=CACHED_WORDS)
def _keywords(_: Lexicon, word: str) -> tuple[str, ...]:
    return keywords(word)


def _questioning(text: str) -> int:
    """A speaker's name before a colon does not count as something said."""
    asked = text.rstrip('?？"” ')
    before = asked[: 1 + max(asked.rfind(stop) for stop in _STOPS)].partition(": ")
    is_more = len((before[2] or before[0]).split()) >= _SAYS_MORE
    return int(Shape.ASKS if is_more else Shape.ASKS | Shape.ONLY_ASKS)


def _word(word: str, known: dict[str, AnalysedWord]) -> AnalysedWord:
    if (found := known.get(word)) is None:
        terms = tuple(map(intern, _terms(word)))
        found = terms, _marks(word, terms)
        if len(word) <= LONGEST_KEPT:
            if len(known) >= CACHED_WORDS:
                known.clear()
            known[word] = found
    return found


def _marks(word: str, terms: Sequence[str]) -> int:
    known, plain = lexicon(), word.casefold().replace("’", "'")
    marks = int(Shape.TIME if plain.removesuffix(known.possessive) in known.time_words else Shape.NONE)
    for term in terms:
        marks |= marks_of(term)
        if term.isdecimal():
            marks |= int(Shape.NUMBER | Shape.TIME if _YEAR.fullmatch(term) else Shape.NUMBER)
    return marks


def _terms(word: str) -> Iterator[str]:
    folded = word.casefold().replace("’", "'")
    if UNSPACED_SIGN.search(folded):
        yield from stems(folded)
        return
    known, numeral = lexicon(), current_language().pattern("words.numeral")
    for part in folded.split("-"):
        plain = part.removesuffix(known.possessive)
        if number := numeral.fullmatch(plain):
            yield number[1].lstrip("0") or "0"
        elif plain in known.stop:
            continue
        elif plain in known.numbers:
            yield str(known.numbers[plain])
        elif len(plain) == 2 and plain not in known.exclamations:
            yield plain
        else:
            yield from stems(known.bases.get(plain, plain))


def topic(text: str, beside: str = "recall.open") -> list[str]:
    """The terms that say what a question is about; ``beside``: the pack's list of words that say nothing of that."""
    anything = terms_of(beside)
    return [term for term in analyse(text).terms if term not in anything]


@cached_by_language(64)
def terms_of(name: str) -> frozenset[str]:
    return frozenset(term for word in current_language().words(name) for term in analyse(word).terms)
