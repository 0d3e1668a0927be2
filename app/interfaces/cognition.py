"""The port through which turns and background work call people's minds."""

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
"""Applies the result of a finished job to the state; runs under the game's lock, between turns."""

DeliverThought = Callable[[Apply, Meter, People], Awaitable[bool]]
"""Applies a finished job in a commit of its own. The job may change the parts of the given people (None: of all) and of
the whole game. Returns False when the game is closed, so that the work must end."""

Between = Callable[[], AbstractAsyncContextManager[object]]
"""Makes a context in which no turn is in progress; the state is read inside it."""


@dataclass(frozen=True)
class Observation:
    """A memory of something that a person has noticed, which is stored at the end of the turn.

    Args:
        scope: The owner of the memory: the person.
        entry: The memory. Its id is ignored: it gets the owner's next one.
    """

    scope: Scope
    entry: MemoryEntry


@dataclass(frozen=True)
class TickResult:
    """The result of one tick (a moment every ten game minutes, by default, at which people notice and act).

    Args:
        commands: The commands that people give, in order of execution. One that is refused changes nothing, and the
            next one is carried out.
        observations: The memories of what people noticed, in the order in which they are stored: before the commands
            are carried out.
    """

    commands: Sequence[Command] = ()
    observations: Sequence[Observation] = ()


class ICognition(Protocol):
    """The minds of people: they notice and act at ticks (every ten game minutes, unless `CadenceSettings.tick` is
    another number), and think in the background. A turn calls `tick`, `catch_up` and `surprise`, whose errors undo it;
    background work calls `drain`. An implementation may have an attribute ``model``: if it is ``offline``, the next
    turn waits for the thinking; otherwise it does not.

    A `Container` makes it, with its `IMind`, unless the setting ``minds`` is False; get it by
    ``container.cognition()``. Your own replaces it by ``container.cognition.override(providers.Object(yours))``
    (``providers`` of the package dependency_injector).
    """

    def tick(self, state: GameState) -> TickResult | Slices[TickResult]:
        """Run one tick at the state's game time. The same state gives the same result.

        No model is called: work for a model is queued as a job.

        Args:
            state: The game. Only the bookkeeping of minds (`MindState`, `MindsState`) and the end of sightings
                (`MemoryStatus.until`) change.

        Returns:
            The result; or a generator that yields None after each slice of the computation, so that other work can run
            in between, and returns the result. After each slice every person has noticed and chosen either everything
            or nothing; others may read the state then, but not change it.
        """

    async def catch_up(self, state: GameState) -> bool:
        """Do one job that cannot wait until a long turn ends, and put its outcome into the state. It is called after a
        tick and its commands, within the turn, and uses the heuristic mind (rules, no model).

        There are three kinds of such jobs: a plan that was queued two game hours ago or earlier; in the last half hour
        of a day, a reflection of a person who has not reflected on that day; and, if no model thinks, a queued decision
        of a person for whom the scenario has an action that is possible now (``state.minds.jobs`` has the jobs).

        The job is removed from ``state.minds.jobs``. Memories that it makes are added to the state at once. Commands
        that it leads to (a new plan, a changed relationship, an action) are not carried out here: they are appended to
        ``state.minds.intents`` as a `PlannedCommand`, and the next `tick` returns those that are still possible in its
        `TickResult`. The caller records with the turn how the state has changed. When the game is loaded again, the
        changes are read from the record, and `catch_up` is not called.

        Args:
            state: The game, with the tick's game time. Only these parts of it may change: the memories of people, with
                their statuses; the bookkeeping of minds (`MindState`, `MindsState`); and
                ``NPCInstance.importance_accumulator``, the sum of importances that makes a reflection due. All else
                changes by the commands.

        Returns:
            Whether there was such a job, also if it could not be done and was only removed; the caller calls again
            until the result is False.
        """

    def surprise(self, state: GameState, events: Sequence[Event]) -> None:
        """Queue changes of plan for the people who witnessed a surprising event of a turn, that is, were awake at its
        place. The implementation decides which events surprise a person, such as the arrival of the party or a death.

        Args:
            state: The game, whose queue of jobs changes.
            events: All events of the turn, in order.
        """

    async def drain(
        self,
        current: Callable[[], GameState],
        deliver: DeliverThought,
        new_meter: Callable[[], Meter],
        between: Between = nullcontext,
    ) -> None:
        """Do the queued jobs, as far as the budgets of model calls allow.

        Each job takes effect at most once, in an order that does not depend on how long jobs take. A job that is not
        delivered stays queued. A job that cannot be done, and a decision for which no budget is left, are dropped and
        counted in `MindsState.dropped`. A failure of a model raises nothing: rules answer in its place. An exception of
        ``deliver`` reaches the caller.

        Args:
            current: Returns the present state.
            deliver: Applies a finished job: ``await deliver(apply, meter, people)``. ``apply`` is a function that
                changes the state, ``meter`` is that of the job's model calls, and ``people`` are the ids of the people
                whose parts of the state the job may change (None: all people). It returns False when the game is
                closed: the job then stays queued, and no other job is begun.
            new_meter: Makes the meter of one job's model calls.
            between: Makes an asynchronous context in which no turn is in progress, to read the state in; the default
                does nothing.
        """
