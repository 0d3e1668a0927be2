"""Where a memory comes from: what it stands in place of, what it was drawn from, what was said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.errors import NotFound
from app.memory.index.message_view import message_entry
from app.memory.stream.kinds import KIND_ROWS
from app.memory.stream.markers import is_inactive
from app.models.memory import MemoryEntry, Scope
from app.models.memory_id import parse_message_id
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class Drawn:
    """A memory, or a message as one, and what it was drawn from."""

    entry: MemoryEntry
    evidence: Sequence["Drawn"] = ()


def history_of(state: GameState, scope: Scope, entry: MemoryEntry) -> list[MemoryEntry]:
    """Every version of a memory, oldest first: the one that holds, and those that it has superseded, by and by."""
    newest = entry.id
    while (later := state.status(newest).superseded_by) is not None:
        newest = later
    versions = {newest}
    for each in reversed(state.memories(scope)):  # what supersedes another comes after it
        if state.status(each.id).superseded_by in versions:
            versions.add(each.id)
    return [each for each in state.memories(scope) if each.id in versions]


def drawn(state: GameState, scope: Scope, entry: MemoryEntry, depth: int, told: set[str] | None = None) -> Drawn:
    """The memory and its evidence, theirs, and so on, ``depth`` steps down. What stands in several places has its own
    evidence in one of them; ``told`` are those that have it already."""
    told = set() if told is None else told
    if depth == 0 or entry.id in told:
        return Drawn(entry)
    told.add(entry.id or "")
    found = [_found(state, scope, memory_id) for memory_id in entry.evidence]
    return Drawn(entry, [drawn(state, scope, each, depth - 1, told) for each in found if each is not None])


def _found(state: GameState, scope: Scope, memory_id: str) -> MemoryEntry | None:
    """A memory of the scope, or a message; None where there is none: evidence may have come from elsewhere."""
    position, history = parse_message_id(memory_id), state.conversation_history
    if position is not None:
        return message_entry(history[position], scope) if position < len(history) else None
    try:
        return state.memory(scope, memory_id)
    except NotFound:
        return None


def messages_behind(state: GameState, scope: Scope, entry: MemoryEntry) -> list[Message]:
    """What was said that the memory was made of, in order; nothing for one that was made otherwise."""
    last = entry.since_message_index
    first = last if entry.first_message_index is None else entry.first_message_index
    if first is None or last is None:
        return []
    positions = [first] if first == last else state.message_index.of(scope, first, last)
    return [state.conversation_history[position] for position in positions]


def kept_of(state: GameState, position: int) -> list[tuple[Scope, MemoryEntry]]:
    """The memories that stand and were made of the message at this position, among others."""
    found = []
    for scope in state.scopes():
        for entry in state.memories(scope):
            first, last = entry.first_message_index, entry.since_message_index
            is_near = first is not None and last is not None and first <= position <= last
            if is_near and not is_inactive(state.status(entry.id)):
                said = messages_behind(state, scope, entry)
                found += [(scope, entry)] if any(message.index == position for message in said) else []
    return found


_CLAIMING = (
    ActKind.PROMISE,
    ActKind.WITHDRAWN,
    ActKind.KEPT,
    ActKind.THREAT,
    ActKind.CONFIDENCE,
    ActKind.INVITATION,
    ActKind.CORRECTION,
    ActKind.CLAIM,
)
"""Acts whose words one person may know of and another not, the most binding first."""


def claims_of(entry: MemoryEntry) -> list[str]:
    """What a memory holds that others may know of: the words of what was promised, threatened, claimed …; of a memory
    that was not condensed out of several messages its text. Nothing of thoughts, which are one's own."""
    if not KIND_ROWS[entry.kind].is_shared:
        return []
    payload = entry.payload
    said = (payload,) if isinstance(payload, Utterance) else payload.said if isinstance(payload, EventPayload) else ()
    acts = _words_of((each.words, each.acts) for each in said)
    is_whole = entry.first_message_index == entry.since_message_index
    whole = [payload.words if isinstance(payload, Utterance) and payload.words else entry.summary] if is_whole else []
    return acts or whole


def claims_in(message: Message) -> list[str]:
    """The same of a message; nothing of what is typed or told without such acts."""
    whole = [message.content] if message.role is Role.NPC and message.content else []
    return _words_of([(message.content, message.acts)]) or whole


def _words_of(said: Iterable[tuple[str, Sequence[SpeechAct]]]) -> list[str]:
    acts = [(act, text) for text, each in said for act in each if act.kind in _CLAIMING]
    acts.sort(key=lambda found: _CLAIMING.index(found[0].kind))
    return list(dict.fromkeys(text[slice(*act.span)] for act, text in acts))
