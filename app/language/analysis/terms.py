"""The terms that recall matches by: memories, messages and questions all pass through here."""

import re
from collections.abc import Iterator, Sequence
from enum import IntFlag
from functools import lru_cache, reduce
from operator import or_
from sys import intern
from typing import NamedTuple
from zlib import crc32

from app.language.analysis.lexicon import AnalysedPiece, Lexicon, lexicon
from app.language.analysis.text import UNSPACED_SIGN, keywords, stems, words
from app.language.language import cached_by_language, current_language

CACHED_WORDS = 65_536  # distinct pieces between blanks whose analysis is kept; a long game has some ten thousand
LONGEST_KEPT = (
    40  # characters of a piece up to which its analysis is kept: a text without blanks may be one long "word"
)
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
    known, pieces = lexicon().analysed, text.split()  # no word reaches over a blank
    try:
        analysed = [known[piece] for piece in pieces]
    except KeyError:
        analysed = [_piece(piece, known) for piece in pieces]
    terms: list[str] = []
    marks = _questioning(text) if text.endswith(_QUESTION_ENDS) else 0
    for found, more in analysed:
        terms += found
        marks |= more
    month = lexicon().month_in_doubt
    if month and month in text:  # only the text as a whole says whether a word like "May" is the month
        months = current_language().pattern("time.month_in_doubt").findall(text)
        terms += [month.lower()] * len(months)
        marks |= int(Shape.TIME) | marks_of(month.lower()) if months else 0
    return Analysis(terms, marks & 0xFF, marks >> 8)


def term_set(text: str) -> frozenset[str]:
    return frozenset(analyse(text).terms)


def marks_of(term: str) -> int:
    """The marks of a term by itself: its bit of the sketch, which stands above eight bits of shape."""
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


def _piece(piece: str, known: dict[str, AnalysedPiece]) -> AnalysedPiece:
    if (found := known.get(piece)) is None:
        read = [(word, tuple(map(intern, _terms(word)))) for word in words(piece)]
        marks = reduce(or_, (_marks(word, terms) for word, terms in read), 0)
        found = tuple(term for _, terms in read for term in terms), marks
        if len(piece) <= LONGEST_KEPT:
            if len(known) >= CACHED_WORDS:
                known.clear()
            known[intern(piece)] = found
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
