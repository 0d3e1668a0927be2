"""The command bus: it calls the one handler of a command, and those of the commands that follow from it."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext

from app.errors import NotPossible, TalekeeperError
from app.events.actions.rules import rule_command
from app.events.command_table import COMMAND_TYPES
from app.events.commands import ApplyRuleCommand, DeliverMessageCommand
from app.events.handlers.base import Handle, Handler
from app.events.handlers.quest_handler import due_command
from app.memory.messengers import due_delivery
from app.models.command import Command, Event, Outcome
from app.models.state.game_state import GameState

MAX_DERIVED = 200  # more than any scenario needs; reached only by commands that follow from each other without end
MAX_RULES = 64  # of one command and game minute; rules that go on after that wait for the next one

Edge = Callable[[GameState], AbstractContextManager[object]]


class CommandBus:
    """Carries out commands on a state. It only changes the object; saving is left to the caller."""

    def __init__(
        self,
        handlers: Iterable[Handler],
        command_types: Sequence[type[Command]] = COMMAND_TYPES,
        *,
        edge: Edge = nullcontext,
    ) -> None:
        """Find the handler of each command.

        Args:
            handlers: The handlers.
            command_types: The commands that need a handler.
            edge: Makes a context around each command of a caller; `language.rendering.refusing.worded` binds the
                language of the game and sets the words of refusals. Without it, texts are read in the language that is
                bound already, and a refusal has its value only.

        Raises:
            TypeError: A command has two handlers or none.
        """
        self._edge = edge
        self._handle: dict[type[Command], Handle] = {}
        for handler in handlers:
            for command_type, handle in handler.handles().items():
                if command_type in self._handle:
                    raise TypeError(f"{command_type.__name__} has two handlers.")
                self._handle[command_type] = handle
        without = [command_type.__name__ for command_type in command_types if command_type not in self._handle]
        if without:
            raise TypeError(f"No handler for {', '.join(without)}.")

    async def execute(self, command: Command, state: GameState) -> Outcome:
        """Carry out a command, the commands that follow from it, and those that have become due.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The command, the derived commands and all events.

        Raises:
            TalekeeperError: The command is refused (NotPossible, NotFound, InvalidInput or Conflict); nothing has
                changed.
            RuntimeError: A derived command was refused, which is a defect of a handler; the state is not valid any
                more.
            TypeError: The bus has no handler for the command.
        """
        with self._edge(state):
            if (refusal := command.refused_by_itself) is not None:
                raise NotPossible(refusal)
            result = await self._handler_of(command)(command, state)
            events: list[Event] = [*result.events]
            derived: list[Command] = []
            waiting, rest = deque(result.follow_ups), deque(result.rest)
            now, rules, steps = state.clock.minutes, 0, 0
            while (following := _next(state, waiting, rest, with_rules=rules < MAX_RULES)) is not None:
                derived.append(following)
                if state.clock.minutes != now:  # a long wait stops often, and each stop is bounded like a short one
                    now, rules, steps = state.clock.minutes, 0, 0
                rules += isinstance(following, ApplyRuleCommand)
                steps += 1
                if steps > MAX_DERIVED:
                    raise RuntimeError(f"{command!r} leads to further commands without end.")
                try:
                    result = await self._handler_of(following)(following, state)
                except TalekeeperError as error:
                    raise RuntimeError(f"{following!r}, derived from {command!r}, was refused: {error}") from error
                events.extend(result.events)
                waiting.extend(result.follow_ups)
                rest.extend(result.rest)
        return Outcome(command=command, derived=tuple(derived), events=tuple(events))

    def _handler_of(self, command: Command) -> Handle:
        try:
            return self._handle[type(command)]
        except KeyError:
            raise TypeError(f"{type(command).__name__} is no command of this bus.") from None


def _next(state: GameState, waiting: deque[Command], rest: deque[Command], *, with_rules: bool) -> Command | None:
    """Return the next derived command: one that follows, else one that has become due, else the rest of a jump of
    time."""
    if waiting:
        return waiting.popleft()
    due = (rule_command(state) if with_rules else None) or due_command(state) or _delivery(state)
    return due or (rest.popleft() if rest else None)


def _delivery(state: GameState) -> Command | None:
    """Return the delivery of a message whose messenger has met the person it is for."""
    due = due_delivery(state)
    return None if due is None else DeliverMessageCommand(npc_id=due[0], to_id=due[1])
