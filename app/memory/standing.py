"""Which entries of a scope stand, by kind, so that what is done every day does not take longer with every day."""

from collections.abc import Sequence

from app.memory.recent import is_put_away
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind, Scope


class StandingEntries:
    """The positions of a scope's entries by kind, but for those that were found put away; each entry is read once.

    Statuses are looked at when somebody asks. What has once been put away does not come back.
    """

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self.entries = entries
        self.read = 0
        self._positions: dict[MemoryKind, list[int]] = {}

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StandingEntries":
        """Those of a scope, with everything that has been remembered up to now."""
        name, entries = f"standing/{scope.key}", state.memories(scope)
        standing = state.derived.get(name)
        if not isinstance(standing, cls) or standing.entries is not entries or standing.read > len(entries):
            standing = state.derived[name] = cls(entries)
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
        for kind in kinds:
            if kind in self._positions:
                self._positions[kind] = [at for at in self._positions[kind] if self._stands(state, at)]
        return sorted(position for kind in kinds for position in self._positions.get(kind, ()))

    def _stands(self, state: GameState, position: int) -> bool:
        status = state.memory_status.get(self.entries[position].id or "")
        return status is None or not is_put_away(status)
