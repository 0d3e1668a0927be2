"""An HTTP/1.1 client for requests to another server: kept-alive connections, and one write for each request."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

import h11
from starlette.types import Send

Headers = list[tuple[bytes, bytes]]
IDLE_SECONDS = 4.0
"""Seconds for which an idle connection is kept: less than the other server keeps it."""
CONNECT_SECONDS = 3.0
_AT_ONCE = 65_536  # bytes read
_OF_A_CONNECTION = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"date"})


class Unreachable(Exception):  # like the other errors, named for what happened
    """The other server did not answer, or broke the connection."""


class ForwardedRequest(NamedTuple):
    """A request to forward; ``headers`` are those that do not concern the connection."""

    method: str
    target: bytes
    headers: Headers
    body: bytes


@dataclass(eq=False)
class _Connection:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    http: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT))
    idle_since: float = 0.0

    async def event(self) -> h11.Event:
        """Return the next complete event. Raise RemoteProtocolError where the other server breaks the connection."""
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(_AT_ONCE))
        if not isinstance(event, (h11.Response, h11.Data, h11.EndOfMessage, h11.InformationalResponse)):
            raise h11.RemoteProtocolError("the connection broke")
        return event


@dataclass(eq=False)
class Forwarder:
    """Keeps connections to other servers, by address."""

    _idle: defaultdict[str, list[_Connection]] = field(default_factory=lambda: defaultdict(list))

    async def forward(self, address: str, request: ForwardedRequest, send: Send, *, unless_status: int) -> bool:
        """Send a request to another server and stream its answer to the client.

        Args:
            address: The base URL of the server.
            request: The request.
            send: The ASGI channel to the client.
            unless_status: A status whose answer is not passed on.

        Returns:
            Whether the answer was passed on: False for the status ``unless_status``.

        Raises:
            Unreachable: The server did not answer, or broke the connection.
        """
        headers = [(b"host", urlsplit(address).netloc.encode()), *request.headers]
        headers.append((b"content-length", b"%d" % len(request.body)))
        begin = h11.Request(method=request.method, target=request.target, headers=headers)
        connection = None
        try:
            connection = await self._connection_to(address)
            http = connection.http
            parts = (http.send(begin), http.send(h11.Data(request.body)), http.send(h11.EndOfMessage()))
            connection.writer.write(b"".join(part for part in parts if part))
            is_answered = await self._send_answer(connection, send, unless_status)
        except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
            raise Unreachable(type(error).__name__) from None
        finally:
            if connection is not None:
                self._release(address, connection)
        return is_answered

    async def _send_answer(self, connection: _Connection, send: Send, unless_status: int) -> bool:
        is_wanted = True
        while not isinstance(event := await connection.event(), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                is_wanted = event.status_code != unless_status
                kept = [(name, value) for name, value in event.headers if name not in _OF_A_CONNECTION]
                if is_wanted:
                    await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
            elif isinstance(event, h11.Data) and is_wanted:
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        if is_wanted:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        return is_wanted

    async def _connection_to(self, address: str) -> _Connection:
        while self._idle[address]:
            connection = self._idle[address].pop()
            if monotonic() - connection.idle_since < IDLE_SECONDS and not connection.reader.at_eof():
                return connection
            connection.writer.close()
        parts = urlsplit(address)
        is_safe = parts.scheme == "https"
        port = parts.port or (443 if is_safe else 80)
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=is_safe or None)
        return _Connection(reader, writer)

    def _release(self, address: str, connection: _Connection) -> None:
        """Keep a connection whose last answer is complete; close any other."""
        if connection.http.our_state is not h11.DONE or connection.http.their_state is not h11.DONE:
            connection.writer.close()
            return
        connection.http.start_next_cycle()
        connection.idle_since = monotonic()
        self._idle[address].append(connection)
