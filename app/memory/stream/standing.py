"""What is known of a scope's entries by reading each once: current facts by key."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from app.memory.stream.markers import is_inactive
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState


class IncrementalView(ABC):
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


class NewestFacts(IncrementalView):
    """Of a scope's facts the newest by key."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.by_key: dict[FactKey, MemoryEntry] = {}

    def take_in(self, entry: MemoryEntry) -> None:
        if entry.subject_key is not None:
            self.by_key[entry.subject_key] = entry


def standing_fact(state: GameState, scope: Scope, key: FactKey) -> MemoryEntry | None:
    """The current fact of this key; None if there is none or it was archived."""
    newest = NewestFacts.of(state, scope).by_key.get(key)
    return None if newest is None or is_inactive(state.status(newest.id)) else newest
