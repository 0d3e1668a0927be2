"""The terms that recall matches by: memories, messages and questions all pass through here."""

import re
from collections.abc import Iterator
from enum import IntFlag
from functools import reduce
from operator import or_
from typing import NamedTuple
from zlib import crc32

from app.memory.english import NUMBER_WORDS, STOP_WORDS
from app.memory.lemmas import BASE_FORMS
from app.memory.text import UNSPACED, keywords, stems, words

CACHED_WORDS = 65_536
"""Distinct words whose analysis is kept; a long game uses some ten thousand."""

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:['\-][A-Za-z0-9]+)*")
"""What `words` finds in a text of ASCII, three times as fast."""
_NUMBER = re.compile(r"(\d+)(?:st|nd|rd|th)?")
_LAST_QUESTION = re.compile(r"[^.!?…？。]*[?？][\"”]*$")
_SAYS_MORE = 6
"""Words before a question from which on a text also says something."""
_UNSPACED = re.compile(f"[{UNSPACED}]")
_MONTH_OF_MAY = re.compile(
    r"(?:\b(?i:in|of|last|next|this|early|late|mid|until|since)|\d(?i:st|nd|rd|th)?),? May\b|\bMay \d"
)
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
    """A text as recall sees it: ``terms`` with repeats in order, ``keywords`` each once, and what it holds."""

    terms: list[str]
    keywords: tuple[str, ...]
    shape: int
    sketch: int
    """64 bits of which each term sets one: texts differ in at least as many terms as their sketches in bits."""


_Word = tuple[tuple[str, ...], tuple[str, ...], int, int]
_known: dict[str, _Word] = {}


def analyse(text: str) -> Analysis:
    """Terms, keywords and shape of a text, in time linear in its length.

    Terms are stems of content words with irregular forms led back to their base, both parts of a hyphenated word, and
    numbers in digits; keywords are those of `app.memory.text.keywords`.
    """
    found = _analysed(text)
    terms = [term for word in found for term in word[1]]
    shape = sketch = 0
    for word in found:
        shape |= word[2]
        sketch |= word[3]
    if "May" in text:
        months = len(_MONTH_OF_MAY.findall(text))
        if months:
            terms.extend(["may"] * months)
            shape |= int(Shape.TIME)
            sketch |= _bit("may")
    if text.endswith(("?", '?"', "?”", "？")):
        shape |= _questioning(text)
    return Analysis(terms, tuple(dict.fromkeys([keyword for word in found for keyword in word[0]])), shape, sketch)


def _questioning(text: str) -> int:
    """A speaker's name before a colon does not count as something said."""
    before = _LAST_QUESTION.sub("", text).partition(": ")
    is_more = len((before[2] or before[0]).split()) >= _SAYS_MORE
    return int(Shape.ASKS if is_more else Shape.ASKS | Shape.ONLY_ASKS)


def _analysed(text: str) -> list[_Word]:
    """Of each word its keywords, terms and shape."""
    found = _ASCII_WORD.findall(text) if text.isascii() else words(text)
    try:
        return [_known[word] for word in found]
    except KeyError:
        return [_word(word) for word in found]


def _word(word: str) -> _Word:
    known = _known.get(word)
    if known is None:
        if len(_known) >= CACHED_WORDS:
            _known.clear()
        terms = tuple(_terms(word))
        known = _known[word] = (keywords(word), terms, int(_shape(word)), reduce(or_, map(_bit, terms), 0))
    return known


def _bit(term: str) -> int:
    return 1 << (crc32(term.encode()) & 63)


def _shape(word: str) -> Shape:
    shape = Shape.TIME if word.casefold().replace("’", "'").removesuffix("'s") in TIME_WORDS else Shape.NONE
    numbers = [term for term in _terms(word) if term.isdecimal()]
    if numbers:
        shape |= Shape.NUMBER
    if any(len(number) == 4 and number[:2] in ("19", "20") for number in numbers):
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
