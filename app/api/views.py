"""Conversions of domain values to models of `/v1`: memories as the game master sees them, turns as the viewer does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.api.access import TableViewer
from app.api.schemas import memories, turns
from app.api.schemas.base import ApiModel
from app.api.schemas.turns import TurnOut
from app.language.analysis.quoting import repeated_marks
from app.language.language import language_of, using
from app.language.rendering.naming import owner_name
from app.memory.entries.markers import category_of, is_hand_made, is_inactive
from app.memory.recall.query import ScoredMemory
from app.models.command import Event
from app.models.events.play import NoteAdded
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.memory_id import make_message_id, parse_message_id
from app.models.messages.message import Message, Role
from app.models.messages.passage import PassageKind
from app.models.messages.payload import EventPayload
from app.models.records.record import Record, RecordKind
from app.models.state.game_state import GameState
from app.services.game.provenance import (
    EvidenceNode,
    claims_in,
    claims_of,
    evidence_tree,
    memories_of_message,
    source_messages,
)
from app.services.game.turns.change_line import change_parts, narration_in
from app.services.game.turns.past_turns import MemoryUse
from app.services.game.turns.turn_result import TurnResult, place_after, places_of, result_of

EVIDENCE_DEPTH = 4
"""Levels of the evidence tree below a conclusion."""
MAX_SHOWN = 100
"""The most source messages of a memory, and memories of a history, that are shown: the newest."""
SHARED_WORDS = 5
"""The least number of consecutive words shared by a memory and a source message for which both are marked."""


def memory_out(state: GameState, scope: Scope, entry: MemoryEntry) -> memories.MemoryOut:
    status = state.status(entry.id)
    rated = entry.importance if status.importance is None else status.importance
    stands = "superseded" if status.superseded_by is not None else "archived" if status.archived_by else "stands"
    more = {"category": category_of(entry), "hand_made": is_hand_made(entry), "importance": rated, "state": stands}
    if entry.kind is MemoryKind.OBSERVATION and isinstance(entry.payload, EventPayload):
        more["happened"] = next((event.kind for event in entry.payload.events), None)
    return memories.MemoryOut.model_validate({**vars(entry), **vars(status), **more, "of": scope.key})


def detail_view(
    state: GameState, scope: Scope, entry: MemoryEntry, history: Sequence[MemoryEntry]
) -> memories.MemoryDetail:
    messages = source_messages(state, scope, entry)
    texts = {make_message_id(each.index): each.content for each in messages[-MAX_SHOWN:]}
    marks = repeated_marks(entry.summary, texts, SHARED_WORDS)
    return memories.MemoryDetail(
        memory=memory_out(state, scope, entry),
        marks=[memories.MarkOut.model_validate(mark) for mark in marks],
        claims=claims_of(entry),
        history=[memory_out(state, scope, each) for each in history[-MAX_SHOWN:]],
        evidence=evidence_view(state, scope, evidence_tree(state, scope, entry, EVIDENCE_DEPTH)).evidence,
        messages=[_source_message_view(message, entry) for message in messages[-MAX_SHOWN:]],
        messages_left_out=max(0, len(messages) - MAX_SHOWN),
    )


def _source_message_view(message: Message, entry: MemoryEntry) -> memories.SourceMessageOut:
    marks = repeated_marks(message.content, {entry.id or "": entry.summary}, SHARED_WORDS)
    return memories.SourceMessageOut.model_validate({**vars(message), "marks": marks})


def message_view(state: GameState, message: Message, viewer: TableViewer) -> memories.MessageDetail:
    kept = memories_of_message(state, message.index) if viewer.sees_all else []
    kept_in = [memory_out(state, scope, entry) for scope, entry in kept]
    return memories.MessageDetail.model_validate(
        {**vars(message), "claims": claims_in(message), "kept_in": kept_in[:MAX_SHOWN]}
    )


def scope_view(state: GameState, scope: Scope) -> memories.ScopeOut:
    kinds: Counter[str] = Counter()
    pinned = hand_made = archived = 0
    for entry in state.memories(scope):
        status = state.status(entry.id)
        if is_inactive(status):
            archived += 1
            continue
        kinds[entry.kind.value] += 1
        pinned += status.pinned
        hand_made += is_hand_made(entry)
    return memories.ScopeOut(
        of=scope.key,
        name=owner_name(state, scope),
        count=kinds.total(),
        kinds=dict(kinds),
        pinned=pinned,
        hand_made=hand_made,
        archived=archived,
    )


def evidence_view(state: GameState, scope: Scope, found: EvidenceNode) -> memories.EvidenceOut:
    """Return the evidence tree of a memory, with whether its owner heard each message."""
    whose = found.scope or scope
    below = [evidence_view(state, whose, each) for each in found.evidence]
    position, heard = parse_message_id(found.entry.id or ""), None
    if position is not None and whose.source is MemorySource.NPC:
        heard = whose.owner_id in state.conversation_history[position].witness_ids
    shown = memory_out(state, whose, found.entry)
    return memories.EvidenceOut(memory=shown, evidence=below, heard=heard, messages_left_out=found.left_out)


def hit_view(state: GameState, scope: Scope, hit: ScoredMemory) -> memories.HitOut:
    more = {"memory": memory_out(state, scope, hit.memory), "parts": hit.components, "why": hit.why}
    return memories.HitOut.model_validate({"rank": hit.rank, "score": hit.score, "shared": hit.shared, **more})


def timeline_view(state: GameState, scopes: Sequence[Scope], most: int) -> memories.TimelineOut:
    """Count the active memories of the scopes by kind, in at most ``most`` periods of whole minutes."""
    entries = [entry for scope in scopes for entry in state.memories(scope) if entry.kind is not MemoryKind.GIFTED]
    standing = [entry for entry in entries if not is_inactive(state.status(entry.id))]
    times = [(entry.game_time, entry.kind.value) for entry in standing if entry.game_time is not None]
    first, last = min(times, default=(None,))[0], max(times, default=(None,))[0]
    minutes = 1 if first is None or last is None else (last - first) // most + 1
    counts = Counter(((time - (first or 0)) // minutes, kind) for time, kind in times)
    spells = [
        memories.SpellOut(since=(first or 0) + at * minutes, kind=kind, count=count)
        for (at, kind), count in sorted(counts.items())
    ]
    return memories.TimelineOut(first=first, last=last, minutes=minutes, spells=spells)


def recall_view(found: MemoryUse) -> memories.RecallOut:
    record, recalled = found.record, found.recalled
    return memories.RecallOut(
        turn=record.turn,
        game_time=record.messages[0].game_time if record.messages else None,
        how="answered" if found.answered else "offered",
        score=recalled.score,
        why=recalled.why,
    )


class StreamEvent(NamedTuple):
    """An event of a stream: its name and data."""

    name: str
    data: ApiModel


def turn_view(result: TurnResult, viewer: TableViewer, state: GameState) -> TurnOut:
    """Return a turn as the viewer sees it. Players and viewers see only what the party saw and heard, without the notes
    of others.

    Args:
        result: The turn.
        viewer: The identity behind the request.
        state: The game; gives the names of places and things.
    """
    shown = result if viewer.sees_all else result.model_copy(update={"messages": tuple(messages_heard(result, viewer))})
    messages, events = shown.messages, tuple[Event, ...](result.events)
    typed = next((message for message in messages if message.role is Role.PLAYER), None)
    is_shown = result.player_input == "" or result.speaker_id == viewer.player_id
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
        "player_id": typed.speaker_id if typed else result.speaker_id if is_shown else None,
        "player_input": result.player_input if typed or result.player_input == "" else None,
        "at": messages[0].timestamp if messages else None,
        "parts": [part for part in shown.parts if part.kind is not PassageKind.CHANGE],
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
    """Return the parts of the engine's line, formatted from the events of its message."""
    lines = [message for message in shown.messages if message.role is Role.SYSTEM]
    with using(language_of(state.sheet)):
        read = narration_in(shown.messages)
        parts = [part for line in lines for part in change_parts(state, line.events, line.location_id, read)]
    return [turns.ChangeOut(kind=event.kind, text=text) for event, text in parts]


