"""Views derived from a scope's entries by reading each entry once; the current facts by key."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from app.memory.entries.markers import is_inactive
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState


class IncrementalView(ABC):
    """A view of one scope's entries, each of which is read once. Statuses change and are looked up at each use."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        self.scope = scope
        self.entries = entries
        self.read = 0

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> Self:
        """Return the view of a scope, up to date."""
        entries = state.memories(scope)
        view = state.derived.get(cls, scope)
        if view is None or view.entries is not entries or view.read > len(entries):
            view = state.derived.hold(cls(scope, entries), scope)
        while view.read < len(entries):
            view.apply(entries[view.read])
            view.read += 1
        return view

    @abstractmethod
    def apply(self, entry: MemoryEntry) -> None:
        """Update the view by the entry at position ``read``."""


FactKey = tuple[str, str]
"""(subject, attribute), for example ("lantern", "holder")."""


class NewestFacts(IncrementalView):
    """The newest fact of a scope by key."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.by_key: dict[FactKey, MemoryEntry] = {}

    def apply(self, entry: MemoryEntry) -> None:
        if entry.subject_key is not None:
            self.by_key[entry.subject_key] = entry


def current_fact(state: GameState, scope: Scope, key: FactKey) -> MemoryEntry | None:
    """Return the current fact of this key; None if there is none or it is inactive."""
    newest = NewestFacts.of(state, scope).by_key.get(key)
    return None if newest is None or is_inactive(state.status(newest.id)) else newest
