"""Memories as a mind is shown them: the one place where they are made."""

from collections.abc import Iterable, Iterator

from app.interfaces.agents.mind import Recollection
from app.language.rendering.naming import Naming
from app.memory.stream.stream import MemoryStream
from app.models.events.recorded import BeingsSeen
from app.models.memory import MemoryEntry
from app.models.messages.payload import EventPayload, Payload, Utterance
from app.models.state.game_state import GameState


def shown(stream: MemoryStream, entries: Iterable[MemoryEntry]) -> tuple[Recollection, ...]:
    """Memories of one person in the order given, each with its importance."""
    return weighed(stream.state, stream.scope.owner_id or "", ((entry, stream.importance(entry)) for entry in entries))


def oldest_first(stream: MemoryStream, entries: Iterable[MemoryEntry]) -> tuple[Recollection, ...]:
    """The same in order of time, each once."""
    found = {entry.id or "": entry for entry in entries}
    return shown(stream, sorted(found.values(), key=lambda entry: -1 if entry.game_time is None else entry.game_time))


def weighed(
    state: GameState, npc_id: str, entries: Iterable[tuple[MemoryEntry, float | None]]
) -> tuple[Recollection, ...]:
    """Memories of one person with the importance given beside each."""
    naming = Naming(state, npc_id)
    return tuple(
        Recollection(
            id=entry.id or "",
            text=entry.summary,
            game_time=entry.game_time,
            importance=importance,
            payload=entry.payload,
            kind=entry.kind,
            origin=entry.origin,
            subjects=entry.subjects,
            place_id=entry.location_id,
            names=_names(state, naming, entry),
        )
        for entry, importance in entries
    )


def _names(state: GameState, naming: Naming, entry: MemoryEntry) -> dict[str, str]:
    """What the one who remembers calls those whose ids a payload holds, and the place."""
    if entry.payload is None:
        return {}
    named = {key: name for key in dict.fromkeys(_people(entry.payload)) if (name := called(state, naming, key))}
    if entry.location_id in state.sheets.locations and entry.location_id is not None:
        named[entry.location_id] = state.name(entry.location_id)
    return named


def called(state: GameState, naming: Naming, any_id: str) -> str:
    """What a person is called; all players together by their names where each can be told; "" for nobody."""
    return naming.person(any_id) if any_id in state.npcs else naming.players(any_id)


def _people(payload: Payload) -> Iterator[str]:
    match payload:
        case Utterance(speaker_id=speaker, chain=chain):
            yield from (speaker, *chain)
        case EventPayload(events=events, said=said):
            for event in events:
                if isinstance(event, BeingsSeen):
                    yield from event.being_ids
            for each in said:
                yield from _people(each)
