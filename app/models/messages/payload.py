"""What a memory means: an event, an utterance or a conclusion, in ids, numbers, enums and quotations."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.events.play import RecordedEvents
from app.models.messages.speech import SpeechAct


class Utterance(Frozen):
    """What somebody said to whom; spans of the acts are those of ``words``. ``chain`` are its tellers, the owner's
    own last; () if the owner heard it said. ``original_id``, the memory it was told from, only explains."""

    kind: Literal["utterance"]
    speaker_id: Id
    speaker_name: str = Field(default="", max_length=120, description="as written, of one whom the game does not know")
    words: str = Field(description="a quotation; empty where nothing was said but stock lines")
    addressee_ids: tuple[Id, ...] = ()
    acts: tuple[SpeechAct, ...] = ()
    chain: tuple[Id, ...] = ()
    original_id: str | None = None

    @property
    def is_stock(self) -> bool:
        """Whether it is of no matter: a line by rule, not worth telling again."""
        return not self.words

    @property
    def teller_id(self) -> Id:
        """By whom the owner was told."""
        return self.chain[-1] if self.chain else self.speaker_id


class EventPayload(Frozen):
    """What happened, and who saw it: of a capture all events of its messages, and what of the talk binds or matters."""

    kind: Literal["event"]
    events: RecordedEvents = ()
    seen_by: tuple[Id, ...] = ()
    said: tuple[Utterance, ...] = Field(default=(), description="of a capture: utterances with more than statements")


class ConclusionKind(StrEnum):
    MINIMAL = "minimal"  # there was little to draw on
    PRESENCE = "presence"  # who was around a good deal
    PLACE = "place"  # where most of it happened
    LIKING = "liking"  # somebody is thought better of
    DISLIKING = "disliking"
    LESSON = "lesson"
    MOOD = "mood"
    TRUST = "trust"  # somebody can be relied on, from more than one occasion
    DISTRUST = "distrust"
    FRIENDSHIP = "friendship"  # what earlier conclusions about somebody come to
    ESTRANGEMENT = "estrangement"
    ABSENCE = "absence"  # somebody is not where it always is
    PURSUIT = "pursuit"  # what a goal needs next
    EXPECTATION = "expectation"  # something agreed or announced that lies ahead


WELL = (ConclusionKind.LIKING, ConclusionKind.TRUST, ConclusionKind.FRIENDSHIP)
ILL = (ConclusionKind.DISLIKING, ConclusionKind.DISTRUST, ConclusionKind.ESTRANGEMENT)
"""Good and bad opinions of somebody, each from the first to what several come to."""


class ConclusionPayload(Frozen):
    """What somebody concluded, and about whom; ``value`` is the matter that it is about, by its id where it has one: a
    place, a goal, a commitment, a memory; ``quoted`` is the utterance it rests on, if it is one."""

    kind: Literal["conclusion"]
    of: ConclusionKind
    about: tuple[Id, ...] = ()
    value: str = Field(default="", max_length=120)
    quoted: Utterance | None = None


Payload = Annotated[EventPayload | Utterance | ConclusionPayload, Field(discriminator="kind")]
"""The tags have no default, so that they are written wherever defaults are left out."""


def events_in(payload: Payload | None) -> RecordedEvents:
    """The events that a memory holds."""
    return payload.events if isinstance(payload, EventPayload) else ()


def said_in(payload: Payload | None) -> tuple[Utterance, ...]:
    """What a memory holds of talk."""
    return (payload,) if isinstance(payload, Utterance) else payload.said if isinstance(payload, EventPayload) else ()
