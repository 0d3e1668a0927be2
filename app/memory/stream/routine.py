"""Detection of routine: people in their usual places and activities, arrivals and departures."""

from app.memory.stream.memory_batch import CONDENSED, BatchKind
from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryEntry
from app.models.messages.payload import ConclusionKind, ConclusionPayload, EventPayload

ROUTINE = BatchKind.ROUTINE.value


def is_plain(entry: MemoryEntry) -> bool:
    """Return whether a memory is routine, was condensed from routine, or concludes that little happened: no material
    for a mind."""
    return is_routine(entry) or entry.metadata.get(CONDENSED) == ROUTINE or _is_quiet(entry)


def _is_quiet(entry: MemoryEntry) -> bool:
    return isinstance(entry.payload, ConclusionPayload) and entry.payload.of is ConclusionKind.MINIMAL


def is_routine(entry: MemoryEntry) -> bool:
    """Return whether a memory consists of usual sights, arrivals and departures only, without speech."""
    payload = entry.payload
    if not isinstance(payload, EventPayload) or not payload.events or payload.said:
        return False
    return all(
        isinstance(event, PlaceReached | NPCMoved) or (isinstance(event, BeingsSeen) and event.unusual is None)
        for event in payload.events
    )
