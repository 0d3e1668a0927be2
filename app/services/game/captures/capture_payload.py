"""What a capture means, as typed values: what happened in its messages, and what of the talk binds or matters; and the
memory that is made of it."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from app.events.event_table import EVENTS, row_of
from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.reading.spoken_text import spoken_text
from app.memory.index.message_view import message_subjects
from app.models.events.play import BeingsSeen, DangerChanged, LocationChanged, NPCMoved, PlaceReached, RecordedEvent
from app.models.memory import (
    CaptureFacts,
    CaptureRequest,
    MemoryEntry,
    MemoryOrigin,
    MemorySource,
    Scope,
    all_ids,
    first_ids,
    ids_by_kind,
)
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import SLOTS, ActKind, SpeechAct, is_confided
from app.models.sheets.condition import DangerLevel
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import Selection

MOST_SAID = 12
"""Utterances of one payload."""
_SAYS_LITTLE = {ActKind.STATEMENT, ActKind.QUESTION, ActKind.GREETING}
_BINDING = {ActKind.PROMISE, ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION}
_BINDING |= {ActKind.WITHDRAWN, ActKind.KEPT, ActKind.THREAT, ActKind.CLAIM}
_CLEARED = "location_cleared"
_PERSON = "npc_id"
_COMING_AND_GOING = (LocationChanged, NPCMoved, PlaceReached, BeingsSeen)


def is_memorable(request: CaptureRequest, shown: Sequence[Message], sheet: ScenarioSheet) -> bool:
    """Whether a player or a person said anything in the messages that is not quoted from memory, or something changed
    for the request's scope. Orders to the game, descriptions, coming and going and time that passes leave no memory; an
    event of the world always does."""
    return (
        request.scope.source is MemorySource.WORLD
        or holds_speech(shown, sheet)
        or any(
            not (isinstance(event, _COMING_AND_GOING) or row_of(event).is_inward)
            and _belongs(request.scope, event, place, message, shown)
            for message in shown
            for event, place in message.happened
        )
    )


def holds_speech(shown: Sequence[Message], sheet: ScenarioSheet) -> bool:
    """Whether anybody says anything in the messages that is not quoted from memory."""
    return any(_is_spoken(message, sheet) for message in shown)


def _is_spoken(message: Message, sheet: ScenarioSheet) -> bool:
    content = message.fresh_content
    if message.role is Role.PLAYER:
        # An order to ask somebody says nothing aloud, but its act is recorded.
        content = content if message.fresh_acts else spoken_text(content, mentions_for(sheet))
    return message.role in (Role.PLAYER, Role.NPC) and any(sign.isalnum() for sign in content)


def payload_of(request: CaptureRequest, covered: Sequence[Message]) -> EventPayload | None:
    """What of the covered messages belongs to the request's scope; None if nothing happened or was said there."""
    scope, facts = request.scope, request.facts
    present: tuple[str, ...] = facts.present_ids
    said: list[Utterance] = []
    if scope.source is MemorySource.WORLD:
        found, present = _world_event(facts, covered), ()
    else:
        found = [
            (event, message)
            for message in covered
            for event, place in message.happened
            if _belongs(scope, event, place, message, covered)
        ]
        said = [utterance for message in covered for utterance in _utterances(message)]
    if not found and not said:
        return None
    witnesses = (npc_id for _, message in found for npc_id in message.witness_ids)
    binding_first = sorted(said, key=lambda utterance: _BINDING.isdisjoint(act.kind for act in utterance.acts))
    return EventPayload(
        kind="event",
        events=tuple(event for event, _ in found),
        seen_by=tuple(dict.fromkeys((*witnesses, *present))),
        said=tuple(binding_first[:MOST_SAID]),
    )


def _world_event(facts: CaptureFacts, covered: Sequence[Message]) -> list[tuple[RecordedEvent, Message]]:
    """The newest event of the kind and about the things that the request names; where these are several, of each."""
    related = ids_by_kind(facts.related_ids)
    found: dict[frozenset[str], tuple[RecordedEvent, Message]] = {}
    for message in reversed(covered):
        for event in reversed(message.events):
            is_cleared = isinstance(event, DangerChanged) and event.level is DangerLevel.CLEARED
            if (_CLEARED if is_cleared else event.kind) != facts.event_kind:
                continue
            # Whoever else is concerned is in no event that has no field for people.
            asked = [{*ids} for kind, ids in related.items() if kind != _PERSON or kind in type(event).model_fields]
            values = {value for _, value in event if isinstance(value, str)}
            if all(ids & values for ids in asked):
                found.setdefault(frozenset(values.intersection(set().union(*asked))), (event, message))
    return [*reversed(found.values())]


def _belongs(
    scope: Scope, event: RecordedEvent, place: str | None, message: Message, covered: Sequence[Message]
) -> bool:
    """Whether an event happened, or was to be seen, at a place; whether a person is in it, or was where it happened. A
    speaker counts as a witness of the whole turn, also of what happened elsewhere."""
    places = EVENTS[type(event)].places(event, place) or ([place] if place is not None else [])
    if scope.source is MemorySource.LOCATION:
        return scope.owner_id in places
    if any(value == scope.owner_id for _, value in event):
        return True
    same_turn = (other for other in covered if other.turn == message.turn and other.speaker_id == scope.owner_id)
    was_at = {other.location_id for other in same_turn} or {message.location_id}
    return scope.owner_id in message.witness_ids and not was_at.isdisjoint(places)


