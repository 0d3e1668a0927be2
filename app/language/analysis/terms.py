"""Terms by which recall matches memories, messages and questions."""

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

CACHED_WORDS = 65_536
"""Deduplicator pieces between white space whose analysis is cached; a long game has some ten thousand."""
LONGEST_KEPT = 40
"""Characters of a piece up to which its analysis is cached: a text without white space may be one long piece."""
_SHORT = 500
"""Characters of a text up to which its terms are cached: a person's passages are compared with every question."""
_QUESTION_ENDS = ("?", '?"', "?”", "？")
_STOPS = ".!?…？。"
_SAYS_MORE = 6  # words before a question from which on a text also states something
_YEAR = re.compile(r"[12]\d{3}")
_SKETCHES = tuple(1 << 8 + bit for bit in range(64))


class Shape(IntFlag):
    """Flags of a text: contents that some questions ask for, and whether it is a question."""

    NONE = 0
    TIME = 1
    NUMBER = 2
    ASKS = 4  # ends with a question, which the next message may answer
    ONLY_ASKS = 8  # and states little else


class Analysis(NamedTuple):
    """The analysis of a text for recall.

    Attributes:
        terms: Terms in order, with repeats.
        shape: Flags of `Shape`.
        sketch: 64 bits, one of which each term sets: texts differ in at least as many terms as their sketches in bits.
    """

    terms: list[str]
    shape: int
    sketch: int


def analyse(text: str) -> Analysis:
    """Return terms, shape and sketch of a text, in linear time. Terms are stems of content words, with irregular forms
    reduced to their base first, both parts of a hyphenated word, and numbers in digits."""
    cache, pieces = lexicon().analysed, text.split()  # no word contains white space
    try:
        analysed = [cache[piece] for piece in pieces]
    except KeyError:
        analysed = [_piece(piece, cache) for piece in pieces]
    terms: list[str] = []
    marks = _questioning(text) if text.endswith(_QUESTION_ENDS) else 0
    for terms_of_piece, marks_of_piece in analysed:
        terms += terms_of_piece
        marks |= marks_of_piece
    month = lexicon().month_in_doubt
    if month and month in text:  # only the whole text decides whether "May" is the month
        months = current_language().pattern("time.month_in_doubt").findall(text)
        terms += [month.lower()] * len(months)
        marks |= int(Shape.TIME) | marks_of(month.lower()) if months else 0
    return Analysis(terms, marks & 0xFF, marks >> 8)


def term_set(text: str) -> frozenset[str]:
    return _term_set(text) if len(text) <= _SHORT else frozenset(analyse(text).terms)


@cached_by_language(4096)
def _term_set(text: str) -> frozenset[str]:
    return frozenset(analyse(text).terms)


def marks_of(term: str) -> int:
    """Return the marks of a single term: its bit of the sketch, above the eight bits of shape."""
    return _SKETCHES[crc32(term.encode()) & 63]


@cached_by_language(2048)
def keywords_of(text: str) -> tuple[str, ...]:
    """Return the keywords of a text like `app.language.analysis.text.keywords`, with the analysis of each word
    cached."""
    lexis = lexicon()
    return tuple(dict.fromkeys([keyword for word in words(text) for keyword in _keywords(lexis, word)]))


@lru_cache(maxsize=CACHED_WORDS)
def _keywords(_: Lexicon, word: str) -> tuple[str, ...]:
    return keywords(word)


def _questioning(text: str) -> int:
    """Return the question flags of a text that ends with a question; a speaker's name before a colon states nothing."""
    question = text.rstrip('?？"” ')
    before = question[: 1 + max(question.rfind(stop) for stop in _STOPS)].partition(": ")
    is_more = len((before[2] or before[0]).split()) >= _SAYS_MORE
    return int(Shape.ASKS if is_more else Shape.ASKS | Shape.ONLY_ASKS)


def _piece(piece: str, cache: dict[str, AnalysedPiece]) -> AnalysedPiece:
    if (analysed := cache.get(piece)) is None:
        terms_of_words = [(word, tuple(map(intern, _terms(word)))) for word in words(piece)]
        marks = reduce(or_, (_marks(word, terms) for word, terms in terms_of_words), 0)
        analysed = tuple(term for _, terms in terms_of_words for term in terms), marks
        if len(piece) <= LONGEST_KEPT:
            if len(cache) >= CACHED_WORDS:
                cache.clear()
            cache[intern(piece)] = analysed
    return analysed


def _marks(word: str, terms: Sequence[str]) -> int:
    lexis, plain = lexicon(), word.casefold().replace("’", "'")
    marks = int(Shape.TIME if plain.removesuffix(lexis.possessive) in lexis.time_words else Shape.NONE)
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
    lexis, numeral = lexicon(), current_language().pattern("words.numeral")
    for part in folded.split("-"):
        plain = part.removesuffix(lexis.possessive)
        if number := numeral.fullmatch(plain):
            yield number[1].lstrip("0") or "0"
        elif plain in lexis.stop:
            continue
        elif plain in lexis.numbers:
            yield str(lexis.numbers[plain])
        elif len(plain) == 2 and plain not in lexis.exclamations:
            yield plain
        else:
            yield from stems(lexis.bases.get(plain, plain))


def topic(text: str, beside: str = "recall.open") -> list[str]:
    """Return the terms that say what a question is about, without those of a word list of the pack."""
    anything = terms_of(beside)
    return [term for term in analyse(text).terms if term not in anything]


@cached_by_language(64)
def terms_of(name: str) -> frozenset[str]:
    """Return the terms of the pack's word list with this name."""
    return frozenset(term for word in current_language().words(name) for term in analyse(word).terms)
