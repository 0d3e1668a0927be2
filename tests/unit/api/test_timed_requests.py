"""How long a request may take to arrive: what is waited for, and until when, without a clock."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from app.api.serving import BODY_SECONDS, HEADER_SECONDS, TimedProtocol

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"


@dataclass
class Timer:
    seconds: float
    work: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Loop:
    """Sets timers that go off when a test says so."""

    timers: list[Timer] = field(default_factory=list)

    def call_later(self, seconds: float, work: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, work))
        return self.timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[None]":
        work.close()
        return asyncio.Future()

    @property
    def pending(self) -> list[float]:
        return [timer.seconds for timer in self.timers if not timer.cancelled]


@dataclass
class Transport:
    written: bytes = b""
    closed: bool = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str) -> None:
        return None


@pytest.fixture
async def connection() -> tuple[TimedProtocol, Loop, Transport]:
    async def app(scope: object, receive: object, send: object) -> None:
        """Never run: the loop runs no task."""

    loop, transport = Loop(), Transport()
    config = uvicorn.Config(cast("Any", app), log_config=None, lifespan="off")
    protocol = TimedProtocol(config, ServerState(), {}, cast("Any", loop))
    protocol.connection_made(cast("Any", transport))
    return protocol, loop, transport


Connection = tuple[TimedProtocol, Loop, Transport]


async def test_headers_and_body_have_a_limit_each_and_an_answer_has_none(connection: Connection) -> None:
    protocol, loop, _ = connection
    assert loop.pending == [HEADER_SECONDS]
    protocol.data_received(HEAD[:-2])
    assert loop.pending == [HEADER_SECONDS]
    protocol.data_received(HEAD[-2:])
    assert loop.pending == [BODY_SECONDS]
    protocol.data_received(b"1234")
    assert loop.pending == []


async def test_single_bytes_put_no_deadline_off(connection: Connection) -> None:
    protocol, loop, _ = connection
    for byte in HEAD + b"123":
        protocol.data_received(bytes([byte]))
    assert [timer.seconds for timer in loop.timers] == [HEADER_SECONDS, BODY_SECONDS]
    assert loop.pending == [BODY_SECONDS]


@pytest.mark.parametrize("sent", [b"", HEAD[:10], HEAD + b"1"])
async def test_a_late_request_is_answered_with_408_and_ended(connection: Connection, sent: bytes) -> None:
    protocol, loop, transport = connection
    if sent:  # asyncio never hands on nothing
        protocol.data_received(sent)
    loop.timers[-1].work()
    assert transport.written.startswith(b"HTTP/1.1 408 ")
    assert transport.closed


async def test_a_deadline_that_passes_after_the_connection_was_closed_sends_nothing(connection: Connection) -> None:
    protocol, loop, transport = connection
    transport.close()
    protocol.connection_lost(None)
    loop.timers[-1].work()
    assert transport.written == b""
