"""Where several servers share their games: whoever gets a request about a game answers it, if it holds the game or
nobody does, and else passes it on; again, under the same key, where the other one is gone before it answers."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from fastapi.sse import KEEPALIVE_COMMENT
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.access import Tokens
from app.api.bodies import joined_body
from app.api.forwarding import ForwardedRequest, Forwarder, Unreachable
from app.api.guard import FROM_SERVER, OF_CLIENT, is_from_server
from app.api.problems import MISDIRECTED, answer, cause_of
from app.errors import Conflict, Moved, TalekeeperError
from app.interfaces.servers import IServers, Server
from app.services.game.games.concurrency import commit_threads, in_thread
from app.services.game.hosting import GameHost

PATIENCE = 30.0
"""Seconds after which a request is refused that no server has begun to answer."""
PING_SECONDS = 15.0
_PAUSE = 0.1
_LOOK_SECONDS = 0.2
"""Between looks whether the server that was asked is alive."""
_GAME = re.compile(r"/(?:v1/games|mcp)/(?!import$)([^/]+)(?P<events>/events$)?")
_NOT_ASKED = frozenset(
    {b"connection", b"content-length", b"host", b"origin", b"sec-fetch-mode", b"sec-fetch-site", b"transfer-encoding"}
)
"""Headers that are about this connection, or about whether a page may ask, which is decided."""
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_KEY, _LAST_ID = b"idempotency-key", b"last-event-id"
_EVENT_ID = re.compile(rb"^id: ((\d+)\.(\d+))$", re.MULTILINE)


class _PassedOn(NamedTuple):
    """Stands for the route of a request that another server answers, in the log and in counts."""

    path: str = "another server"


class _Request(NamedTuple):
    """A request that can be asked again. ``gone`` is done when the client goes away."""

    scope: Scope
    body: bytes
    gone: asyncio.Future[None]

    def receiving(self) -> Receive:
        messages: list[Message] = [{"type": "http.request", "body": self.body, "more_body": False}]

        async def receive() -> Message:
            if not messages:
                await asyncio.shield(self.gone)
                return {"type": "http.disconnect"}
            return messages.pop()

        return receive


@dataclass(eq=False)
class Routing:
    """ASGI middleware beneath the guard, only where there are several servers."""

    app: ASGIApp
    servers: IServers
    host: GameHost
    tokens: Tokens
    patience: float = PATIENCE
    forwarder: Forwarder = field(default_factory=Forwarder)
    _owners: dict[str, Server] = field(default_factory=dict, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _GAME.match(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["routed"] = True
        if is_from_server(self.servers, scope):
            if not await self._answer_here(scope, receive, _Sending(send)):
                await answer(Moved("This server does not hold the game."), MISDIRECTED)(scope, receive, send)
            return
        if scope["method"] in _CHANGING and _KEY not in dict(scope["headers"]):
            scope["headers"] = [*scope["headers"], (_KEY, f"server-{secrets.token_hex(16)}".encode())]
        async with _read(scope, receive) as request:
            if found["events"] and scope["method"] == "GET":
                await self._stream(request, found[1], _Events(send))
            else:
                await self._ask(request, found[1], _Sending(send))

    async def _ask(self, request: _Request, game_id: str, sending: "_Sending") -> None:
        """Have somebody answer the request."""
        until = monotonic() + self.patience
        try:
            while not request.gone.done():
                server = None if self.servers.holds(game_id) else await self._server_for(game_id)
                if server is None:
                    is_answered = await self._answer_here(request.scope, request.receiving(), sending)
                else:
                    is_answered = await self._pass_on(server, game_id, request, sending)
                if is_answered:
                    return
                if monotonic() > until:
                    raise Conflict("Another server has the game and does not answer; try again.")
                await asyncio.sleep(_PAUSE)
        except TalekeeperError as error:
            if sending.has_begun:
                raise
            await answer(error)(request.scope, request.receiving(), sending)

    async def _server_for(self, game_id: str) -> Server | None:
        """The server that holds the game; None where this one may. One that shuts down sends others to another."""
        known = self._owners.get(game_id)
        if known is not None and self.servers.is_alive(known):
            return known
        found = await in_thread(partial(self.servers.owner, game_id), commit_threads())
        if found is not None:
            self._owners[game_id] = found
            return found
        self._owners.pop(game_id, None)
        others = self.servers.others() if self.host.is_draining else ()
        return secrets.choice(others) if others else None

    async def _answer_here(self, scope: Scope, receive: Receive, sending: "_Sending") -> bool:
        """False where this server turns out not to hold the game, and nothing has been answered."""
        try:
            await self.app(scope, receive, sending)
        except (Moved, ExceptionGroup) as error:
            found = cause_of(error)
            if not isinstance(found, Moved):
                raise found from None
            if sending.has_begun:
                raise Moved("The game is on another server by now.") from None
            return False
        return True

    async def _pass_on(self, server: Server, game_id: str, request: _Request, sending: "_Sending") -> bool:
        """Whether the server has answered. Moved where it goes away after it has begun to."""
        asking = asyncio.ensure_future(self._forward(server, request, sending))
        is_answered = False
        try:
            while not asking.done():
                await _first(asking, request.gone, seconds=_LOOK_SECONDS)
                if request.gone.done() or not self.servers.is_alive(server):
                    break
            is_answered = asking.done() and asking.result()
        except Unreachable:
            pass
        finally:
            asking.cancel()
            if not is_answered:
                self._owners.pop(game_id, None)
        if sending.has_begun and not is_answered:
            raise Moved("The server that answered is gone.")
        return is_answered

    async def _forward(self, server: Server, request: _Request, sending: "_Sending") -> bool:
        """False where the server does not hold the game."""
        scope = request.scope
        scope["route"] = _PassedOn()
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        headers = [pair for pair in scope["headers"] if pair[0] not in _NOT_ASKED]
        headers += [(FROM_SERVER, server.key.encode()), (OF_CLIENT, scope["client_key"].encode())]
        asked = ForwardedRequest(scope["method"], target, headers, request.body)
        return await self.forwarder.ask(server.address, asked, sending, but=MISDIRECTED)

    async def _stream(self, request: _Request, game_id: str, events: "_Events") -> None:
        """Events that go on when the game goes to another server, or to none for a while."""
        while not (events.is_refused or request.gone.done()):
            try:
                await self._ask(request, game_id, events)
            except TalekeeperError:
                await asyncio.sleep(_PAUSE)
            if self.host.is_draining or not await self.tokens.holds(request.scope["viewer"]):
                break
            if events.last_id:
                headers = [pair for pair in request.scope["headers"] if pair[0] != _LAST_ID]
                request.scope["headers"] = [*headers, (_LAST_ID, events.last_id)]
            await self._wait(request, game_id, events)
        await events.end()

    async def _wait(self, request: _Request, game_id: str, events: "_Events") -> None:
        """Until there is more to tell, or nobody to tell it to."""
        moving = asyncio.ensure_future(self.servers.wait_for_commit(game_id, events.behind))
        try:
            while not (moving.done() or request.gone.done() or events.is_refused):
                await _first(moving, request.gone, seconds=PING_SECONDS)
                await events.ping()
        finally:
            moving.cancel()


async def _first(*waited: asyncio.Future[Any], seconds: float) -> None:
    """Until one of them is done, or so long."""
    await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


@asynccontextmanager
async def _read(scope: Scope, receive: Receive) -> AsyncIterator[_Request]:
    """The request with its whole body."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    body = await joined_body(parts)

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    watching = asyncio.ensure_future(gone())
    try:
        yield _Request(scope, body, watching)
    finally:
        watching.cancel()


