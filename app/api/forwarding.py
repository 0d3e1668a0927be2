"""Asking another server over HTTP/1.1: connections that are kept, and one write for each request."""

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
"""For which a connection is kept that nobody uses: less than the other server keeps it."""
CONNECT_SECONDS = 3.0
_AT_ONCE = 65_536  # bytes read
_OF_A_CONNECTION = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"date"})


class Unreachable(Exception):  # as the other errors, by what has happened
    """The other server did not answer, or broke off."""


class ForwardedRequest(NamedTuple):
    """A request; ``headers`` are those that do not belong to the connection."""

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
        """The next one that is whole. RemoteProtocolError where the other server breaks off."""
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(_AT_ONCE))
        if not isinstance(event, (h11.Response, h11.Data, h11.EndOfMessage, h11.InformationalResponse)):
            raise h11.RemoteProtocolError("it broke off")
        return event


@dataclass(eq=False)
class Forwarder:
    """Connections to other servers, by their addresses."""

    _idle: defaultdict[str, list[_Connection]] = field(default_factory=lambda: defaultdict(list))

    async def ask(self, address: str, asked: ForwardedRequest, send: Send, *, but: int) -> bool:
        """Hand the other server's answer on as it comes, unless its status is ``but``: False. Unreachable."""
        headers = [(b"host", urlsplit(address).netloc.encode()), *asked.headers]
        headers.append((b"content-length", b"%d" % len(asked.body)))
        begin = h11.Request(method=asked.method, target=asked.target, headers=headers)
        connection = None
        try:
            connection = await self._connected(address)
            http = connection.http
            parts = (http.send(begin), http.send(h11.Data(asked.body)), http.send(h11.EndOfMessage()))
            connection.writer.write(b"".join(part for part in parts if part))
            is_answered = await self._answered(connection, send, but)
        except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
            raise Unreachable(type(error).__name__) from None
        finally:
            if connection is not None:
                self._give_back(address, connection)
        return is_answered

    async def _answered(self, connection: _Connection, send: Send, but: int) -> bool:
        is_wanted = True
        while not isinstance(event := await connection.event(), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                is_wanted = event.status_code != but
                kept = [(name, value) for name, value in event.headers if name not in _OF_A_CONNECTION]
                if is_wanted:
                    await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
            elif isinstance(event, h11.Data) and is_wanted:
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        if is_wanted:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        return is_wanted

    async def _connected(self, address: str) -> _Connection:
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

    def _give_back(self, address: str, connection: _Connection) -> None:
        """Keep a connection whose last answer has ended; close any other."""
        if connection.http.our_state is not h11.DONE or connection.http.their_state is not h11.DONE:
            connection.writer.close()
            return
        connection.http.start_next_cycle()
        connection.idle_since = monotonic()
        self._idle[address].append(connection)
