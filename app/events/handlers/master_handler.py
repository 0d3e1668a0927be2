"""Handles the commands of the game master about states and timers."""

from app.errors import InvalidInput, NotFound, NotPossible
from app.events import commands
from app.events.actions.effects import apply
from app.events.handlers.base import Handler, HandlerResult
from app.models.events.actions import TimerStarted, TimerStopped
from app.models.instances.world_state import RunningTimer
from app.models.refusals import actions as refusals
from app.models.sheets.effect import SetState
from app.models.sheets.values import BoundId
from app.models.state.game_state import GameState
from app.models.state.values import declared, states_of, value_of


class MasterHandler(Handler):
    """The handler of the commands of the game master: to set states, to start and stop timers. Each method carries out
    one command: it changes the state and returns a `HandlerResult`, or raises an error that it lists; nothing has
    changed then."""

    async def set_state(self, command: commands.SetStateCommand, state: GameState) -> HandlerResult:
        """Give a state a value; a number is kept within its bounds.

        Args:
            command: The owner, the name and the value.
            state: The game, which is changed.

        Returns:
            A result with the event StateChanged.

        Raises:
            NotFound: There is no such owner, or it has no such state.
            NotPossible: The state has this value already.
            InvalidInput: The value is of the wrong kind, or not one of the state's words. Nothing has changed then.
        """
        sheet = declared(state, command.of, command.name)
        if sheet is None:
            there = tuple(sheet.name for sheet, _ in states_of(state, command.of))
            raise NotFound(refusals.StateUnknown(of=command.of, state=command.name, there=there))
        fitting = sheet.fitting(command.value)
        if fitting is None:
            raise InvalidInput(refusals.StateUnfit(of=command.of, state=command.name, value=str(command.value)))
        if fitting == value_of(state, command.of, command.name):
            raise NotPossible(refusals.StateIsSo(of=command.of, state=command.name, value=str(fitting)))
        effect = SetState.model_construct(of=BoundId(command.of), name=command.name, value=fitting)
        return HandlerResult(events=tuple(apply(effect, state)))

    async def set_timer(self, command: commands.SetTimerCommand, state: GameState) -> HandlerResult:
        """Start a timer, one of the scenario or a new one; one that runs starts again.

        Args:
            command: The id, the minutes, and the effects and text of a new timer.
            state: The game, which is changed.

        Returns:
            A result with the event TimerStarted.

        Raises:
            InvalidInput: The scenario has no such timer, and neither ``effects`` nor ``text`` is given. Nothing has
                changed then.
        """
        if command.id not in state.sheets.timers and not (command.effects or command.text):
            raise InvalidInput(refusals.TimerEmpty(timer=command.id))
        due = state.clock.minutes + command.minutes
        state.world.timers[command.id] = RunningTimer(due=due, effects=command.effects, text=command.text)
        return HandlerResult(events=(TimerStarted(timer_id=command.id, due=due),))

    async def stop_timer(self, command: commands.StopTimerCommand, state: GameState) -> HandlerResult:
        """Stop a timer.

        Args:
            command: The id of the timer.
            state: The game, which is changed.

        Returns:
            A result with the event TimerStopped.

        Raises:
            NotPossible: No timer of this id is running. Nothing has changed then.
        """
        if state.world.timers.pop(command.id, None) is None:
            raise NotPossible(refusals.TimerStill(timer=command.id, there=tuple(state.world.timers)))
        return HandlerResult(events=(TimerStopped(timer_id=command.id),))
