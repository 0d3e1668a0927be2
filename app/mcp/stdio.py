"""An MCP server of one seat over standard input and output."""

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from mcp.server.lowlevel import NotificationOptions
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
_LONE_SURROGATES = re.compile(  # JSON escapes of a lone surrogate; group 1: an escaped backslash or a surrogate pair
    r"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


async def serve_stdio(seat: ISeat, stop: asyncio.Event) -> None:
    """Serve a seat until standard input is closed or ``stop`` is set. All other output of the process goes to standard
    error meanwhile."""
    lines = StdinLines(_STDIN)
    server = server_for(seat, announces=True)
    options = server.create_initialization_options(NotificationOptions(tools_changed=True))
    stopping = asyncio.create_task(stop.wait())
    stopping.add_done_callback(lambda _: lines.close())
    source = cast("anyio.AsyncFile[str]", lines)  # the SDK only iterates over the lines
    try:
        async with stdio_server(stdin=source) as (read_stream, write_stream):
            await server.run(read_stream, write_stream, options)
    except* OSError as broken:
        logger.debug("the client disconnected: {}", broken.exceptions[0])
    finally:
        stopping.cancel()


class StdinLines(AsyncLineReader):
    """The messages that arrive on a file descriptor, one per line. Messages over ``longest`` bytes are skipped."""

    def __init__(self, descriptor: int, longest: int = MAX_MESSAGE) -> None:
        # The SDK leaves a message with a lone surrogate unanswered.
        texts = (line.decode("utf-8", "replace") for line in _lines(descriptor, longest) if line.strip())
        super().__init__(_LONE_SURROGATES.sub(lambda match: match[1] or "?", text) for text in texts)


def _lines(descriptor: int, longest: int) -> Iterator[bytes]:
    rest, skipping = b"", False
    with suppress(OSError):  # a broken pipe counts as the end
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
