"""Execution of the commands of a turn, with the ticks in which people act while time passes."""

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
from app.models.records.record import RecordedCommand
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import checkpoint, in_batches, in_slices, low_priority
from app.services.game.games.concurrency import shielded
from app.services.game.turns.observation_recorder import REMEMBERED_AT_ONCE, ObservationRecorder

MINUTES_PER_TURN = 1
ROUTINE_FOR = 2 * MINUTES_PER_DAY
"""Game minutes at the end of a long turn for which routine sights are recorded."""


class CommandRunner:
    """Executes commands one after the other, with the ticks of the time they take, in the state only.

    Args:
        state: The game.
        bus: Finds the handler of a command.
        cognition: Decides what people do by themselves while time passes; None: they do nothing.
    """

    def __init__(self, state: GameState, bus: CommandBus, cognition: ICognition | None = None) -> None:
        self._state = state
        self._bus = bus
        self._cognition = cognition
        self.acting: PlayerCharacter | None = None
        """The player whose commands these are; None for a program."""
        self.outcomes: list[Outcome] = []
        self.carried: list[Outcome] = []
        """Those of commands that stay in force from turns which this one replaces; nothing is shown of them."""
        self._own_time_from: int | None = None
        """The index of the first outcome of the time that the turn itself takes."""
        self._seen = ObservationRecorder(state)
        self._until = state.clock.minutes
        """The game minute up to which time passes in this turn, as far as it is known."""

    async def carry(self, command: Command) -> None:
        """Execute a command that stays in force from a turn which this one replaces."""
        self.carried.append(await self._bus.execute(command, self._state))

    async def run(self, command: Command) -> Outcome:
        """Execute a command and the ticks of the time it takes.

        Raises:
            NotPossible, NotFound, InvalidInput: The command is refused, and nothing has changed.
        """
        before = len(self.outcomes)
        if isinstance(command, AdvanceTimeCommand) and self._cognition is not None:
            await self._pass_time(command.minutes)
        else:
            await self._run_with_ticks(command, self.acting)
        return self._as_one(command, self.outcomes[before:])

    async def _pass_time(self, minutes: int) -> None:
        """Advance in steps that end with a tick, so that people act at the time of their tick."""
        self._until, tick = self._state.clock.minutes + minutes, Cadence.of(self._state).tick
        while True:
            step = min(minutes, tick - self._state.clock.minutes % tick)
            await self._run_with_ticks(AdvanceTimeCommand(minutes=step), None)
            minutes -= step
            if not minutes:
                break
            with low_priority():  # once a tick: at every checkpoint, a busy server would delay the turn by minutes
                await checkpoint()

    async def _run_with_ticks(self, command: Command, acting: PlayerCharacter | None) -> None:
        """Execute one command, then the ticks of the time that passed with it, whatever moved the clock."""
        then = self._state.clock.model_copy()
        await self._run_on_bus(command, acting)
        tick = Cadence.of(self._state).tick
        ticks: Sequence[int] = range((then.minutes // tick + 1) * tick, self._state.clock.minutes + 1, tick)
        if not command.is_lived_through:
            ticks = sorted({*ticks[-1:], *[time for time in ticks if time % MINUTES_PER_DAY == 0][-1:]})
        if ticks and self._cognition is not None:
            await shielded(asyncio.create_task(self._tick(self._cognition, then, ticks)))

    async def _run_on_bus(self, command: Command, acting: PlayerCharacter | None, *, at_tick: bool = False) -> None:
        outcome = await self._bus.execute(command, self._state)
        self.outcomes.append(outcome)
        self._seen.note(outcome, acting, own_time=self._own_time_from is not None, at_tick=at_tick)

    async def _tick(self, minds: ICognition, then: GameClock, ticks: Iterable[int]) -> None:
        """Run ticks at their own game time, also where a command has moved the clock past them: people think as of
        the tick, but act and are recorded now, as in a replay. Time that their own commands take has no ticks,
        since it might not end."""
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
                    await self._run_on_bus(command, None, at_tick=True)
                except TalekeeperError as error:
                    logger.debug("a command of a person was refused: {}", error)
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
        """Merge the outcomes of a command and its ticks; of the acts of people, keep the effects that the party
        sees at the end."""
        if len(passed) == 1:
            return passed[0]
        own_events: tuple[Event, ...] = passed[0].events
        others = [event for outcome in passed[1:] for event in outcome.events]
        if isinstance(command, AdvanceTimeCommand):
            own_events, others = (TimeAdvanced(minutes=command.minutes),), [*own_events, *others]
        happened = [event for event in others if not isinstance(event, TimeAdvanced)]
        here = self._state.scenario.current_location_id
        return Outcome(
            command=command,
            derived=tuple(order for outcome in passed for order in outcome.derived),
            events=(*own_events, *(event for event, _ in visible_events(happened, here))),
        )

    async def let_time_pass(self, without_move: int = MINUTES_PER_TURN, *, is_timed: bool = False) -> None:
        """Let the time of the turn pass: the minutes of the ways that the party has gone, whatever else took time;
        without a move ``without_move``, unless a command moved the clock, even by 0 minutes.

        Args:
            without_move: Minutes of a turn in which the party did not move.
            is_timed: Whether a command of the turn that lets time pass says how long all of the turn takes, as where a
                program gives it.
        """
        ways = [event.minutes for event in self.events if isinstance(event, LocationChanged)]
        has_passed = any(isinstance(event, TimeAdvanced) for event in self.events)
        is_given = is_timed and any(isinstance(outcome.command, AdvanceTimeCommand) for outcome in self.outcomes)
        is_due = sum(ways) if has_passed else ways or without_move  # ways of no time let due timers go off
        if is_given or not is_due:
            return
        minutes = sum(ways) if ways else without_move
        self._own_time_from = len(self.outcomes)
        self._state.postpone_speech(minutes)  # the party came before it talked
        await self.run(AdvanceTimeCommand(minutes=minutes))

    @property
    def events(self) -> list[Event]:
        """The events of all outcomes, in order."""
        return [event for outcome in self.outcomes for event in outcome.events]

    @property
    def own_time_events(self) -> list[Event]:
        """The events of the time that the turn itself takes, in order."""
        begin = len(self.outcomes) if self._own_time_from is None else self._own_time_from
        return [event for outcome in self.outcomes[begin:] for event in outcome.events]

    @property
    def recorded_commands(self) -> tuple[RecordedCommand, ...]:
        """The commands for the record of the turn, derived ones marked."""
        return (*carried_commands(self.carried), *recorded_commands(self.outcomes, self._own_time_from))

    async def write_observations(self) -> None:
        """Let people remember what they saw, in the order in which it happened."""
        await self._seen.write()


_ADVANCE = AdvanceTimeCommand(minutes=0).kind


def carried_commands(outcomes: Iterable[Outcome]) -> tuple[RecordedCommand, ...]:
    """List the commands that a turn carries from turns which it replaces, for its record."""
    return tuple(RecordedCommand(command=outcome.command.written(), carried=True) for outcome in outcomes)


def recorded_commands(outcomes: Sequence[Outcome], own_time_from: int | None) -> tuple[RecordedCommand, ...]:
    """List every command, each followed by those derived from it.

    Args:
        outcomes: The outcomes of the turn.
        own_time_from: The index of the first outcome of the time that the turn itself takes; None if it took
            none.
    """
    recorded: list[RecordedCommand] = []
    for position, outcome in enumerate(outcomes):
        is_own_time = own_time_from is not None and position >= own_time_from
        current = RecordedCommand(command=outcome.command.written(), clock=is_own_time)
        if recorded and (merged := _merge_time(recorded[-1], current)) is not None:
            recorded[-1] = merged
        else:
            recorded.append(current)
        recorded += [RecordedCommand(command=order.written(), derived=True) for order in outcome.derived]
    return tuple(recorded)


def _merge_time(first: RecordedCommand, second: RecordedCommand) -> RecordedCommand | None:
    """Merge two adjacent spans of time into one command; None for other commands."""
    if {item.command["kind"] for item in (first, second)} != {_ADVANCE} or first.derived or first.clock != second.clock:
        return None
    minutes = first.command["minutes"] + second.command["minutes"]
    return first.model_copy(update={"command": AdvanceTimeCommand(minutes=minutes).written()})
