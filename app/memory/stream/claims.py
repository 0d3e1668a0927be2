"""Detection of later statements that supersede earlier ones of the same speaker, among those that a stream's owner
heard. It is a pure function of the messages: it needs no record and is undone with a turn."""

from collections.abc import Collection
from typing import NamedTuple, Self

import numpy as np

from app.language.analysis.terms import term_set
from app.language.language import cached_by_language
from app.language.reading.spoken_text import words_aloud
from app.language.reading.stating import Statement, reverses, statements
from app.memory.entries.speaker import known_name
from app.memory.index.documents import Documents
from app.memory.index.message_view import utterance
from app.memory.index.postings import inverse_frequencies
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

_LOOKED_AT = 24
"""Later messages compared with a statement: the most similar ones, and as many that follow it."""
_NEAR = 6
"""The speaker's own preceding messages in which an unnamed retraction is resolved."""
_MOST_COVERED = 100
"""Messages covered by a memory that are examined, the last ones."""
_KEPT = 3000
"""Messages whose claims are cached per game, and words whose claims are cached at all, a kilobyte or two each."""
_READ_AHEAD = 1000
"""Messages, the last ones, that are read before a prompt needs them."""
_REPEATED, _REPEATED_TOO = 0.5, 0.8
"""Shares of a statement's terms in a text from which on the text repeats it; and repeats the newer statement, too."""


def spoken_aloud(state: GameState, message: Message) -> Utterance | None:
    """Return the words that a player or a person says aloud in a message; None for narration."""
    words = message.fresh_content
    return utterance(message, words_aloud(message, state.sheet) if message.role is Role.PLAYER else words)


class _Claims(NamedTuple):
    """The statements of a message, their terms, and whether the message may take back an earlier one."""

    message: Message
    stated: list[Statement]
    terms: frozenset[str]
    reverses: bool


class _ClaimsByIndex(dict[int, _Claims]):
    """Claims by message index, cached per game: one prompt looks a message up some ten times. They hold names, which
    canon may change."""

    canon = 0

    @classmethod
    def of(cls, state: GameState) -> Self:
        cache = state.derived.of(cls)
        if cache.canon != len(state.canon):
            cache.clear()
            cache.canon = len(state.canon)
        return cache


def _claims(state: GameState, message: Message) -> _Claims:
    cache = _ClaimsByIndex.of(state)
    claims = cache.get(message.index)
    if claims is None or claims.message is not message:
        if len(cache) >= _KEPT:
            cache.clear()
        made = _stated(state, spoken_aloud(state, message))
        terms = frozenset[str]().union(*(statement.numbers.union(statement.terms) for statement in made))
        claims = cache[message.index] = _Claims(message, made, terms, bool(made) and reverses(message.content))
    return claims


def unread(state: GameState) -> list[Message]:
    """Return those of the last messages whose claims are not cached yet, newest first."""
    cache = _ClaimsByIndex.of(state)
    return [message for message in reversed(state.conversation_history[-_READ_AHEAD:]) if message.index not in cache]


def stated(state: GameState, what: Message | Utterance) -> list[Statement]:
    """Return the statements made aloud in a message or utterance; [] where it only asks."""
    return _claims(state, what).stated if isinstance(what, Message) else _stated(state, what)


def _stated(state: GameState, said: Utterance | None) -> list[Statement]:
    if said is None:
        return []
    speaker, *listeners = (known_name(state, key) for key in (said.speaker_id, *said.addressee_ids))
    return list(_claimed(said.words, speaker, " ".join(listeners)))


@cached_by_language(_KEPT)
def _claimed(words: str, speaker: str, listeners: str) -> tuple[Statement, ...]:
    """Return what words state, kept beyond a state that an undo replaces."""
    made = statements(words, speaker, listeners)
    return () if all(statement.is_asked for statement in made) else tuple(made)


def superseding(stream: MemoryStream, message: Message) -> Message | None:
    """Return the newest message that supersedes this one, directly or through others; None if its statements still
    hold."""
    held = message
    for later in _candidates(stream, message) if stated(stream.state, message) else ():
        if _supersedes(stream.state, later, held):
            held = later
    return None if held is message else held


def superseding_entry(stream: MemoryStream, entry: MemoryEntry, text: str) -> Message | None:
    """Find the newest message that supersedes a statement repeated by a memory.

    Args:
        stream: The memories of its owner.
        entry: The memory.
        text: The text of the memory that is shown.

    Returns:
        The message; None if no statement that the text repeats was superseded, or if the text repeats the newer one,
        too.
    """
    first, last, history = entry.first_message_index, entry.since_message_index, stream.state.conversation_history
    if last is None or entry.id == make_message_id(last):
        return None if last is None else superseding(stream, history[last])
    shown, newer = term_set(text), list[Message | None]()
    for message in history[max(last if first is None else first, last - _MOST_COVERED) : last + 1]:
        if _repeated(stream.state, message, shown) >= _REPEATED:
            newer.append(superseding(stream, message))
    missing = (other for other in newer if other is not None and _repeated(stream.state, other, shown) < _REPEATED_TOO)
    return max(missing, key=lambda other: other.index, default=None)


def _repeated(state: GameState, message: Message, shown: frozenset[str]) -> float:
    terms = _claims(state, message).terms
    return len(terms & shown) / max(1, len(terms))


def best_matches(documents: Documents, terms: Collection[str], limit: int) -> list[int]:
    """Return the numbers of the documents that score best (BM25) for some terms, at most ``limit``; ties by document
    order."""
    shared = documents.postings.bm25(inverse_frequencies(terms, documents.postings))
    best: list[int] = np.argsort(-shared, kind="stable")[: min(limit, np.count_nonzero(shared))].tolist()
    return best


def _candidates(stream: MemoryStream, message: Message) -> list[Message]:
    """Return later messages of the speaker that are similar to this one or may take it back, in order."""
    documents, history = stream.index.follow_messages(stream.state), stream.state.conversation_history
    place = documents.document_of.get(message.index)
    if place is None:
        return []
    alike = set(best_matches(documents, _claims(stream.state, message).terms, _LOOKED_AT))
    next_ones = range(place + 1, min(place + 1 + _LOOKED_AT, len(documents)))
    later = [(at, history[documents.columns["position"][at]]) for at in sorted(alike.union(next_ones)) if at > place]
    own = ((at, other) for at, other in later if other.speaker_id == message.speaker_id)
    return [other for at, other in own if at in alike or _claims(stream.state, other).reverses]


def _supersedes(state: GameState, other: Message, message: Message) -> bool:
    """Return whether a later message changes what this one stated, or takes back the last statement without naming it.
    Of people's words, which an author may have written, only a speech act of correction or withdrawal counts."""
    if other.role is Role.NPC and {ActKind.CORRECTION, ActKind.WITHDRAWN}.isdisjoint(act.kind for act in other.acts):
        return False
    later = [each for each in stated(state, other) if each.can_supersede]
    is_named = bool(later) and _names(later, stated(state, message))
    if is_named or not any(each.reverses for each in later):
        return is_named
    before = reversed(state.conversation_history[max(0, other.index - _NEAR * _NEAR) : other.index])
    same_speaker = [earlier for earlier in before if earlier.speaker_id == other.speaker_id][:_NEAR]
    last = next((each for each in same_speaker if any(statement.own for statement in stated(state, each))), None)
    return last == message and not any(_names(later, stated(state, earlier)) for earlier in same_speaker)


def _names(later: list[Statement], earlier: list[Statement]) -> bool:
    return any(one.supersedes(two) for one in later for two in earlier)
