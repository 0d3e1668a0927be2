"""Long work off the event loop, without the long walks of the garbage collector that would hold it all the same."""

import asyncio
import gc
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import lru_cache, partial
from itertools import chain
from typing import Any, TypeVar

from app import gc_tuning
from app.models.records.record import Journal
from app.models.state.game_state import GameState

Result = TypeVar("Result")
_AT_ONCE = 500  # objects freed at a time, some 2 ms: freeing a long list is one step, in which no other thread runs


def commit_threads() -> ThreadPoolExecutor:
    """For what a turn waits for, which does not wait behind games that are loaded or texts that are embedded."""
    return _threads_of(os.getpid())


@lru_cache(maxsize=1)
def _threads_of(_process: int) -> ThreadPoolExecutor:
    """A forked process has none of its parent's threads."""
    return ThreadPoolExecutor(4, "commit")


async def off_loop(work: Callable[[], Result]) -> Result:
    """As `in_thread`. What the work makes is frozen for the garbage collector: no game is in a cycle. For others'
    cycles the last game that closes calls `unfreeze`."""
    return await in_thread(partial(_uncollected, work))


async def in_thread(work: Callable[[], Result], threads: ThreadPoolExecutor | None = None) -> Result:
    """What the work returns, done in a thread; a cancellation waits for its end. For work that makes little."""
    return await shielded(asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work))


async def shielded(task: asyncio.Future[Result]) -> Result:
    """What comes of a task; a cancellation waits for its end, whatever that is."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(BaseException):
                await asyncio.shield(task)
        raise


def _uncollected(work: Callable[[], Result]) -> Result:
    gc.collect(1)
    with gc_tuning.collection_paused(then_frozen=True):
        return work()


def with_journal(read: Callable[[], Journal], make: Callable[[Journal], Result]) -> Result:
    """What is made of a journal that is read for it and freed afterwards."""
    journal = read()
    made, records = make(journal), list(journal.records)
    del journal
    release_memory(records)
    return made


async def from_journal(read: Callable[[], Journal], make: Callable[[Journal], Result]) -> Result:
    return await off_loop(lambda: with_journal(read, make))


def logs_of(state: GameState) -> list[Any]:
    """The messages and memories of a state, to be given to `release_memory` when nothing else holds them."""
    return [*state.conversation_history, *chain.from_iterable(map(state.memories, state.scopes()))]


def release_memory(things: list[Any]) -> None:
    while things:
        del things[-_AT_ONCE:]
