"""Where a memory comes from: what it stands in place of, what it was drawn from, what was said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.errors import NotFound
from app.memory.entries.markers import is_inactive
from app.memory.index.message_view import message_entry
from app.memory.stream.owners import scope_of_memory
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.memory_id import parse_message_id
from app.models.memory_kinds import KIND_ROWS
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance, said_in
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import with_context

MOST_SAID = 8
"""Messages that are shown beneath a memory, the newest."""


@dataclass(frozen=True)
class Drawn:
    """A memory, or a message as one, and what it was drawn from; ``scope`` if it is another's memory, ``left_out``: how
    many more messages it was made of."""

    entry: MemoryEntry
    evidence: Sequence["Drawn"] = ()
    scope: Scope | None = None
    left_out: int = 0


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


def down_to_messages(state: GameState, scope: Scope, found: Drawn, tellers: int = 4) -> Drawn:
    """The same tree with what was said beneath each memory that names no evidence: the messages that it was made of,
    or the teller's memory (or message) that it was told from, and what that rests on, through so many ``tellers``."""
    owner = found.scope or scope
    if found.evidence:
        return replace(found, evidence=[down_to_messages(state, owner, each, tellers) for each in found.evidence])
    told_from = found.entry.payload.original_id if isinstance(found.entry.payload, Utterance) else None
    if told_from is not None:
        return replace(found, evidence=_told_from(state, owner, told_from, tellers))
    if found.entry.evidence or parse_message_id(found.entry.id or "") is not None:
        return found
    said = [each for each in _read_for(state, owner, found.entry) if each.role is not Role.SYSTEM]
    shown = [Drawn(message_entry(each, owner)) for each in said[-MOST_SAID:]]
    return replace(found, evidence=shown, left_out=max(0, len(said) - MOST_SAID))


def _told_from(state: GameState, scope: Scope, memory_id: str, tellers: int) -> list[Drawn]:
    """What was told on: a message, or a memory of the one who told it."""
    if tellers == 0:
        return []
    if parse_message_id(memory_id) is not None:
        message = _found(state, scope, memory_id)
        return [] if message is None else [Drawn(message)]
    try:
        teller = scope_of_memory(state, memory_id)
    except NotFound:
        return []
    return [down_to_messages(state, teller, Drawn(state.memory(teller, memory_id), scope=teller), tellers - 1)]


def _found(state: GameState, scope: Scope, memory_id: str) -> MemoryEntry | None:
    """A memory of the scope, or a message; None where there is none: evidence may have come from elsewhere."""
    position, history = parse_message_id(memory_id), state.conversation_history
    if position is not None:
        return message_entry(history[position], scope) if position < len(history) else None
    try:
        return state.memory(scope, memory_id)
    except NotFound:
        return None


def _read_for(state: GameState, scope: Scope, entry: MemoryEntry) -> list[Message]:
    """The messages behind a memory, with those that whoever condensed them for a person was shown beside them."""
    behind = source_messages(state, scope, entry)
    if scope.source is not MemorySource.NPC or not behind:
        return behind
    positions = with_context(state, scope.owner_id or "", [each.index for each in behind], behind[-1].index)
    return [state.conversation_history[position] for position in positions]


def source_messages(state: GameState, scope: Scope, entry: MemoryEntry) -> list[Message]:
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
                said = source_messages(state, scope, entry)
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
    acts = _words_of((each.words, each.acts) for each in said_in(payload))
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
