"""What every handler offers and returns."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import getmembers, iscoroutinefunction, signature
from typing import Any, Protocol

from app.models.command import Command, Event
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class HandlerResult:
    """What a handler returns: a command's events in order, and the commands that follow, checked to be possible."""

    events: tuple[Event, ...] = ()
    follow_ups: tuple[Command, ...] = ()


Handle = Callable[[Any, GameState], Awaitable[HandlerResult]]
"""Carries out one command: checks, then changes. Raises NotPossible or NotFound, and then nothing has changed."""


class Handler(Protocol):
    """One domain's commands: each public coroutine carries out those that its parameter ``command`` takes."""

    def handles(self) -> Mapping[type[Command], Handle]:
        return {command: getattr(self, name) for command, name in _methods(type(self)).items()}


@cache
def _methods(handler: type[Handler]) -> Mapping[type[Command], str]:
    methods = [(name, method) for name, method in getmembers(handler, iscoroutinefunction) if not name.startswith("_")]
    return {signature(method).parameters["command"].annotation: name for name, method in methods}
