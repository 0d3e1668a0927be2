"""Reading lines in a thread, while the event loop goes on."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress

_WAITING = 64  # lines that are read ahead at most


class AsyncLineReader:
    """An asynchronous iterator over the lines of a blocking source, until its end or `close`. A daemon thread reads, so
    that a blocked read does not delay the exit of the process."""

    def __init__(self, source: Iterable[str]) -> None:
        self._source = source
        self._read: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(_WAITING)
        self._started = False
        self._closed = False

    def __aiter__(self) -> "AsyncLineReader":
        return self

    async def __anext__(self) -> str:
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._pump, args=(loop,), name="lines", daemon=True).start()
        line = None if self._closed else await self._read.get()
        if line is None:
            self.close()
            raise StopAsyncIteration
        self._room.release()
        return line

    def close(self) -> None:
        """End the iteration; lines that were read ahead are dropped."""
        self._closed = True
        self._read.put_nowait(None)

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closed, so that the rest is not needed
            for line in self._source:
                self._room.acquire()
                loop.call_soon_threadsafe(self._read.put_nowait, line)
            loop.call_soon_threadsafe(self._read.put_nowait, None)
