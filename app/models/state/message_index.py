"""The index of messages by scope, so that a capture never reads the whole conversation."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from app.models.derived import EqualByType
from app.models.memory import MemorySource, Scope
from app.models.messages.message import Message


class MessageIndex(EqualByType):
    """Positions of messages by place and by person, which grow with the conversation; interrupted messages are in no
    list. A person's list holds the messages that it witnessed *and* spoke, was addressed in or was named in."""

    def __init__(self) -> None:
        self._history: Sequence[Message] | None = None
        self._clear()

    def _clear(self) -> None:
        self._size = 0
        self._all: list[int] = []
        self._at: dict[str, list[int]] = defaultdict(list)
        self._concerning: dict[str, list[int]] = defaultdict(list)
        self._witnessed: dict[tuple[str, str | None], list[int]] = defaultdict(list)
        self._heard: dict[str, list[int]] = defaultdict(list)

    def follow(self, history: Sequence[Message], end: int) -> None:
        """Index the new messages of a conversation before position ``end``; start over if it is another one, or has
        become shorter."""
        if history is not self._history or len(history) < self._size:
            self._history = history
            self._clear()
        for position in range(self._size, end):
            self._add(position, history[position])
        self._size = max(self._size, end)

    def rebase(self, history: Sequence[Message], size: int) -> None:
        """Continue with another conversation, whose first ``size`` messages are the same."""
        self._history = history
        self._size = min(size, self._size)
        lists = self._at, self._concerning, self._witnessed, self._heard
        for positions in (self._all, *chain.from_iterable(by_key.values() for by_key in lists)):
            del positions[bisect_left(positions, size) :]

    def _add(self, position: int, message: Message) -> None:
        if message.interrupted:
            return
        self._all.append(position)
        place = message.location_id
        if place is not None:
            self._at[place].append(position)
        for npc_id in message.witness_ids:
            self._witnessed[npc_id, place].append(position)
            self._heard[npc_id].append(position)
            if npc_id == message.speaker_id or npc_id in message.addressee_ids or npc_id in message.npc_ids:
                self._concerning[npc_id].append(position)

    def of(self, scope: Scope, first: int, last: int) -> list[int]:
        """Return the positions of a scope's messages from ``first`` to ``last``, both included, in order."""
        positions = self._positions(scope, self._concerning)
        return positions[bisect_left(positions, first) : bisect_right(positions, last)]

    def heard(self, scope: Scope, skip: int = 0, most: int | None = None) -> list[int]:
        """Return the positions of the messages that a person witnessed, of those at a place, or of all of the world.

        Args:
            scope: The person, place or world.
            skip: How many of the first ones to leave out.
            most: How many to return at most; None for all.
        """
        return self._positions(scope, self._heard)[skip : None if most is None else skip + most]

    def count_heard(self, scope: Scope) -> int:
        """Return how many positions `heard` has for a scope."""
        return len(self._positions(scope, self._heard))

    def _positions(self, scope: Scope, of_persons: Mapping[str, list[int]]) -> list[int]:
        if scope.source is MemorySource.WORLD:
            return self._all
        return (of_persons if scope.source is MemorySource.NPC else self._at).get(scope.owner_id or "", [])

    def around(self, npc_id: str, place: str | None, position: int, last: int) -> tuple[int | None, int | None]:
        """Return the neighbours of a message among those that a person witnessed at a place.

        Args:
            npc_id: The person.
            place: The place.
            position: The position of the message.
            last: The last position that may be returned.

        Returns:
            The positions before and after it; None where there is none.
        """
        seen = self._witnessed.get((npc_id, place), [])
        here = bisect_left(seen, position)
        before = seen[here - 1] if here > 0 else None
        after = bisect_right(seen, position)
        return before, seen[after] if after < len(seen) and seen[after] <= last else None
