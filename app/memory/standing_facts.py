"""Which entry of a scope says how a thing stands now: facts by their key, found without the index of recall."""

from collections.abc import Sequence

from app.memory.entry_follower import EntryFollower
from app.memory.recent import is_put_away
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, Scope

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
