"""Turns as clients see them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from app.api.access.viewer import Viewer
from app.api.schemas import turns as schemas
from app.api.schemas.base import Model
from app.api.schemas.turns import EventOut, PartOut, TurnOut
from app.models.command import Event
from app.models.events.play import LocationChanged, NoteAdded
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.records.record import Record, RecordKind
from app.services.game.turns.turn_parts import PartKind, parts_of
from app.services.game.turns.turn_result import TurnResult, result_of


class Told(NamedTuple):
    """An event of a stream."""

    name: str
    data: Model


def turn_view(result: TurnResult, viewer: Viewer) -> TurnOut:
    """The turn. To players and onlookers what the party has seen and heard of it, without others' notes."""
    messages = result.messages if viewer.sees_all else tuple(_heard(result, viewer))
    events: Iterable[Event] = result.events
    if not viewer.sees_all:
        events = (event for message in messages for event in message.events)
    typed = next((message for message in messages if message.role is Role.PLAYER), None)
    line = next((message.content for message in messages if message.role is Role.SYSTEM), "")
    own: dict[str, Any] = {}
    if viewer.sees_all:
        spend = schemas.SpendOut.model_validate(result.spend) if result.spend else None
        own = {"commands": _commands(result), "spend": spend, "failure": result.failure}
    return TurnOut(
        game_id=result.game_id,
        turn=result.turn,
        seq=result.seq,
        player_id=typed.speaker_id if typed else None,
        player_input=typed.content if typed else None,
        at=messages[0].timestamp if messages else None,
        parts=[PartOut.model_validate(part) for part in parts_of(messages) if part.kind is not PartKind.CHANGE],
        message_ids=[make_message_id(message.index) for message in messages],
        events=[EventOut(**event.model_dump(mode="json")) for event in events],
        changes=line,
        interrupted=any(message.interrupted for message in messages),
        degraded=any(message.degraded for message in messages),
        **own,
    )


def told_of(game_id: str, record: Record, viewer: Viewer) -> Iterator[Told]:
    """What a stream tells of a record; always the same for viewers of one kind."""
    if record.kind is RecordKind.TURN:
        turn = turn_view(result_of(game_id, record), viewer)
        if turn.message_ids or viewer.sees_all:
            yield from told_of_turn(turn)
    elif record.kind is RecordKind.SETTLE and viewer.sees_all:
        for memory in record.memories:
            entry = memory.entry
            told = schemas.MemoryTold(
                memory_id=entry.id or "", of=memory.scope.key, kind=entry.kind.value, summary=entry.summary
            )
            yield Told("memory", told)
    elif record.head != record.parent and record.kind is RecordKind.MARK:
        yield Told("undone", schemas.StandsAt(seq=record.stands_at))
    elif record.title is not None:
        yield Told("title", schemas.TitleOut(title=record.title))


def told_of_turn(turn: TurnOut) -> Iterator[Told]:
    yield from (Told("command", command) for command in turn.commands)
    yield from (Told("event", event) for event in turn.events)
    yield Told("turn", turn)


def _heard(result: TurnResult, viewer: Viewer) -> Iterator[Message]:
    """The messages that the party was there for. What repeats a note of another is left out: it was typed to nobody."""
    where = {place for message in result.messages if message.role is not Role.NPC for place in _places(message)}
    added = (event for event in result.events if isinstance(event, NoteAdded))
    notes = [note.text for note in added if not viewer.reads_notes_of(note.owner_id)]
    for message in result.messages:
        if message.location_id in where and not any(note in message.content for note in notes):
            yield message


def _places(message: Message) -> Iterator[str | None]:
    yield message.location_id
    yield message.arrived_location_id
    yield from (event.to_id for event in message.events if isinstance(event, LocationChanged))


def _commands(result: TurnResult) -> list[schemas.CommandOut]:
    return [
        schemas.CommandOut(command=carried.command.model_dump(mode="json"), derived=carried.derived)
        for carried in result.commands
    ]
