"""Speech acts: what a speaker does by saying something, as the reader detects them and messages record them."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import reduce
from operator import or_

from pydantic import Field

from app.models.base import Frozen, Id

Span = tuple[int, int]  # start and end (exclusive) in the text of the act, in characters
SLOTS = ("what", "where", "when", "subject", "value", "wrong")  # the slots of an act that are spans


class ActKind(StrEnum):
    """The kind of a speech act; statement where the reader is not sure."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    PROMISE = "promise"  # the speaker's own future act
    KEPT = "kept"  # a commitment of the speaker's own is fulfilled
    WITHDRAWN = "withdrawn"  # a promise, invitation or request of the speaker's own is taken back
    INVITATION = "invitation"
    CONFIDENCE = "confidence"  # said on condition that it is not passed on
    CORRECTION = "correction"
    CLAIM = "claim"  # a value for an attribute of a subject
    THREAT = "threat"
    APOLOGY = "apology"
    THANKS = "thanks"
    GREETING = "greeting"
    OFFER = "offer"  # something or some help that the hearer may take or decline
    ANSWER = "answer"  # to a question or an offer of the hearer's, which `SpeechAct.question` quotes


_BITS = {kind: 1 << place for place, kind in enumerate(ActKind)}
WISH = "wish"  # the attribute of a statement that names a wish of its speaker


class SpeechAct(Frozen):
    """One speech act of a text: its kind, the clause that performs it, and its slots as far as the text fills them.

    Slots are ids where the text could be resolved, else spans. ``what`` is the content of the act; ``at`` a game time
    in minutes; ``value`` the claimed value of the ``attribute`` of the ``subject``; ``wrong`` the value that a
    correction replaces.
    """

    kind: ActKind
    span: Span
    to: tuple[Id, ...] = Field(default=(), description="those it is for, if others than the addressees")
    what: Span | None = None
    place_id: Id | None = None
    at: int | None = None
    where: Span | None = Field(default=None, description="the words that `place_id` is found from")
    when: Span | None = Field(default=None, description="the words that `at` is found from")
    subject: Span | None = None
    subject_id: Id | None = None
    attribute: str | None = Field(default=None, max_length=40, description="a common noun: price, owner, day …")
    value: Span | None = None
    wrong: Span | None = None
    question: str = Field(
        default="",
        max_length=400,
        exclude_if=lambda question: not question,
        description="of an answer the question or offer that it answers, as a quotation",
    )

    def shifted(self, by: int) -> "SpeechAct":
        """Return the act of the same words in another text, where they come ``by`` characters later."""
        slots = {name: getattr(self, name) for name in ("span", *SLOTS)}
        return self.model_copy(update={name: (at[0] + by, at[1] + by) for name, at in slots.items() if at is not None})


def mask_of(kinds: Iterable[ActKind]) -> int:
    """Return kinds of speech acts as a mask, one bit for each in the order of `ActKind`."""
    return reduce(or_, (_BITS[kind] for kind in kinds), 0)


def is_confided(acts: Sequence[SpeechAct]) -> bool:
    """Return whether any act is a confidence; then its hearers keep everything that was said to themselves."""
    return any(act.kind is ActKind.CONFIDENCE for act in acts)


def spans_within(spans: Sequence[Span], begin: int, end: int) -> tuple[Span, ...]:
    """Return what lies between two places of a text of some spans in it, as spans from the first place on.

    Args:
        spans: The spans.
        begin: The first place.
        end: The last place.
    """
    cut = ((max(start, begin), min(stop, end)) for start, stop in spans)
    return tuple((start - begin, stop - begin) for start, stop in cut if start < stop)


def unquoted_spans(quoted: Sequence[Span], length: int) -> list[Span]:
    """Return the spans of a text of this length outside of its quoted spans, in order; some may be empty."""
    spans, position = list[Span](), 0
    for start, end in sorted(quoted):
        spans.append((position, max(position, start)))
        position = max(position, end)
    return [*spans, (position, max(position, length))]
