"""A text as sentences of plain words: one spelling for each word, each with its position in the text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from app.language.language import Language
from app.models.messages.speech import Span

LONGEST = 60
"""Words of a sentence; what goes on without a mark is cut there, so that a rule never looks further."""

_TOKEN = re.compile(
    r"\*(?=\w[^*\n]*$)|['’‘]?[^\W_]+(?:['’\-][^\W_]+)*['’]?"
    r"|[.,;:!?…。、，；：！？｡।॥؟۔։]+|[—–]+|(?<!-)-+(?=\s)|[()\[\]]+|\n+"
)
_STOPS = frozenset(".!?…。！？｡।॥؟۔։\n")
_ASKING = frozenset("?？؟")
_PAUSES = {"，": ",", "、": ",", "；": ";", "：": ":", "—": "-", "–": "-", "(": ",", ")": ",", "[": ",", "]": ","}
_APOSTROPHES = str.maketrans("’‘", "''")
_KEPT = 20_000


class Word(NamedTuple):
    """A word in its plain spelling, or a mark, and where its text starts and ends."""

    plain: str
    start: int
    end: int
    is_capital: bool = False


class Spelling:
    """The plain spelling of words as a language's pack lists it: "I'll" and "ill" are "i will"."""

    def __init__(self, language: Language) -> None:
        self._words = dict(_listed(language.lines("acts.spellings")))
        self._endings = tuple(_listed(language.lines("acts.endings")))
        self.abbreviations = language.words("acts.abbreviations")
        self.plain = lru_cache(maxsize=_KEPT)(lambda word: self._plain(word.casefold().translate(_APOSTROPHES)))
        """One or more plain words for a written one."""

    def _plain(self, word: str) -> tuple[str, ...]:
        for form in (word, word.strip("'"), word.rstrip("'")):
            if form in self._words:
                return self._words[form]
        word = word.strip("'")
        for ending, meant in self._endings:
            if len(word) > len(ending) and word.endswith(ending):
                return (*self._plain(word.removesuffix(ending)), *meant)
        return (word,)


def _listed(lines: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in lines:
        written, _, plain = line.partition(" > ")
        for form in written.split():
            yield form, tuple(plain.split())


class Sentence:
    """Plain words between blanks, one at either end too, so that a pattern finds whole words."""

    __slots__ = ("_starts", "plain", "vocabulary", "words")

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.plain = f" {' '.join(word.plain for word in words)} "
        self.vocabulary = frozenset(word.plain for word in words)
        self._starts: list[int] = []

    @property
    def span(self) -> Span:
        """Return the position in the text."""
        return self.words[0].start, self.words[-1].end

    @property
    def is_asked(self) -> bool:
        """Whether a question mark ends it."""
        return self.words[-1].plain == "?"

    def at(self, position: int) -> int:
        """Return the number of the word at a position of ``plain``; at a blank, of the word before it."""
        if not self._starts:
            self._starts += accumulate((len(word.plain) + 1 for word in self.words[:-1]), initial=1)
        return max(0, bisect_right(self._starts, position) - 1)

    def source(self, start: int, end: int) -> Span | None:
        """Return the span in the text of (start, end) of ``plain``, without marks at either end."""
        first = self.at(start + 1 if self.plain[start : start + 1] == " " else start)
        last = self.at(max(start, end - 1))
        while first <= last and is_mark(self.words[first].plain):
            first += 1
        while first <= last and is_mark(self.words[last].plain):
            last -= 1
        return (self.words[first].start, self.words[last].end) if first <= last else None


def is_mark(plain: str) -> bool:
    """Whether it is a mark and no word."""
    return plain in (",", ";", ":", "-", ".", "?")


def sentences_of(text: str, spans: Iterable[Span], spelling: Spelling) -> list[Sentence]:
    """The sentences in these parts of a text; one may go on from part to part where no mark ends it."""
    found: list[Sentence] = []
    words: list[Word] = []
    for word in _tokenized(text, spans, spelling):
        words.append(word)
        if word.plain in (".", "?") or len(words) >= LONGEST:
            found += _sentence(words)
            words = []
    return found + _sentence(words)


def _sentence(words: list[Word]) -> list[Sentence]:
    first = next((n for n, word in enumerate(words) if not is_mark(word.plain)), len(words))
    if first < len(words):
        return [Sentence(words[first:])]
    return [Sentence(words)] if any(word.plain == "?" for word in words) else []


def _tokenized(text: str, spans: Iterable[Span], spelling: Spelling) -> Iterator[Word]:
    last = ""
    for begin, stop in spans:
        for token in _TOKEN.finditer(text, begin, stop):
            written, start, end = token.group(), *token.span()
            if written[0].isalnum() or written[-1].isalnum():
                last = written
                is_capital = written[0].isupper()
                for plain in spelling.plain(written):
                    yield Word(plain, start, end, is_capital)
            elif mark := _mark(text, written, end, last.casefold() in spelling.abbreviations):
                yield Word(mark, start, end)


def _mark(text: str, written: str, end: int, after_abbreviation: bool) -> str:
    """The plain mark; "" for one that says nothing."""
    if not _ASKING.isdisjoint(written):
        return "?"
    following = text[end : end + 2].lstrip("\n ")
    if written[0] == "\n":
        return "." if len(written) > 1 or not following[:1].islower() else ""
    if written[0] in _STOPS or written[-1] in _STOPS:
        if written[0] == "." and len(written) == 1 and (after_abbreviation or text[end : end + 1].isalnum()):
            return ""
        return "," if written[-1] in ".…" and len(written.replace("…", "...")) > 1 and following[:1].islower() else "."
    return _PAUSES.get(written[0], written[0])
