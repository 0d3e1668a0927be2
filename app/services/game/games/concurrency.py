"""Long work off the event loop, with garbage collection paused: a full collection would hold the loop from any
thread."""

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
    """Return the threads for work that a turn waits for, so that it does not queue behind loading or embedding."""
    return _threads_of(os.getpid())


@lru_cache(maxsize=1)
def _threads_of(_process: int) -> ThreadPoolExecutor:
    """Key the pool by process: a forked process has none of its parent's threads."""
    return ThreadPoolExecutor(4, "commit")


async def off_loop(work: Callable[[], Result]) -> Result:
    """Run work in a thread, as `in_thread`, with garbage collection paused.

    What the work makes is frozen for the collector, since no game is part of a cycle. Cycles of others are
    collected once the last game closes, which calls `unfreeze`."""
    return await in_thread(partial(_uncollected, work))


async def in_thread(work: Callable[[], Result], threads: ThreadPoolExecutor | None = None) -> Result:
    """Run work that allocates little in a thread and return its result; a cancellation waits for its end."""
    return await shielded(asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work))


async def shielded(task: asyncio.Future[Result]) -> Result:
    """Return the result of a task; a cancellation waits for the task to end, however it ends, and is raised then."""
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
    """Read a journal, make something of it, free the journal, and return what was made."""
    journal = read()
    made, records = make(journal), list(journal.records)
    del journal
    release_memory(records)
    return made


async def from_journal(read: Callable[[], Journal], make: Callable[[Journal], Result]) -> Result:
    return await off_loop(lambda: with_journal(read, make))


def logs_of(state: GameState) -> list[Any]:
    """List the messages and memories of a state, for `release_memory` once nothing else holds them."""
    return [*state.conversation_history, *chain.from_iterable(map(state.memories, state.scopes()))]


def release_memory(things: list[Any]) -> None:
    while things:
        del things[-_AT_ONCE:]
