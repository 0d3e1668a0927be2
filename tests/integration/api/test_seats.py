"""Seats for MCP clients in the process of the API, with its tokens."""

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import ToolSpec
from app.memory.seeding.seeding import is_seeded
from app.services.game.games import game_library
from tests.integration.api.asking import ADMIN, Api, Served, new_api, served
from tests.integration.mcp.serving import SECONDS

pytestmark = pytest.mark.long


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def turn_after(server: Served, path: str, token: str, tool: str, **arguments: object) -> None:
    """Call a tool that changes the game."""
    async with (
        server.client(token) as http,
        Client(streamable_http_client(f"{server.url}{path}", http_client=http), read_timeout_seconds=SECONDS) as client,
    ):
        assert tool in {one.name for one in (await client.list_tools()).tools}
        answer = await client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content


async def test_a_game_masters_token_opens_every_seat_of_its_game_and_a_characters_its_own(api: Api) -> None:
    game_id = api.begin()
    token = api.token(game_id, "master")
    async with served(api) as server, server.client(token) as client:
        await turn_after(server, f"/mcp/{game_id}/narrator", token, "take_turn", text="look")
        await turn_after(server, f"/mcp/{game_id}/character/mara", token, "say", text="The tide is out.")
        own = api.token(game_id, "character", "guard-1")
        await turn_after(server, f"/mcp/{game_id}/character/guard-1", own, "say", text="It is.")
        turns = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"]
    assert [turn["turn"] for turn in turns] == [3, 2, 1]


async def called(server: Served, path: str, token: str, tool: str, **arguments: object) -> tuple[bool, Any]:
    """Call a tool: whether it failed, and its answer or the reason."""
    async with (
        server.client(token) as http,
        Client(streamable_http_client(f"{server.url}{path}", http_client=http), read_timeout_seconds=SECONDS) as client,
    ):
        answer = await client.call_tool(tool, arguments)
        return bool(answer.is_error), answer.structured_content or str(answer.content)


async def test_a_players_token_opens_the_players_own_seat(api: Api) -> None:
    game_id = api.begin("Zoe", "Odo")
    path = f"/mcp/{game_id}/player"
    zoe, odo = (api.token(game_id, "player", player) for player in ("player", "player-2"))
    async with served(api) as server, server.client(api.token(game_id, "master")) as master:
        await turn_after(server, path, zoe, "play", text="look")
        await turn_after(server, path, odo, "play", text="wait", request_id="one")
        await turn_after(server, path, odo, "play", text="wait", request_id="one")
        failed, scene = await called(server, path, odo, "look")
        undone_by_other, why = await called(server, path, zoe, "undo")
        await turn_after(server, f"{path}?player=player-2", api.token(game_id, "master"), "play", text="wait")
        turns = (await master.get(f"/v1/games/{game_id}/turns")).json()["items"]
        undone, lines = await called(server, path, odo, "undo", turns=2)
    assert [(turn["player_id"], turn["player_input"]) for turn in reversed(turns)] == [
        ("player", "look"),
        ("player-2", "wait"),
        ("player-2", "wait"),
    ]
    assert not failed
    assert scene["lines"]
    assert undone_by_other, why
    assert not undone, lines
    assert lines["undone"] == ["wait", "wait"]


async def test_a_players_seat_shows_what_is_said_to_its_player_alone_to_nobody_else(api: Api) -> None:
    game_id = api.begin("Zoe", "Odo")
    path = f"/mcp/{game_id}/player"
    async with served(api) as server:
        _, own = await called(server, path, api.token(game_id, "player"), "play", text="note: the owl is mine")
        _, scene = await called(server, path, api.token(game_id, "player", "player-2"), "look")
    assert "owl" in own["text"]
    assert "owl" not in str(scene)


async def test_who_is_no_player_of_a_game_has_no_players_seat(api: Api) -> None:
    game_id, other_id = api.begin(), api.begin()
    for token, status in [
        (None, 401),
        (api.token(game_id, "viewer"), 403),
        (api.token(game_id, "character"), 403),
        (api.token(other_id, "player"), 404),
    ]:
        async with api.client(token) as client:
            assert await asked(client, f"/mcp/{game_id}/player") == status
    async with api.client(api.token(game_id, "player")) as client:
        assert await asked(client, f"/mcp/{game_id}/player?player=player-2") == 403
    async with api.client(ADMIN) as client:
        assert await asked(client, f"/mcp/{game_id}/player?player=player-2") == 400


async def test_a_memory_alone_has_a_seat_and_a_game_with_a_story_has_none_of_that_kind(api: Api) -> None:
    alone, story = api.container.agent_memory().begin(), api.begin()
    token = api.token(alone, "master")
    async with served(api) as server:
        remembered = {"who": ["Ana"], "text": "It rains."}
        await turn_after(server, f"/mcp/{alone}/memory", token, "remember", **remembered)
        async with server.client(api.token(story, "master")) as client:
            assert await asked(client, f"/mcp/{story}/memory") == 409
        async with server.client(api.token(alone, "viewer")) as client:
            assert await asked(client, f"/mcp/{alone}/memory") == 403


