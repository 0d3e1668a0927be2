"""The seat at a memory alone, and that of a player who chooses its games, through a client of the protocol."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client

from app.container import Container
from app.errors import NotPossible
from app.mcp.seats import open_memory, open_table
from app.mcp.server import server_for
from tests.integration.mcp.serving import begun, new_container

LAUNCH = "The launch is on Friday."


@pytest.fixture
def container(tmp_path: Path) -> Container:
    return new_container(tmp_path / "saves", minds=False)


async def answered(client: Client, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    found: Mapping[str, Any] = answer.structured_content or {}
    return found


async def refused(client: Client, tool: str, /, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(getattr(answer.content[0], "text", ""))


async def test_a_memory_is_made_by_its_name_and_found_again(container: Container) -> None:
    async with open_memory(container, "The team") as first, Client(server_for(container.memory_seat(first))) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["remember", "recall", "who_knows"]
        told = {"who": ["Ana", "Ben"], "text": LAUNCH, "said_by": "Ben"}
        added = await answered(client, "remember", **told, request_id="a")
        again = await answered(client, "remember", **told, request_id="a")
        assert [each["who"] for each in added["memories"]] == ["Ana", "Ben"]
        assert again == added
        [hit] = (await answered(client, "recall", who="Ana", query="When is the launch?"))["memories"]
        assert (hit["text"], hit["said_by"]) == (LAUNCH, "Ben")
        knowers = (await answered(client, "who_knows", claim=LAUNCH))["agents"]
        assert [(each["who"], each["standing"]) for each in knowers] == [("Ana", "knows"), ("Ben", "knows")]
        assert "Nobody called Cleo" in await refused(client, "recall", who="Cleo", query="launch")
        assert "takes who, query" in await refused(client, "recall", whom="Cleo", query="launch")
        read = await client.read_resource("memory://agents")
        assert getattr(read.contents[0], "text", "") == "Ana\nBen"
    async with open_memory(container, "the team") as again_id:
        assert again_id == first


async def test_a_game_with_a_story_has_no_seat_of_a_memory(container: Container) -> None:
    with pytest.raises(NotPossible, match="story of its own"):
        container.memory_seat(begun(container))


async def test_a_player_finds_begins_and_plays_games(container: Container) -> None:
    async with open_table(container) as seat, Client(server_for(seat)) as client:
        assert "No game was begun or played here yet" in await refused(client, "play", text="look")
        stories = (await answered(client, "list_scenarios"))["scenarios"]
        assert "tide-bell" in [each["id"] for each in stories]
        begun_here = await answered(client, "create_game", scenario="tide-bell", name="Mara")
        assert (begun_here["title"], begun_here["scene"]["place"]) == (
            "Mara in The Bell on the Sands",
            "The Ferry Landing",
        )
        assert "Tove Marrick" in begun_here["scene"]["people"]
        played = await answered(client, "play", text="ask Tove about the bell", request_id="a")
        assert "Three nights it has not rung" in played["text"]
        assert await answered(client, "play", text="ask Tove about the bell", request_id="a") == played
        assert (await answered(client, "look"))["quests"] == [{"name": "The Silent Bell", "status": "active"}]
        other = await answered(client, "create_game", scenario="last-boat", name="Odo")
        games = (await answered(client, "list_games"))["games"]
        assert {each["game_id"] for each in games} == {begun_here["game"], other["game"]}
        assert (await answered(client, "look", game="mara in"))["place"] == "The Ferry Landing"
        undone = await answered(client, "undo")
        assert (undone["undone"], undone["scene"]["quests"]) == (["ask Tove about the bell"], [])
    assert container.library().in_memory() == {}