@dataclass(eq=False)
class _Sending:
    """Hands an answer on, and knows whether it has begun."""

    send: Send
    has_begun: bool = False

    async def __call__(self, message: Message) -> None:
        self.has_begun = True
        await self.send(message)


@dataclass(eq=False)
class _Events(_Sending):
    """Makes one stream of several, of whole events. ``last_id`` is that of the last event that was handed on."""

    last_id: bytes = b""
    is_refused: bool = False
    _is_open: bool = False
    _rest: bytes = b""

    @property
    def behind(self) -> int:
        """The last record that was told whole."""
        seq, _, part = self.last_id.partition(b".")
        return int(seq or b"0") - (part == b"0")

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._rest, self.has_begun = b"", True
            self.is_refused = message["status"] != 200
            if not self._is_open:
                self._is_open = not self.is_refused
                await self.send(message)
        elif self.is_refused:
            if not self._is_open:
                await self.send(message)
        else:
            whole, end, self._rest = (self._rest + message.get("body", b"")).rpartition(b"\n\n")
            if found := [*_EVENT_ID.finditer(whole)]:
                self.last_id = found[-1][1]
            if whole:
                await self.send({"type": "http.response.body", "body": whole + end, "more_body": True})

    async def ping(self) -> None:
        await self.send({"type": "http.response.body", "body": KEEPALIVE_COMMENT, "more_body": True})

    async def end(self) -> None:
        if self._is_open:
            self._is_open = False
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})
