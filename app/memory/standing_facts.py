"""Which entry of a scope says how a thing stands now: facts by their key, found without the index of recall."""

from collections.abc import Sequence

from app.memory.recent import is_put_away
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, Scope

FactKey = tuple[str, str]
"""(subject, attribute), as ("lantern", "holder")."""


class StandingFacts:
    """The newest entry of each key of one scope; it follows the scope's entries, reading each once.

    Whether an entry is put away is asked of its status each time, so nothing has to follow the statuses.
    """

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self.entries = entries
        self.read = 0
        self._newest: dict[FactKey, MemoryEntry] = {}

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StandingFacts":
        """The scope's facts, with everything that has been remembered up to now."""
        name, entries = f"facts/{scope.key}", state.memories(scope)
        facts = state.derived.get(name)
        if not isinstance(facts, cls) or facts.entries is not entries or facts.read > len(entries):
            facts = state.derived[name] = cls(entries)
        facts.follow()
        return facts

    def follow(self) -> None:
        """Take in the entries that are new."""
        for position in range(self.read, len(self.entries)):
            entry = self.entries[position]
            if entry.subject_key is not None:
                self._newest[entry.subject_key] = entry
        self.read = len(self.entries)

    def newest(self, key: FactKey) -> MemoryEntry | None:
        """The last entry of this key, whether it stands or not."""
        return self._newest.get(key)


def standing_fact(state: GameState, scope: Scope, key: FactKey) -> MemoryEntry | None:
    """The fact of this key that holds now; None if there is none, or if it has been put away without another."""
    newest = StandingFacts.of(state, scope).newest(key)
    return None if newest is None or is_put_away(state.status(newest.id)) else newest
