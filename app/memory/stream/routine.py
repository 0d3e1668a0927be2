"""What is routine: who is where it always is, doing what it always does, and who comes and goes."""

from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryEntry
from app.models.messages.payload import EventPayload


def is_routine(entry: MemoryEntry) -> bool:
    """Whether a memory holds nothing but sights that were nothing unusual: no material, and nothing to tell."""
    payload = entry.payload
    if not isinstance(payload, EventPayload) or not payload.events or payload.said:
        return False
    return all(
        isinstance(event, PlaceReached | NPCMoved) or (isinstance(event, BeingsSeen) and event.unusual is None)
        for event in payload.events
    )
