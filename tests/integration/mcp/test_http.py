"""Serving over HTTP: real clients, wrong tokens, wrong hosts, wrong everything; and the server goes on."""

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from dependency_injector import providers
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from app.api import serving
from app.api.guard import MAX_BODY
from app.api.listening import listening_socket
from app.errors import Conflict
from app.interfaces.agents.narrator import Narration, NarrationContext
from tests.integration.mcp.seats import Served, ServedHere, served
from tests.integration.mcp.serving import SECONDS, asked, begun, new_container
from tests.integration.turns.table import ScriptedNarrator
from tests.unit.mcp.fake_seat import FakeSeat

pytestmark = pytest.mark.long

JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
MODERN = {**JSON, "mcp-protocol-version": "2026-07-28"}


@pytest.fixture
def seat() -> FakeSeat:
    return FakeSeat()


@pytest.fixture
async def server(tmp_path: Path, seat: FakeSeat) -> AsyncIterator[ServedHere]:
    """A game whose narrator's seat is a fake one."""
    container = new_container(tmp_path, api_requests_per_minute=10_000)
    container.narrator_seat.override(providers.Object(seat))
    async with served(container, begun(container)) as here:
        yield here


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_shakes_hands_lists_calls_and_reads(server: Served, mode: str) -> None:
    async with server.client("narrator", mode=mode) as client:
        assert "the fake seat" in (client.instructions or "")
        assert [tool.name for tool in (await client.list_tools()).tools] == ["echo", "wait"]
        assert (await client.call_tool("echo", {"text": "hä?"})).structured_content == {"text": "hä?"}
        assert (await client.read_resource("game://scene")).contents[0].text == "A market."  # type: ignore[union-attr]  # it is text
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["minimal"]
        with pytest.raises(MCPError, match="no resource 'game://moon'"):
            await client.read_resource("game://moon")


# -- who may come in -------------------------------------------------------------------------------------------------


async def test_without_the_seats_own_token_nobody_comes_in_and_nothing_is_said(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    async with served(container, begun(container), "mara", "guard-1") as server:
        for authorization, status in (
            (None, 401),
            ("Bearer", 401),
            ("Bearer wrong", 401),
            (f"Basic {server.tokens['mara']}", 401),
            (server.tokens["mara"], 401),
            (f"Bearer {server.tokens['guard-1']}", 403),
            (f"Bearer {server.tokens['mara']}x", 401),
            ("Bearer t\xf6ken", 401),
        ):
            given = {"Authorization": authorization} if authorization is not None else {}
            headers = {name.encode(): value.encode("latin-1") for name, value in {**JSON, **given}.items()}
            async with httpx2.AsyncClient(headers=headers, verify=False) as http:
                for method in ("POST", "GET", "DELETE"):
                    answer = await http.request(method, server.urls["mara"], json=asked("tools/list"))
                    assert answer.status_code == status
                    assert status == 403 or answer.headers["www-authenticate"].startswith("Bearer")
                    assert "query_self" not in answer.text
        async with server.http("mara", **JSON) as http:
            assert "query_self" in (await http.post(server.urls["mara"], json=asked("tools/list"))).text


async def test_a_client_with_a_wrong_token_fails_and_one_with_the_right_token_still_comes_in(server: Served) -> None:
    with pytest.RaisesGroup(MCPError, flatten_subgroups=True):
        async with server.client("narrator", token="wrong" * 4):
            pass
    async with server.client("narrator") as client:
        assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


@pytest.mark.parametrize("headers", [JSON, MODERN])
async def test_a_page_that_found_the_port_by_another_name_is_sent_away(server: Served, headers: dict[str, str]) -> None:
    body = asked("tools/list")
    async with server.http("narrator", **headers) as http:
        for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example"):
            assert (await http.post(server.urls["narrator"], json=body, headers={"Host": host})).status_code == 403
        for origin in (
            "http://evil.example",
            "null",
            "https://127.0.0.1",
            "http://127.0.0.1:1",
            "http://localhost.evil",
        ):
            assert (await http.post(server.urls["narrator"], json=body, headers={"Origin": origin})).status_code == 403


async def test_there_is_nothing_but_the_seats(server: Served) -> None:
    async with server.http("narrator") as http:
        for path in ("", "/", "/narrator/", "/narrator/x", "/character", "/docs", "/NARRATOR"):
            assert (await http.post(server.urls["narrator"].replace("/narrator", path), json={})).status_code == 404


async def test_a_seat_sends_nothing_that_was_not_asked_for(server: Served) -> None:
    """Clients that would listen for it, or end a session, are told that there is none."""
    async with server.http("narrator", **JSON) as http:
        for method in ("GET", "DELETE", "PUT"):
            answer = await http.request(method, server.urls["narrator"])
            assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_a_port_that_is_taken_is_a_conflict_of_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(Conflict, match=r"^Port \d+ is not available \(.*\); choose another with --port\.$"):
            listening_socket(taken.getsockname()[1], "127.0.0.1")


# -- what is no protocol ---------------------------------------------------------------------------------------------

GARBAGE = [
    b"",
    b"not json",
    b"[]",
    b"null",
    b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "tools/call", "params": 5}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5, "arguments": []}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": "text"}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": NaN}}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "no/such", "params": {}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": 7}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 10_000 + b'"}',
    b"[" * 200_000,
    b'{"a":' * 100_000,
    b'{"jsonrpc": "2.0", "id": ' + b"9" * 10_000 + b', "method": "tools/list"}',
    b"\xff\xfe\x00",
    b'"\\ud800"',
]


