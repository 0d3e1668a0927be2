"""Ctrl-C while something is going on."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C run an action in the event loop while the block runs; outside the main thread nothing is changed."""
    loop = asyncio.get_running_loop()
    try:
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(action))
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
