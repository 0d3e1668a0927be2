"""The index over one scope's memories and the messages its owner was there for: built lazily, grown in place."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from app.errors import NotFound
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.models.memory import Scope
from app.models.state.game_state import GameState


class StreamIndex:
    """Everything that recall looks up for one scope of one game.

    When a game is folded anew the index is handed on (see `app.memory.index.stream_index`), as far as it still holds.
    """

    def __init__(self, state: GameState, scope: Scope) -> None:
        self.scope = scope
        self.entries = EntryDocuments(state.memories(scope))
        self.messages = MessageDocuments()
        self._statuses_read = len(state.status_log)

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StreamIndex":
        """The scope's index, with everything that has been remembered up to now."""
        index = cls._begun(state, scope)
        index.follow(state)
        return index

    @classmethod
    def grow(cls, state: GameState, scope: Scope, limit: int) -> bool:
        """Take in at most ``limit`` of the entries and messages that the next recall would take in; whether more wait.

        So that a large game is indexed in slices, of some 30 µs for each entry or message, and not at its first recall.
        """
        index = cls._begun(state, scope)
        taken = index.follow(state, limit)
        messages_wait = index.messages.follow(state, scope, limit - taken)
        return messages_wait > 0 or len(index.entries) < len(index.entries.entries)

    @classmethod
    def _begun(cls, state: GameState, scope: Scope) -> "StreamIndex":
        """The scope's index as it is, a new one if there is none that holds."""
        index = state.derived.get(cls, scope)
        return index if index is not None and index.holds(state) else state.derived.hold(cls(state, scope), scope)

    def holds(self, state: GameState) -> bool:
        """Whether it is still about what this state remembers."""
        ours, entries = self.entries, state.memories(self.scope)
        return ours.entries is entries and len(entries) >= len(ours)

    def follow(self, state: GameState, limit: int | None = None) -> int:
        """Take in new entries, at most ``limit``, and every change of status; how many entries it were."""
        entries, changes = self.entries, state.status_log
        begin, end = len(entries), len(entries.entries)
        if limit is not None:
            end = min(end, begin + max(limit, 0))
        for position in range(begin, end):
            entries.append(state.memory_status.get(entries.entries[position].id or ""))
        if self._statuses_read < len(changes):
            self._refresh(state, changes[self._statuses_read :])
        return end - begin

    def _refresh(self, state: GameState, memory_ids: Iterable[str]) -> None:
        for memory_id in dict.fromkeys(memory_ids):
            position = self.entries.position_of.get(memory_id)
            if position is not None:
                self.entries.refresh(position, state.status(memory_id))
        self._statuses_read = len(state.status_log)

    def follow_messages(self, state: GameState) -> MessageDocuments:
        """The messages, up to date but for a turn in progress."""
        self.messages.follow(state, self.scope)
        return self.messages

    def stand_on(self, state: GameState, entries: int, messages: int, statuses: Iterable[str]) -> None:
        """Go on in another state, in which the scope's first ``entries`` and the first ``messages`` are the same.

        ``statuses``: the ids of the memories that have a status in either state.
        """
        self.entries.stand_on(state.memories(self.scope), entries)
        self.messages.stand_on(state, self.scope, messages)
        self._refresh(state, statuses)


def hand_on_indexes(old: GameState, new: GameState) -> None:
    """Give the indexes of a state that is given up to the one in its place, as far as what they know is in both.

    They are cut where the two begin to differ, by comparing every entry and message: nothing is found that is not in
    the new game. The old state has none afterwards and would build its own anew. Takes some microseconds a message.
    """
    found = old.derived.take(StreamIndex)
    if not found:
        return
    heard = agreeing(old.conversation_history, new.conversation_history)
    for index in found:
        with suppress(NotFound):  # a place or person that the other game does not have
            ours = index.entries
            kept = agreeing(ours.entries[: len(ours)], new.memories(index.scope))
            index.stand_on(new, kept, heard, [*old.memory_status, *new.memory_status])
            new.derived.hold(index, index.scope)


def agreeing(ours: Sequence[Any], theirs: Sequence[Any]) -> int:
    """How many items two sequences have in common at their beginning."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count
