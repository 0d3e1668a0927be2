"""Which entries of a scope stand, by kind, so that what is done every day does not take longer with every day."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.memory.entry_follower import EntryFollower
from app.memory.stream_index import StreamIndex
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind, Scope


class StandingEntries(EntryFollower):
    """The positions of a scope's entries by kind, but for those that were found put away, which do not come back."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._positions: dict[MemoryKind, list[int]] = {}

    def take_in(self, entry: MemoryEntry) -> None:
        self._positions.setdefault(entry.kind, []).append(self.read)

    def at_most(self, *kinds: MemoryKind) -> int:
        """No more than so many entries of these kinds stand; told without a look at their statuses."""
        return sum(len(self._positions.get(kind, ())) for kind in kinds)

    def positions(self, state: GameState, *kinds: MemoryKind) -> list[int]:
        """Where those of these kinds are that stand, in stream order."""
        put_away = self._column(state, "put_away")
        for kind in kinds:
            if kind in self._positions:
                self._positions[kind] = _without(self._positions[kind], put_away)
        return sorted(position for kind in kinds for position in self._positions.get(kind, ()))

    def counting(self, state: GameState, *kinds: MemoryKind) -> list[int]:
        """The same without those that are kept apart."""
        return _without(self.positions(state, *kinds), self._column(state, "kept_apart"))

    def _column(self, state: GameState, name: str) -> NDArray[np.bool_]:
        return StreamIndex.of(state, self.scope).entries.columns[name]


def _without(positions: list[int], marked: NDArray[np.bool_]) -> list[int]:
    """One look at a column instead of one at each entry: in a long game those lie far apart."""
    if not positions:
        return positions
    found = np.array(positions)
    left: list[int] = found[~marked[found]].tolist()
    return left
