"""What the tests of condensing share."""

from typing import Any

from app.memory.stream.condensing import condense_and_prune, due_batches
from app.memory.stream.memory_batch import MemoryBatch
from app.memory.stream.pruner import MemoryLimits
from app.memory.stream.stream import MemoryStream
from app.models.events.play import Sight
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.messages.payload import EventPayload
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream

DAY = 1440
LIMITS = MemoryLimits()


def noon_of_day_three() -> MemoryStream:
    """Mara's stream then."""
    stream = mara_stream()
    stream.state.clock.minutes = 2 * DAY + 720
    return stream


def said(
    stream: MemoryStream, text: str, time: int, kind: MemoryKind = MemoryKind.CONVERSATION, **fields: Any
) -> MemoryEntry:
    """Guard has told Mara something."""
    given_fields = {"subjects": ("mara", "guard-1"), "origin": MemoryOrigin.DIALOGUE, "importance": 4.0}
    given_fields |= {"location_id": "inn", "origin_id": "guard-1"}
    return stream.add(kind, told(text, game_time=time, **{**given_fields, **fields}))


def seen(stream: MemoryStream, time: int, place: str | None = "inn", importance: float = 2.0) -> MemoryEntry:
    """Guard was noticed."""
    fields = {"location_id": place, "origin": MemoryOrigin.PERCEPTION, "subjects": ("guard-1",)}
    return stream.add(
        MemoryKind.OBSERVATION, told("Saw Guard walking by.", game_time=time, importance=importance, **fields)
    )


def looked(stream: MemoryStream, time: int, event: Sight, subject: str) -> MemoryEntry:
    """Something was perceived, as people's minds write it down."""
    payload = EventPayload(kind="event", events=(event,))
    fields = {"location_id": event.location_id, "origin": MemoryOrigin.PERCEPTION, "subjects": (subject,)}
    return stream.add(
        MemoryKind.OBSERVATION, told("Saw it.", game_time=time, importance=2.0, payload=payload, **fields)
    )


def talk(stream: MemoryStream, count: int, begin: int, step: int = 10, **fields: Any) -> None:
    """So many lines, ``step`` minutes apart."""
    for n in range(count):
        said(stream, f'Guard said: "The bridge needs {n} planks."', begin + n * step, **fields)


def due(stream: MemoryStream, **limits: int) -> list[MemoryBatch]:
    """What may be condensed under these limits."""
    return due_batches(stream.state, stream.scope, MemoryLimits(**limits))


def tidied(stream: MemoryStream) -> list[MemoryEntry]:
    """What tidying adds."""
    before = len(stream)
    condense_and_prune(stream.state, stream.scope, LIMITS)
    return stream.all()[before:]


def old_week(stream: MemoryStream, days: int = 6) -> None:
    """What Guard told on days of the first week, and one thing that matters; now it is day 20."""
    stream.state.clock.minutes = 19 * DAY
    for day in range(days):
        said(stream, f"Guard told of day {day}.", day * DAY, MemoryKind.OBSERVATION)
    stream.add(MemoryKind.OBSERVATION, told("The tower burned.", game_time=3000, importance=9))
