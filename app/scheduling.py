"""Turns before background work on one event loop: at a `checkpoint` background work waits until no turn is at work."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
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


class Urgency:
    """Background work for which a turn may come to wait: then it does not wait for other turns any more."""

    def __init__(self) -> None:
        self._hurried = 0
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def is_hurried(self) -> bool:
        return self._hurried > 0

    @contextmanager
    def hurry(self) -> Iterator[None]:
        """Inside the block, unless it is background work itself, the work goes on at each `checkpoint`."""
        if _work.get() is _Work.BACKGROUND:
            yield
            return
        self._hurried += 1
        for future in [one for one in self._waiting if not one.done()]:
            future.set_result(None)
        try:
            yield
        finally:
            self._hurried -= 1

    @contextmanager
    def waking(self, future: asyncio.Future[None]) -> Iterator[None]:
        """Inside the block the future is done as soon as there is a hurry."""
        self._waiting.add(future)
        try:
            yield
        finally:
            self._waiting.discard(future)


class _Turns:
    """How many turns are at work on an event loop, and background work that waits until none is. Of that one step is
    done in a round of the loop: those of several games would add up."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()  # until when each waits at most
        self._next: asyncio.Handle | None = None

    def add(self, change: int) -> None:
        self.count += change
        self._wake_next()

    async def wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._waiting.append((loop.time() + PATIENCE, future := loop.create_future()))
        self._wake_next()
        urgency = _urgency.get()
        with urgency.waking(future) if urgency is not None else nullcontext():
            await future

    def _wake_next(self) -> None:
        until, future = self._waiting[0] if self._waiting else (0.0, None)
        is_due = self._next is not None and not isinstance(self._next, asyncio.TimerHandle)
        if future is None or future.get_loop().is_closed() or is_due:
            return
        if self._next is not None:
            self._next.cancel()
        loop = future.get_loop()
        self._next = loop.call_soon(self._wake) if self.count <= 0 else loop.call_at(until, self._wake)

    def _wake(self) -> None:
        self._next = None
        until, future = self._waiting[0]
        if future.done() or self.count <= 0 or until <= future.get_loop().time():
            self._waiting.popleft()
            if not future.done():
                future.set_result(None)
        self._wake_next()


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()
"""By the event loop: one that was closed may have left turns open."""
_work: ContextVar[_Work | None] = ContextVar("work", default=None)
_urgency: ContextVar[Urgency | None] = ContextVar("urgency", default=None)


def _of_loop() -> _Turns:
    return _turns.setdefault(asyncio.get_running_loop(), _Turns())


@contextmanager
def turn_at_work() -> Iterator[None]:
    """Inside the block background work waits, unless the block is background work itself or in such a block."""
    with _doing(_Work.TURN, only_in=None):
        yield


@contextmanager
def waiting_for_model() -> Iterator[None]:
    """Inside the block, where a turn waits for a model, background work goes on."""
    with _doing(_Work.WAITING, only_in=_Work.TURN):
        yield


@contextmanager
def low_priority() -> Iterator[None]:
    """Inside the block, where a turn computes for long, its checkpoints let other turns go first."""
    with _doing(_Work.BACKGROUND, only_in=_Work.TURN):
        yield


@contextmanager
def in_background(urgency: Urgency | None = None) -> Iterator[None]:
    """Inside the block, and in the tasks that are started there, each `checkpoint` lets turns go first, unless the work
    of this ``urgency`` is in a hurry."""
    before = _work.get(), _urgency.get()
    _work.set(_Work.BACKGROUND)
    _urgency.set(urgency)
    try:
        yield
    finally:
        _work.set(before[0])
        _urgency.set(before[1])


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
    urgency = _urgency.get()
    waits = _work.get() is _Work.BACKGROUND and not (urgency is not None and urgency.is_hurried)
    await (_of_loop().wait() if waits else asyncio.sleep(0))


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


def run_to_completion(work: Slices[Result]) -> Result:
    """What the work returns, where nothing waits meanwhile."""
    try:
        while True:
            next(work)
    except StopIteration as done:
        result: Result = done.value
        return result


async def in_batches(items: Iterable[Item], size: int) -> AsyncIterator[Item]:
    """The items, with a `checkpoint` after every so many."""
    for number, item in enumerate(items, 1):
        yield item
        if number % size == 0:
            await checkpoint()
