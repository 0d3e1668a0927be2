"""Which messages belong to which scope, kept beside the conversation so that a capture never reads all of it."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from app.models.memory import MemorySource, Scope
from app.models.messages.message import Message
from app.models.state.derived import EqualByType


class MessageIndex(EqualByType):
    """Positions of messages by place and by person, grown with the conversation; interrupted messages are in no list. A
    person's list holds what it witnessed *and* spoke, was told or was named in: without that it stays empty."""

    def __init__(self) -> None:
        self._history: Sequence[Message] | None = None
        self._clear()

    def _clear(self) -> None:
        self._size = 0
        self._by_scope: dict[str, list[int]] = defaultdict(list)
        self._witnessed: dict[tuple[str, str | None], list[int]] = defaultdict(list)
        self._heard: dict[str, list[int]] = defaultdict(list)

    def follow(self, history: Sequence[Message], end: int) -> None:
        """Take in what the conversation has gained up to ``end``; start over if it is another or has become shorter."""
        if history is not self._history or len(history) < self._size:
            self._history = history
            self._clear()
        for position in range(self._size, end):
            self._add(position, history[position])
        self._size = max(self._size, end)

    def rebase(self, history: Sequence[Message], size: int) -> None:
        """Continue with another conversation that begins with the same ``size`` messages."""
        self._history = history
        self._size = min(size, self._size)
        for positions in chain(self._by_scope.values(), self._witnessed.values(), self._heard.values()):
            del positions[bisect_left(positions, size) :]

    def _add(self, position: int, message: Message) -> None:
        if message.interrupted:
            return
        self._by_scope[Scope.world().key].append(position)
        for place in {message.location_id, message.arrived_location_id}:
            if place is not None:
                self._by_scope[Scope.location(place).key].append(position)
        concerned = {message.speaker_id, *message.addressee_ids, *message.npc_ids}
        for npc_id in message.witness_ids:
            self._witnessed[npc_id, message.location_id].append(position)
            self._heard[npc_id].append(position)
            if npc_id in concerned:
                self._by_scope[Scope.npc(npc_id).key].append(position)

    def of(self, scope: Scope, first: int, last: int) -> list[int]:
        """Positions of the scope's messages from ``first`` to ``last``, both included, in order."""
        positions = self._by_scope.get(scope.key, [])
        return positions[bisect_left(positions, first) : bisect_right(positions, last)]

    def heard(self, scope: Scope, skip: int = 0) -> list[int]:
        """Positions of what a person witnessed, of what was said at a place, or of everything, from ``skip`` on."""
        is_person = scope.source is MemorySource.NPC
        heard = self._heard.get(scope.owner_id or "", []) if is_person else self._by_scope.get(scope.key, [])
        return heard[skip:]

    def around(self, npc_id: str, place: str | None, position: int, last: int) -> tuple[int | None, int | None]:
        """The witnessed messages at the same place right before and right after one, none beyond ``last``."""
        seen = self._witnessed.get((npc_id, place), [])
        here = bisect_left(seen, position)
        before = seen[here - 1] if here > 0 else None
        after = bisect_right(seen, position)
        return before, seen[after] if after < len(seen) and seen[after] <= last else None
