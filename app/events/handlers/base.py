"""What every handler offers and returns."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import iscoroutinefunction, signature
from typing import Any, Protocol

from app.models.command import Command, Event
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class Effects:
    """The events of one command, in order, and the commands that follow from it, checked to be possible."""

    events: tuple[Event, ...] = ()
    follow_ups: tuple[Command, ...] = ()


Handle = Callable[[Any, GameState], Awaitable[Effects]]
"""Carries out one command: checks, then changes. Raises NotPossible or NotFound, and then nothing has changed."""


class Handler(Protocol):
    """One domain's commands: each public coroutine carries out those that its parameter ``command`` takes."""

    @classmethod
    def commands(cls) -> Mapping[type[Command], str]:
        """The commands, in the order of the methods, each with its method's name."""
        methods = {name: method for base in reversed(cls.__mro__) for name, method in vars(base).items()}
        public = {name: method for name, method in methods.items() if name[0] != "_" and iscoroutinefunction(method)}
        return {signature(method).parameters["command"].annotation: name for name, method in public.items()}

    def handles(self) -> Mapping[type[Command], Handle]:
        return {command: getattr(self, name) for command, name in self.commands().items()}
