"""The middleware of every request: checks of origin and host, authentication, rate limits, and the log."""

import re
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from limits.aio.storage import MemoryStorage
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api import page
from app.api.access import NotAllowed, TableViewer, Tokens
from app.api.chat_errors import CHAT_PATH
from app.api.metrics import Metrics
from app.api.problems import CLIENT_GONE_ERRORS, TooManyRequests, cause_of, problem_response
from app.interfaces.servers import IServers
from app.log import logger
from app.models.picture import MAX_PICTURE_BYTES
from app.models.plain_reasons import Denial, Denied
from app.services.game.games.scenario_files import MAX_FILE_BYTES

_HEADERS = {  # defaults; routes such as the page may set others
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_CLOSING = {"Connection": "close"}
MAX_BODY = 1_000_000  # bytes
_LARGER = dict.fromkeys(("/v1/games/import", "/v1/imports", "/v1/imports/inspect", "/v1/imports/files"), 50_000_000)
_LARGER |= {CHAT_PATH: 10_000_000}
_LARGER |= dict.fromkeys(("/v1/scenarios", "/v1/scenarios/check"), MAX_FILE_BYTES)
"""Paths whose bodies may be larger, with their limits in bytes."""
_LARGER_OF_GAME = (
    (re.compile(r"/v1/games/[^/]+/scenario"), MAX_FILE_BYTES),
    (re.compile(r"/v1/games/[^/]+/imports"), 50_000_000),
    (re.compile(r"/v1/games/[^/]+/pictures/[^/]+"), MAX_PICTURE_BYTES),
)
_UNCOUNTED = frozenset({"/v1/health", "/v1/ready"})
"""Paths that a load balancer probes; they are not counted, since its address may be that of its clients."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
FROM_SERVER, OF_CLIENT = b"talekeeper-server", b"talekeeper-client"
"""Headers of a forwarded request: the key of the receiving server, and the key by which the client was counted."""
_MINUTE = 60  # seconds
_STREAMS = "streams of "
RETRY_STREAM = 5  # seconds after which another stream may be free


class RequestRate(NamedTuple):
    """How many requests a client may send in a minute, how many are left of it (below 0: too many), and after how many
    seconds the next minute begins."""

    most: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """Return the fields of draft-ietf-httpapi-ratelimit-headers."""
        return {
            "RateLimit-Policy": f'"requests";q={self.most};w={_MINUTE}',
            "RateLimit": f'"requests";r={max(0, self.left)};t={self.seconds}',
        }

    def check(self) -> None:
        """Raise TooManyRequests when the client has used up the minute."""
        if self.left < 0:
            raise TooManyRequests(Denied(denial=Denial.REQUESTS, most=self.most, seconds=self.seconds), self.seconds)


@dataclass(eq=False)
class Limits:
    """Implements `IUsage`: counts requests and streams by client (a token or an address) in memory, and adds the last
    known counts of other servers."""

    requests_per_minute: int = 600
    streams_at_once: int = 8
    _counted: MemoryStorage = field(default_factory=MemoryStorage)
    _streams: Counter[str] = field(default_factory=Counter)
    _elsewhere: Mapping[str, int] = field(default_factory=dict)

    async def hit(self, client: str) -> RequestRate:
        """Count a request."""
        count = await self._counted.incr(client, _MINUTE) + self._elsewhere.get(client, 0)
        seconds = max(1, round(await self._counted.get_expiry(client) - time.time()))
        return RequestRate(self.requests_per_minute, self.requests_per_minute - count, seconds)

    @contextmanager
    def stream(self, client: str) -> Iterator[None]:
        """Hold one of the client's streams. Raise TooManyRequests when it already has the most allowed."""
        if self._streams[client] + self._elsewhere.get(_STREAMS + client, 0) >= self.streams_at_once:
            raise TooManyRequests(Denied(denial=Denial.STREAMS, most=self.streams_at_once), RETRY_STREAM)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            self._streams += Counter()  # drops clients without streams

    def own(self) -> Mapping[str, int]:
        streams = {_STREAMS + client: count for client, count in self._streams.items()}
        return streams | {client: count for client, count in self._counted.storage.items() if count}

    def take(self, others: Mapping[str, int]) -> None:
        self._elsewhere = others


@dataclass(eq=False)
class Guard:
    """ASGI middleware that authenticates requests and puts the `TableViewer` into the scope; routes check its
    permissions.

    Attributes:
        hosts: The host names under which the server answers (None: any), which keeps pages of other sites from reaching
            a server on loopback by DNS rebinding.
        origins: The origins of other sites whose pages may call the API.
        servers: The other servers that share the games, if any.
    """

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
        rate: RequestRate | None = None

        async def answering(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if rate is not None:
                    headers.update(rate.headers())
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
            if self._is_counted(scope):
                rate = await self.limits.hit(scope["client_key"])
                rate.check()
            await self.app(scope, _limited(scope, receiving), answering)
        except Exception as error:  # noqa: BLE001  # the outermost handler: the client gets a problem, the log a line
            cause = cause_of(error)
            if is_gone and isinstance(cause, CLIENT_GONE_ERRORS):
                return
            problem = problem_response(cause, path=scope["path"])
            if not status:
                await problem(scope, receive, answering)

    async def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:  # RFC 9112, 6.1: possible request smuggling
            raise HTTPException(400, "A request may have Content-Length or Transfer-Encoding, not both.", _CLOSING)
        host = headers.get("host", "")
        if self.hosts is not None and _split(f"//{host}")[0] not in self.hosts:
            raise NotAllowed(Denied(denial=Denial.HOST))
        is_file = page.is_file(scope["method"], scope["path"])
        is_link = is_file and headers.get("sec-fetch-mode") == "navigate"
        if not is_link and headers.get("origin") not in self.origins and _is_of_other_site(headers, host):
            raise NotAllowed(Denied(denial=Denial.OTHER_SITE))
        kind, _, token = headers.get("authorization", "").partition(" ")
        given = token.strip() if kind.lower() == "bearer" else ""
        bearer = given or None  # clients without a key may send an empty one
        viewer = scope["viewer"] = await self.tokens.viewer(bearer)
        scope["client_key"] = client_key(viewer, scope)
        if self.servers is not None and is_from_server(self.servers, scope):
            scope["client_key"] = headers.get(OF_CLIENT.decode(), scope["client_key"])

    def _is_counted(self, scope: Scope) -> bool:
        """Return whether a request counts here: files of the page do not, nor what another server has counted."""
        if page.is_file(scope["method"], scope["path"]) or scope["path"] in _UNCOUNTED:
            return False
        return self.servers is None or not is_from_server(self.servers, scope)

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
    """Return a ``receive`` that raises 413 when a body exceeds the limit of its path; check Content-Length at once."""
    path = scope["path"]
    of_game = (limit for pattern, limit in _LARGER_OF_GAME if pattern.fullmatch(path))
    left = most = next(of_game, _LARGER.get(path, MAX_BODY))
    too_large = HTTPException(413, f"A body has at most {most:,} bytes here.")
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
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
    """Return whether another server forwards the request and so has counted it already."""
    key = dict(scope["headers"]).get(FROM_SERVER)
    return key is not None and servers.is_own(key.decode("latin-1"))


def _is_of_other_site(headers: Headers, host: str) -> bool:
    """Return whether a browser marks the request as one of another site's page. Requests without script, such as
    images, have no ``Origin``, but ``Sec-Fetch-Site``."""
    origin = headers.get("origin")
    return (origin is not None and _split(origin)[1] != host) or headers.get("sec-fetch-site") == "cross-site"


def _split(url: str) -> tuple[str | None, str]:
    """Return the host name, and host name with port, of a URL; (None, "") for an invalid one."""
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.netloc
    except ValueError:
        return None, ""


def client_key(viewer: TableViewer | None, scope: Scope) -> str:
    """Return the key by which a client is counted: its token, else its address, with authenticated and unauthenticated
    requests counted apart, so that guessing tokens does not use up the admin's limit at the same address or proxy."""
    if viewer is not None and viewer.token_id is not None:
        return f"{viewer.game_id} {viewer.token_id}"
    address = (scope.get("client") or ("unknown",))[0]
    return f"address {address}" if viewer is not None else f"unknown at {address}"