def record_events(game_id: str, record: Record, viewer: TableViewer, state: GameState) -> Iterator[StreamEvent]:
    """Yield the stream events of a record; they are the same for all viewers with the same rights."""
    if record.kind is RecordKind.TURN:
        turn = turn_view(result_of(game_id, record), viewer, state)
        if turn.message_ids or viewer.sees_all:
            yield from turn_events(turn)
    elif record.kind is RecordKind.SETTLE and viewer.sees_all:
        for memory in record.memories:
            entry = memory.entry
            told = turns.StreamedMemory(
                memory_id=entry.id or "", of=memory.scope.key, kind=entry.kind.value, summary=entry.summary
            )
            yield StreamEvent("memory", told)
    elif record.head != record.parent and record.kind is RecordKind.MARK:
        yield StreamEvent("undone", turns.GamePosition(seq=record.stands_at))
    elif record.title is not None:
        yield StreamEvent("title", turns.TitleOut(title=record.title))


def turn_events(turn: TurnOut) -> Iterator[StreamEvent]:
    """Yield the stream events of a turn: its commands, its events, and the turn itself."""
    yield from (StreamEvent("command", command) for command in turn.commands)
    yield from (StreamEvent("event", event) for event in turn.events)
    yield StreamEvent("turn", turn)


def turn_heard(viewer: TableViewer, result: TurnResult) -> TurnResult:
    """Return a turn with what the viewer may see of it."""
    return result if viewer.sees_all else result.model_copy(update={"messages": (*messages_heard(result, viewer),)})


def messages_heard(result: TurnResult, viewer: TableViewer) -> Iterator[Message]:
    """Yield the messages that the party witnessed, without those that repeat a note of another player."""
    where = {place for message in result.messages if message.role is not Role.NPC for place in places_of(message)}
    added = (event for event in result.events if isinstance(event, NoteAdded))
    notes = [note.text for note in added if not viewer.reads_note(note)]
    for message in result.messages:
        is_private = message.owner_id is not None and not viewer.reads_notes_of(message.owner_id)
        if message.location_id in where and not is_private and not any(note in message.content for note in notes):
            yield message
