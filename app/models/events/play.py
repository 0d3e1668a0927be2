"""Every event: what a command has brought about, in the past tense; what somebody sees without one; and the union of
all as it is written to a save."""

from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.events.mind import CharacterEvent, MindEvent
from app.models.memory_id import MemoryId
from app.models.scope import Scope
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.state.activity import Activity


class LocationChanged(Event):
    kind: Literal["location_changed"] = "location_changed"
    from_id: Id | None
    to_id: Id
    minutes: int
    first_visit: bool


class DangerChanged(Event):
    kind: Literal["danger_changed"] = "danger_changed"
    location_id: Id
    level: DangerLevel


class EncounterCompleted(Event):
    kind: Literal["encounter_completed"] = "encounter_completed"
    location_id: Id
    encounter_id: Id


class EffectAdded(Event):
    kind: Literal["effect_added"] = "effect_added"
    location_id: Id
    effect: str


class SecretDiscovered(Event):
    kind: Literal["secret_discovered"] = "secret_discovered"
    location_id: Id
    secret_id: Id


class NPCMoved(PersonEvent):
    kind: Literal["npc_moved"] = "npc_moved"
    from_id: Id | None
    to_id: Id | None


class AttitudeChanged(PersonEvent):
    kind: Literal["attitude_changed"] = "attitude_changed"
    attitude: Attitude


class TopicTold(PersonEvent):
    kind: Literal["topic_told"] = "topic_told"
    topic_id: Id
    first_time: bool
    text: str


class QuestStarted(Event):
    kind: Literal["quest_started"] = "quest_started"
    quest_id: Id


class ObjectiveCompleted(Event):
    kind: Literal["objective_completed"] = "objective_completed"
    quest_id: Id
    objective_id: Id


class QuestCompleted(Event):
    kind: Literal["quest_completed"] = "quest_completed"
    quest_id: Id


class ActProgressed(Event):
    """An act is over; ``begun`` is the next, None when the story has ended."""

    kind: Literal["act_progressed"] = "act_progressed"
    ended: Id
    begun: Id | None


class ItemTaken(Event):
    kind: Literal["item_taken"] = "item_taken"
    item_id: Id
    location_id: Id


class ItemDropped(Event):
    kind: Literal["item_dropped"] = "item_dropped"
    item_id: Id
    location_id: Id


class ItemGiven(Event):
    kind: Literal["item_given"] = "item_given"
    item_id: Id
    npc_id: Id
    to_party: bool


class ItemUsed(Event):
    kind: Literal["item_used"] = "item_used"
    item_id: Id
    target_id: Id | None
    text: str
    consumed: bool


class TimeAdvanced(Event):
    kind: Literal["time_advanced"] = "time_advanced"
    minutes: int


class HourPassed(Event):
    """An hour of the day (0 to 23) has begun."""

    kind: Literal["hour_passed"] = "hour_passed"
    day: int
    hour: int


class DayStarted(Event):
    """A day (the first is 1) has begun; told before its first hour."""

    kind: Literal["day_started"] = "day_started"
    day: int


class NoteAdded(Event):
    kind: Literal["note_added"] = "note_added"
    text: str
    pinned: bool
    owner_id: Id | None = None


class _PlayerEvent(Event):
    player_id: Id
    name: str


class PlayerJoined(_PlayerEvent):
    kind: Literal["player_joined"] = "player_joined"


class PlayerLeft(_PlayerEvent):
    kind: Literal["player_left"] = "player_left"


class _MemoryEvent(Event):
    """Of a memory that was edited; ``text`` is what it says now."""

    scope: Scope
    memory_id: MemoryId
    text: str


class MemoryAdded(_MemoryEvent):
    kind: Literal["memory_added"] = "memory_added"
    pinned: bool


class MemoryPinned(_MemoryEvent):
    """A memory was pinned, or (``pinned`` false) is so no longer."""

    kind: Literal["memory_pinned"] = "memory_pinned"
    pinned: bool


class MemoryArchived(_MemoryEvent):
    kind: Literal["memory_archived"] = "memory_archived"


class MemoryRestored(_MemoryEvent):
    kind: Literal["memory_restored"] = "memory_restored"


class MemoryReplaced(_MemoryEvent):
    """A memory was put in another one's place; ``text`` is the new one's."""

    kind: Literal["memory_replaced"] = "memory_replaced"
    replaced_id: MemoryId


class MemoriesImported(PersonEvent):
    """Memories of another program were brought into a person's, from the first to the last id."""

    kind: Literal["memories_imported"] = "memories_imported"
    first_id: MemoryId
    last_id: MemoryId
    count: int = Field(ge=1)


MemoryEdited = MemoryAdded | MemoryPinned | MemoryArchived | MemoryRestored | MemoryReplaced | MemoriesImported
"""What came of an edit by hand. The text is there so that an undo can name what it takes back."""

AnyEvent = Annotated[
    LocationChanged
    | DangerChanged
    | EncounterCompleted
    | EffectAdded
    | SecretDiscovered
    | NPCMoved
    | AttitudeChanged
    | TopicTold
    | QuestStarted
    | ObjectiveCompleted
    | QuestCompleted
    | ActProgressed
    | ItemTaken
    | ItemDropped
    | ItemGiven
    | ItemUsed
    | TimeAdvanced
    | HourPassed
    | DayStarted
    | NoteAdded
    | PlayerJoined
    | PlayerLeft
    | MemoryEdited
    | MindEvent
    | CharacterEvent,
    Field(discriminator="kind"),
]


class BeingsSeen(Event):
    """Others were seen doing something; ``since`` in minutes of game time. Its end is `MemoryStatus.until`."""

    kind: Literal["beings_seen"] = "beings_seen"
    being_ids: tuple[Id, ...] = Field(min_length=1, description="people, or `party` and the players")
    activity: Activity
    location_id: Id
    since: int = Field(ge=0)


class PlaceReached(PersonEvent):
    kind: Literal["place_reached"] = "place_reached"
    location_id: Id


Sight = BeingsSeen | PlaceReached


def _written(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """With their tags, which have a default for events made in Python."""
    return [{"kind": event.kind, **event.model_dump(mode="json", exclude_defaults=True)} for event in events]


RecordedEvent = Annotated[AnyEvent | Sight, Field(discriminator="kind")]
RecordedEvents = Annotated[tuple[RecordedEvent, ...], PlainSerializer(_written, return_type=list[dict[str, Any]])]
"""Events beside a message or memory: read back as what they were."""
