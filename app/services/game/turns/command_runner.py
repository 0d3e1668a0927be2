"""Carrying out the commands of a turn, and letting people act while time passes."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.commands.play import AdvanceTimeCommand
from app.events.event_table import visible_events
from app.interfaces.cognition import ICognition, TickResult
from app.log import logger
from app.memory.stream.remembering import remember
from app.memory.stream.routine import is_routine
from app.models.clock import MINUTES_PER_DAY, GameClock
from app.models.command import Command, Event, Outcome
from app.models.events.play import LocationChanged, TimeAdvanced
from app.models.minds.mind_state import TICK
from app.models.records.record import RecordedCommand
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import checkpoint, in_batches, in_slices, low_priority
from app.services.game.games.concurrency import shielded
from app.services.game.turns.observation_recorder import REMEMBERED_AT_ONCE, ObservationRecorder

MINUTES_PER_TURN = 1
ROUTINE_FOR = 2 * MINUTES_PER_DAY
"""Game minutes before the end of a long turn from which on routine sights are written down."""


class CommandRunner:
    """Carries out commands one after the other, with the ticks of the time they take; all of it in the state only.

    Args:
        state: The game.
        bus: Finds the handler of a command.
        cognition: What people do by themselves while time passes; None: nobody does anything.
    """

    def __init__(self, state: GameState, bus: CommandBus, cognition: ICognition | None = None) -> None:
        self._state = state
        self._bus = bus
        self._cognition = cognition
        self.acting: PlayerCharacter | None = None
        """The player whose commands they are; None for a program."""
        self.outcomes: list[Outcome] = []
        self._own_time_from: int | None = None
        """Where the outcomes begin that the engine's own passing of time brought about."""
        self._seen = ObservationRecorder(state)
        self._until = state.clock.minutes
        """When the time is over that passes in this turn, as far as it is known."""

    async def run(self, command: Command) -> Outcome:
        """Carry out a command and the ticks of the time it takes; a refused one raises and has changed nothing."""
        before = len(self.outcomes)
        if isinstance(command, AdvanceTimeCommand) and self._cognition is not None:
            await self._pass_time(command.minutes)
        else:
            await self._run_with_ticks(command, self.acting)
        return self._as_one(command, self.outcomes[before:])

    async def _pass_time(self, minutes: int) -> None:
        """In steps that end with a tick, so that what people do is done at its time."""
        self._until = self._state.clock.minutes + minutes
        while True:
            step = min(minutes, TICK - self._state.clock.minutes % TICK)
            await self._run_with_ticks(AdvanceTimeCommand(minutes=step), None)
            minutes -= step
            if not minutes:
                break
            with low_priority():  # once a tick: at each checkpoint a busy server would hold it up for minutes
                await checkpoint()

    async def _run_with_ticks(self, command: Command, acting: PlayerCharacter | None) -> None:
        """Carry out one command, and the ticks of the time that has passed with it, whatever moved the clock."""
        then = self._state.clock.model_copy()
        await self._on_bus(command, acting)
        ticks = range((then.minutes // TICK + 1) * TICK, self._state.clock.minutes + 1, TICK)
        if ticks and self._cognition is not None:
            await shielded(asyncio.create_task(self._tick(self._cognition, then, ticks)))

    async def _on_bus(self, command: Command, acting: PlayerCharacter | None, *, at_tick: bool = False) -> None:
        outcome = await self._bus.execute(command, self._state)
        self.outcomes.append(outcome)
        self._seen.note(outcome, acting, own_time=self._own_time_from is not None, at_tick=at_tick)

    async def _tick(self, minds: ICognition, then: GameClock, ticks: Iterable[int]) -> None:
        """Ticks at their own game time, also where a command has moved the clock past them: people think as of then,
        but act and are recorded now, as in a replay. Time that they let pass themselves has no ticks: it might not
        end."""
        for minutes in ticks:
            then.advance(minutes - then.minutes)
            as_of = partial(self._as_of, then)
            with as_of():
                ticked = minds.tick(self._state)
            result = ticked if isinstance(ticked, TickResult) else await in_slices(ticked, as_of)
            async for observation in in_batches(result.observations, REMEMBERED_AT_ONCE):
                if not is_routine(observation.entry) or self._until - minutes <= ROUTINE_FOR:
                    with as_of():
                        remember(self._state, observation.scope, observation.entry)
            for command in result.commands:
                await checkpoint()
                try:
                    await self._on_bus(command, None, at_tick=True)
                except TalekeeperError as error:
                    logger.debug("a person could not do what it meant to: {}", error)
            waits = True
            while waits:
                await checkpoint()
                with as_of():
                    waits = await minds.catch_up(self._state)

    @contextmanager
    def _as_of(self, then: GameClock) -> Iterator[None]:
        now, self._state.clock = self._state.clock, then
        try:
            yield
        finally:
            self._state.clock = now

    def _as_one(self, command: Command, passed: Sequence[Outcome]) -> Outcome:
        """What became of a command; of what people did meanwhile the party sees what is left of it in the end."""
        if len(passed) == 1:
            return passed[0]
        own: tuple[Event, ...] = passed[0].events
        others = [event for outcome in passed[1:] for event in outcome.events]
        if isinstance(command, AdvanceTimeCommand):
            own, others = (TimeAdvanced(minutes=command.minutes),), [*own, *others]
        happened = [event for event in others if not isinstance(event, TimeAdvanced)]
        return Outcome(
            command=command,
            derived=tuple(order for outcome in passed for order in outcome.derived),
            events=(*own, *(event for event, _ in visible_events(happened, self._state.scenario.current_location_id))),
        )

    async def let_time_pass(self, without_move: int = MINUTES_PER_TURN) -> None:
        """Let the time pass that the turn takes, unless one of its commands moved the clock, be it by no minute.

        Args:
            without_move: Minutes that it takes where the party did not move; after a move it is those of the ways.
        """
        if any(isinstance(event, TimeAdvanced) for event in self.events):
            return
        ways = [event.minutes for event in self.events if isinstance(event, LocationChanged)]
        if ways or without_move:
            self._own_time_from = len(self.outcomes)
            await self.run(AdvanceTimeCommand(minutes=sum(ways) if ways else without_move))

    @property
    def events(self) -> list[Event]:
        """Everything that was brought about, in order."""
        return [event for outcome in self.outcomes for event in outcome.events]

    @property
    def recorded_commands(self) -> tuple[RecordedCommand, ...]:
        """What the record of the turn keeps, with what followed by itself marked."""
        return recorded_commands(self.outcomes, self._own_time_from)

    async def write_observations(self) -> None:
        """Let everybody remember what it saw, in that order."""
        await self._seen.write()


_ADVANCE = AdvanceTimeCommand(minutes=0).kind


def recorded_commands(outcomes: Sequence[Outcome], own_time_from: int | None) -> tuple[RecordedCommand, ...]:
    """Every command with what followed from it; from outcome ``own_time_from`` on the turn's own time caused them."""
    found: list[RecordedCommand] = []
    for position, outcome in enumerate(outcomes):
        is_own_time = own_time_from is not None and position >= own_time_from
        made = RecordedCommand(command=outcome.command.written(), clock=is_own_time)
        if found and (together := _together(found[-1], made)) is not None:
            found[-1] = together
        else:
            found.append(made)
        found += [RecordedCommand(command=order.written(), derived=True) for order in outcome.derived]
    return tuple(found)


def _together(first: RecordedCommand, second: RecordedCommand) -> RecordedCommand | None:
    """Two spans of time with nothing between them as one; None for anything else."""
    if {item.command["kind"] for item in (first, second)} != {_ADVANCE} or first.derived or first.clock != second.clock:
        return None
    minutes = first.command["minutes"] + second.command["minutes"]
    return first.model_copy(update={"command": AdvanceTimeCommand(minutes=minutes).written()})
