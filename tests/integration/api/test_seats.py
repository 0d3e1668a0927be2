"""Seats for MCP clients in the process of the API, with its tokens."""

from pathlib import Path

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.integration.api.asking import ADMIN, SECONDS, Api, Served, new_api, served


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


async def test_a_game_masters_token_opens_the_seats_of_its_game(api: Api) -> None:
    game_id = api.begin()
    npc_id = next(iter(api.container.turns().state(game_id).npcs))
    token = api.token(game_id, "master")
    async with served(api) as server, server.client(token) as client:
        await turn_after(server, f"/mcp/{game_id}/narrator", token, "take_turn", text="look")
        await turn_after(server, f"/mcp/{game_id}/character/{npc_id}", token, "say", text="The tide is out.")
        turns = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"]
    assert [turn["turn"] for turn in turns] == [2, 1]


async def asked(client: httpx2.AsyncClient, path: str) -> int:
    headers = {"Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return (await client.post(path, json=body, headers=headers)).status_code


async def test_no_other_token_opens_a_seat(api: Api) -> None:
    game_id, other_id = api.begin(), api.begin()
    path = f"/mcp/{game_id}/narrator"
    for token, status in [
        (None, 401),
        (api.token(game_id, "player"), 403),
        (api.token(game_id, "viewer"), 403),
        (api.token(other_id, "master"), 404),
    ]:
        async with api.client(token) as client:
            assert await asked(client, path) == status


@pytest.mark.parametrize("seat", ["", "/", "/narrator/x", "/character/", "/character/nobody"])
async def test_there_are_no_other_seats(api: Api, seat: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        assert await asked(client, f"/mcp/{game_id}{seat}") == 404
        assert await asked(client, f"/mcp/no-such-game{seat}") == 404
