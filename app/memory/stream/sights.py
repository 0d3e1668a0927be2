"""Sights of a person: which of them last, and where it has ever seen other beings."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from app.memory.entries.markers import is_inactive
from app.memory.stream.incremental_views import IncrementalView
from app.models.clock import day_of
from app.models.events.play import BeingMissed, BeingsSeen
from app.models.memory import MemoryEntry, Scope
from app.models.messages.payload import events_in
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState

AGAIN = 4 * 60
"""Game minutes after the end of a sight within which the same sight continues it."""
SightKey = tuple[tuple[str, ...], str, Activity]
"""(beings, place, activity)."""


class Sights(IncrementalView):
    """Sights of one person. A sight lasts while `MemoryStatus.until` is None.

    Attributes:
        first: By being and place, when the being was first seen there, in game minutes.
        last: By being, when its newest sight began, in game minutes.
        missed: By being, the last day on which its absence was noticed.
    """

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._newest: dict[SightKey, MemoryEntry] = {}
        self._lasting: dict[SightKey, MemoryEntry] = {}
        self.first: dict[str, dict[str, int]] = defaultdict(dict)
        self.last: dict[str, int] = {}
        self.missed: dict[str, int] = {}

    def apply(self, entry: MemoryEntry) -> None:
        for event in events_in(entry.payload):
            if isinstance(event, BeingsSeen):
                key = event.being_ids, event.location_id, event.activity
                self._newest[key] = self._lasting[key] = entry
                for being in event.being_ids:
                    self.first[being].setdefault(event.location_id, event.since)
                    self.last[being] = event.since
            elif isinstance(event, BeingMissed):
                self.missed[event.being_id] = day_of(event.since)

    def goes_on(self, state: GameState, key: SightKey) -> bool:
        """Return whether a sight with this key lasts; one that has just ended is resumed."""
        if (entry := self._newest.get(key)) is None:
            return False
        status = state.status(entry.id)
        if status.until is None:
            return not is_inactive(status)
        if is_inactive(status) or state.clock.minutes - status.until > AGAIN:
            return False
        state.set_status(entry.id or "", status.model_copy(update={"until": None}))
        self._lasting[key] = entry
        return True

    def end(self, state: GameState, but: Collection[SightKey] = ()) -> None:
        """End every lasting sight except those with the keys ``but``."""
        for key in [key for key in self._lasting if key not in but]:
            entry = self._lasting.pop(key)
            status = state.status(entry.id)
            if status.until is None and not is_inactive(status):
                state.set_status(entry.id or "", status.model_copy(update={"until": state.clock.minutes}))

    def lasting(self) -> Iterable[MemoryEntry]:
        """Return sights that may last; they include ones whose status has ended, until `end` is called."""
        return self._lasting.values()

    def last_seen(self, state: GameState, being_id: str, before_turn: int) -> int | None:
        """Return when a being was last in sight (game minutes), in a turn before ``before_turn``; None for never."""
        times = [
            state.clock.minutes if (until := state.status(entry.id).until) is None else until
            for (ids, *_), entry in self._newest.items()
            if being_id in ids and (entry.turn or 0) < before_turn
        ]
        return max(times, default=None)


def lasting(state: GameState, scope: Scope) -> set[str | None]:
    """Return the ids of the memories of sights that last."""
    statuses = ((entry.id, state.status(entry.id)) for entry in Sights.of(state, scope).lasting())
    return {key for key, status in statuses if status.until is None and not is_inactive(status)}


def known_beings(state: GameState, npc_id: str) -> Iterator[str]:
    """Return the ids of all beings that a person has ever seen: people, players and ``party``."""
    return iter(Sights.of(state, Scope.npc(npc_id)).first)
