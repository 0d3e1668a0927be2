"""Serving seats over HTTP on this machine alone, a path and a token for each; and any application, with deadlines."""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

import h11
import uvicorn
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.errors import Conflict, InvalidInput
from app.interfaces.seat import ISeat
from app.mcp.server import server_for

HOST = "127.0.0.1"
MAX_BODY = 1_000_000
MAX_SESSIONS = 200  # open at one seat at once; clients that need no session are not counted
HEADER_SECONDS, BODY_SECONDS = 10.0, 30.0  # that a request may take to arrive, its headers and then its body
GRACE = 5  # seconds that calls under way have when the server stops


@dataclass(frozen=True)
class OpenSeat:
    path: str
    seat: ISeat
    token: str


SHORTEST, LONGEST = 16, 200


def new_token() -> str:
    return secrets.token_urlsafe(32)


def checked_token(text: str) -> str:
    """The token, if valid. Raises InvalidInput otherwise."""
    if not SHORTEST <= len(text) <= LONGEST or not all("!" <= sign <= "~" for sign in text):
        raise InvalidInput(f"A token has {SHORTEST} to {LONGEST} letters, digits or signs, without blanks.")
    return text


class SingleTokenVerifier:
    """Implements the SDK's TokenVerifier for one token, compared in constant time; sessions belong to ``holder``."""

    def __init__(self, token: str, holder: str) -> None:
        self._token = token.encode()
        self._holder = holder

    async def verify_token(self, token: str) -> AccessToken | None:
        if not secrets.compare_digest(token.encode("utf-8", "replace"), self._token):
            return None
        return AccessToken(token=token, client_id=self._holder, scopes=[])


def listening_socket(port: int, host: str = HOST) -> socket.socket:
    """A listening socket, by default on the loopback interface; port 0 takes a free one. Conflict for a taken port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, it gets TCP_NODELAY
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise Conflict(f"Port {port} cannot be had ({error.strerror}); --port names another.") from None
    except OverflowError:
        listening.close()
        raise InvalidInput("A port is a number from 0 to 65535.") from None
    return listening


def url_of(listening: socket.socket, path: str) -> str:
    return f"http://{HOST}:{listening.getsockname()[1]}{path}"


async def serve_http(seats: Sequence[OpenSeat], listening: socket.socket, stop: asyncio.Event) -> None:
    """Serve the seats until ``stop`` is set, then let calls finish and close the socket."""
    managers = [_manager(seat, listening.getsockname()[1]) for seat in seats]
    app = Starlette(routes=[_route(seat, manager) for seat, manager in zip(seats, managers, strict=True)])
    app.router.redirect_slashes = False
    async with contextlib.AsyncExitStack() as sessions:
        for manager in managers:
            await sessions.enter_async_context(manager.run())
        await serve_app(app, listening, stop)


async def serve_app(
    app: ASGIApp, listening: socket.socket, stop: asyncio.Event, drain: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Serve an application until ``stop`` is set; then ``drain``, let requests finish, and close the socket."""
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        log_config=None,
        access_log=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if drain is not None:
            await drain()
    finally:
        stopping.cancel()
        server.should_exit = True
    await serving


class _Server(uvicorn.Server):
    """Leaves signals to the caller, which also closes the game."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class TimedProtocol(H11Protocol):
    """Ends a connection whose request does not arrive in time, with 408 if nothing was answered yet."""

    _state: object = None
    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._watch()

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Set the deadline of what is waited for, when that is something new: single bytes do not put it off."""
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


def _manager(seat: OpenSeat, port: int) -> StreamableHTTPSessionManager:
    """The sessions of one seat; Host and Origin are checked against other sites' pages."""
    names = [f"{HOST}:{port}", f"localhost:{port}"]
    checks = TransportSecuritySettings(allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names])
    return StreamableHTTPSessionManager(
        server_for(seat.seat),
        security_settings=checks,
        max_request_body_size=MAX_BODY,
        max_sessions=MAX_SESSIONS,
    )


def _route(seat: OpenSeat, manager: StreamableHTTPSessionManager) -> Route:
    backend = BearerAuthBackend(SingleTokenVerifier(seat.token, seat.path))
    return Route(
        seat.path,
        endpoint=RequireAuthMiddleware(StreamableHTTPASGIApp(manager), []),
        middleware=[Middleware(AuthenticationMiddleware, backend=backend)],
    )
