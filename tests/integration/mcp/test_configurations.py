"""The configurations of clients in docs/how-to/desktop-clients.md: each starts a server that lists its tools."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.integration.mcp.serving import SECONDS, new_container

pytestmark = pytest.mark.long

PROJECT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
TOOLS = {"tove": "query_self", "talekeeper": "create_game", "memory": "remember"}


def configurations() -> list[tuple[str, dict[str, Any]]]:
    """The servers of every block that starts one, by name."""
    page = (PROJECT / "docs" / "how-to" / "desktop-clients.md").read_text("utf-8")
    blocks = [json.loads(block) for block in BLOCK.findall(page)]
    listed = [(block.get("mcpServers") or block.get("servers") or {}).items() for block in blocks]
    return [(name, server) for servers in listed for name, server in servers if "command" in server]


def test_every_kind_of_seat_has_its_configuration() -> None:
    assert {name for name, _ in configurations()} == set(TOOLS)


@pytest.mark.parametrize(
    ("name", "server"), configurations(), ids=[f"{name}-{at}" for at, (name, _) in enumerate(configurations())]
)
async def test_the_command_of_a_configuration_starts(tmp_path: Path, name: str, server: dict[str, Any]) -> None:
    container = new_container(tmp_path / "saves")
    game_id = container.library().begin(container.scenarios().load("tide-bell"), "Mara")
    container.library().close(game_id)
    assert server["command"].endswith("/talekeeper")
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "app", *server["args"]],
        cwd=PROJECT,
        env={"TALEKEEPER_SAVES": str(tmp_path / "saves"), "TALEKEEPER_EMBEDDER": "words"},
    )
    async with Client(stdio_client(parameters), read_timeout_seconds=SECONDS) as client:
        assert TOOLS[name] in [tool.name for tool in (await client.list_tools()).tools]
