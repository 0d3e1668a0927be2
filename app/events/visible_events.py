"""Which events of a turn the party notices: those the engine's line tells of."""

from collections.abc import Sequence

from app.events.event_table import row_of
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.events.play import ItemUsed, LocationChanged, MemoryEdited, NoteAdded, NPCMoved, TopicTold

EventAtPlace = tuple[Event, str | None]  # an event, and where the party was then


def visible_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """The events that the party sees, each with where it was then. Of each person who comes and goes only the last move
    counts, and none if it is back where it was."""
    at, told = began_at, list[EventAtPlace]()
    started: dict[str, str | None] = {}
    last: dict[str, Event] = {}
    for event in events:
        if isinstance(event, LocationChanged):
            at = event.to_id
        if isinstance(event, NPCMoved):
            if at is None or at not in (event.from_id, event.to_id):
                continue
            started.setdefault(event.npc_id, event.from_id)
            last[event.npc_id] = event
        told.append((event, at))
    return [
        (event, at)
        for event, at in told
        if not isinstance(event, NPCMoved) or (event is last[event.npc_id] and event.to_id != started[event.npc_id])
    ]


def line_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """Those of them that the engine's line has a part for."""
    return [(event, at) for event, at in visible_events(events, began_at) if _has_line(event, at)]


def message_events(events: Sequence[Event], began_at: str | None) -> tuple[Event, ...]:
    """The events of the line and the topics told, in order, without notes and edits by hand."""
    told = (pair for pair in visible_events(events, began_at) if not isinstance(pair[0], NoteAdded | MemoryEdited))
    return tuple(event for event, at in told if isinstance(event, TopicTold) or _has_line(event, at))


def _has_line(event: Event, at: str | None) -> bool:
    match event:
        case ItemUsed(consumed=used_up):
            return used_up
        case ArtifactCreated(location_id=where):
            return where == at
    return row_of(event).has_line
