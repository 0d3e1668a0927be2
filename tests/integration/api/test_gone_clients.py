"""Clients that go away amid a stream, as another server does that has died: no fault of this one."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture
from starlette.types import Message

from app.api.guard import FROM_SERVER
from app.api.routing import Routing
from app.errors import StorageFailed
from app.interfaces.servers import IServers
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.integration.mcp.serving import SECONDS


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


def _scope(game_id: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    path = f"/v1/games/{game_id}/events"
    own = [(b"host", b"localhost"), (b"authorization", f"Bearer {ADMIN}".encode())]
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [*own, *headers],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
        "root_path": "",
    }


class _Client:
    """Takes the beginning of an answer and nothing more, until it goes."""

    def __init__(self) -> None:
        self.has_begun, self.gone = asyncio.Event(), asyncio.Event()
        self._asked = False

    async def receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.has_begun.set()
            await asyncio.Event().wait()


@pytest.mark.parametrize("is_passed_on", [False, True])
async def test_a_client_that_goes_while_events_wait_for_it_is_no_fault(
    api: Api, log_lines: list[str], mocker: MockerFixture, *, is_passed_on: bool
) -> None:
    game_id, client = api.begin(), _Client()
    headers: list[tuple[bytes, bytes]] = []
    if is_passed_on:
        servers = mocker.Mock(spec=IServers)
        servers.is_own.return_value = True
        api.app.add_middleware(Routing, servers=servers, host=api.services.host, tokens=api.services.tokens)
        api.app.user_middleware.append(api.app.user_middleware.pop(0))  # beneath the guard, as `create_app` has it
        headers.append((FROM_SERVER, b"key"))
    async with asyncio.timeout(SECONDS):
        answering = asyncio.create_task(api.app(_scope(game_id, *headers), client.receive, client.send))
        await client.has_begun.wait()
        async with api.client(ADMIN) as other:
            for _ in range(4):
                assert (await other.post(f"/v1/games/{game_id}/turns", json={"text": "look"})).status_code == 200
        client.gone.set()
        await answering
    assert log_lines == []


async def test_a_stream_that_cannot_be_read_is_no_fault_of_the_program(
    api: Api, log_lines: list[str], mocker: MockerFixture
) -> None:
    game_id, client = api.begin(), _Client()
    mocker.patch.object(api.services.library.store, "read", side_effect=StorageFailed("The disk is gone."))
    async with asyncio.timeout(SECONDS):
        await api.app(_scope(game_id, (b"last-event-id", b"0.0")), client.receive, client.send)
    assert log_lines == []
