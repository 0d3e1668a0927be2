"""Turns before background work on one event loop: at a `checkpoint` background work waits until no turn is at work."""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from enum import Enum, auto
from typing import TypeVar
from weakref import WeakKeyDictionary

PATIENCE = 0.1
"""Seconds that background work waits at one checkpoint at most."""


Item = TypeVar("Item")
Result = TypeVar("Result")
Slices = Generator[None, None, Result]
"""Computing in slices, each of a few milliseconds: after each it yields."""


class _Work(Enum):
    TURN = auto()
    WAITING = auto()
    BACKGROUND = auto()


class _Turns:
    """How many turns are at work on an event loop, and what waits until none is."""

    def __init__(self) -> None:
        self.count = 0
        self.awaited: list[asyncio.Future[None]] = []

    def add(self, change: int) -> None:
        self.count += change
        if self.count <= 0:
            for future in self.awaited:
                if not (future.done() or future.get_loop().is_closed()):
                    future.set_result(None)
            self.awaited.clear()


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()
"""By the event loop: one that was closed may have left turns open."""
_work: ContextVar[_Work | None] = ContextVar("work", default=None)


def _of_loop() -> _Turns:
    return _turns.setdefault(asyncio.get_running_loop(), _Turns())


@contextmanager
def turn_at_work() -> Iterator[None]:
    """Inside the block background work waits, unless the block is background work itself or in such a block."""
    with _doing(_Work.TURN, only_in=None):
        yield


@contextmanager
def waiting_elsewhere() -> Iterator[None]:
    """Inside the block, where a turn waits for a model, background work goes on."""
    with _doing(_Work.WAITING, only_in=_Work.TURN):
        yield


@contextmanager
def giving_way() -> Iterator[None]:
    """Inside the block, where a turn computes for long, its checkpoints let other turns go first."""
    with _doing(_Work.BACKGROUND, only_in=_Work.TURN):
        yield


@contextmanager
def in_background() -> Iterator[None]:
    """Inside the block, and in the tasks that are started there, each `checkpoint` lets turns go first."""
    before = _work.get()
    _work.set(_Work.BACKGROUND)
    try:
        yield
    finally:
        _work.set(before)


@contextmanager
def _doing(work: _Work, only_in: _Work | None) -> Iterator[None]:
    before = _work.get()
    if before is not only_in:
        yield
        return
    change, turns = 1 if work is _Work.TURN else -1, _of_loop()
    _work.set(work)
    turns.add(change)
    try:
        yield
    finally:
        turns.add(-change)
        _work.set(before)  # not by a token: a stream may be closed in another context


async def checkpoint() -> None:
    """Let other work of the loop come; to be awaited every few milliseconds of computing."""
    await asyncio.sleep(0)
    if _work.get() is _Work.BACKGROUND and (turns := _of_loop()).count > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while turns.count > 0:
                    turns.awaited.append(future := asyncio.get_running_loop().create_future())
                    await future


async def in_slices(work: Slices[Result], within: Callable[[], AbstractContextManager[object]] = nullcontext) -> Result:
    """What the work returns, with a `checkpoint` after each slice, which is computed ``within`` a context."""
    while True:
        with within():
            try:
                next(work)
            except StopIteration as done:
                result: Result = done.value
                return result
        await checkpoint()


def at_once(work: Slices[Result]) -> Result:
    """What the work returns, where nothing waits meanwhile."""
    try:
        while True:
            next(work)
    except StopIteration as done:
        result: Result = done.value
        return result


async def in_portions(items: Iterable[Item], size: int) -> AsyncIterator[Item]:
    """The items, with a `checkpoint` after every so many."""
    for number, item in enumerate(items, 1):
        yield item
        if number % size == 0:
            await checkpoint()
