"""What every request passes: whether it comes from where it may, who sends it, how often, and what is kept of it."""

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlsplit

from limits.aio.storage import MemoryStorage
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api import page
from app.api.access import NotAllowed, TableViewer, Tokens
from app.api.metrics import Metrics
from app.api.problems import GONE, TooManyRequests, answer, cause_of
from app.interfaces.servers import IServers
from app.log import logger
from app.services.game.games.scenario_library import MAX_FILE_BYTES

_HEADERS = {  # where a route has not said otherwise, as the page does
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_CLOSING = {"Connection": "close"}
MAX_BODY = 1_000_000  # bytes
_LARGER = {"/v1/games/import": 50_000_000, **dict.fromkeys(("/v1/scenarios", "/v1/scenarios/check"), MAX_FILE_BYTES)}
"""Paths that take more."""
_UNCOUNTED = frozenset({"/v1/health", "/v1/ready"})
"""What a proxy asks, from whose address may come what others send."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
FROM_SERVER, OF_CLIENT = b"talekeeper-server", b"talekeeper-client"
"""Headers in which a server that passes a request on shows the other one's key, and by what it counted the client."""
_STREAMS = "streams of "
RETRY_STREAM = 5  # seconds after which another stream may be free


@dataclass(eq=False)
class Limits:
    """Implements `IUsage`: counts by client, a token's or an address, and gone with the process. What other servers
    count is added as it was a moment ago."""

    requests_per_minute: int = 600
    streams_at_once: int = 8
    _counted: MemoryStorage = field(default_factory=MemoryStorage)
    _streams: Counter[str] = field(default_factory=Counter)
    _elsewhere: Mapping[str, int] = field(default_factory=dict)

    async def hit(self, client: str) -> None:
        """Count a request; TooManyRequests when the minute's are used up."""
        count = await self._counted.incr(client, 60) + self._elsewhere.get(client, 0)
        if count > self.requests_per_minute:
            seconds = max(1, round(await self._counted.get_expiry(client) - time.time()))
            raise TooManyRequests(f"At most {self.requests_per_minute} requests a minute; wait {seconds} s.", seconds)

    @contextmanager
    def stream(self, client: str) -> Iterator[None]:
        """Hold one of the client's streams; TooManyRequests when it has them all."""
        if self._streams[client] + self._elsewhere.get(_STREAMS + client, 0) >= self.streams_at_once:
            raise TooManyRequests(f"At most {self.streams_at_once} streams at once; close one.", RETRY_STREAM)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            self._streams += Counter()  # drops those that hold none

    def own(self) -> Mapping[str, int]:
        streams = {_STREAMS + client: count for client, count in self._streams.items()}
        return streams | {client: count for client, count in self._counted.storage.items() if count}

    def take(self, others: Mapping[str, int]) -> None:
        self._elsewhere = others


@dataclass(eq=False)
class Guard:
    """ASGI middleware. It puts the `TableViewer` into the scope; routes decide what that one may. ``hosts`` are the
    names under which the server may be asked (None: any), so that no page of another site reaches one on loopback, and
    ``origins`` the other sites whose pages may ask."""

    app: ASGIApp
    tokens: Tokens
    limits: Limits
    metrics: Metrics
    hosts: Collection[str] | None = None
    origins: Collection[str] = ()
    servers: IServers | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def answering(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                self._note(scope, status, perf_counter() - began)
            await send(message)

        is_gone = False

        async def receiving() -> Message:
            nonlocal is_gone
            message = await receive()
            is_gone = is_gone or message["type"] == "http.disconnect"
            return message

        try:
            await self._admit(scope)
            await self.app(scope, _limited(scope, receiving), answering)
        except Exception as error:  # noqa: BLE001  # the last door: the client gets a problem, the log a line
            cause = cause_of(error)
            if is_gone and isinstance(cause, GONE):
                return
            problem = answer(cause)
            if not status:
                await problem(scope, receive, answering)

    async def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:  # RFC 9112, 6.1: it may be smuggled
            raise HTTPException(400, "A request has one length: Content-Length or Transfer-Encoding.", _CLOSING)
        host = headers.get("host", "")
        if self.hosts is not None and _split(f"//{host}")[0] not in self.hosts:
            raise NotAllowed("This server does not answer under that name.")
        is_file = page.is_file(scope["method"], scope["path"])
        is_link = is_file and headers.get("sec-fetch-mode") == "navigate"
        if not is_link and headers.get("origin") not in self.origins and _is_of_other_site(headers, host):
            raise NotAllowed("Pages of other sites may not ask this server.")
        kind, _, token = headers.get("authorization", "").partition(" ")
        given = token.strip() if kind.lower() == "bearer" else None
        viewer = scope["viewer"] = await self.tokens.viewer(given)
        scope["client_key"] = client_key(viewer, scope)
        if self.servers is not None and is_from_server(self.servers, scope):
            scope["client_key"] = headers.get(OF_CLIENT.decode(), scope["client_key"])
        elif not is_file and scope["path"] not in _UNCOUNTED:
            await self.limits.hit(scope["client_key"])

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = getattr(scope.get("route"), "path", None) or "none"
        self.metrics.answered(method, route, status, seconds)
        viewer: TableViewer | None = scope.get("viewer")
        about = {
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
            "role": viewer.role.value if viewer else None,
            "token": viewer.token_id if viewer else None,
        }
        if game_id := scope.get("path_params", {}).get("game_id"):
            about["game_id"] = game_id
        logger.bind(**about).info("{} {} {}", method, route, status)


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Refuses a body that is too large, by what it says of itself and by what comes."""
    left = most = _LARGER.get(scope["path"], MAX_BODY)
    too_large = HTTPException(413, f"A body has at most {most:,} bytes here.")
    told = Headers(scope=scope).get("content-length", "0")
    if not told.isdecimal() or int(told) > most:
        raise too_large

    async def receiving() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise too_large
        return message

    return receiving


def is_from_server(servers: IServers, scope: Scope) -> bool:
    """Whether another server passes the request on; it has counted it."""
    key = dict(scope["headers"]).get(FROM_SERVER)
    return key is not None and servers.is_own(key.decode("latin-1"))


def _is_of_other_site(headers: Headers, host: str) -> bool:
    """Whether a browser says that a page of another site asks. A request that begins there without script, as that of
    an image, has no ``Origin``."""
    origin = headers.get("origin")
    return (origin is not None and _split(origin)[1] != host) or headers.get("sec-fetch-site") == "cross-site"


def _split(url: str) -> tuple[str | None, str]:
    """The host's name, and name and port; nothing for what is no address."""
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.netloc
    except ValueError:
        return None, ""


def client_key(viewer: TableViewer | None, scope: Scope) -> str:
    """By what a client is counted: its token, else its address, and there by whether it has signed in: who guesses
    tokens takes nothing from the admin at the same address, or behind the same proxy."""
    if viewer is not None and viewer.token_id is not None:
        return f"{viewer.game_id} {viewer.token_id}"
    address = (scope.get("client") or ("unknown",))[0]
    return f"address {address}" if viewer is not None else f"unknown at {address}"
