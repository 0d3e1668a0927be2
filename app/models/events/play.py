"""Every event: what a command has brought about, in the past tense; what somebody sees without one; and the union of
all as it is written to a save."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, PlainSerializer

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.events.mind import CharacterEvent, MindEvent
from app.models.memory_id import MemoryId
from app.models.minds.activity import Activity
from app.models.scope import Scope
from app.models.sheets.condition import Attitude, DangerLevel


class LocationChanged(Event):
    from_id: Id | None
    to_id: Id
    minutes: int
    first_visit: bool


class DangerChanged(Event):
    location_id: Id
    level: DangerLevel


class EncounterCompleted(Event):
    location_id: Id
    encounter_id: Id


class EffectAdded(Event):
    location_id: Id
    effect: str


class SecretDiscovered(Event):
    location_id: Id
    secret_id: Id


class NPCMoved(PersonEvent):
    from_id: Id | None
    to_id: Id | None


class AttitudeChanged(PersonEvent):
    attitude: Attitude


class TopicTold(PersonEvent):
    topic_id: Id
    first_time: bool
    text: str


class QuestStarted(Event):
    quest_id: Id


class ObjectiveCompleted(Event):
    quest_id: Id
    objective_id: Id


class QuestCompleted(Event):
    quest_id: Id


class ActProgressed(Event):
    """An act is over; ``begun`` is the next, None when the story has ended."""

    ended: Id
    begun: Id | None


class ItemTaken(Event):
    item_id: Id
    location_id: Id


class ItemDropped(Event):
    item_id: Id
    location_id: Id


class ItemGiven(Event):
    item_id: Id
    npc_id: Id
    to_party: bool


class ItemUsed(Event):
    item_id: Id
    target_id: Id | None
    text: str
    consumed: bool


class TimeAdvanced(Event):
    minutes: int


class HourPassed(Event):
    """An hour of the day (0 to 23) has begun."""

    day: int
    hour: int


class DayStarted(Event):
    """A day (the first is 1) has begun; told before its first hour."""

    day: int


class NoteAdded(Event):
    text: str
    pinned: bool
    owner_id: Id | None = None


class _PlayerEvent(Event):
    player_id: Id
    name: str


class PlayerJoined(_PlayerEvent):
    """A player sat down at the table."""


class PlayerLeft(_PlayerEvent):
    """A player left the table."""


class _MemoryEvent(Event):
    """Of a memory that was edited; ``text`` is what it says now."""

    scope: Scope
    memory_id: MemoryId
    text: str


class MemoryAdded(_MemoryEvent):
    pinned: bool


class MemoryPinned(_MemoryEvent):
    """A memory was pinned, or (``pinned`` false) is so no longer."""

    pinned: bool


class MemoryArchived(_MemoryEvent):
    """A memory was put away."""


class MemoryRestored(_MemoryEvent):
    """A memory was put away no longer."""


class MemoryReplaced(_MemoryEvent):
    """A memory was put in another one's place; ``text`` is the new one's."""

    replaced_id: MemoryId


class MemoriesImported(PersonEvent):
    """Memories of another program were brought into a person's, from the first to the last id."""

    first_id: MemoryId
    last_id: MemoryId
    count: int = Field(ge=1)


PlaceEvent = LocationChanged | DangerChanged | EncounterCompleted | EffectAdded | SecretDiscovered
SocialEvent = NPCMoved | AttitudeChanged | TopicTold
QuestEvent = QuestStarted | ObjectiveCompleted | QuestCompleted | ActProgressed
ItemEvent = ItemTaken | ItemDropped | ItemGiven | ItemUsed
TableEvent = TimeAdvanced | HourPassed | DayStarted | NoteAdded | PlayerJoined | PlayerLeft
MemoryEdited = MemoryAdded | MemoryPinned | MemoryArchived | MemoryRestored | MemoryReplaced | MemoriesImported
"""What came of an edit by hand. The text is there so that an undo can name what it takes back."""

AnyEvent = Annotated[
    PlaceEvent | SocialEvent | QuestEvent | ItemEvent | TableEvent | MemoryEdited | MindEvent | CharacterEvent,
    Field(discriminator="kind"),
]


class Unusual(StrEnum):
    """Why a sight is no routine for the one who sees it."""

    STRANGER = "stranger"
    PLACE = "place"  # somebody where it never is


class BeingsSeen(Event):
    """Others were seen doing something; ``since`` in minutes of game time. Its end is `MemoryStatus.until`."""

    being_ids: tuple[Id, ...] = Field(min_length=1, description="people, or `party` and the players")
    activity: Activity
    location_id: Id
    since: int = Field(ge=0)
    unusual: Unusual | None = None


class BeingMissed(Event):
    """Somebody was not where it always is at this time; ``since`` in minutes of game time."""

    being_id: Id
    location_id: Id
    since: int = Field(ge=0)


class GatheringHeld(Event):
    """People had agreed to meet, or were invited to something, and its time has come: who is there, and who that was
    bound to come is not. ``words`` quotes what it was; ``at`` in minutes of game time."""

    host_id: Id
    location_id: Id
    at: int = Field(ge=0)
    words: str
    present_ids: tuple[Id, ...] = ()
    missing_ids: tuple[Id, ...] = ()


class PlaceReached(PersonEvent):
    location_id: Id


Sight = BeingsSeen | PlaceReached | BeingMissed | GatheringHeld
"""What somebody perceives without a command."""


def _written(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """With their tags, which have a default for events made in Python."""
    return [event.written() for event in events]


RecordedEvent = Annotated[AnyEvent | Sight, Field(discriminator="kind")]
RecordedEvents = Annotated[tuple[RecordedEvent, ...], PlainSerializer(_written, return_type=list[dict[str, Any]])]
"""Events beside a message or memory: read back as what they were."""
