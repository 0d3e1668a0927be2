"""A client that openapi-python-client makes of the document that a server hands out: it plays, and reads what it
played."""

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from app.api.schemas.turns import STREAM_EVENTS
from tests.integration.api.asking import new_api, served
from tests.integration.mcp.serving import SECONDS

pytestmark = pytest.mark.long


PACKAGE = "talekeeper_client"


async def generated(url: str, folder: Path) -> None:
    """Any warning of the generator, as of a part of the document that it cannot read, is a failure."""
    (folder / "config.yaml").write_text("post_hooks: []\n")  # they would only format it
    options = ["--meta", "none", "--fail-on-warning", "--config", str(folder / "config.yaml")]
    made = ["generate", "--url", f"{url}/v1/openapi.json", "--output-path", str(folder / PACKAGE), *options]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "openapi_python_client", *made, stdout=PIPE, stderr=STDOUT, cwd=folder
    )
    async with asyncio.timeout(SECONDS):
        said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()


def part(name: str) -> Any:
    """A module of the generated package, of which a type checker knows nothing."""
    return import_module(f"{PACKAGE}.{name}")


async def test_a_generated_client_plays_a_turn_and_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = new_api(tmp_path / "saves")
    game_id = api.begin("Élan", "Odo")
    monkeypatch.syspath_prepend(str(tmp_path))
    await asyncio.to_thread(api.app.openapi)  # the generator waits five seconds for the document
    async with served(api) as server:
        await generated(server.url, tmp_path)
        models, turns = part("models"), "api.turns"
        signed_in = part("client").AuthenticatedClient
        async with signed_in(server.url, api.token(game_id, "player")) as player:
            line = models.TurnIn(text="look around")
            played = await part(f"{turns}.take_turn").asyncio(game_id, client=player, body=line, idempotency_key="one")
            again = await part(f"{turns}.take_turn").asyncio(game_id, client=player, body=line, idempotency_key="one")
            read = await part(f"{turns}.get_turn").asyncio(game_id, played.turn, client=player)
            page = await part(f"{turns}.list_turns").asyncio(game_id, client=player)
            scene = await part("api.games.get_scene").asyncio(game_id, client=player)
            refused = await part("api.games.export_game").asyncio_detailed(game_id, client=player)
        async with signed_in(server.url, api.token(game_id, "viewer")) as viewer:
            seen = await part(f"{turns}.get_turn").asyncio(game_id, played.turn, client=viewer)
            stopped = await part(f"{turns}.take_turn").asyncio(game_id, client=viewer, body=line)
        async with part("client").Client(server.url) as nobody:
            health = await part("api.system.get_health").asyncio(client=nobody)
            unknown = await part(f"{turns}.get_turn").asyncio(game_id, played.turn, client=nobody)
    assert isinstance(played, models.TurnOut)
    assert (played.turn, played.player_id, played.player_input) == (1, "player", "look around")
    assert all(each.text for each in played.parts)
    assert again == read == seen == played
    assert page.items == [played]
    assert any(choice.line for choice in scene.choices)
    assert refused.status_code == 403
    for problem, status in ((refused.parsed, 403), (stopped, 403), (unknown, 401)):
        assert isinstance(problem, models.ProblemDetails)
        assert problem.status == status
    assert health.status == "ok"
    assert all(hasattr(models, told.__name__) for told in STREAM_EVENTS.values())
