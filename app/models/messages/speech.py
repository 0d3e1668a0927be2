"""What somebody does by saying something: speech acts, as the reader finds them and as they are recorded."""

from collections.abc import Sequence
from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id

Span = tuple[int, int]  # start and end (exclusive) in the text that the act stands in, in characters
SLOTS = ("what", "where", "when", "subject", "value", "wrong")  # the slots of an act that are spans


class ActKind(StrEnum):
    """What a part of a text does. What cannot be read surely is a statement."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    PROMISE = "promise"  # the speaker's own future act
    KEPT = "kept"  # a commitment of the speaker's own is fulfilled
    WITHDRAWN = "withdrawn"  # a promise, invitation or request of the speaker's own is taken back
    INVITATION = "invitation"
    CONFIDENCE = "confidence"  # told on condition that it goes no further
    CORRECTION = "correction"
    CLAIM = "claim"  # a value for an attribute of a subject
    THREAT = "threat"
    APOLOGY = "apology"
    THANKS = "thanks"
    GREETING = "greeting"


WISH = "wish"  # the attribute of a statement in which its speaker names what it wants


class SpeechAct(Frozen):
    """One act of a text: the clause that performs it, and its slots as far as the text fills them. ``what`` is the
    matter; ``at`` a game time in minutes; ``value`` what is claimed of the ``attribute`` of the ``subject``, ``wrong``
    what a correction puts right. Slots are ids where the text's meaning was found, else spans."""

    kind: ActKind
    span: Span
    to: tuple[Id, ...] = Field(default=(), description="whom it is for, where others than the addressees")
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

    def shifted(self, by: int) -> "SpeechAct":
        """The same act with every span moved: of the same words in another text."""
        slots = {name: getattr(self, name) for name in ("span", *SLOTS)}
        return self.model_copy(update={name: (at[0] + by, at[1] + by) for name, at in slots.items() if at is not None})


def is_confided(acts: Sequence[SpeechAct]) -> bool:
    """Whether any of what is said is told in confidence: then all of it is kept to oneself."""
    return any(act.kind is ActKind.CONFIDENCE for act in acts)


def between(quoted: Sequence[Span], length: int) -> list[Span]:
    """What is left of a text of this length between its quoted spans, in order; parts of it may be empty."""
    spans, position = list[Span](), 0
    for start, end in sorted(quoted):
        spans.append((position, max(position, start)))
        position = max(position, end)
    return [*spans, (position, max(position, length))]
