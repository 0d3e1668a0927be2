"""Active entries of a scope by kind, and current facts by key."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from app.memory.index.stream_index import StreamIndex
from app.memory.stream.markers import is_inactive
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.game_state import GameState


class EntryFollower(ABC):
    """Something known of one scope's entries, each read once. Statuses are looked up each time."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        self.scope = scope
        self.entries = entries
        self.read = 0

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> Self:
        """The scope's instance, up to date."""
        entries = state.memories(scope)
        known = state.derived.get(cls, scope)
        if known is None or known.entries is not entries or known.read > len(entries):
            known = state.derived.hold(cls(scope, entries), scope)
        while known.read < len(entries):
            known.take_in(entries[known.read])
            known.read += 1
        return known

    @abstractmethod
    def take_in(self, entry: MemoryEntry) -> None:
        """Read the entry at position ``read``."""


FactKey = tuple[str, str]
"""(subject, attribute), as ("lantern", "holder")."""


class StandingEntries(EntryFollower):
    """Positions of a scope's entries by kind, without those found archived or superseded; the newest fact by key."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._positions: dict[MemoryKind, list[int]] = {}
        self.newest_facts: dict[FactKey, MemoryEntry] = {}

    def take_in(self, entry: MemoryEntry) -> None:
        self._positions.setdefault(entry.kind, []).append(self.read)
        if entry.subject_key is not None:
            self.newest_facts[entry.subject_key] = entry

    def bring_back(self, position: int) -> None:
        """Look again at an entry that was archived."""
        positions = self._positions[self.entries[position].kind]
        if position not in positions:
            positions.append(position)

    def at_most(self, *kinds: MemoryKind) -> int:
        """An upper bound of their number, without a look at statuses."""
        return sum(len(self._positions.get(kind, ())) for kind in kinds)

    def positions(self, state: GameState, *kinds: MemoryKind) -> list[int]:
        """Positions of the standing entries, in stream order."""
        inactive = self._column(state, "inactive")
        for kind in kinds:
            if kind in self._positions:
                self._positions[kind] = _without(self._positions[kind], inactive)
        return sorted([position for kind in kinds for position in self._positions.get(kind, ())])

    def counting(self, state: GameState, *kinds: MemoryKind) -> list[int]:
        """The same without pinned and hand-made ones."""
        return _without(self.positions(state, *kinds), self._column(state, "protected"))

    def _column(self, state: GameState, name: str) -> NDArray[np.bool_]:
        return StreamIndex.of(state, self.scope).entries.columns[name]


def _without(positions: list[int], marked: NDArray[np.bool_]) -> list[int]:
    """One look at a column instead of one at each entry."""
    if not positions:
        return positions
    found = np.array(positions)
    left: list[int] = found[~marked[found]].tolist()
    return left


def standing_fact(state: GameState, scope: Scope, key: FactKey) -> MemoryEntry | None:
    """The current fact of this key; None if there is none or it was archived."""
    newest = StandingEntries.of(state, scope).newest_facts.get(key)
    return None if newest is None or is_inactive(state.status(newest.id)) else newest
