"""The typed payload of a capture (the events and binding utterances of its messages), and the memory that is made of
it."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from app.events.event_table import EVENTS, row_of
from app.language.analysis.names import Folded, NameTable
from app.language.reading.spoken_text import words_aloud
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
"""Most utterances of one payload."""
_SAYS_LITTLE = {ActKind.STATEMENT, ActKind.QUESTION, ActKind.GREETING}
_BINDING = {ActKind.PROMISE, ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION}
_BINDING |= {ActKind.WITHDRAWN, ActKind.KEPT, ActKind.THREAT, ActKind.CLAIM, ActKind.ANSWER}
_CLEARED = "location_cleared"
_PERSON = "npc_id"
_COMING_AND_GOING = (LocationChanged, NPCMoved, PlaceReached, BeingsSeen)


def is_memorable(request: CaptureRequest, shown: Sequence[Message], sheet: ScenarioSheet) -> bool:
    """Check whether messages deserve a memory.

    They do if a player or a person says something that is not quoted from memory, or something changed for the
    request's scope. Commands to the game, descriptions, coming and going and the passing of time do not; an event
    of the world always does."""
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
    """Check whether anybody says something in the messages that is not quoted from memory."""
    return any(_is_spoken(message, sheet) for message in shown)


def _is_spoken(message: Message, sheet: ScenarioSheet) -> bool:
    content = message.fresh_content
    if message.role is Role.PLAYER:
        # A command to ask a person says nothing aloud, but its act is recorded.
        content = content if message.fresh_acts else words_aloud(message, sheet)
    return message.role in (Role.PLAYER, Role.NPC) and any(sign.isalnum() for sign in content)


def payload_of(request: CaptureRequest, covered: Sequence[Message]) -> EventPayload | None:
    """Make the payload of the covered messages that belong to the request's scope; None if nothing happened or was
    said there."""
    scope, facts = request.scope, request.facts
    present: tuple[str, ...] = facts.present_ids
    said: list[Utterance] = []
    if scope.source is MemorySource.WORLD:
        happened, present = _world_event(facts, covered), ()
    else:
        happened = [
            (event, message)
            for message in covered
            for event, place in message.happened
            if _belongs(scope, event, place, message, covered)
        ]
        said = [utterance for message in covered for utterance in _utterances(message)]
    if not happened and not said:
        return None
    witnesses = (npc_id for _, message in happened for npc_id in message.witness_ids)
    binding_first = sorted(said, key=lambda utterance: _BINDING.isdisjoint(act.kind for act in utterance.acts))
    return EventPayload(
        kind="event",
        events=tuple(event for event, _ in happened),
        seen_by=tuple(dict.fromkeys((*witnesses, *present))),
        said=tuple(binding_first[:MOST_SAID]),
    )


def _world_event(facts: CaptureFacts, covered: Sequence[Message]) -> list[tuple[RecordedEvent, Message]]:
    """Find the newest event of the requested kind about the requested things; one for each combination of things."""
    related = ids_by_kind(facts.related_ids)
    newest: dict[frozenset[str], tuple[RecordedEvent, Message]] = {}
    for message in reversed(covered):
        for event in reversed(message.events):
            is_cleared = isinstance(event, DangerChanged) and event.level is DangerLevel.CLEARED
            if (_CLEARED if is_cleared else event.kind) != facts.event_kind:
                continue
            # An event without a field for people cannot name the people concerned.
            wanted = [{*ids} for kind, ids in related.items() if kind != _PERSON or kind in type(event).model_fields]
            values = {value for _, value in event if isinstance(value, str)}
            if all(ids & values for ids in wanted):
                newest.setdefault(frozenset(values.intersection(set().union(*wanted))), (event, message))
    return [*reversed(newest.values())]


def _belongs(
    scope: Scope, event: RecordedEvent, place: str | None, message: Message, covered: Sequence[Message]
) -> bool:
    """Check whether an event belongs to a scope.

    An event belongs to a place where it happened or was visible, and to a person who is part of it or was where
    it happened. A speaker counts as a witness of its whole turn, also of events elsewhere."""
    places = EVENTS[type(event)].places(event, place) or ([place] if place is not None else [])
    if scope.source is MemorySource.LOCATION:
        return scope.owner_id in places
    if any(value == scope.owner_id for _, value in event):
        return True
    same_turn = (other for other in covered if other.turn == message.turn and other.speaker_id == scope.owner_id)
    was_at = {other.location_id for other in same_turn} or {message.location_id}
    return scope.owner_id in message.witness_ids and not was_at.isdisjoint(places)


def _announces(act: SpeechAct) -> bool:
    """Check whether an act states that something will be at a place and a time."""
    return act.kind is ActKind.STATEMENT and act.place_id is not None and act.at is not None


def _utterances(message: Message) -> Iterator[Utterance]:
    """Yield, by clause, what a message says beyond statements, questions and greetings, and its announcements;
    nothing that it quotes."""
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
    """Return the act with spans relative to its clause; a slot outside of the clause is left empty."""
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
"""Ids that an entry has a field for; other ids of an event become subjects."""


def entry_for(
    state: GameState, request: CaptureRequest, selection: Selection, summary: str, now: datetime
) -> MemoryEntry:
    """Make the entry of a summary, with its range, place, time and the ids of its event."""
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
    """Return the other things an event is about, then everyone who spoke, was spoken to or is named in the messages."""
    is_world = request.scope.source is MemorySource.WORLD
    messages = selection.shown if is_world else selection.covered
    ids = [key for key in all_ids(request.facts.related_ids) if key not in without]
    players = NameTable({player.name: [player.id] for player in state.party.players})
    for message in messages:
        named = (key for name in players.find(Folded.of(message.content)) for key in name.ids)
        ids += (*message_subjects(message), *named)
    return tuple(dict.fromkeys(ids))


def _people(request: CaptureRequest, selection: Selection) -> tuple[str, ...]:
    """Return the owner for a person's memory; else the people of its event, then the witnesses who spoke, were
    spoken to or were named."""
    if request.scope.source is MemorySource.NPC:
        return (request.scope.owner_id or "",)
    involved: dict[str, None] = dict.fromkeys(ids_by_kind(request.facts.related_ids).get(_PERSON, ()))
    for message in selection.covered:
        named = (message.speaker_id, *message.addressee_ids, *message.npc_ids)
        involved.update({npc_id: None for npc_id in named if npc_id in message.witness_ids})
    return tuple(involved)
