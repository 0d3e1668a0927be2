"""Typed text as words: folded for comparing, with their places in the text kept for speech."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from app.language.analysis.text import NO_BREAK, ascii_spans
from app.language.language import Language, cached_by_language, current_language, patterns_of
from app.models.base import fold_text

QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‹": "›", "「": "」"}
_ASKING = frozenset("?？؟")
_APOSTROPHES = "'’ʼ"
_JOINTS = _APOSTROPHES + NO_BREAK
LONGEST_OPTION = 6  # words of the longest verb or expression that the pack lists


recall_pattern = patterns_of("recollection")
"""The compiled expression of a name in this section of the pack."""


def word_set(name: str) -> frozenset[str]:
    """The words of this name in the section ``narrator`` of the pack."""
    return current_language().words(f"narrator.{name}")


class TypedWord(NamedTuple):
    """One folded word and its position in the text; a contraction makes two words of one position."""

    norm: str
    start: int
    end: int


@dataclass(frozen=True)
class Phrase:
    """Some consecutive words of a text."""

    source: str
    words: tuple[TypedWord, ...]

    @staticmethod
    def of(text: str) -> "Phrase":
        return _phrase(text, current_language())

    def __bool__(self) -> bool:
        return bool(self.words)

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def norms(self) -> tuple[str, ...]:
        return tuple(word.norm for word in self.words)

    @property
    def text(self) -> str:
        """As it was typed, from its first to its last word."""
        return self.source[self.words[0].start : self.words[-1].end] if self.words else ""

    @property
    def tail(self) -> str:
        """As it was typed, from its first word to the very end, so that a speech keeps its punctuation."""
        return self.source[self.words[0].start :].strip() if self.words else ""

    def after(self, count: int) -> "Phrase":
        return Phrase(self.source, self.words[count:])

    def before(self, count: int) -> "Phrase":
        """The first words, of a text that ends with them; all of them keep the punctuation after the last."""
        if count >= len(self.words):
            return self
        return Phrase(self.source[: self.words[count - 1].end if count > 0 else 0], self.words[:count])

    def gap_before(self, at: int) -> str:
        """The signs between a word and the one before it."""
        return self.source[self.words[at - 1].end : self.words[at].start]

    def starts(self, *options: str, at: int = 0) -> int:
        """How many words the longest fitting option takes at the beginning, or from a word on; 0 for none."""
        for count in range(min(LONGEST_OPTION, len(self.words) - at), 0, -1):
            if " ".join(self.norms[at : at + count]) in options:
                return count
        return 0

    def holds(self, *options: str) -> bool:
        """Return whether any of the options occurs in it, as whole words."""
        padded = f" {' '.join(self.norms)} "
        return any(f" {option} " in padded for option in options)

    def has(self, name: str) -> bool:
        """Return whether any of the words of this name in the pack occurs in it."""
        return not word_set(name).isdisjoint(self.norms)

    def divided(self, *connectors: str, last: bool = False) -> "tuple[Phrase, Phrase] | None":
        """Return the parts before and after a connecting word, both not empty; the first such word or the ``last``."""
        found = [i for i, norm in enumerate(self.norms) if norm in connectors and 0 < i < len(self.words) - 1]
        if not found:
            return None
        at = found[-1] if last else found[0]
        return self.before(at), self.after(at + 1)

    def without_first(self, options: Iterable[str]) -> "Phrase":
        """Without the longest option that it begins with."""
        return self.after(self.starts(*options))

    def without_last(self, options: Collection[str]) -> "Phrase":
        """Without the options that it ends with, one after another; itself if it does not end so."""
        left, counts = len(self.words), range(LONGEST_OPTION, 0, -1)
        while taken := next((n for n in counts if n <= left and " ".join(self.norms[left - n : left]) in options), 0):
            left -= taken
        return self.before(left)

    @property
    def is_question(self) -> bool:
        """Whether the text ends with a question mark, perhaps within quotation marks."""
        return self.source.rstrip("\"”' ").endswith(tuple(_ASKING))

    @property
    def asks(self) -> bool:
        """Whether some sentence of the text is a question, or the first word makes it one."""
        opened = self.without_first(word_set("fillers")).norms[:1]
        return not _ASKING.isdisjoint(self.source) or not word_set("question_words").isdisjoint(opened)


@cached_by_language(2048)
def name_words(text: str) -> tuple[str, ...]:
    """The words of a name, folded, without articles; of nothing but articles, those."""
    possessive = current_language().pattern("narrator.possessive")
    words = [possessive.sub("", word.norm).replace("'", "") for word in Phrase.of(text).words]
    return tuple(word for word in words if word not in word_set("name_articles")) or tuple(words)


def is_pronoun(typed: str) -> bool:
    """Whether what was typed only points at what was named before."""
    words = set(name_words(typed[:40]))
    return bool(words) and words <= word_set("for_people") | word_set("for_things") | word_set("for_either")


@lru_cache(maxsize=2_000)
def _phrase(text: str, language: Language) -> Phrase:
    spans = ascii_spans(text) if text.isascii() else _spans(text)
    folded = ((start, end, _expanded(fold_text(text[start:end]), language)) for start, end in spans)
    return Phrase(text, tuple(TypedWord(norm, start, end) for start, end, norms in folded for norm in norms))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = None
    for at in range(len(text) + 1):
        if at < len(text) and (
            _in_word(text[at]) or (start is not None and text[at] in _JOINTS and text[at + 1 : at + 2].isalnum())
        ):
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None


def _in_word(char: str) -> bool:
    if char.isascii():
        return char.isalnum()
    category = unicodedata.category(char)
    return category[0] in "LMN" or category == "Cf"


def _expanded(norm: str, language: Language) -> list[str]:
    if not norm:
        return []
    forms = _contracted(language)
    if norm.isalnum() and norm not in forms:
        return [norm]
    for sign in _APOSTROPHES:
        norm = norm.replace(sign, "'")
    norm = norm.replace(" ", "")  # what folding makes of a no-break space
    stem, sign, ending = norm.rpartition("'")
    whole = forms.get(norm) or (f"{stem} {forms[sign + ending]}" if stem and sign + ending in forms else norm)
    return whole.split()


@lru_cache(maxsize=4)
def _contracted(language: Language) -> dict[str, str]:
    """Return the words of each contraction or of its ending."""
    pairs = (line.split("=") for line in language.lines("narrator.contractions"))
    return {short.strip(): whole.strip() for short, whole in pairs}
