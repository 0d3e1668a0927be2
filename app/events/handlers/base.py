"""The base class of the handlers, and their results."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import getmembers, iscoroutinefunction, signature
from typing import Any, Protocol

from app.errors import InvalidInput
from app.models.command import Command, Event
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class HandlerResult:
    """The result of a handler.

    Args:
        events: The events of the command, in order.
        follow_ups: The commands that follow from it, in order. The bus executes them next, so they must be possible; a
            refusal raises RuntimeError.
        rest: The commands that the bus executes when nothing else is left to do, such as the time that an action takes.
            They must be possible, too.
    """

    events: tuple[Event, ...] = ()
    follow_ups: tuple[Command, ...] = ()
    rest: tuple[Command, ...] = ()


Handle = Callable[[Any, GameState], Awaitable[HandlerResult]]
"""Carries out one command: checks, then changes. Raises NotPossible or NotFound, and then nothing has changed."""


class Handler(Protocol):
    """Base class of the classes that carry out the commands of one domain. A subclass defines only methods: each public
    coroutine method ``(self, command, state)``, of any name, handles the class of command with which its parameter
    ``command`` is annotated. It changes the state, a `GameState`, and returns a `HandlerResult`, or it raises
    NotPossible, NotFound, InvalidInput or Conflict and changes nothing.

    `CommandBus` makes the table of methods from `handles` once, awaits the method of each command, and passes its error
    on to the caller of `CommandBus.execute`.

    Give your subclass to `add_command`; each container then constructs it, with the services ``location_service``
    (`ILocationService`) and ``memory_service`` (`IMemoryService`) if its constructor has parameters of these names.
    """

    def __init__(self) -> None:
        """Make a handler that needs no services."""
        super().__init__()  # without a method of its own, a class of a protocol shows the signature (*args, **kwargs)

    def handles(self) -> Mapping[type[Command], Handle]:
        """Return the commands of this handler. It is done here for every subclass, from the annotations of its methods.

        Returns:
            The methods: class of a command to the method that carries it out.
        """
        return {command: getattr(self, name) for command, name in handled_by(type(self)).items()}


def check_readable(names: Iterable[str], fault: ValueFault) -> None:
    """Raise InvalidInput for a name that holds nothing but blanks; commands of earlier games may hold such names."""
    if not all(name.strip() for name in names):
        raise InvalidInput(ValueUnfit(fault=fault))


@cache
def handled_by(handler: type[Handler]) -> Mapping[type[Command], str]:
    """Return the name of the method for each command of a handler's class."""
    methods = [(name, method) for name, method in getmembers(handler, iscoroutinefunction) if not name.startswith("_")]
    given = {name: signature(method).parameters.get("command") for name, method in methods}
    return {parameter.annotation: name for name, parameter in given.items() if parameter is not None}