@pytest.mark.parametrize("headers", [JSON, MODERN])
async def test_garbage_is_answered_with_an_error_and_the_server_goes_on(
    server: Served, headers: dict[str, str]
) -> None:
    async with server.http("narrator", **headers) as http:
        for body in GARBAGE:
            answer = await http.post(server.urls["narrator"], content=body)
            failed = answer.status_code == 200 and re.search(r'"error":{"code":|"isError":true', answer.text)
            assert failed or 400 <= answer.status_code < 500, (body[:60], answer.status_code)
            assert "Traceback" not in answer.text
            assert ".py:" not in answer.text
            assert 'File "' not in answer.text
        assert (await http.post(server.urls["narrator"], content=b"x" * (MAX_BODY + 1))).status_code == 413
        assert (await http.post(server.urls["narrator"], content=_chunks(MAX_BODY + 1))).status_code == 413
    async with server.client("narrator") as client:
        assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


async def _chunks(size: int) -> AsyncIterator[bytes]:
    """So many bytes, whose number is not told before."""
    for _ in range(size // 1000 + 1):
        yield b"x" * 1000


@pytest.mark.parametrize("arguments", [[], "text", 5, True, [["text", "x"]]])
async def test_arguments_that_are_no_object_are_an_error_of_the_protocol(server: Served, arguments: object) -> None:
    call = asked("tools/call", name="echo", arguments=arguments)
    async with server.http("narrator", **JSON) as http:
        answer = await http.post(server.urls["narrator"], json=call)
        assert f'"code":{INVALID_PARAMS}' in answer.text


async def test_half_a_character_in_the_arguments_comes_back_as_a_question_mark(server: Served) -> None:
    body = json.dumps(asked("tools/call", name="echo", arguments={"text": "\ud800"})).encode()
    async with server.http("narrator", **MODERN) as http:
        answer = await http.post(
            server.urls["narrator"], content=body, headers={"mcp-method": "tools/call", "mcp-name": "echo"}
        )
        assert answer.status_code < 500
        assert "\\ud800" not in answer.text


# -- requests that never come to an end --------------------------------------------------------------------------------


def _request(server: Served, headers: str, body: bytes = b"", token: str | None = None) -> bytes:
    _, _, host, path = server.urls["narrator"].split("/", 3)
    given = f"Authorization: Bearer {token or server.tokens['narrator']}"
    return f"POST /{path} HTTP/1.1\r\nHost: {host}\r\n{given}\r\n{headers}".encode() + body


async def _answer_to_drops(server: Served, begun: bytes) -> bytes:
    """What the server says to the beginning of a request that is followed by one byte after another, for ever."""
    _, address = server.urls["narrator"].split("//")
    host, port = address.split("/")[0].split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(begun)
    ended = asyncio.create_task(reader.read())
    while not ended.done():
        with contextlib.suppress(ConnectionError):
            writer.write(b"x")
            await writer.drain()
        await asyncio.wait({ended}, timeout=0.001)
    writer.close()
    return ended.result() if ended.exception() is None else b"reset"


@pytest.mark.parametrize("begun", ["nothing", "headers", "body", "body without the token", "a second request"])
async def test_a_request_that_never_comes_to_an_end_is_ended(
    server: Served, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr(serving, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(serving, "BODY_SECONDS", 0.2)
    async with asyncio.timeout(SECONDS):
        first = _request(server, "Content-Length: 2\r\n\r\n", b"{}")
        drops = {
            "nothing": b"",
            "headers": _request(server, "X-Slow: "),
            "body": _request(server, "Content-Length: 1000000\r\n\r\n", b"{"),
            "body without the token": _request(server, "Content-Length: 1000000\r\n\r\n", b"{", token="wrong"),
            "a second request": first + _request(server, "X-Slow: "),
        }
        answer = await _answer_to_drops(server, drops[begun])
        assert (
            answer == b"reset"
            or answer.endswith(b"Connection: close\r\nContent-Length: 0\r\n\r\n")
            or b" 401 " in answer
        )
        async with server.client("narrator") as client:
            assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


# -- clients that go, servers that stop ------------------------------------------------------------------------------


class SlowNarrator(ScriptedNarrator):
    """Takes the lantern and then never comes to an end, unless it is let."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()

    async def narrate(self, context: NarrationContext) -> Narration:
        narration = await super().narrate(context)
        self.begun.set()
        await self.may_end.wait()
        return narration


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_that_disappears_in_the_middle_of_a_turn_leaves_the_game_as_it_was(
    tmp_path: Path, mode: str
) -> None:
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    game_id = begun(container)
    async with served(container, game_id) as server:
        playing = asyncio.create_task(_take_the_lantern(server.client("narrator", mode=mode)))
        await narrator.begun.wait()
        playing.cancel()
        await asyncio.wait({playing})
        narrator.may_end.set()
        async with server.client("narrator", mode=mode) as client:
            result = await client.call_tool("take_turn", {"text": "take the lantern", "request_id": "r-1"})
            assert result.structured_content is not None
            state = container.turns().state(game_id)
            assert result.structured_content["turn"] == state.turn
            assert state.party.items == ["lantern"]
            assert [message.turn for message in state.conversation_history] == sorted(
                message.turn for message in state.conversation_history
            )
            again = await client.call_tool("take_turn", {"text": "take the lantern", "request_id": "r-1"})
            assert again.structured_content == result.structured_content
        await container.turns().settle(game_id)
        history = container.turns().state(game_id).model_dump(mode="json")
    assert container.turns().state(game_id).model_dump(mode="json") == history
    container.library().close(game_id)


async def _take_the_lantern(connecting: "object") -> None:
    async with connecting as client:  # type: ignore[attr-defined]  # what `Served.client` gives
        await client.call_tool("take_turn", {"text": "take the lantern", "request_id": "r-1"})


async def test_a_connection_that_breaks_without_a_word_costs_neither_the_game_nor_the_server(tmp_path: Path) -> None:
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    turn: dict[str, Any] = {"name": "take_turn", "arguments": {"text": "take the lantern", "request_id": "r-1"}}
    game_id = begun(container)
    async with served(container, game_id) as server:
        async with server.http("narrator", **JSON) as http:
            call = asked("tools/call", **turn)
            playing = asyncio.create_task(http.post(server.urls["narrator"], json=call))
            await narrator.begun.wait()
            playing.cancel()
            await asyncio.wait({playing})
        narrator.may_end.set()
        async with server.client("narrator") as client:
            result = await client.call_tool(**turn)
            assert (result.structured_content or {})["turn"] == 1
        state = container.turns().state(game_id)
        assert (state.turn, state.party.items) == (1, ["lantern"])


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_call_is_ended_when_its_client_is_gone(server: Served, seat: FakeSeat, mode: str) -> None:
    async def call() -> None:
        async with server.client("narrator", mode=mode) as client:
            await client.call_tool("wait", {})

    calling = asyncio.create_task(call())
    async with asyncio.timeout(SECONDS):
        await seat.waiting.wait()
        calling.cancel()
        await seat.gone.wait()
    assert seat.undone == ["begun", "ended"]


async def test_several_clients_at_one_seat_are_answered_each_for_itself(server: Served) -> None:
    async def ask(number: int) -> object:
        async with server.client("narrator", mode="legacy" if number % 2 else "auto") as client:
            answers = [await client.call_tool("echo", {"text": f"{number}-{n}"}) for n in range(5)]
            return [answer.structured_content for answer in answers]

    found = await asyncio.gather(*(ask(number) for number in range(6)))
    assert found == [[{"text": f"{number}-{n}"} for n in range(5)] for number in range(6)]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_server_ends_calls_under_way_after_its_grace_while_clients_are_connected(
    tmp_path: Path, seat: FakeSeat, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    container = new_container(tmp_path)
    container.narrator_seat.override(providers.Object(seat))
    host = container.host()
    monkeypatch.setattr(host, "drain", partial(host.drain, grace=0))
    async with served(container, begun(container)) as server, server.client("narrator", mode=mode) as client:
        waiting = asyncio.create_task(client.call_tool("wait", {}))
        await seat.waiting.wait()
        server.stop.set()
        async with asyncio.timeout(SECONDS):
            await server.serving
        assert seat.undone == ["begun", "ended"]
        waiting.cancel()
        await asyncio.wait({waiting})
