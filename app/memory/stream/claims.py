"""Which later statement of the same speaker supersedes an earlier one, of those that a stream's owner heard. Messages
stay as they are: this is a function of them, so that it needs no record and goes with an undone turn."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from app.language.analysis.terms import term_set
from app.language.reading.spoken_text import spoken_in
from app.language.reading.stating import Statement, reverses, statements
from app.memory.index.documents import Documents
from app.memory.index.message_view import utterance
from app.memory.index.postings import inverse_frequencies
from app.memory.stream.remembering import known_name
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

_LOOKED_AT = 24
"""Later messages that share most with a statement, and as many that follow it."""
_NEAR = 6
"""The speaker's own messages up to which something is taken back that is not named."""
_MOST_COVERED = 100
"""Messages of a memory, the last ones, that are looked at."""
_KEPT = 3000
"""Messages of which a game keeps what they state, a kilobyte or two each."""
_READ_AHEAD = 1000
"""Messages, the last ones, that are read before a prompt asks for them."""
_REPEATED, _REPEATED_TOO = 0.5, 0.8
"""The part of a statement's terms that a text holds which repeats it, and which repeats what is newer as well."""


def said_in(state: GameState, message: Message) -> Utterance | None:
    """What a player or a person says aloud in a message; None for narration."""
    words = message.fresh_content
    return utterance(message, spoken_in(state, words) if message.role is Role.PLAYER else words)


class _Claims(NamedTuple):
    """What a message states aloud, the terms of it, and whether it may take back what was said before."""

    message: Message
    stated: list[Statement]
    terms: frozenset[str]
    reverses: bool


class _ClaimsByIndex(dict[int, _Claims]):
    """The claims of a game's messages: one prompt looks at a message some ten times, and the next ones at it again."""


def _claims(state: GameState, message: Message) -> _Claims:
    known = state.derived.of(_ClaimsByIndex)
    found = known.get(message.index)
    if found is None or found.message is not message:
        if len(known) >= _KEPT:
            known.clear()
        made = _stated(state, said_in(state, message))
        terms = frozenset[str]().union(*(each.numbers.union(each.terms) for each in made))
        found = known[message.index] = _Claims(message, made, terms, bool(made) and reverses(message.content))
    return found


def unread(state: GameState) -> list[Message]:
    """Messages, of the last ones and newest first, of which it has not been read yet what they state."""
    known = state.derived.of(_ClaimsByIndex)
    return [message for message in reversed(state.conversation_history[-_READ_AHEAD:]) if message.index not in known]


def stated(state: GameState, what: Message | Utterance) -> list[Statement]:
    """What is stated aloud; [] where it only asks."""
    return _claims(state, what).stated if isinstance(what, Message) else _stated(state, what)


def _stated(state: GameState, said: Utterance | None) -> list[Statement]:
    if said is None:
        return []
    speaker, *listeners = (known_name(state, key) for key in (said.speaker_id, *said.addressee_ids))
    found = statements(said.words, speaker, " ".join(listeners))
    return [] if all(each.is_asked for each in found) else found


def superseding(stream: MemoryStream, message: Message) -> Message | None:
    """The newest message that supersedes this one, or one that has superseded it; None where what it states holds."""
    held = message
    for later in _candidates(stream, message) if stated(stream.state, message) else ():
        if _supersedes(stream.state, later, held):
            held = later
    return None if held is message else held


def superseding_entry(stream: MemoryStream, entry: MemoryEntry, text: str) -> Message | None:
    """The newest message that supersedes a statement which a ``text`` of this memory repeats, if it does not repeat the
    newer as well."""
    first, last, history = entry.first_message_index, entry.since_message_index, stream.state.conversation_history
    if last is None or entry.id == make_message_id(last):
        return None if last is None else superseding(stream, history[last])
    told, newer = term_set(text), list[Message | None]()
    for message in history[max(last if first is None else first, last - _MOST_COVERED) : last + 1]:
        if _repeated(stream.state, message, told) >= _REPEATED:
            newer.append(superseding(stream, message))
    untold = (each for each in newer if each is not None and _repeated(stream.state, each, told) < _REPEATED_TOO)
    return max(untold, key=lambda each: each.index, default=None)


def _repeated(state: GameState, message: Message, told: frozenset[str]) -> float:
    terms = _claims(state, message).terms
    return len(terms & told) / max(1, len(terms))


def nearest(documents: Documents, terms: Collection[str], limit: int) -> list[int]:
    """Numbers of the documents that share most with some terms, of equals the first."""
    shared = documents.postings.bm25(inverse_frequencies(terms, documents.postings))
    best: list[int] = np.argsort(-shared, kind="stable")[: min(limit, np.count_nonzero(shared))].tolist()
    return best


def _candidates(stream: MemoryStream, message: Message) -> list[Message]:
    """Later messages of the speaker that share most with this one, or may take back what was said before, in order."""
    documents, history = stream.index.follow_messages(stream.state), stream.state.conversation_history
    place = documents.document_of.get(message.index)
    if place is None:
        return []
    alike = set(nearest(documents, _claims(stream.state, message).terms, _LOOKED_AT))
    next_ones = range(place + 1, min(place + 1 + _LOOKED_AT, len(documents)))
    later = [(at, history[documents.columns["position"][at]]) for at in sorted(alike.union(next_ones)) if at > place]
    own = ((at, other) for at, other in later if other.speaker_id == message.speaker_id)
    return [other for at, other in own if at in alike or _claims(stream.state, other).reverses]


def _supersedes(state: GameState, other: Message, message: Message) -> bool:
    """Whether a later message changes what this one stated, or takes back what was stated last without naming it. Of
    people's words, which an author may have written, only what was read as a correction does."""
    if other.role is Role.NPC and {ActKind.CORRECTION, ActKind.WITHDRAWN}.isdisjoint(act.kind for act in other.acts):
        return False
    later = [each for each in stated(state, other) if each.can_supersede]
    is_named = bool(later) and _names(later, stated(state, message))
    if is_named or not any(each.reverses for each in later):
        return is_named
    before = reversed(state.conversation_history[max(0, other.index - _NEAR * _NEAR) : other.index])
    own = [each for each in before if each.speaker_id == other.speaker_id][:_NEAR]
    last = next((each for each in own if any(statement.own for statement in stated(state, each))), None)
    return last == message and not any(_names(later, stated(state, each)) for each in own)


def _names(later: list[Statement], earlier: list[Statement]) -> bool:
    return any(one.supersedes(two) for one in later for two in earlier)
