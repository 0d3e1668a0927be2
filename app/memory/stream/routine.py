"""What is routine: who is where it always is, doing what it always does, and who comes and goes."""

from app.memory.stream.memory_batch import CONDENSED, BatchKind
from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryEntry
from app.models.messages.payload import EventPayload

ROUTINE = BatchKind.ROUTINE.value


def is_plain(entry: MemoryEntry) -> bool:
    """Whether it is routine, or what routine was condensed to: nothing that a mind has to be told."""
    return is_routine(entry) or entry.metadata.get(CONDENSED) == ROUTINE


def is_routine(entry: MemoryEntry) -> bool:
    """Whether a memory holds nothing but sights that were nothing unusual: no material, and nothing to tell."""
    payload = entry.payload
    if not isinstance(payload, EventPayload) or not payload.events or payload.said:
        return False
    return all(
        isinstance(event, PlaceReached | NPCMoved) or (isinstance(event, BeingsSeen) and event.unusual is None)
        for event in payload.events
    )
