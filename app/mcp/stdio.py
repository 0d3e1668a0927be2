"""Serving one seat over standard input and output."""

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from mcp.server.stdio import stdio_server

from app.async_lines import AsyncLineReader
from app.interfaces.seat import ISeat
from app.log import logger
from app.mcp.server import server_for

if TYPE_CHECKING:
    import anyio

MAX_MESSAGE = 1_000_000  # bytes of one message; a longer one is skipped

_STDIN = 0
_CHUNK = 65_536
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


class StdinLines(AsyncLineReader):
    """The messages that come over a descriptor, a line each."""

    def __init__(self, descriptor: int, longest: int = MAX_MESSAGE) -> None:
        # The SDK leaves a message with a lone surrogate unanswered.
        texts = (line.decode("utf-8", "replace") for line in _lines(descriptor, longest) if line.strip())
        super().__init__(_HALVES.sub(lambda found: found[1] or "?", text) for text in texts)


def _lines(descriptor: int, longest: int) -> Iterator[bytes]:
    rest, skipping = b"", False
    with suppress(OSError):  # of a broken pipe, as at its end
        while chunk := os.read(descriptor, _CHUNK):
            *complete, rest = (rest + chunk).split(b"\n")
            for line in complete:
                if not skipping:
                    yield line
                skipping = False
            if len(rest) > longest:
                logger.warning("A message over {:,} bytes is skipped.", longest)
                rest, skipping = b"", True
    if not skipping:
        yield rest