def _announces(act: SpeechAct) -> bool:
    """Whether it says that something is to be at a place and a time."""
    return act.kind is ActKind.STATEMENT and act.place_id is not None and act.at is not None


def _utterances(message: Message) -> Iterator[Utterance]:
    """What of a message is more than telling, asking or greeting, clause by clause, and what it announces; nothing that
    it quotes."""
    if message.speaker_id is None:
        return
    content = message.fresh_content
    is_open = not is_confided(message.fresh_acts)
    acts = [act for act in message.fresh_acts if act.kind not in _SAYS_LITTLE or (is_open and _announces(act))]
    for (start, end), together in groupby(acts, key=lambda act: act.span):
        yield Utterance(
            kind="utterance",
            speaker_id=message.speaker_id,
            words=content[start:end],
            addressee_ids=message.addressee_ids,
            acts=tuple(_of_clause(act, end - start) for act in together),
        )


def _of_clause(act: SpeechAct, length: int) -> SpeechAct:
    """The act with spans in the words of its clause; a slot that stands outside of them is left empty."""
    moved = act.shifted(-act.span[0])
    slots = {name: getattr(moved, name) for name in SLOTS}
    outside = {name: None for name, at in slots.items() if at is not None and not 0 <= at[0] <= at[1] <= length}
    return moved.model_copy(update=outside) if outside else moved


_ORIGINS = {
    MemorySource.LOCATION: MemoryOrigin.PERCEPTION,
    MemorySource.NPC: MemoryOrigin.DIALOGUE,
    MemorySource.WORLD: MemoryOrigin.SOCIAL,
}

_FIELDS = ("location_id", "quest_id", "encounter_id", "objective_id", "act_id")
"""What an entry has a field for; the ids of whatever else an event is about are its subjects."""


def entry_for(
    state: GameState, request: CaptureRequest, selection: Selection, summary: str, now: datetime
) -> MemoryEntry:
    """The entry of a summary: its range, its place and time, the ids of its event."""
    scope, facts = request.scope, request.facts
    last = selection.covered[-1]
    first = selection.shown[0] if scope.source is MemorySource.WORLD else selection.covered[0]
    related = first_ids(facts.related_ids)
    in_fields: dict[str, Any] = {kind: related[kind] for kind in _FIELDS if kind in related}
    return MemoryEntry(
        created_at=now,
        source=scope.source,
        summary=summary,
        tags=_tags(request),
        npc_ids=_people(request, selection),
        since_timestamp=first.timestamp,
        since_message_index=last.index,
        first_message_index=first.index,
        turn=last.turn,
        origin=_ORIGINS[scope.source],
        game_time=last.game_time,
        subjects=_subjects(state, request, selection, without=in_fields.values()),
        scene=last.scene,
        visit=None if scope.source is MemorySource.WORLD else facts.visit,
        payload=payload_of(request, selection.covered),
        **{"location_id": facts.location_id, **in_fields},
    )


def _tags(request: CaptureRequest) -> tuple[str, ...]:
    scope, facts = request.scope, request.facts
    place = (f"location:{facts.location_id}",) if facts.location_id else ()
    if scope.source is MemorySource.LOCATION:
        return ("session", f"location:{scope.owner_id}")
    if scope.source is MemorySource.NPC:
        return ("npc-session", *place, f"npc:{scope.owner_id}")
    return (f"world:{facts.event_kind}", *facts.tags)


def _subjects(
    state: GameState, request: CaptureRequest, selection: Selection, *, without: Collection[str]
) -> tuple[str, ...]:
    """What else an event is about, then whoever spoke, was spoken to or is named in the messages it is told from."""
    is_world = request.scope.source is MemorySource.WORLD
    messages = selection.shown if is_world else selection.covered
    found = [key for key in all_ids(request.facts.related_ids) if key not in without]
    players = NameTable({player.name: [player.id] for player in state.party.players})
    for message in messages:
        named = (key for name in players.find(Folded.of(message.content)) for key in name.ids)
        found += (*message_subjects(message), *named)
    return tuple(dict.fromkeys(found))


def _people(request: CaptureRequest, selection: Selection) -> tuple[str, ...]:
    """A person's memory is its own; otherwise the people of its event, then those present who spoke, were spoken to
    or were named."""
    if request.scope.source is MemorySource.NPC:
        return (request.scope.owner_id or "",)
    involved: dict[str, None] = dict.fromkeys(ids_by_kind(request.facts.related_ids).get(_PERSON, ()))
    for message in selection.covered:
        named = (message.speaker_id, *message.addressee_ids, *message.npc_ids)
        involved.update({npc_id: None for npc_id in named if npc_id in message.witness_ids})
    return tuple(involved)
