"""The typed meaning of a memory: an event, an utterance or a conclusion, in ids, numbers, enums and quotations."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.events.play import RecordedEvents
from app.models.messages.speech import SpeechAct


class Utterance(Frozen):
    """An utterance: its speaker, words, addressees and acts, whose spans are in ``words``. ``chain`` holds the people
    who passed it on, in order, so that the owner heard it from the last; () if the owner heard the speaker.
    ``original_id`` is the memory that the last of them passed on, for explanation only."""

    kind: Literal["utterance"]
    speaker_id: Id
    speaker_name: str = Field(
        default="", max_length=120, description="as written, if the game does not know the speaker"
    )
    words: str = Field(description="a quotation; empty where nothing was said but stock lines")
    addressee_ids: tuple[Id, ...] = ()
    acts: tuple[SpeechAct, ...] = ()
    chain: tuple[Id, ...] = ()
    original_id: str | None = None

    @property
    def is_stock(self) -> bool:
        """Whether it is a stock line, which people do not pass on."""
        return not self.words

    @property
    def teller_id(self) -> Id:
        """The person that the owner heard it from."""
        return self.chain[-1] if self.chain else self.speaker_id


class EventPayload(Frozen):
    """Events, and the people who saw them. For a capture: all events of its messages, and the utterances that are more
    than statements."""

    kind: Literal["event"]
    events: RecordedEvents = ()
    seen_by: tuple[Id, ...] = ()
    said: tuple[Utterance, ...] = Field(default=(), description="of a capture: utterances with more than statements")


class ConclusionKind(StrEnum):
    """The kind of a conclusion."""

    MINIMAL = "minimal"  # from too little evidence for another kind
    PRESENCE = "presence"  # who was often present
    PLACE = "place"  # where most of it happened
    LIKING = "liking"  # a better opinion of a person
    DISLIKING = "disliking"
    LESSON = "lesson"
    MOOD = "mood"
    TRUST = "trust"  # a person is reliable, from more than one occasion
    DISTRUST = "distrust"
    FRIENDSHIP = "friendship"  # the sum of earlier conclusions about a person
    ESTRANGEMENT = "estrangement"
    ABSENCE = "absence"  # a person is not where it always is
    PURSUIT = "pursuit"  # what a goal needs next
    EXPECTATION = "expectation"  # something agreed or announced that lies ahead


WELL = (ConclusionKind.LIKING, ConclusionKind.TRUST, ConclusionKind.FRIENDSHIP)
ILL = (ConclusionKind.DISLIKING, ConclusionKind.DISTRUST, ConclusionKind.ESTRANGEMENT)
"""Good and bad opinions of a person, from the weakest to the sum of several."""


class ConclusionPayload(Frozen):
    """A conclusion about people; ``value`` is its subject, by its id where it has one: a place, a goal, a commitment or
    a memory; ``quoted`` is the utterance that it rests on, if it rests on one."""

    kind: Literal["conclusion"]
    of: ConclusionKind
    about: tuple[Id, ...] = ()
    value: str = Field(default="", max_length=120)
    quoted: Utterance | None = None


Payload = Annotated[EventPayload | Utterance | ConclusionPayload, Field(discriminator="kind")]
"""The tags have no default, so that they are written wherever defaults are left out."""


def events_in(payload: Payload | None) -> RecordedEvents:
    """Return the events of a memory's payload."""
    return payload.events if isinstance(payload, EventPayload) else ()


def utterances_in(payload: Payload | None) -> tuple[Utterance, ...]:
    """Return the utterances of a memory's payload."""
    return (payload,) if isinstance(payload, Utterance) else payload.said if isinstance(payload, EventPayload) else ()
