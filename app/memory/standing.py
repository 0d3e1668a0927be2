"""Which entries of a scope stand, by kind, so that what is done every day does not take longer with every day."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.memory.stream_index import StreamIndex
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind, Scope


class StandingEntries:
    """The positions of a scope's entries by kind, but for those that were found put away; each entry is read once.

    Statuses are looked at when somebody asks. What has once been put away does not come back.
    """

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        self.scope = scope
        self.entries = entries
        self.read = 0
        self._positions: dict[MemoryKind, list[int]] = {}

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StandingEntries":
        """Those of a scope, with everything that has been remembered up to now."""
        name, entries = f"standing/{scope.key}", state.memories(scope)
        standing = state.derived.get(name)
        if not isinstance(standing, cls) or standing.entries is not entries or standing.read > len(entries):
            standing = state.derived[name] = cls(scope, entries)
        standing._follow()
        return standing

    def _follow(self) -> None:
        for position in range(self.read, len(self.entries)):
            self._positions.setdefault(self.entries[position].kind, []).append(position)
        self.read = len(self.entries)

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
