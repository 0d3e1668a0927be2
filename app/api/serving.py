"""Running the application until it is told to stop."""

import asyncio
import json
import socket
import sys
from typing import TYPE_CHECKING

from fastapi import FastAPI

from app.collector import collection_paused
from app.container import Container, close_models
from app.language.analysis.synonyms import synonyms
from app.language.language import default_language
from app.language.reading.line_kinds import line_kinds_of
from app.language.reading.reader import reader_of
from app.mcp.http import serve_app

if TYPE_CHECKING:
    from loguru import Message

SWITCH_SECONDS = 0.001  # that work in threads may keep the event loop from going on; Python's own are 5 ms
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


async def serve(app: FastAPI, container: Container, listening: socket.socket, stop: asyncio.Event) -> None:
    """Serve until ``stop`` is set. Turns in progress are finished or, after a grace, handed back; games are closed."""
    host, library = container.host(), container.library()
    watching = app.state.services.metrics.watch_loop(container.settings().api_heartbeat)
    beside = [asyncio.create_task(work) for work in (host.keep_sweeping(), watching)]

    async def drain() -> None:
        library.feed.end()
        await host.drain()

    app.openapi()  # takes longer than any request should
    try:
        sys.setswitchinterval(SWITCH_SECONDS)
        await asyncio.to_thread(_read_language)
        await container.vectors().start()
        await serve_app(app, listening, stop, drain)
    finally:
        for task in beside:
            task.cancel()
        await app.state.seats.close()
        await close_models(container)


def _read_language() -> None:
    """What the first texts would compile and load otherwise, .3 s of the event loop; full collections leave it out."""
    with collection_paused(then_frozen=True):
        reader_of(default_language()).prepare()
        line_kinds_of(default_language())
        synonyms("word")


def log_line(message: "Message") -> None:
    """One JSON object a line on standard error, for programs that collect logs."""
    record = message.record
    line = {
        "time": record["time"].isoformat(timespec="milliseconds"),
        "level": record["level"].name.lower(),
        "message": record["message"],
        **{name: value for name, value in record["extra"].items() if value not in (None, "-")},
    }
    print(json.dumps(line, ensure_ascii=False, default=str), file=sys.stderr, flush=True)  # noqa: T201  # this is the log
