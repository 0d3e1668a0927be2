"""What is read of a scope's entries, each of them once, and kept with the game."""

from collections.abc import Sequence
from typing import Self

from app.models.memory import MemoryEntry, Scope
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
