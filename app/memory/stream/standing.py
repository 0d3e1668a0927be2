"""Which entries of a scope stand: by kind, and facts by their key, found without the index of recall."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from app.memory.index.stream_index import StreamIndex
from app.memory.recall.recent import is_put_away
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.game_state import GameState


class EntryFollower:
    """Something known of the entries of one scope.

    Whether an entry is put away is asked of its status each time, so nothing has to follow the statuses.
    """

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        self.scope = scope
        self.entries = entries
        self.read = 0

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> Self:
        """The scope's, with everything that has been remembered up to now."""
        entries = state.memories(scope)
        known = state.derived.get(cls, scope)
        if known is None or known.entries is not entries or known.read > len(entries):
            known = state.derived.hold(cls(scope, entries), scope)
        while known.read < len(entries):
            known.take_in(entries[known.read])
            known.read += 1
        return known

    def take_in(self, entry: MemoryEntry) -> None:
        """Read the entry at position ``read``."""
        raise NotImplementedError


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


FactKey = tuple[str, str]
"""(subject, attribute), as ("lantern", "holder")."""


class StandingFacts(EntryFollower):
    """The newest entry of each key of one scope."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._newest: dict[FactKey, MemoryEntry] = {}

    def take_in(self, entry: MemoryEntry) -> None:
        if entry.subject_key is not None:
            self._newest[entry.subject_key] = entry

    def newest(self, key: FactKey) -> MemoryEntry | None:
        """The last entry of this key, whether it stands or not."""
        return self._newest.get(key)


def standing_fact(state: GameState, scope: Scope, key: FactKey) -> MemoryEntry | None:
    """The fact of this key that holds now; None if there is none, or if it has been put away without another."""
    newest = StandingFacts.of(state, scope).newest(key)
    return None if newest is None or is_put_away(state.status(newest.id)) else newest
