"""Choosing among wordings: the same choice on every replay, and no repetition soon after."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from app.language.rendering import filling
from app.models.messages.mark import Mark, MarkKind, quoted_spans
from app.models.messages.passage import PassageKind, Source
from app.models.messages.speech import Span
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState

MEMORY = "memory"
APART = 10
"""The number of other texts that must come between two uses of a line by the same person."""


KnownWords = tuple[str, MarkKind, str | None]
"""Words that a text may contain, their kind, and the id of the text that they repeat."""


@dataclass(frozen=True)
class MarkedText:
    """A piece of text.

    Attributes:
        marks: The kinds of its spans.
        recalled: The memories it was made from.
        source: Who wrote it: the author, as soon as any part is in the author's words.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    recalled: tuple[RecalledMemory, ...] = ()
    source: Source = Source.ENGINE

    @property
    def kind(self) -> PassageKind:
        """The kind of the text as a passage of narration."""
        if any(mark.kind is MarkKind.REFUSAL for mark in self.marks):
            return PassageKind.REFUSAL
        return PassageKind.ASIDE if self.quoted == ((0, len(self.text)),) else PassageKind.STORY

    @property
    def quoted(self) -> tuple[Span, ...]:
        """The spans that summaries ignore: they repeat a memory, or are not events of the story."""
        return quoted_spans(self.text, self.marks)

    def marked(self, kind: MarkKind) -> "MarkedText":
        """Return the text marked with this kind from end to end."""
        return replace(self, marks=(Mark(0, len(self.text), kind), *self.marks)) if self.text else self

    def aside(self) -> "MarkedText":
        """Return the text marked as an aside from end to end."""
        return self if self.quoted == ((0, len(self.text)),) else self.marked(MarkKind.ASIDE)

    def repeating(self, sources: Sequence[str]) -> "MarkedText":
        """Return the text with these memories or messages as the sources of its repeated words; without any, they have
        none."""
        repeated = [mark for mark in self.marks if mark.kind is MarkKind.REPEATED]
        others = (mark for mark in self.marks if mark not in repeated)
        found = (mark._replace(source=source) for mark in repeated for source in sources)
        return replace(self, marks=(*others, *found))

    def __bool__(self) -> bool:
        return bool(self.text)


def listing(text: str) -> MarkedText:
    """Return text that only lists what there is."""
    return MarkedText(text).marked(MarkKind.LISTING)


def aside(text: str, known: Iterable[KnownWords] = ()) -> MarkedText:
    """Return text that is not an event of the story, with marks where it contains ``known`` words."""
    found = ((text.find(words), len(words), kind, source) for words, kind, source in known)
    marks = tuple(Mark(at, at + size, kind, source) for at, size, kind, source in found if at >= 0 < size)
    return MarkedText(text, marks).aside()


def join_wordings(passages: Sequence[MarkedText], between: str) -> MarkedText:
    """Join texts to one, with their marks shifted."""
    text = ""
    marks: list[Mark] = []
    recalled: list[RecalledMemory] = []
    for passage in filter(None, passages):
        recalled += passage.recalled
        text += between if text else ""
        marks += [mark.shifted(len(text)) for mark in passage.marks]
        text += passage.text
    by_author = any(passage.source is Source.AUTHOR for passage in passages if passage)
    return MarkedText(text, tuple(marks), tuple(recalled), Source.AUTHOR if by_author else Source.ENGINE)


def authored(text: str, marks: tuple[Mark, ...] = ()) -> MarkedText:
    """Return text as the author wrote it."""
    return MarkedText(text.strip(), marks, source=Source.AUTHOR)


def fill_marked(template: str, slots: Mapping[str, str]) -> MarkedText:
    """Return the template with its slots filled; the filling of ``{memory}`` is marked as repeated."""
    text, spans = filling.fill_slots(template, slots)
    return MarkedText(text, tuple(Mark(start, end, MarkKind.REPEATED) for slot, start, end in spans if slot == MEMORY))


def pick_variant(state: GameState, purpose: str, variants: Sequence[str], said: Iterable[str] = ()) -> str:
    """Choose a variant by seed, turn and purpose: one that is not in the latest `APART` texts of ``said`` (newest
    first), else the one used longest ago."""
    lately = list(islice(said, APART))
    ages = [next((age for age, text in enumerate(lately) if is_heard(each, text)), APART) for each in variants]
    freshest = [variant for variant, age in zip(variants, ages, strict=True) if age == max(ages)]
    return random.Random(f"{state.seed}:{state.turn}:{purpose}").choice(freshest)


def is_heard(template: str, text: str) -> bool:
    """Return whether the text contains the template's own words in order, whatever fills its slots."""
    pieces = [piece for piece in filling.SLOT.split(template)[::2] if any(char.isalnum() for char in piece)]
    position = 0
    for piece in pieces:
        position = text.find(piece, position)
        if position < 0:
            return False
        position += len(piece)
    return bool(pieces)
