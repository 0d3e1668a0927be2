"""What is so usual that it is no material for thoughts."""

from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryEntry
from app.models.messages.payload import EventPayload


def is_routine(entry: MemoryEntry) -> bool:
    """Whether it holds nothing but usual sights, and comings and goings."""
    payload = entry.payload
    if not isinstance(payload, EventPayload) or not payload.events or payload.said:
        return False
    return all(
        event.unusual is None if isinstance(event, BeingsSeen) else isinstance(event, PlaceReached | NPCMoved)
        for event in payload.events
    )
