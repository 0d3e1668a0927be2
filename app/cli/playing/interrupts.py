"""Handling Ctrl-C while work is going on."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def on_interrupt(action: Callable[[], None], which: signal.Signals = signal.SIGINT) -> Iterator[None]:
    """Let Ctrl-C, or another signal, run an action in the event loop while the block runs; do nothing outside the main
    thread."""
    loop = asyncio.get_running_loop()
    try:
        before = signal.signal(which, lambda *_: loop.call_soon_threadsafe(action))
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(which, before)


async def until_interrupt(task: asyncio.Task[T], stop: Callable[[], object]) -> tuple[T | None, bool]:
    """Return a task's result and whether Ctrl-C called ``stop`` meanwhile; the result is None where that cancelled the
    task."""
    stopped = False

    def interrupted() -> None:
        nonlocal stopped
        stopped = True
        stop()

    try:
        with on_interrupt(interrupted):
            return await task, stopped
    except asyncio.CancelledError:
        if not stopped:
            raise
        return None, True
