"""What parts of a told text are: lists, refusals, words repeated from earlier, asides."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from app.models.messages.speech import Span


class MarkKind(StrEnum):
    """What a part of a text is."""

    LISTING = "listing"  # only says which ways, people, things or topics there are
    REFUSAL = "refusal"  # says that something was not done, or is not told
    REPEATED = "repeated"  # repeats, perhaps in other words, what is remembered or was said
    ASIDE = "aside"  # no event of the story: help, stock lines, what is looked up
    NOTE = "note"  # a note of the player's own, which no other player may read


class Mark(NamedTuple):
    """Characters ``start`` to ``end`` (exclusive) of a text are of this kind; marks may lie within each other.
    ``source`` is the id of the memory or of the message (``m-12``) whose very words these are, where that is known."""

    start: int
    end: int
    kind: MarkKind
    source: str | None = None

    def shifted(self, by: int) -> "Mark":
        """The same mark of the same words in another text."""
        return self._replace(start=self.start + by, end=self.end + by)


def quoted_spans(text: str, marks: Iterable[Mark]) -> tuple[Span, ...]:
    """What of a text is never condensed: all that is marked, blanks between included, but for refusals: those are
    story where they are no asides."""
    spans: list[Span] = []
    for start, end, kind, _ in sorted(marks, key=lambda mark: mark.start):
        if kind is not MarkKind.REFUSAL:
            is_joined = bool(spans) and not text[spans[-1][1] : start].strip()
            first, last = spans.pop() if is_joined else (start, end)
            spans.append((first, max(last, end)))
    return tuple(spans)
