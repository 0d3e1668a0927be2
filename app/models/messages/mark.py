"""Marks on parts of a text: listings, refusals, repeated words, asides, notes."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from app.models.messages.speech import Span


class MarkKind(StrEnum):
    """The kind of a part of a text."""

    LISTING = "listing"  # lists ways, people, things or topics
    REFUSAL = "refusal"  # says that an action was refused, or a topic is not revealed
    REPEATED = "repeated"  # repeats, perhaps in other words, a memory or an earlier message
    ASIDE = "aside"  # no event of the story: help, stock lines, information that was asked for
    NOTE = "note"  # a private note of the player's, which no other player may read


class Mark(NamedTuple):
    """A mark on the characters ``start`` to ``end`` (exclusive) of a text; marks may be nested. ``source`` is the id of
    the memory or message (``m-12``) that is quoted, where it is known."""

    start: int
    end: int
    kind: MarkKind
    source: str | None = None

    def shifted(self, by: int) -> "Mark":
        """Return the mark of the same words in another text, where they come ``by`` characters later."""
        return self._replace(start=self.start + by, end=self.end + by)


def quoted_spans(text: str, marks: Iterable[Mark]) -> tuple[Span, ...]:
    """Return the spans of a text that are never condensed: all marked parts and the blanks between them, without
    refusals, which belong to the story unless they are asides."""
    spans: list[Span] = []
    for start, end, kind, _ in sorted(marks, key=lambda mark: mark.start):
        if kind is not MarkKind.REFUSAL:
            is_joined = bool(spans) and not text[spans[-1][1] : start].strip()
            first, last = spans.pop() if is_joined else (start, end)
            spans.append((first, max(last, end)))
    return tuple(spans)
