"""Priority of turns over background work on one event loop: at a `checkpoint`, background work waits for turns."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from enum import Enum, auto
from typing import TypeVar
from weakref import WeakKeyDictionary

PATIENCE = 0.1
"""The most seconds that background work waits at one checkpoint."""
Item = TypeVar("Item")
Result = TypeVar("Result")
Slices = Generator[None, None, Result]
"""A computation in slices of a few milliseconds, which yields after each and returns its result."""


class _Work(Enum):
    TURN = auto()
    WAITING = auto()
    BACKGROUND = auto()


class Urgency:
    """The urgency of background work: once a turn waits for it, it does not wait for other turns any more."""

    def __init__(self) -> None:
        self._hurried = 0
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def is_hurried(self) -> bool:
        """Whether a turn waits for the work."""
        return self._hurried > 0

    @contextmanager
    def hurry(self) -> Iterator[None]:
        """Let the work go on at each `checkpoint` inside the block; a block of background work has no effect."""
        if _work.get() is _Work.BACKGROUND:
            yield
            return
        self._hurried += 1
        for future in [waiting for waiting in self._waiting if not waiting.done()]:
            future.set_result(None)
        try:
            yield
        finally:
            self._hurried -= 1

    @contextmanager
    def waking(self, future: asyncio.Future[None]) -> Iterator[None]:
        """Resolve a future as soon as a turn waits for the work, inside the block."""
        self._waiting.add(future)
        try:
            yield
        finally:
            self._waiting.discard(future)


class _Turns:
    """Counts the turns that run on an event loop, and holds the background work that waits for them. Each iteration of
    the loop does one step of that work: the steps of several games would add up."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()  # (latest time, future)
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
"""By event loop, as a closed one may have left turns unfinished."""
_work: ContextVar[_Work | None] = ContextVar("work", default=None)
_urgency: ContextVar[Urgency | None] = ContextVar("urgency", default=None)


def _of_loop() -> _Turns:
    return _turns.setdefault(asyncio.get_running_loop(), _Turns())


@contextmanager
def turn_at_work() -> Iterator[None]:
    """Count a running turn inside the block, for which background work waits; nested blocks, and blocks of background
    work, have no effect."""
    with _doing(_Work.TURN, only_in=None):
        yield


@contextmanager
def waiting_for_model() -> Iterator[None]:
    """Let background work go on inside the block, in which a turn waits for a model."""
    with _doing(_Work.WAITING, only_in=_Work.TURN):
        yield


@contextmanager
def low_priority() -> Iterator[None]:
    """Let other turns go first at the checkpoints of the block, in which a turn computes for long."""
    with _doing(_Work.BACKGROUND, only_in=_Work.TURN):
        yield


@contextmanager
def in_background(urgency: Urgency | None = None) -> Iterator[None]:
    """Mark the block, and the tasks that it starts, as background work: each `checkpoint` lets turns go first.

    Args:
        urgency: The urgency of the work; while a turn waits for it, it goes on. None for work that no turn waits for.
    """
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
    """Let other work of the event loop run. Await it after every few milliseconds of computation."""
    urgency = _urgency.get()
    waits = _work.get() is _Work.BACKGROUND and not (urgency is not None and urgency.is_hurried)
    await (_of_loop().wait() if waits else asyncio.sleep(0))


async def in_slices(work: Slices[Result], within: Callable[[], AbstractContextManager[object]] = nullcontext) -> Result:
    """Run a computation with a `checkpoint` after each slice.

    Args:
        work: The computation.
        within: Makes the context in which each slice is computed.

    Returns:
        Its result.
    """
    while True:
        with within():
            try:
                next(work)
            except StopIteration as done:
                result: Result = done.value
                return result
        await checkpoint()


def run_to_completion(work: Slices[Result]) -> Result:
    """Run a computation without pauses and return its result."""
    try:
        while True:
            next(work)
    except StopIteration as done:
        result: Result = done.value
        return result


async def in_batches(items: Iterable[Item], size: int) -> AsyncIterator[Item]:
    """Yield items, with a `checkpoint` after every ``size`` of them."""
    for number, item in enumerate(items, 1):
        yield item
        if number % size == 0:
            await checkpoint()
