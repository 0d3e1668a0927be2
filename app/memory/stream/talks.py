"""Talks of a scope: which lines belong to one, and when a talk is old enough to be condensed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from app.memory.entries.markers import is_inactive, is_protected
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.memory_batch import CONDENSED
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.game_state import GameState


@dataclass(frozen=True, kw_only=True)
class CondensingRules:
    """When memories are condensed; times in game minutes.

    Attributes:
        group_size: Lines of a talk from which on it is condensed at ``group_age``; a smaller one at ``talk_age``.
        gap: Lines with the same participants belong to one talk if less than this lies between two of them.
        group_age: Age of a large talk's first line, and of unimportant perceptions, above which they are condensed.
        talk_age: Age of any talk's first line from which on it is condensed.
        era: Length of an era.
        era_age: Time since the end of an era from which on it may be condensed.
    """

    group_size: int = 5
    gap: int = 30
    group_age: int = MINUTES_PER_DAY
    talk_age: int = 2 * MINUTES_PER_DAY
    era: int = 7 * MINUTES_PER_DAY
    era_age: int = 2 * MINUTES_PER_DAY

    def is_due(self, lines: int, age: int) -> bool:
        """Return whether a talk of so many lines, of which the first has this age, is condensed."""
        return age >= self.talk_age or (lines >= self.group_size and age > self.group_age)


RULES = CondensingRules()


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


def has_old_talk(state: GameState, scope: Scope, rules: CondensingRules = RULES) -> bool:
    """Return whether a talk of any length has reached the age at which it is condensed."""
    oldest = UncondensedTalk.of(state, scope).oldest(state)
    return oldest is not None and state.clock.minutes - oldest >= rules.talk_age
