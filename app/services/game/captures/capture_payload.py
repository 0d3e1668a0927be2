"""What a capture means, as typed values: what happened in its messages, and what of the talk binds or matters."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.events.event_table import EVENTS, row_of
from app.language.analysis.mentions import mentions_for
from app.language.reading.spoken_text import spoken_text
from app.models.events.play import BeingsSeen, DangerChanged, LocationChanged, NPCMoved, PlaceReached, RecordedEvent
from app.models.memory import CaptureFacts, CaptureRequest, MemorySource, Scope, all_ids
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import SLOTS, ActKind, SpeechAct, is_confided
from app.models.sheets.condition import DangerLevel
from app.models.sheets.scenario import ScenarioSheet

MOST_SAID = 12
"""Utterances of one payload."""
_SAYS_LITTLE = {ActKind.STATEMENT, ActKind.QUESTION, ActKind.GREETING}
_BINDING = {ActKind.PROMISE, ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION}
_BINDING |= {ActKind.WITHDRAWN, ActKind.KEPT, ActKind.THREAT, ActKind.CLAIM}
_CLEARED = "location_cleared"
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
    """The newest event of the kind and about the things that the request names."""
    about = set(all_ids(facts.related_ids))
    for message in reversed(covered):
        for event in reversed(message.events):
            is_cleared = isinstance(event, DangerChanged) and event.level is DangerLevel.CLEARED
            kind = _CLEARED if is_cleared else event.kind
            if kind == facts.event_kind and about <= {value for _, value in event if isinstance(value, str)}:
                return [(event, message)]
    return []


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
