"""Serving over HTTP: real clients, wrong tokens, wrong hosts, wrong everything; and the server goes on."""

import asyncio
import contextlib
import json
import socket
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from app.errors import Conflict
from app.interfaces.agents.narrator import Narration, Scene
from app.mcp import http
from app.mcp.http import MAX_BODY, listening_socket
from app.mcp.seats import open_game, seats_at
from tests.integration.mcp.serving import SECONDS, Served, asked, begun, new_container, served
from tests.integration.turns.table import ScriptedNarrator
from tests.unit.mcp.fake_seat import FakeSeat

JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
HANDSHAKE: dict[str, Any] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
MODERN = {**JSON, "mcp-protocol-version": "2026-07-28"}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_shakes_hands_lists_calls_and_reads(mode: str) -> None:
    async with served(fake=FakeSeat()) as server, server.client("fake", mode=mode) as client:
        assert "the fake seat" in (client.instructions or "")
        assert [tool.name for tool in (await client.list_tools()).tools] == ["echo", "wait"]
        assert (await client.call_tool("echo", {"text": "hä?"})).structured_content == {"text": "hä?"}
        assert (await client.read_resource("game://scene")).contents[0].text == "A market."  # type: ignore[union-attr]  # it is text
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["minimal"]
        with pytest.raises(MCPError, match="no resource 'game://moon'"):
            await client.read_resource("game://moon")


# -- who may come in -------------------------------------------------------------------------------------------------


async def test_without_the_seats_own_token_nobody_comes_in_and_nothing_is_said() -> None:
    async with served(one=FakeSeat(), two=FakeSeat()) as server:
        for authorization in (
            None,
            "Bearer",
            "Bearer wrong",
            f"Basic {server.tokens['one']}",
            server.tokens["one"],
            f"Bearer {server.tokens['two']}",
            f"Bearer {server.tokens['one']}x",
            "Bearer t\xf6ken",
        ):
            given = {"Authorization": authorization} if authorization is not None else {}
            headers = {name.encode(): value.encode("latin-1") for name, value in {**JSON, **given}.items()}
            async with httpx2.AsyncClient(headers=headers, verify=False) as http:
                for method in ("POST", "GET", "DELETE"):
                    answer = await http.request(method, server.urls["one"], json=asked("tools/list"))
                    assert answer.status_code == 401
                    assert answer.headers["www-authenticate"].startswith("Bearer")
                    assert "echo" not in answer.text


async def test_a_client_with_a_wrong_token_fails_and_one_with_the_right_token_still_comes_in() -> None:
    async with served(fake=FakeSeat()) as server:
        with pytest.RaisesGroup(MCPError, flatten_subgroups=True):
            async with server.client("fake", token="wrong" * 4):
                pass
        async with server.client("fake") as client:
            assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


@pytest.mark.parametrize("headers", [JSON, MODERN])
async def test_a_page_that_found_the_port_by_another_name_is_sent_away(headers: dict[str, str]) -> None:
    body = asked("tools/list")
    async with served(fake=FakeSeat()) as server, server.http("fake", **headers) as http:
        for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1"):
            assert (await http.post(server.urls["fake"], json=body, headers={"Host": host})).status_code == 421
        for origin in ("http://evil.example", "null", "https://127.0.0.1", "http://localhost.evil.example"):
            assert (await http.post(server.urls["fake"], json=body, headers={"Origin": origin})).status_code == 403


async def test_there_is_nothing_but_the_seats() -> None:
    async with served(fake=FakeSeat()) as server, server.http("fake") as http:
        for path in ("/", "/fake/x", "/docs", "/FAKE"):
            assert (await http.post(server.urls["fake"].replace("/fake", path), json={})).status_code in (401, 404)


def test_a_port_that_is_taken_is_a_conflict_of_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(Conflict, match=r"^Port \d+ cannot be had \(.*\); --port names another\.$"):
            listening_socket(taken.getsockname()[1])


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
async def test_garbage_is_answered_with_an_error_and_the_server_goes_on(headers: dict[str, str]) -> None:
    async with served(fake=FakeSeat()) as server:
        async with server.http("fake", **headers) as http:
            for body in GARBAGE:
                answer = await http.post(server.urls["fake"], content=body)
                assert 400 <= answer.status_code < 500, (body[:60], answer.status_code)
                assert "Traceback" not in answer.text
                assert ".py:" not in answer.text
                assert 'File "' not in answer.text
            assert (await http.post(server.urls["fake"], content=b"x" * (MAX_BODY + 1))).status_code == 413
        async with server.client("fake") as client:
            assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


@pytest.mark.parametrize("arguments", [[], "text", 5, True, [["text", "x"]]])
async def test_arguments_that_are_no_object_are_an_error_of_the_protocol(arguments: object) -> None:
    call = asked("tools/call", name="echo", arguments=arguments)
    async with served(fake=FakeSeat()) as server, server.http("fake", **JSON) as http:
        session = await _opened(http, server.urls["fake"])
        answer = await http.post(server.urls["fake"], json=call, headers=session)
        assert f'"code":{INVALID_PARAMS}' in answer.text


