"""Every event in one union, and how events are written where fields with their default are left out."""

from typing import Annotated, Any

from pydantic import Field, PlainSerializer

from app.models.command import Event
from app.models.events.play import AnyEvent
from app.models.events.sights import Sight


def _written(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """With their tags, which have a default for whoever makes an event in Python."""
    return [{"kind": event.kind, **event.model_dump(mode="json", exclude_defaults=True)} for event in events]


RecordedEvent = Annotated[AnyEvent | Sight, Field(discriminator="kind")]
RecordedEvents = Annotated[tuple[RecordedEvent, ...], PlainSerializer(_written, return_type=list[dict[str, Any]])]
"""Events beside a message or memory: read back as what they were."""
