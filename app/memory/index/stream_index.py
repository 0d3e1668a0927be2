"""The index of one scope's memories and of the messages its owner witnessed, built lazily and updated in place."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.errors import NotFound
from app.memory.entries.ageing import HalfLives
from app.memory.entries.speaker import known_name, speaker_id, speaker_name
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.memory.index.player_statements import ROLES
from app.models.memory import Scope
from app.models.state.game_state import GameState

PORTION = 100
"""Entries and messages indexed in one slice, in some 5 ms."""
_growing = RLock()
"""Held for each slice, since a thread that reads a game may index at the same time as the event loop."""


class StreamIndex:
    """Everything that recall looks up for one scope of one game; `transfer_indexes` preserves it across a replacement
    of the state."""

    def __init__(self, state: GameState, scope: Scope) -> None:
        self.scope = scope
        half_lives = HalfLives.of(state)
        self.entries = EntryDocuments(state.memories(scope), half_lives)
        self.messages = MessageDocuments(half_lives)
        self._statuses_read = len(state.status_log)
        self._names: dict[str, str] = {}  # of speakers, by id, as they are indexed
        self._canon_read = len(state.canon)

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StreamIndex":
        """Return the scope's index with all entries indexed."""
        index = cls._begun(state, scope)
        while index.follow(state, PORTION) == PORTION:
            pass
        return index

    @classmethod
    def grow(cls, state: GameState, scope: Scope, limit: int, *, messages: bool = True) -> bool:
        """Index at most ``limit`` new entries and ``messages`` (some 30 µs each); return whether more remain."""
        index = cls._begun(state, scope)
        taken = index.follow(state, limit)
        messages_wait = messages and index.hear(state, limit - taken) > 0
        return messages_wait or len(index.entries) < len(index.entries.entries)

    @classmethod
    def _begun(cls, state: GameState, scope: Scope) -> "StreamIndex":
        """Return the scope's index as it is, or a new one if it does not index this state's entries."""
        with _growing:
            index, entries = state.derived.get(cls, scope), state.memories(scope)
            is_other = index is None or index.entries.entries is not entries or len(entries) < len(index.entries)
            if index is None or is_other or index.has_renamed(state):
                index = state.derived.hold(cls(state, scope), scope)
            return index

    def follow(self, state: GameState, limit: int | None = None) -> int:
        """Index new entries, at most ``limit``, and all changes of status; return the number of new entries."""
        with _growing:
            entries, changes = self.entries, state.status_log
            begin, end = len(entries), len(entries.entries)
            if limit is not None:
                end = min(end, begin + max(limit, 0))
            for position in range(begin, end):
                entry = entries.entries[position]
                speaker = speaker_id(entry)
                if speaker is not None and (name := known_name(state, speaker)):
                    self._names[speaker] = name
                entries.append(state.status(entry.id), speaker_name(state, entry))
            if self._statuses_read < len(changes):
                self._refresh(state, changes[self._statuses_read :])
            return end - begin

    def has_renamed(self, state: GameState) -> bool:
        """Return whether canon has given a speaker another name since it was indexed."""
        if self._canon_read == len(state.canon):
            return False
        self._canon_read = len(state.canon)
        return any(known_name(state, speaker) != name for speaker, name in self._names.items())

    def hear(self, state: GameState, limit: int) -> int:
        """Index at most ``limit`` new messages; return how many remain."""
        with _growing:
            return self.messages.follow(state, self.scope, limit)

    def _refresh(self, state: GameState, memory_ids: Iterable[str]) -> None:
        for memory_id in self.entries.position_of.keys() & memory_ids:  # most changes are of other scopes
            self.entries.refresh(self.entries.position_of[memory_id], state.status(memory_id))
        self._statuses_read = len(state.status_log)

    def follow_messages(self, state: GameState) -> MessageDocuments:
        """Return the index of messages with all of them indexed, except those of a turn in progress."""
        while self.hear(state, PORTION):
            pass
        return self.messages

    def unembedded(self) -> list[str]:
        """Return the indexed texts that have no vector yet, memories before messages."""
        return self.entries.vectors.waiting() + self.messages.vectors.waiting()

    def give_vectors(self, texts: Sequence[str], vectors: Sequence[NDArray[np.floating] | None] | NDArray[Any]) -> None:
        """Set the vectors of texts.

        Args:
            texts: The texts.
            vectors: One vector per text; None where none could be computed.

        Raises:
            InvalidInput: The vectors have another dimension than earlier ones.
        """
        for text, vector in zip(texts, vectors, strict=True):
            self.entries.vectors.give(text, vector)
            self.messages.vectors.give(text, vector)

    def rebase(self, old: GameState, new: GameState, messages: int, statuses: Iterable[str]) -> None:
        """Continue in another state.

        Args:
            old: The previous state.
            new: The other state.
            messages: Number of first messages that both have in common.
            statuses: Ids whose status is read again, in addition to those in the old log.
        """
        entries = new.memories(self.scope)
        self.entries.rebase(entries, min(len(self.entries), common_length(self.entries.entries, entries)))
        self.messages.rebase(new, self.scope, messages)
        self._refresh(new, [*old.status_log[self._statuses_read :], *statuses])
        self._canon_read = -1


def transfer_indexes(old: GameState, new: GameState) -> None:
    """Move the indexes of a replaced state to its successor, truncated to what both have in common."""
    heard = common_length(old.conversation_history, new.conversation_history)
    new.inherit_message_index(old, heard)
    statuses = [] if old.memory_status is new.memory_status else [*old.memory_status, *new.memory_status]
    for role in ROLES:
        for statements in old.derived.take(role):
            statements.rebase(new, heard)
            new.derived.hold(statements, statements.scope)
    for index in old.derived.take(StreamIndex):
        with suppress(NotFound):  # a place or person that the other game does not have
            index.rebase(old, new, heard, statuses)
            new.derived.hold(index, index.scope)


def common_length(ours: Sequence[Any], theirs: Sequence[Any]) -> int:
    """Return the length of the common prefix of two sequences."""
    if ours is theirs:
        return len(ours)
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count
