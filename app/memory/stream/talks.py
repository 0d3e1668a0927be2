"""Talks of a scope: which lines belong to one, and when a talk is old enough to be condensed."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from app.memory.entries.markers import is_inactive, is_protected
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.memory_batch import CONDENSED
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState


def talks_among(entries: Iterable[MemoryEntry], gap: int) -> list[list[MemoryEntry]]:
    """Return the talks among entries in order of time: lines with the same participants, less than ``gap`` apart."""
    groups: list[list[MemoryEntry]] = []
    latest: dict[frozenset[str], list[MemoryEntry]] = {}
    for entry in (entry for entry in entries if entry.kind is MemoryKind.CONVERSATION):
        who = frozenset((*entry.subjects, *entry.npc_ids))
        group = latest.get(who)
        if group is None or (entry.game_time or 0) - (group[-1].game_time or 0) >= gap:
            group = latest[who] = []
            groups.append(group)
        group.append(entry)
    return groups


class UncondensedTalk(IncrementalView):
    """The lines of a scope that are not condensed, by time."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._waiting: list[tuple[int, int]] = []

    def apply(self, entry: MemoryEntry) -> None:
        if entry.kind is MemoryKind.CONVERSATION and entry.game_time is not None and CONDENSED not in entry.metadata:
            heappush(self._waiting, (entry.game_time, self.read))

    def oldest(self, state: GameState) -> int | None:
        """Return the game time of the oldest line that may be condensed; None if there is none."""
        while self._waiting:
            time, position = self._waiting[0]
            entry = self.entries[position]
            status = state.status(entry.id)
            if not is_inactive(status) and not is_protected(entry, status):
                return time
            heappop(self._waiting)
        return None


def has_old_talk(state: GameState, scope: Scope) -> bool:
    """Return whether a talk of any length has reached the age at which it is condensed."""
    oldest = UncondensedTalk.of(state, scope).oldest(state)
    return oldest is not None and state.clock.minutes - oldest >= Cadence.of(state).condensing.talk_age
