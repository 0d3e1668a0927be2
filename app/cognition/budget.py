"""What minds may take, and budgets of model calls: per tick, per game day and per person."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.memory.stream.pruner import MemoryLimits
from app.models.clock import day_of
from app.models.minds.mind_state import JobKind
from app.models.spend import Spend
from app.models.state.game_state import GameState

ANSWER_WITHIN: Mapping[JobKind, float] = {
    JobKind.SCORE: 10.0,
    JobKind.PLAN: 15.0,
    JobKind.REFLECT: 12.0,
    JobKind.DECIDE: 10.0,
    JobKind.CONVERSE: 10.0,
    JobKind.CONDENSE: 10.0,
    JobKind.PRUNE: 10.0,
}
"""Seconds for one answer of a model, after which it is asked again or the heuristic answers."""


@dataclass(frozen=True)
class MindLimits:
    """Budgets are model calls; a job that finds none left waits, or is dropped if its kind is worth nothing later."""

    calls_per_tick: int = 8
    calls_per_day: int = 300
    calls_per_npc_day: int = 24
    at_once: int = 4
    """Jobs under way side by side."""
    timeouts: Mapping[JobKind, float] = field(default_factory=lambda: ANSWER_WITHIN)
    """Seconds for one answer, by kind of job."""
    attempts: int = 2
    """Times a model is asked before the heuristic answers."""
    backoff: float = 0.5
    """Seconds before the second attempt, twice as many before each further one."""
    patience: int = 120
    """Game minutes that a job waits for a budget before the heuristic does it."""
    busy: int = 40
    """Waiting jobs from which on no one is asked to reflect; as many as there are people where these are more."""
    memories: MemoryLimits = field(default_factory=MemoryLimits)


def begin_tick(state: GameState) -> None:
    """A new tick has calls of its own, and so has a new day."""
    minds = state.minds
    minds.calls_this_tick = 0
    day = day_of(state.clock.minutes)
    if minds.day != day:
        minds.day, minds.calls_today = day, 0


def calls_left(state: GameState, npc_id: str | None, limits: MindLimits, reserved: int = 0) -> int:
    """How many calls a job may still make; ``reserved`` are those promised to others' jobs under way."""
    minds = state.minds
    left = min(limits.calls_per_tick - minds.calls_this_tick, limits.calls_per_day - minds.calls_today) - reserved
    if npc_id is not None:
        left = min(left, limits.calls_per_npc_day - state.npc(npc_id).mind.calls.get(minds.day, 0))
    return max(0, left)


def book(state: GameState, npc_id: str | None, spend: Spend) -> None:
    """Count what a job has cost, against all three budgets and the person's account."""
    if not spend:
        return
    minds = state.minds
    minds.calls_this_tick += spend.calls
    minds.calls_today += spend.calls
    if npc_id is not None:
        mind = state.npc(npc_id).mind
        mind.spend = mind.spend + spend
        days = {**mind.calls, minds.day: mind.calls.get(minds.day, 0) + spend.calls}
        mind.calls = dict(sorted(days.items())[-2:])
