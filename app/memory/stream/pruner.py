"""Pruning: the memories of a scope that exceed a limit are archived. Nothing is deleted: ids and evidence stay
valid."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from app.memory.entries.scoring import recencies
from app.memory.index.stream_index import StreamIndex
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus, PruneResult, Scope
from app.models.memory_kinds import limited
from app.models.state.game_state import GameState

PRUNED = "prune"
OBSERVED = limited("observations")
_REFLECTIONS, _PLANS, _SUMMARIES = limited("reflections"), limited("plans"), limited("summaries")
NOTABLE = 5.0
"""Importance below which observations are pruned before all others."""

_IMPORTANCE, _RECENCY = 0.7, 3.0
"""Weights of an observation's value: 0.7 x importance (1 to 10) + 0.3 x 10 x recency (0 to 1)."""


@dataclass(frozen=True, kw_only=True)
class MemoryLimits:
    """Largest numbers of active memories per scope, not counting pinned and hand-made ones; ``summaries`` None for no
    limit."""

    observations: int = 200
    reflections: int = 50
    plans: int = 7
    summaries: int | None = None


def prune(state: GameState, scope: Scope, limits: MemoryLimits) -> PruneResult:
    """Archive what exceeds the limits: the least valuable observations, and all but the newest of other kinds."""
    observations = surplus_observations(state, scope, limits)
    reflections = _all_but_newest(state, scope, _REFLECTIONS, limits.reflections)
    plans = _all_but_newest(state, scope, _PLANS, limits.plans)
    archive_entries(state, [*observations, *reflections, *plans], PRUNED)
    return PruneResult(
        observations_removed=len(observations),
        reflections_removed=len(reflections),
        summaries_archived=prune_summaries(state, scope, limits.summaries),
    )


def prune_summaries(state: GameState, scope: Scope, keep: int | None) -> int:
    """Archive all but the newest ``keep`` summaries (None: no limit); return how many were archived."""
    surplus = [] if keep is None else _all_but_newest(state, scope, _SUMMARIES, keep)
    archive_entries(state, surplus, PRUNED)
    return len(surplus)


def surplus_observations(state: GameState, scope: Scope, limits: MemoryLimits) -> list[MemoryEntry]:
    """Return the observations beyond the limit, least valuable first; those less important than `NOTABLE` precede all
    others."""
    positions = countable_positions(state, scope, limits.observations, *OBSERVED)
    if not positions:
        return []
    documents = StreamIndex.of(state, scope).entries
    candidates = np.array(positions)
    importance = documents.columns["importance"][candidates]
    ages = state.clock.minutes - documents.columns["time"][candidates]
    worth = _IMPORTANCE * importance + _RECENCY * recencies(ages, documents.columns["decay_rate"][candidates])
    order = np.lexsort((candidates, np.round(worth, 9), importance >= NOTABLE))
    return [documents.entries[positions[at]] for at in order[: len(positions) - limits.observations].tolist()]


def countable_positions(state: GameState, scope: Scope, more_than: int, *kinds: MemoryKind) -> list[int]:
    """Return the positions of active entries of these kinds, without protected ones; [] if there are at most
    ``more_than``. A scope with few entries is not indexed for this, since every tick asks for every person."""
    memories = state.memories(scope)
    if len(memories) <= more_than:
        return []
    if state.derived.get(StreamIndex, scope) is None and sum(entry.kind in kinds for entry in memories) <= more_than:
        return []
    entries = StreamIndex.of(state, scope).entries
    if sum(entries.active_counts[kind] for kind in kinds) <= more_than:
        return []
    is_left_out = entries.columns["inactive"] | entries.columns["protected"]
    found: list[int] = np.flatnonzero(entries.of_kinds(*kinds) & ~is_left_out).tolist()
    return found if len(found) > more_than else []


def is_crowded(state: GameState, scope: Scope, limits: MemoryLimits) -> bool:
    """Return whether a limit is exceeded, but for summaries, which are limited when added."""
    return bool(
        countable_positions(state, scope, limits.observations, *OBSERVED)
        or countable_positions(state, scope, limits.reflections, *_REFLECTIONS)
        or countable_positions(state, scope, limits.plans, *_PLANS)
    )


def archive_entries(state: GameState, entries: Iterable[MemoryEntry], by: str) -> None:
    """Archive entries in favour of the memory ``by``, or for the reason ``by``. Entries without a status share one
    object."""
    shared = MemoryStatus(archived_by=by)
    for entry in entries:
        status = state.memory_status.get(entry.id or "")
        changed = shared if status is None else status.model_copy(update={"archived_by": by})
        state.set_status(entry.id or "", changed)


def _all_but_newest(state: GameState, scope: Scope, kinds: tuple[MemoryKind, ...], keep: int) -> list[MemoryEntry]:
    entries = state.memories(scope)
    candidates = countable_positions(state, scope, keep, *kinds)
    return [entries[position] for position in candidates[: len(candidates) - keep]]
