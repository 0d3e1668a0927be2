"""Where a memory comes from: earlier versions, evidence, and the messages it was made of."""

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
from app.models.messages.payload import Utterance, utterances_in
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import with_context

MOST_SAID = 8
"""Most messages that are shown as evidence of a memory; the newest are taken."""


@dataclass(frozen=True)
class EvidenceNode:
    """A memory (or a message as one) with its evidence.

    ``scope`` is set if the memory belongs to another owner; ``left_out`` counts further messages that it was made
    of."""

    entry: MemoryEntry
    evidence: Sequence["EvidenceNode"] = ()
    scope: Scope | None = None
    left_out: int = 0


def history_of(state: GameState, scope: Scope, entry: MemoryEntry) -> list[MemoryEntry]:
    """List every version of a memory, oldest first: those that were superseded, then the current one."""
    newest = entry.id
    while (later := state.status(newest).superseded_by) is not None:
        newest = later
    versions = {newest}
    for other in reversed(state.memories(scope)):  # a superseding entry comes after the superseded one
        if state.status(other.id).superseded_by in versions:
            versions.add(other.id)
    return [each for each in state.memories(scope) if each.id in versions]


def evidence_tree(
    state: GameState, scope: Scope, entry: MemoryEntry, depth: int, listed: set[str] | None = None
) -> EvidenceNode:
    """Build the evidence tree of a memory, ``depth`` steps down.

    A memory that occurs several times has its evidence in one place; ``listed`` holds the ids of those that have
    it."""
    listed = set() if listed is None else listed
    if depth == 0 or entry.id in listed:
        return EvidenceNode(entry)
    listed.add(entry.id or "")
    sources = [_evidence_entry(state, scope, memory_id) for memory_id in entry.evidence]
    return EvidenceNode(
        entry, [evidence_tree(state, scope, source, depth - 1, listed) for source in sources if source is not None]
    )


def down_to_messages(state: GameState, scope: Scope, node: EvidenceNode, tellers: int = 4) -> EvidenceNode:
    """Extend an evidence tree down to messages.

    Each memory that names no evidence gets the messages it was made of, or, if it was heard from another person,
    that person's memory or message and its evidence, through at most ``tellers`` people."""
    owner = node.scope or scope
    if node.evidence:
        return replace(node, evidence=[down_to_messages(state, owner, below, tellers) for below in node.evidence])
    told_from = node.entry.payload.original_id if isinstance(node.entry.payload, Utterance) else None
    if told_from is not None:
        return replace(node, evidence=_told_from(state, owner, told_from, tellers))
    if node.entry.evidence or parse_message_id(node.entry.id or "") is not None:
        return node
    messages = [message for message in _shown_messages(state, owner, node.entry) if message.role is not Role.SYSTEM]
    shown = [EvidenceNode(message_entry(message, owner)) for message in messages[-MOST_SAID:]]
    return replace(node, evidence=shown, left_out=max(0, len(messages) - MOST_SAID))


def _told_from(state: GameState, scope: Scope, memory_id: str, tellers: int) -> list[EvidenceNode]:
    """Return the source of hearsay: a message, or the memory of the person it was heard from."""
    if tellers == 0:
        return []
    if parse_message_id(memory_id) is not None:
        message = _evidence_entry(state, scope, memory_id)
        return [] if message is None else [EvidenceNode(message)]
    try:
        teller = scope_of_memory(state, memory_id)
    except NotFound:
        return []
    return [down_to_messages(state, teller, EvidenceNode(state.memory(teller, memory_id), scope=teller), tellers - 1)]


def _evidence_entry(state: GameState, scope: Scope, memory_id: str) -> MemoryEntry | None:
    """Find a memory of the scope, or a message; None if there is none, since evidence may be imported."""
    position, history = parse_message_id(memory_id), state.conversation_history
    if position is not None:
        return message_entry(history[position], scope) if position < len(history) else None
    try:
        return state.memory(scope, memory_id)
    except NotFound:
        return None


def _shown_messages(state: GameState, scope: Scope, entry: MemoryEntry) -> list[Message]:
    """Return the messages that a memory was made of, with the context that the summarizer was shown for a person."""
    behind = source_messages(state, scope, entry)
    if scope.source is not MemorySource.NPC or not behind:
        return behind
    positions = with_context(state, scope.owner_id or "", [each.index for each in behind], behind[-1].index)
    return [state.conversation_history[position] for position in positions]


def source_messages(state: GameState, scope: Scope, entry: MemoryEntry) -> list[Message]:
    """Return the messages that the memory was made of, in order; empty for a memory of another origin."""
    last = entry.since_message_index
    first = last if entry.first_message_index is None else entry.first_message_index
    if first is None or last is None:
        return []
    positions = [first] if first == last else state.message_index.of(scope, first, last)
    return [state.conversation_history[position] for position in positions]


def memories_of_message(state: GameState, position: int) -> list[tuple[Scope, MemoryEntry]]:
    """List the active memories that were made of the message at this position, among others."""
    memories = []
    for scope in state.scopes():
        for entry in state.memories(scope):
            first, last = entry.first_message_index, entry.since_message_index
            is_near = first is not None and last is not None and first <= position <= last
            if is_near and not is_inactive(state.status(entry.id)):
                said = source_messages(state, scope, entry)
                memories += [(scope, entry)] if any(message.index == position for message in said) else []
    return memories


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
"""Acts whose content one person may know and another not, the most binding first."""


def claims_of(entry: MemoryEntry) -> list[str]:
    """List the claims of a memory that others may know: the words of its promises, threats, claims and other such
    acts; for a memory of a single message its text. Thoughts are private and give none."""
    if not KIND_ROWS[entry.kind].is_shared:
        return []
    payload = entry.payload
    acts = _words_of((each.words, each.acts) for each in utterances_in(payload))
    is_whole = entry.first_message_index == entry.since_message_index
    whole = [payload.words if isinstance(payload, Utterance) and payload.words else entry.summary] if is_whole else []
    return acts or whole


def claims_in(message: Message) -> list[str]:
    """List the claims of a message; for a person's message without such acts its whole text, for other messages
    none."""
    whole = [message.content] if message.role is Role.NPC and message.content else []
    return _words_of([(message.content, message.acts)]) or whole


def _words_of(said: Iterable[tuple[str, Sequence[SpeechAct]]]) -> list[str]:
    acts = [(act, text) for text, each in said for act in each if act.kind in _CLAIMING]
    acts.sort(key=lambda pair: _CLAIMING.index(pair[0].kind))
    return list(dict.fromkeys(text[slice(*act.span)] for act, text in acts))