async def test_half_a_character_in_the_arguments_comes_back_as_a_question_mark() -> None:
    body = json.dumps(asked("tools/call", name="echo", arguments={"text": "\ud800"})).encode()
    async with served(fake=FakeSeat()) as server, server.http("fake", **MODERN) as http:
        answer = await http.post(
            server.urls["fake"], content=body, headers={"mcp-method": "tools/call", "mcp-name": "echo"}
        )
        assert answer.status_code < 500
        assert "\\ud800" not in answer.text


# -- requests that never come to an end --------------------------------------------------------------------------------


def _request(server: Served, headers: str, body: bytes = b"") -> bytes:
    host = server.urls["fake"].split("/")[2]
    lines = f"POST /fake HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {server.tokens['fake']}\r\n{headers}"
    return lines.encode() + body


async def _answer_to_drops(server: Served, begun: bytes) -> bytes:
    """What the server says to the beginning of a request that is followed by one byte after another, for ever."""
    _, address = server.urls["fake"].split("//")
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
async def test_a_request_that_never_comes_to_an_end_is_ended(monkeypatch: pytest.MonkeyPatch, begun: str) -> None:
    monkeypatch.setattr(http, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(http, "BODY_SECONDS", 0.2)
    async with served(fake=FakeSeat()) as server, asyncio.timeout(SECONDS):
        first = _request(server, "Content-Length: 2\r\n\r\n", b"{}")
        drops = {
            "nothing": b"",
            "headers": _request(server, "X-Slow: "),
            "body": _request(server, "Content-Length: 1000000\r\n\r\n", b"{"),
            "body without the token": b"POST /fake HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{",
            "a second request": first + _request(server, "X-Slow: "),
        }
        answer = await _answer_to_drops(server, drops[begun])
        assert (
            answer == b"reset"
            or answer.endswith(b"Connection: close\r\nContent-Length: 0\r\n\r\n")
            or b" 401 " in answer
        )
        async with server.client("fake") as client:
            assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"text": "x"}


# -- clients that go, servers that stop ------------------------------------------------------------------------------


class SlowNarrator(ScriptedNarrator):
    """Takes the lantern and then never comes to an end, unless it is let."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()

    async def narrate(self, scene: Scene) -> Narration:
        narration = await super().narrate(scene)
        self.begun.set()
        await self.may_end.wait()
        return narration


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_that_disappears_in_the_middle_of_a_turn_leaves_the_game_as_it_was(
    tmp_path: Path, mode: str
) -> None:
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    async with open_game(container, begun(container)) as game_id:
        ((_, seat),) = seats_at(container, game_id, [], narrator=True)
        async with served(narrator=seat) as server:
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
            history = state.model_dump(mode="json")
        assert container.turns().state(game_id).model_dump(mode="json") == history
    assert container.library().read(game_id).records


async def _take_the_lantern(connecting: "object") -> None:
    async with connecting as client:  # type: ignore[attr-defined]  # what `Served.client` gives
        await client.call_tool("take_turn", {"text": "take the lantern", "request_id": "r-1"})


async def test_a_connection_that_breaks_without_a_word_costs_neither_the_game_nor_the_server(tmp_path: Path) -> None:
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    turn: dict[str, Any] = {"name": "take_turn", "arguments": {"text": "take the lantern", "request_id": "r-1"}}
    async with open_game(container, begun(container)) as game_id:
        ((_, seat),) = seats_at(container, game_id, [], narrator=True)
        async with served(narrator=seat) as server:
            async with server.http("narrator", **JSON) as http:
                session = await _opened(http, server.urls["narrator"])
                call = asked("tools/call", **turn)
                playing = asyncio.create_task(http.post(server.urls["narrator"], json=call, headers=session))
                await narrator.begun.wait()
                playing.cancel()
                await asyncio.wait({playing})
            narrator.may_end.set()
            async with server.client("narrator") as client:
                result = await client.call_tool(**turn)
                assert (result.structured_content or {})["turn"] == 1
            state = container.turns().state(game_id)
            assert (state.turn, state.party.items) == (1, ["lantern"])


async def _opened(http: httpx2.AsyncClient, url: str) -> dict[str, str]:
    """The headers of a session of the older kind."""
    opened = await http.post(url, json=asked("initialize", **HANDSHAKE))
    session = {"mcp-session-id": opened.headers["mcp-session-id"]}
    await http.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=session)
    return session


async def test_several_clients_at_one_seat_are_answered_each_for_itself() -> None:
    async with served(fake=FakeSeat()) as server:

        async def ask(number: int) -> object:
            async with server.client("fake", mode="legacy" if number % 2 else "auto") as client:
                answers = [await client.call_tool("echo", {"text": f"{number}-{n}"}) for n in range(5)]
                return [answer.structured_content for answer in answers]

        found = await asyncio.gather(*(ask(number) for number in range(6)))
        assert found == [[{"text": f"{number}-{n}"} for n in range(5)] for number in range(6)]


async def test_the_server_stops_at_once_while_clients_are_connected_and_a_call_is_under_way() -> None:
    seat = FakeSeat()
    async with served(fake=seat) as server, server.client("fake", mode="legacy") as client:
        waiting = asyncio.create_task(client.call_tool("wait", {}))
        await seat.waiting.wait()
        server.stop.set()
        async with asyncio.timeout(10):
            await server.serving
        assert seat.undone == ["begun", "ended"]
        waiting.cancel()
        await asyncio.wait({waiting})