async def test_a_seat_may_ask_that_memories_are_consulted_before_each_deed(api: Api) -> None:
    game_id = api.begin()
    path = f"/mcp/{game_id}/character/mara"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "character")) as http,
        Client(
            streamable_http_client(f"{server.url}{path}?consult=true", http_client=http), read_timeout_seconds=SECONDS
        ) as client,
    ):
        word = {"text": "The tide is out."}
        refused = await client.call_tool("say", word)
        await client.call_tool("consult_memories", {"situation": "somebody asks about the tide"})
        said = await client.call_tool("say", word)
    assert (refused.is_error, said.is_error) == (True, False)


@pytest.mark.parametrize(("query", "listed"), [("", FIRST_TOOLS), ("?tools=all", (*MEMORY_TOOLS, *ACTING_TOOLS))])
async def test_a_seat_lists_few_tools_or_all_and_answers_to_every_one(
    api: Api, query: str, listed: tuple[ToolSpec, ...]
) -> None:
    game_id = api.begin()
    async with (
        served(api) as server,
        server.client(api.token(game_id, "character")) as http,
        Client(
            streamable_http_client(f"{server.url}/mcp/{game_id}/character/mara{query}", http_client=http),
            read_timeout_seconds=SECONDS,
        ) as client,
    ):
        tools = (await client.list_tools()).tools
        facts = await client.call_tool("recall_facts", {"topic": "the tide"})
    assert [tool.name for tool in tools] == [spec.name for spec in listed]
    assert not facts.is_error


async def asked(client: httpx2.AsyncClient, path: str) -> int:
    headers = {"Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return (await client.post(path, json=body, headers=headers)).status_code


@pytest.mark.parametrize("seat", ["narrator", "character/guard-1", "character/nobody"])
async def test_no_other_token_opens_a_seat(api: Api, seat: str) -> None:
    game_id, other_id = api.begin(), api.begin()
    for token, status in [
        (None, 401),
        (api.token(game_id, "player"), 403),
        (api.token(game_id, "viewer"), 403),
        (api.token(game_id, "character", "mara"), 403),
        (api.token(other_id, "master"), 404),
        (api.token(other_id, "character", "guard-1"), 404),
    ]:
        async with api.client(token) as client:
            assert await asked(client, f"/mcp/{game_id}/{seat}") == status


@pytest.mark.parametrize("seat", ["", "/", "/narrator/x", "/character/", "/character/nobody"])
async def test_there_are_no_other_seats(api: Api, seat: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        assert await asked(client, f"/mcp/{game_id}{seat}") == 404
        assert await asked(client, f"/mcp/no-such-game{seat}") == 404


async def test_a_revoked_token_opens_no_seat_any_more(api: Api) -> None:
    game_id = api.begin()
    path = f"/mcp/{game_id}/character/mara"
    async with api.client(api.token(game_id, "character")) as client:
        assert await asked(client, path) == 200
        api.services.tokens.revoke(game_id, "token-1")
        assert await asked(client, path) == 401


async def test_a_game_that_is_unloaded_takes_its_seats_along_and_clients_go_on(api: Api) -> None:
    """No session of theirs has ended: the game is loaded anew for the next request."""
    game_id = api.begin()
    async with (
        served(api) as server,
        server.client(api.token(game_id, "character")) as http,
        Client(
            streamable_http_client(f"{server.url}/mcp/{game_id}/character/mara", http_client=http),
            mode="legacy",
            read_timeout_seconds=SECONDS,
        ) as client,
    ):
        assert not (await client.call_tool("say", {"text": "The tide is out."})).is_error
        await api.container.turns().close(game_id)
        assert game_id not in api.container.library().in_memory()
        assert not (await client.call_tool("say", {"text": "It is."})).is_error
        assert api.container.turns().state(game_id).turn == 2


@pytest.mark.parametrize("seat", ["narrator", "character/mara"])
async def test_a_game_of_an_older_version_is_seeded_when_a_seat_is_taken(
    api: Api, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    with monkeypatch.context() as older:
        older.setattr(game_library, "seed_memories", lambda *_, **__: None)
        game_id = api.begin()
    async with api.client(ADMIN) as client:
        assert await asyncio.gather(*(asked(client, f"/mcp/{game_id}/{seat}") for _ in range(3))) == [200] * 3
    state = api.container.turns().state(game_id)
    assert (is_seeded(state), state.turn) == (True, 1)


async def test_requests_to_seats_are_counted_by_their_route(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await asked(client, f"/mcp/{game_id}/character/mara")
        text = (await client.get("/metrics")).text
    assert 'route="/{game_id}/character/{npc_id}"' in text
    assert game_id not in text
