"""Which messages belong to which scope, kept beside the conversation so that a capture never reads all of it."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

from app.models.memory import MemorySource, Scope
from app.models.messages.message import Message
from app.models.state.derived import Beside


class MessageIndex(Beside):
    """Positions of messages by place and by person, grown as the conversation grows.

    A person's list holds what it witnessed *and* spoke, was told or was named in, so that the list of someone who is
    never named stays empty however long the game is. Interrupted messages are in no list: cut text is not condensed.
    """

    def __init__(self) -> None:
        self._history: Sequence[Message] | None = None
        self._clear()

    def _clear(self) -> None:
        self._size = 0
        self._complete: list[int] = []
        self._at_place: dict[str, list[int]] = defaultdict(list)
        self._concerning: dict[str, list[int]] = defaultdict(list)
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

    def _add(self, position: int, message: Message) -> None:
        if message.interrupted:
            return
        self._complete.append(position)
        for place in {message.location_id, message.arrived_location_id} - {None}:
            self._at_place[place].append(position)  # type: ignore[index]  # None was taken out of the set above
        concerned = {message.speaker_id, *message.addressee_ids, *message.npc_ids}
        for npc_id in message.witness_ids:
            self._witnessed[npc_id, message.location_id].append(position)
            self._heard[npc_id].append(position)
            if npc_id in concerned:
                self._concerning[npc_id].append(position)

    def of(self, scope: Scope, first: int, last: int) -> list[int]:
        """Positions of the scope's messages from ``first`` to ``last``, both included, in order."""
        if scope.source is MemorySource.WORLD:
            positions = self._complete
        elif scope.source is MemorySource.LOCATION:
            positions = self._at_place.get(scope.owner_id or "", [])
        else:
            positions = self._concerning.get(scope.owner_id or "", [])
        return positions[bisect_left(positions, first) : bisect_right(positions, last)]

    def heard(self, scope: Scope, skip: int = 0) -> list[int]:
        """Positions of all messages that the scope's owner was there for, without the first ``skip``, in order.

        What a person witnessed, what was said at a place, or everything.
        """
        if scope.source is MemorySource.WORLD:
            return self._complete[skip:]
        heard = self._heard if scope.source is MemorySource.NPC else self._at_place
        return heard.get(scope.owner_id or "", [])[skip:]

    def around(self, npc_id: str, place: str | None, position: int, last: int) -> tuple[int | None, int | None]:
        """The witnessed messages at the same place right before and right after one, none beyond ``last``."""
        seen = self._witnessed.get((npc_id, place), [])
        here = bisect_left(seen, position)
        before = seen[here - 1] if here > 0 else None
        after = bisect_right(seen, position)
        return before, seen[after] if after < len(seen) and seen[after] <= last else None
