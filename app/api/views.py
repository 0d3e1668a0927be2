"""Values of the domain as models of `/v1`: memories as the game master sees them, turns as whoever asks does."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.api.access import Viewer
from app.api.schemas import memories, turns
from app.api.schemas.base import Model
from app.api.schemas.turns import TurnOut
from app.language.language import language_of, using
from app.memory.recall.query import ScoredMemory
from app.memory.stream.markers import category_of, is_hand_made
from app.models.command import Event
from app.models.events.play import LocationChanged, NoteAdded
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.memory_id import parse_message_id
from app.models.messages.message import Message, Role
from app.models.records.record import Record, RecordKind
from app.models.state.game_state import GameState
from app.services.game.origins import Drawn, drawn, messages_behind
from app.services.game.turns.closing import line_parts
from app.services.game.turns.turn_result import PartKind, TurnResult, place_after, places_of, result_of

DEPTH = 4
"""Steps down from a conclusion to what it was drawn from."""
MOST = 100
"""Messages behind a memory and memories of a history that are shown: the newest."""


def memory_view(state: GameState, scope: Scope, entry: MemoryEntry) -> memories.MemoryOut:
    status = state.status(entry.id)
    rated = entry.importance if status.importance is None else status.importance
    stands = "superseded" if status.superseded_by is not None else "archived" if status.archived_by else "stands"
    more = {"category": category_of(entry), "hand_made": is_hand_made(entry), "importance": rated, "state": stands}
    return memories.MemoryOut.model_validate({**vars(entry), **vars(status), **more, "of": scope.key})


def detail_view(
    state: GameState, scope: Scope, entry: MemoryEntry, history: Sequence[MemoryEntry]
) -> memories.MemoryDetail:
    messages = messages_behind(state, scope, entry)
    return memories.MemoryDetail(
        memory=memory_view(state, scope, entry),
        history=[memory_view(state, scope, each) for each in history[-MOST:]],
        evidence=evidence_view(state, scope, drawn(state, scope, entry, DEPTH)).evidence,
        messages=[memories.MessageOut.model_validate(message) for message in messages[-MOST:]],
        messages_left_out=max(0, len(messages) - MOST),
    )


def evidence_view(state: GameState, scope: Scope, found: Drawn) -> memories.EvidenceOut:
    """The tree as its owner's; of a message it says whether the owner was among those who heard it."""
    whose = found.scope or scope
    below = [evidence_view(state, whose, each) for each in found.evidence]
    position, heard = parse_message_id(found.entry.id or ""), None
    if position is not None and whose.source is MemorySource.NPC:
        heard = whose.owner_id in state.conversation_history[position].witness_ids
    shown = memory_view(state, whose, found.entry)
    return memories.EvidenceOut(memory=shown, evidence=below, heard=heard, messages_left_out=found.left_out)


def hit_view(state: GameState, scope: Scope, hit: ScoredMemory) -> memories.HitOut:
    more = {"memory": memory_view(state, scope, hit.memory), "parts": hit.components, "why": hit.why}
    return memories.HitOut.model_validate({"rank": hit.rank, "score": hit.score, "shared": hit.shared, **more})


class Told(NamedTuple):
    """An event of a stream."""

    name: str
    data: Model


def turn_view(result: TurnResult, viewer: Viewer, state: GameState) -> TurnOut:
    """The turn of a game whose state names what it is about. To players and onlookers what the party has seen and heard
    of it, without others' notes."""
    shown = result if viewer.sees_all else result.model_copy(update={"messages": tuple(_heard(result, viewer))})
    messages, events = shown.messages, tuple[Event, ...](result.events)
    typed = next((message for message in messages if message.role is Role.PLAYER), None)
    ended_at = place_after(messages)
    own: dict[str, Any] = {}
    if viewer.sees_all:
        commands = ((each.command.model_dump(mode="json"), each.derived) for each in result.commands)
        own = {"commands": [{"command": command, "derived": derived} for command, derived in commands]}
        own |= {"spend": result.spend or None, "failure": result.failure}
        own["recalled"] = [*dict.fromkeys(memory.memory_id for memory in result.recalled)]
    else:
        events = tuple(event for message in messages for event in message.events)
    told = {
        **result.model_dump(include={"game_id", "turn", "seq"}),
        "player_id": typed.speaker_id if typed else None,
        "player_input": typed.content if typed else None,
        "at": messages[0].timestamp if messages else None,
        "parts": [part for part in shown.parts if part.kind is not PartKind.CHANGE],
        "message_ids": [message.index for message in messages],
        "events": [event.model_dump(mode="json") for event in events],
        "changes": shown.changes,
        "changed": _changed(shown, state),
        "place": state.name(ended_at) if ended_at else "",
        "game_time": messages[-1].game_time if messages else None,
        "location_id": ended_at,
        "interrupted": shown.interrupted,
        "degraded": shown.degraded,
    }
    return TurnOut.model_validate(told | own)


def _changed(shown: TurnResult, state: GameState) -> list[turns.ChangeOut]:
    """The parts of the engine's line, made of the events that its message holds."""
    line = next((message for message in shown.messages if message.role is Role.SYSTEM), None)
    if line is None:
        return []
    moves = (event.from_id for event in line.events if isinstance(event, LocationChanged))
    began_at = next(moves, line.location_id)
    with using(language_of(state.sheet)):
        parts = line_parts(state, line.events, began_at)
    return [turns.ChangeOut(kind=event.kind, text=text) for event, text in parts]


def told_of(game_id: str, record: Record, viewer: Viewer, state: GameState) -> Iterator[Told]:
    """What a stream tells of a record; always the same for viewers of one kind."""
    if record.kind is RecordKind.TURN:
        turn = turn_view(result_of(game_id, record), viewer, state)
        if turn.message_ids or viewer.sees_all:
            yield from told_of_turn(turn)
    elif record.kind is RecordKind.SETTLE and viewer.sees_all:
        for memory in record.memories:
            entry = memory.entry
            told = turns.MemoryTold(
                memory_id=entry.id or "", of=memory.scope.key, kind=entry.kind.value, summary=entry.summary
            )
            yield Told("memory", told)
    elif record.head != record.parent and record.kind is RecordKind.MARK:
        yield Told("undone", turns.StandsAt(seq=record.stands_at))
    elif record.title is not None:
        yield Told("title", turns.TitleOut(title=record.title))


def told_of_turn(turn: TurnOut) -> Iterator[Told]:
    yield from (Told("command", command) for command in turn.commands)
    yield from (Told("event", event) for event in turn.events)
    yield Told("turn", turn)


def _heard(result: TurnResult, viewer: Viewer) -> Iterator[Message]:
    """The messages that the party was there for. What repeats a note of another is left out: it was typed to nobody."""
    where = {place for message in result.messages if message.role is not Role.NPC for place in places_of(message)}
    added = (event for event in result.events if isinstance(event, NoteAdded))
    notes = [note.text for note in added if not viewer.reads_notes_of(note.owner_id)]
    for message in result.messages:
        is_private = message.owner_id is not None and not viewer.reads_notes_of(message.owner_id)
        if message.location_id in where and not is_private and not any(note in message.content for note in notes):
            yield message
