"""What the turn and the settling of a game ask of the people's minds."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from app.interfaces.metering import Meter
from app.models.command import Command, Event
from app.models.memory import MemoryEntry, Scope
from app.models.records.parts import People
from app.models.state.game_state import GameState
from app.scheduling import Slices

Apply = Callable[[GameState], None]
"""Changes the state by the result of a finished job; runs under the game's lock, between turns."""

DeliverThought = Callable[[Apply, Meter, People], Awaitable[bool]]
"""Applies a finished job, which changes what belongs to these people or to the whole game, in a commit of its own;
False when the game is closed and the work is to end."""

Between = Callable[[], AbstractAsyncContextManager[object]]
"""To be entered where the state is read: no turn is in progress inside."""


@dataclass(frozen=True)
class Observation:
    """Something a person has noticed; it is written into its stream when the turn ends."""

    scope: Scope
    entry: MemoryEntry


@dataclass(frozen=True)
class TickResult:
    """What people do at one tick, in the order in which it is carried out, and what they notice."""

    commands: Sequence[Command] = ()
    observations: Sequence[Observation] = ()


class ICognition(Protocol):
    """People's minds: they notice and act at ticks, and think off the turn's path. The next turn waits for those that
    are `is_offline` by their ``model``, for others none does."""

    def tick(self, state: GameState) -> TickResult | Slices[TickResult]:
        """One tick, at the state's own game time. Pure but for what people's minds keep (`MindState`, `MindsState`). No
        model is asked here: what needs one is queued as a job. The same state gives the same result. After each slice
        every person has noticed and chosen all or nothing; others read the state then, and do not change it."""

    async def catch_up(self, state: GameState) -> bool:
        """Let the heuristic do, within the turn, one thing that a long turn keeps waiting: after a tick, and without a
        model. Whether there was one."""

    def surprise(self, state: GameState, events: Sequence[Event]) -> None:
        """What a turn has brought about may change the plans of those who were there to see it."""

    async def drain(
        self,
        current: Callable[[], GameState],
        deliver: DeliverThought,
        new_meter: Callable[[], Meter],
        between: Between = nullcontext,
    ) -> None:
        """Work through the queued jobs as far as budgets allow; each takes effect exactly once, in an order that does
        not depend on how long any takes. ``current`` gives the state as it is now, which is read inside ``between``.
        What ``deliver`` raises reaches the caller; what is not delivered stays queued."""
