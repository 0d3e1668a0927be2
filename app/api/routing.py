"""Routing between servers that share their games: the server that gets a request answers it if it holds the game or no
server does, and else forwards it. A request whose server fails before it answers is sent again with the same
idempotency key."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
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
from app.api.chat_errors import CHAT_PATH
from app.api.forwarding import ForwardedRequest, Forwarder, Unreachable
from app.api.guard import FROM_SERVER, OF_CLIENT, is_from_server
from app.api.problems import MISDIRECTED, cause_of, problem_response
from app.api.streaming import PING_SECONDS
from app.errors import Conflict, Moved, TalekeeperError
from app.interfaces.servers import IServers, Server
from app.models.plain_reasons import Clash, Clashes
from app.services.game.games.concurrency import commit_threads, in_thread
from app.services.game.hosting import GameHost

PATIENCE = 30.0
"""Seconds after which a request is refused that no server has begun to answer."""
_PAUSE = 0.1
_LOOK_SECONDS = 0.2
"""Seconds between checks whether the server that answers is alive."""
_GAME = re.compile(r"/(?:v1/games|mcp)/(?!(?:import|memory)$)([^/]+)(?P<events>/events$)?")
_NOT_FORWARDED = frozenset(
    {b"connection", b"content-length", b"host", b"origin", b"sec-fetch-mode", b"sec-fetch-site", b"transfer-encoding"}
)
"""Headers that concern only this connection, or the check of the origin, which is already done."""
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_KEY, _LAST_ID = b"idempotency-key", b"last-event-id"
_EVENT_ID = re.compile(rb"^id: ((\d+)\.(\d+))$", re.MULTILINE)


class _ForwardedRoute(NamedTuple):
    """Replaces the route of a forwarded request in the log and the metrics."""

    path: str = "another server"


class _RepeatableRequest(NamedTuple):
    """A request that can be sent more than once. ``gone`` is done when the client disconnects."""

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
    """ASGI middleware below the guard, used only where several servers share their games."""

    app: ASGIApp
    servers: IServers
    host: GameHost
    tokens: Tokens
    chat_game: Callable[[Scope, bytes], Awaitable[str | None]] | None = None
    """Returns the game that a request of a chat client is about; None where it begins one."""
    patience: float = PATIENCE
    forwarder: Forwarder = field(default_factory=Forwarder)
    _owners: dict[str, Server] = field(default_factory=dict, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _GAME.match(scope["path"]) if scope["type"] == "http" else None
        is_chat = scope["type"] == "http" and scope["path"] == CHAT_PATH and self.chat_game is not None
        if found is None and not is_chat:
            await self.app(scope, receive, send)
            return
        scope["routed"] = True
        if is_from_server(self.servers, scope):
            if not await self._answer_here(scope, receive, _ResponseSender(send)):
                await problem_response(Moved(Clashes(clash=Clash.GAME_NOT_HELD)), MISDIRECTED)(scope, receive, send)
            return
        if found is None:
            await self._route_chat(scope, receive, send)
            return
        if scope["method"] in _CHANGING:
            _give_key(scope)
        async with _whole_request(scope, receive) as request:
            if found["events"] and scope["method"] == "GET":
                await self._stream(request, found[1], _EventStream(send))
            else:
                await self._respond(request, found[1], _ResponseSender(send))

    async def _route_chat(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the server answer a chat client that holds the game of its conversation; this one for a new game."""
        async with _whole_request(scope, receive) as request:
            game_id = None if self.chat_game is None else await self.chat_game(scope, request.body)
            if game_id is not None:
                _give_key(scope)
                await self._respond(request, game_id, _ResponseSender(send))
                return
            scope["routed"] = False
            await self.app(scope, request.receiving(), send)

    async def _respond(self, request: _RepeatableRequest, game_id: str, sending: "_ResponseSender") -> None:
        """Have this server or another one answer the request."""
        until = monotonic() + self.patience
        try:
            while not request.gone.done():
                server = None if self.servers.holds(game_id) else await self._server_for(game_id)
                if server is None:
                    is_answered = await self._answer_here(request.scope, request.receiving(), sending)
                else:
                    is_answered = await self._forward_until_gone(server, game_id, request, sending)
                if is_answered:
                    return
                if monotonic() > until:
                    raise Conflict(Clashes(clash=Clash.SERVER_SILENT))
                await asyncio.sleep(_PAUSE)
        except TalekeeperError as error:
            if sending.has_begun:
                raise
            refusal = problem_response(error, path=request.scope["path"])
            await refusal(request.scope, request.receiving(), sending)

    async def _server_for(self, game_id: str) -> Server | None:
        """Return the server that holds the game, or None where this one may take it. A server that shuts down chooses
        another one."""
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

    async def _answer_here(self, scope: Scope, receive: Receive, sending: "_ResponseSender") -> bool:
        """Return False where this server does not hold the game and has answered nothing."""
        try:
            await self.app(scope, receive, sending)
        except (Moved, ExceptionGroup) as error:
            found = cause_of(error)
            if not isinstance(found, Moved):
                raise found from None
            if sending.has_begun:
                raise Moved(Clashes(clash=Clash.GAME_MOVED)) from None
            return False
        return True

    async def _forward_until_gone(
        self, server: Server, game_id: str, request: _RepeatableRequest, sending: "_ResponseSender"
    ) -> bool:
        """Forward the request and return whether the server answered. Raise Moved where it fails after it began to
        answer."""
        forwarding = asyncio.ensure_future(self._forward(server, request, sending))
        is_answered = False
        try:
            while not forwarding.done():
                await _wait_for_any(forwarding, request.gone, seconds=_LOOK_SECONDS)
                if request.gone.done() or not self.servers.is_alive(server):
                    break
            is_answered = forwarding.done() and forwarding.result()
        except Unreachable:
            pass
        finally:
            forwarding.cancel()
            if not is_answered:
                self._owners.pop(game_id, None)
        if sending.has_begun and not is_answered:
            raise Moved(Clashes(clash=Clash.SERVER_FAILED))
        return is_answered

    async def _forward(self, server: Server, request: _RepeatableRequest, sending: "_ResponseSender") -> bool:
        """Forward the request; return False where the server does not hold the game."""
        scope = request.scope
        scope["route"] = _ForwardedRoute()
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        headers = [pair for pair in scope["headers"] if pair[0] not in _NOT_FORWARDED]
        headers += [(FROM_SERVER, server.key.encode()), (OF_CLIENT, scope["client_key"].encode())]
        asked = ForwardedRequest(scope["method"], target, headers, request.body)
        return await self.forwarder.forward(server.address, asked, sending, unless_status=MISDIRECTED)

    async def _stream(self, request: _RepeatableRequest, game_id: str, events: "_EventStream") -> None:
        """Stream events, and go on when the game moves to another server or is held by none for a while."""
        while not (events.is_refused or request.gone.done()):
            try:
                await self._respond(request, game_id, events)
            except TalekeeperError:
                await asyncio.sleep(_PAUSE)
            if self.host.is_draining or not await self.tokens.is_valid(request.scope["viewer"]):
                break
            if events.last_id:
                headers = [pair for pair in request.scope["headers"] if pair[0] != _LAST_ID]
                request.scope["headers"] = [*headers, (_LAST_ID, events.last_id)]
            await self._wait_for_commit(request, game_id, events)
        await events.end()

    async def _wait_for_commit(self, request: _RepeatableRequest, game_id: str, events: "_EventStream") -> None:
        """Wait until there is a new commit to send or the client disconnects, and send keep-alives meanwhile."""
        committed = asyncio.ensure_future(self.servers.wait_for_commit(game_id, events.last_seq))
        try:
            while not (committed.done() or request.gone.done() or events.is_refused):
                await _wait_for_any(committed, request.gone, seconds=PING_SECONDS)
                await events.ping()
        finally:
            committed.cancel()


