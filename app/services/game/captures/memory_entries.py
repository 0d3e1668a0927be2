"""Making the MemoryEntry of a finished capture."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from app.language.analysis.names import Folded, NameTable
from app.memory.index.message_view import message_subjects
from app.models.memory import CaptureRequest, MemoryEntry, MemoryOrigin, MemorySource, all_ids, first_ids
from app.models.state.game_state import GameState
from app.services.game.captures.capture_payload import payload_of
from app.services.game.captures.ranges import Selection

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
    """A person's memory is its own; otherwise those present who spoke, were spoken to or were named."""
    if request.scope.source is MemorySource.NPC:
        return (request.scope.owner_id or "",)
    involved: dict[str, None] = {}
    for message in selection.covered:
        named = (message.speaker_id, *message.addressee_ids, *message.npc_ids)
        involved.update({npc_id: None for npc_id in named if npc_id in message.witness_ids})
    return tuple(involved)
