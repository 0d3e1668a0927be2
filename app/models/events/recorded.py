"""What somebody sees without a command, and the union of all events as it is written to a save."""

from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.events.play import AnyEvent
from app.models.state.activity import Activity


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
