"""The terms that recall matches by: memories, messages and questions all pass through here."""

import re
from collections.abc import Iterator, Sequence
from enum import IntFlag
from functools import lru_cache
from sys import intern
from typing import NamedTuple
from zlib import crc32

from app.language.analysis.text import UNSPACED, keywords, stems, words
from app.language.en.lemmas import BASE_FORMS
from app.language.en.words import NUMBER_WORDS, STOP_WORDS

CACHED_WORDS = 65_536
"""Distinct words whose analysis is kept; a long game uses some ten thousand."""
LONGEST_KEPT = 40
"""Characters of a word up to which its analysis is kept: a text without blanks may be one long "word"."""

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:['\-][A-Za-z0-9]+)*")
"""What `words` finds in a text of ASCII, three times as fast."""
_NUMBER = re.compile(r"(\d+)(?:st|nd|rd|th)?")
_QUESTION_ENDS = ("?", '?"', "?”", "？")
_STOPS = ".!?…？。"
_SAYS_MORE = 6
"""Words before a question from which on a text also says something."""
_YEAR = re.compile(r"[12]\d{3}")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_MONTH_OF_MAY = re.compile(
    r"(?:\b(?i:in|of|last|next|this|early|late|mid|until|since)|\d(?i:st|nd|rd|th)?),? May\b|\bMay \d"
)
_SKETCHES = tuple(1 << 8 + bit for bit in range(64))
_EXCLAMATIONS = frozenset(("ah", "aw", "eh", "er", "ha", "hi", "hm", "ho", "mm", "oh", "ok", "uh", "um", "ye", "yo"))


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


TIME_WORDS = _listed(
    """
    yesterday today tonight tomorrow ago last next dawn dusk noon midnight midday morning afternoon evening night
    sunrise sunset nightfall daybreak weekend week weeks fortnight month months year years day days hour hours minute
    minutes second decade century o'clock monday tuesday wednesday thursday friday saturday sunday january february
    march april june july august september october november december spring summer autumn winter easter christmas
    midsummer midwinter solstice harvest birthday anniversary recently eve
    """
)


class Shape(IntFlag):
    """What a text holds that some questions ask for, and whether it is a question itself."""

    NONE = 0
    TIME = 1
    NUMBER = 2
    ASKS = 4
    """It ends with a question: what follows may be the answer."""
    ONLY_ASKS = 8
    """And it says little else."""


class Analysis(NamedTuple):
    """A text as recall sees it: ``terms`` with repeats in order, and what it holds."""

    terms: list[str]
    shape: int
    sketch: int
    """64 bits of which each term sets one: texts differ in at least as many terms as their sketches in bits."""


_Word = tuple[tuple[str, ...], int]
"""Terms and marks (the sketch above eight bits of shape) of a word."""
_known: dict[str, _Word] = {}


def analyse(text: str) -> Analysis:
    """Terms, shape and sketch of a text, in time linear in its length.

    Terms are stems of content words with irregular forms led back to their base, both parts of a hyphenated word, and
    numbers in digits.
    """
    terms, marks = terms_and_marks(text)
    months, more = months_and_marks(text)
    marks |= more
    return Analysis(terms + months, marks & 0xFF, marks >> 8)


def terms_and_marks(text: str) -> tuple[list[str], int]:
    """What the words of a text give, each by itself; marks are the sketch above eight bits of shape."""
    terms: list[str] = []
    marks = 0
    for word in _analysed(text):
        terms += word[0]
        marks |= word[1]
    return terms, marks


def months_and_marks(text: str) -> tuple[list[str], int]:
    """What only the text as a whole gives: whether "May" is the month, and whether it asks."""
    months: list[str] = []
    marks = _questioning(text) if text.endswith(_QUESTION_ENDS) else 0
    if "May" in text:
        months = ["may"] * len(_MONTH_OF_MAY.findall(text))
        if months:
            marks |= int(Shape.TIME) | marks_of("may")
    return months, marks


def marks_of(term: str) -> int:
    """The marks of a term by itself: its bit of the sketch."""
    return _SKETCHES[crc32(term.encode()) & 63]


def keywords_of(text: str) -> tuple[str, ...]:
    """The keywords of a text as `app.language.analysis.text.keywords` has them, from words that are known already."""
    return tuple(dict.fromkeys([keyword for word in _words(text) for keyword in _keywords(word)]))


@lru_cache(maxsize=CACHED_WORDS)
def _keywords(word: str) -> tuple[str, ...]:
    return keywords(word)


def _words(text: str) -> list[str]:
    return _ASCII_WORD.findall(text) if text.isascii() else words(text)


def _questioning(text: str) -> int:
    """A speaker's name before a colon does not count as something said."""
    asked = text.rstrip('?？"” ')
    before = asked[: 1 + max(asked.rfind(stop) for stop in _STOPS)].partition(": ")
    is_more = len((before[2] or before[0]).split()) >= _SAYS_MORE
    return int(Shape.ASKS if is_more else Shape.ASKS | Shape.ONLY_ASKS)


def _analysed(text: str) -> list[_Word]:
    found = _words(text)
    try:
        return [_known[word] for word in found]
    except KeyError:
        return [_word(word) for word in found]


def _word(word: str) -> _Word:
    known = _known.get(word)
    if known is None:
        terms = tuple(map(intern, _terms(word)))
        known = terms, _marks(word, terms)
        if len(word) <= LONGEST_KEPT:
            if len(_known) >= CACHED_WORDS:
                _known.clear()
            _known[word] = known
    return known


def _marks(word: str, terms: Sequence[str]) -> int:
    marks = int(_shape(word, terms))
    for term in terms:
        marks |= marks_of(term)
    return marks


def _shape(word: str, terms: Sequence[str]) -> Shape:
    shape = Shape.TIME if word.casefold().replace("’", "'").removesuffix("'s") in TIME_WORDS else Shape.NONE
    numbers = [term for term in terms if term.isdecimal()]
    if numbers:
        shape |= Shape.NUMBER
    if any(_YEAR.fullmatch(number) for number in numbers):
        shape |= Shape.TIME
    return shape


def _terms(word: str) -> Iterator[str]:
    folded = word.casefold().replace("’", "'")
    if _UNSPACED.search(folded):
        yield from stems(folded)
        return
    for part in folded.split("-"):
        plain = part.removesuffix("'s")
        number = _NUMBER.fullmatch(plain)
        if number is not None:
            yield number[1].lstrip("0") or "0"
        elif plain in STOP_WORDS:
            continue
        elif plain in NUMBER_WORDS:
            yield str(NUMBER_WORDS[plain])
        elif len(plain) == 2 and plain not in _EXCLAMATIONS:
            yield plain
        else:
            yield from stems(BASE_FORMS.get(plain, plain))
