"""Every event of play: the results of commands, in the past tense; sights, which need no command; and the union of all
events as it is written to a save."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, PlainSerializer

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.events.actions import ActionEvent
from app.models.events.canon import CanonEvent
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
    companion_ids: tuple[Id, ...] = Field(default=(), exclude_if=lambda ids: not ids)


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


class ItemShown(Event):
    item_id: Id
    npc_id: Id


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
    """A day (the first is 1) has begun; comes before the event of its first hour."""

    day: int


class NoteAdded(Event):
    text: str
    pinned: bool
    owner_id: Id | None = None
    for_master: bool = False


class _PlayerEvent(Event):
    player_id: Id
    name: str


class PlayerJoined(_PlayerEvent):
    """A player joined the party."""


class PlayerLeft(_PlayerEvent):
    """A player left the party."""


class PlayerSheetUpdated(_PlayerEvent):
    """A player's sheet was changed; ``fields`` are the names of the fields that now differ."""

    fields: tuple[str, ...]


class NarrationStyleSet(Event):
    """How the story is told was changed; ``fields`` are the names of what differs."""

    fields: tuple[str, ...]


class _MemoryEvent(Event):
    """An edit of a memory; ``text`` is its present text."""

    scope: Scope
    memory_id: MemoryId
    text: str


class MemoryAdded(_MemoryEvent):
    pinned: bool


class MemoryPinned(_MemoryEvent):
    """A memory was pinned, or (``pinned`` false) unpinned."""

    pinned: bool


class MemoryArchived(_MemoryEvent):
    """A memory was archived."""


class MemoryRestored(_MemoryEvent):
    """A memory was restored from the archive."""


class MemoryReplaced(_MemoryEvent):
    """A memory superseded the one of ``replaced_id``; ``text`` is the new one's."""

    replaced_id: MemoryId


class MemoriesImported(PersonEvent):
    """Memories of another program were appended to a person's, from the first to the last id; with a ``count`` of 0
    only what else the agent is."""

    first_id: MemoryId
    last_id: MemoryId
    count: int = Field(ge=0)


PlaceEvent = LocationChanged | DangerChanged | EncounterCompleted | EffectAdded | SecretDiscovered
SocialEvent = NPCMoved | AttitudeChanged | TopicTold
QuestEvent = QuestStarted | ObjectiveCompleted | QuestCompleted | ActProgressed
ItemEvent = ItemTaken | ItemDropped | ItemGiven | ItemShown | ItemUsed
PlayerEvent = PlayerJoined | PlayerLeft | PlayerSheetUpdated
TableEvent = TimeAdvanced | HourPassed | DayStarted | NoteAdded | PlayerEvent | NarrationStyleSet
MemoryEdited = MemoryAdded | MemoryPinned | MemoryArchived | MemoryRestored | MemoryReplaced | MemoriesImported
"""The events of edits by hand. They hold the text so that an undo can name what it reverts."""

AnyEvent = Annotated[
    PlaceEvent
    | SocialEvent
    | QuestEvent
    | ItemEvent
    | TableEvent
    | ActionEvent
    | MemoryEdited
    | MindEvent
    | CanonEvent
    | CharacterEvent,
    Field(discriminator="kind"),
]


class Unusual(StrEnum):
    """Why a sight is unusual for its witness."""

    STRANGER = "stranger"
    PLACE = "place"  # a person at a place where it never is


class BeingsSeen(Event):
    """Others were seen doing something since a game time (minutes); `MemoryStatus.until` holds the end."""

    being_ids: tuple[Id, ...] = Field(min_length=1, description="people, or `party` and the players")
    activity: Activity
    location_id: Id
    since: int = Field(ge=0)
    unusual: Unusual | None = None


class BeingMissed(Event):
    """A person was not where it always is at this time; ``since`` in minutes of game time."""

    being_id: Id
    location_id: Id
    since: int = Field(ge=0)


class GatheringHeld(Event):
    """The time ``at`` (game minutes) of a meeting or an invitation has come. ``present_ids`` are present,
    ``missing_ids`` had agreed to come and are missing, ``words`` quotes the invitation."""

    host_id: Id
    location_id: Id
    at: int = Field(ge=0)
    words: str
    present_ids: tuple[Id, ...] = ()
    missing_ids: tuple[Id, ...] = ()


class PlaceReached(PersonEvent):
    location_id: Id


Sight = BeingsSeen | PlaceReached | BeingMissed | GatheringHeld
"""The events that people perceive without a command."""


def _written(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """Serialize events with their tags, which have a default for events made in Python."""
    return [event.written() for event in events]


RecordedEvent = Annotated[AnyEvent | Sight, Field(discriminator="kind")]
RecordedEvents = Annotated[tuple[RecordedEvent, ...], PlainSerializer(_written, return_type=list[dict[str, Any]])]
"""The events of a message or memory; each is read back as an event of its class."""
