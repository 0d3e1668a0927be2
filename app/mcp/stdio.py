"""Serving one seat over standard input and output."""

import asyncio
import os
import re
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from mcp.server.stdio import stdio_server

from app.interfaces.seat import ISeat
from app.log import logger
from app.mcp.server import server_for

if TYPE_CHECKING:
    import anyio

MAX_MESSAGE = 1_000_000  # bytes of one message; a longer one is skipped

_STDIN = 0
_CHUNK = 65_536
_WAITING = 64  # lines that wait to be served; more are not read yet
_HALVES = re.compile(  # JSON escapes of half a character; group 1 only looks so: an escaped backslash, or two halves
    r"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


async def serve_stdio(seat: ISeat, stop: asyncio.Event) -> None:
    """Serve until standard input is closed or ``stop`` is set. Other output goes to standard error meanwhile."""
    lines = StdinLines(_STDIN)
    server = server_for(seat)
    stopping = asyncio.create_task(stop.wait())
    stopping.add_done_callback(lambda _: lines.close())
    source = cast("anyio.AsyncFile[str]", lines)  # of a file the SDK only wants the lines
    try:
        async with stdio_server(stdin=source) as (read_stream, write_stream):
            await server.run(read_stream, write_stream, server.create_initialization_options())
    except* OSError as gone:
        logger.debug("the client is gone: {}", gone.exceptions[0])
    finally:
        stopping.cancel()


class StdinLines:
    """The lines of a descriptor until its end or `close`; a blocked read, in a daemon thread, holds up no exit."""

    def __init__(self, descriptor: int, longest: int = MAX_MESSAGE) -> None:
        self._descriptor = descriptor
        self._longest = longest
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(_WAITING)
        self._loop = asyncio.get_running_loop()
        self._started = False
        self._closed = False

    def __aiter__(self) -> "StdinLines":
        return self

    async def __anext__(self) -> str:
        if not self._started:
            self._started = True
            threading.Thread(target=self._pump, name="stdin", daemon=True).start()
        line = None if self._closed else await self._lines.get()
        if line is None:
            self.close()
            raise StopAsyncIteration
        self._room.release()
        return line

    def close(self) -> None:
        self._closed = True
        self._lines.put_nowait(None)

    def _pump(self) -> None:
        rest, skipping = b"", False
        with suppress(OSError):  # of a broken pipe, as at its end
            while chunk := os.read(self._descriptor, _CHUNK):
                *complete, rest = (rest + chunk).split(b"\n")
                for line in complete:
                    if not skipping and not self._hand_over(line):
                        return
                    skipping = False
                if len(rest) > self._longest:
                    logger.warning("A message over {:,} bytes is skipped.", self._longest)
                    rest, skipping = b"", True
        if rest and not skipping:
            self._hand_over(rest)
        self._put(None)

    def _hand_over(self, line: bytes) -> bool:
        if not line.strip():
            return True
        self._room.acquire()
        # The SDK leaves a message with a lone surrogate unanswered.
        return self._put(_HALVES.sub(lambda found: found[1] or "?", line.decode("utf-8", "replace")))

    def _put(self, line: str | None) -> bool:
        """Whether the loop still takes lines."""
        try:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
        except RuntimeError:  # the loop is closed
            return False
        return True