def _give_key(scope: Scope) -> None:
    """Give a request without an idempotency key one, so that it is done once when servers send it again."""
    if _KEY not in dict(scope["headers"]):
        scope["headers"] = [*scope["headers"], (_KEY, f"server-{secrets.token_hex(16)}".encode())]


async def _wait_for_any(*waited: asyncio.Future[Any], seconds: float) -> None:
    """Wait until one of the futures is done, at most so many seconds."""
    await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


@asynccontextmanager
async def _whole_request(scope: Scope, receive: Receive) -> AsyncIterator[_RepeatableRequest]:
    """Yield the request with its whole body."""
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
        yield _RepeatableRequest(scope, body, watching)
    finally:
        watching.cancel()


@dataclass(eq=False)
class _ResponseSender:
    """Passes the messages of an answer on, and records whether it has begun."""

    send: Send
    has_begun: bool = False

    async def __call__(self, message: Message) -> None:
        self.has_begun = True
        await self.send(message)


@dataclass(eq=False)
class _EventStream(_ResponseSender):
    """Joins several event streams to one, of complete events. ``last_id`` is the id of the last event that was sent."""

    last_id: bytes = b""
    is_refused: bool = False
    _is_open: bool = False
    _rest: bytes = b""

    @property
    def last_seq(self) -> int:
        """The number of the last record whose events were all sent."""
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
