"""Serving an application on a socket: request deadlines, the log, and a graceful shutdown."""

import asyncio
import contextlib
import gc
import json
import socket
import sys
from collections.abc import Collection, Coroutine, Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from fastapi import FastAPI
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from app import __version__
from app.container import Container, close_models
from app.gc_tuning import collection_paused
from app.language.analysis.synonyms import synonyms
from app.language.language import default_language
from app.language.reading.preparing import preparing
from app.log import logger
from app.scheduling import run_to_completion
from app.services.game.hosting import GameHost
from app.settings import ANY

if TYPE_CHECKING:
    from loguru import Message

SWITCH_SECONDS = 0.001  # after which a thread yields to the event loop; Python's default is 5 ms
YOUNG_OBJECTS = 200_000  # allocations before an automatic collection, so that the sweep between turns comes first
HEADER_SECONDS, BODY_SECONDS = 10.0, 30.0  # for the headers of a request to arrive, and then its body
GRACE = 5  # seconds for connections to end after all games are closed


async def serve(app: FastAPI, container: Container, listening: socket.socket, stop: asyncio.Event) -> None:
    """Serve until ``stop`` is set, then finish the turns in progress (or interrupt them after a grace period) and close
    all games."""
    host, stores, settings, services = container.host(), container.stores(), container.settings(), app.state.services
    works: list[Coroutine[Any, Any, None]] = []
    background: list[asyncio.Task[None]] = []
    try:
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(YOUNG_OBJECTS)
        await asyncio.to_thread(preload_language)
        await container.vectors().start()
        if stores.servers is not None:  # announced to the others once it can answer
            await asyncio.to_thread(stores.servers.join, settings.address or address_of(listening), __version__)
            works += [stores.servers.keep_in_touch(services.limits), stores.wakeups.run(host.settle)]
        works += [host.keep_sweeping(), services.metrics.watch_loop(settings.api_heartbeat)]
        background += [asyncio.create_task(work) for work in works]
        for task in background:
            task.add_done_callback(_log_end)
        await _Server(app, host, stop, settings.trusted_proxies).serve(sockets=[listening])
    finally:
        for task in background:
            task.cancel()
        listening.close()
        await close_models(container)
        await asyncio.to_thread(stores.close)


def _log_end(work: "asyncio.Task[None]") -> None:
    """Log a background task that ended with an error; such tasks should end only with the server."""
    if not work.cancelled() and (error := work.exception()) is not None:
        logger.opt(exception=error).error("a background task has ended: {}", type(error).__name__)


def address_of(listening: socket.socket) -> str:
    """Return the URL at which other servers reach this one: on the same machine, or in the network where it listens on
    all interfaces."""
    host, port, *_ = listening.getsockname()
    name = socket.gethostname() if ip_address(host).is_unspecified else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def preload_language() -> None:
    """Load and compile the language data that the first request would need otherwise (0.3 s of the event loop), and
    freeze it out of full garbage collections."""
    with collection_paused(then_frozen=True):
        run_to_completion(preparing(default_language()))
        synonyms("word")


class _Server(uvicorn.Server):
    """Shuts down when ``stop`` is set, and closes the games before the connections. Leaves signals to the caller."""

    def __init__(self, app: FastAPI, host: GameHost, stop: asyncio.Event, proxies: Collection[str]) -> None:
        config = uvicorn.Config(
            app,
            http=TimedProtocol,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=ANY if ANY in proxies else [*proxies],
            timeout_graceful_shutdown=GRACE,
        )
        super().__init__(config)
        self._host = host
        self._stop = stop

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    @override
    async def on_tick(self, counter: int) -> bool:
        return self._stop.is_set() or await super().on_tick(counter)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if (servers := self._host.servers) is not None:
            await asyncio.to_thread(servers.drain)
        await self._host.drain()
        await super().shutdown(sockets)


class _WriteCombiner:
    """A transport that combines writes of one round of the event loop, such as headers and body, into one."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._parts:
            asyncio.get_running_loop().call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if data := b"".join(self._parts):
            self._transport.write(data)
        self._parts.clear()


class TimedProtocol(H11Protocol):
    """Ends a connection whose request does not arrive in time, with status 408 if no answer has begun."""

    _state: object = None
    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn declares it so
        super().connection_made(_WriteCombiner(transport))  # type: ignore[arg-type]  # has the interface of one
        self._watch()

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Set the deadline when the protocol enters a new state: single bytes do not extend it."""
        if self.conn.their_state is not self._state:
            self._state = self.conn.their_state
            if self._deadline is not None:
                self._deadline.cancel()
            seconds = {h11.IDLE: HEADER_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(self._state)
            self._deadline = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        if not self.transport.is_closing() and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        self.transport.close()


def write_log_line(message: "Message") -> None:
    """Write a log record as one line of JSON to standard error, for log collectors."""
    record = message.record
    line = {
        "time": record["time"].isoformat(timespec="milliseconds"),
        "level": record["level"].name.lower(),
        "message": record["message"],
        **{name: value for name, value in record["extra"].items() if value not in (None, "-")},
    }
    print(json.dumps(line, ensure_ascii=False, default=str), file=sys.stderr, flush=True)  # noqa: T201  # this is the log
