"""The terms that recall matches by: memories, messages and questions all pass through here."""

import re
from collections.abc import Iterator
from enum import IntFlag
from typing import NamedTuple

from app.memory.english import NUMBER_WORDS, STOP_WORDS
from app.memory.lemmas import BASE_FORMS
from app.memory.text import UNSPACED, keywords, stems, words

CACHED_WORDS = 65_536
"""Distinct words whose analysis is kept; a long game uses some ten thousand."""

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:['\-][A-Za-z0-9]+)*")
"""What `words` finds in a text of ASCII, three times as fast."""
_NUMBER = re.compile(r"(\d+)(?:st|nd|rd|th)?")
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
    """What a text holds that some questions ask for."""

    NONE = 0
    TIME = 1
    NUMBER = 2


class Analysis(NamedTuple):
    """A text as recall sees it: ``terms`` with repeats in order, ``keywords`` each once, and what it holds."""

    terms: list[str]
    keywords: tuple[str, ...]
    shape: int


_Word = tuple[tuple[str, ...], tuple[str, ...], int]
_known: dict[str, _Word] = {}


def analyse(text: str) -> Analysis:
    """Terms, keywords and shape of a text, in time linear in its length.

    Terms are stems of content words with irregular forms led back to their base, both parts of a hyphenated word, and
    numbers in digits; keywords are those of `app.memory.text.keywords`.
    """
    found = _analysed(text)
    terms = [term for word in found for term in word[1]]
    shape = 0
    for word in found:
        shape |= word[2]
    if "May" in text:
        months = len(_MONTH_OF_MAY.findall(text))
        terms.extend(["may"] * months)
        shape |= int(Shape.TIME) if months else 0
    return Analysis(terms, tuple(dict.fromkeys([keyword for word in found for keyword in word[0]])), shape)


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
        known = _known[word] = (keywords(word), tuple(_terms(word)), int(_shape(word)))
    return known


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
