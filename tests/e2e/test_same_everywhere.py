"""The same seed and the same words are the same game, in whatever process they are played."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.container import Container
from app.models.records.folding import fold_journal
from app.settings import PROJECT, Settings
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import comparable

PLAY = """
import asyncio, sys
from pathlib import Path
from app.container import Container
from app.settings import Settings

async def main() -> None:
    container = Container()
    container.settings.override(Settings(saves=Path(sys.argv[1]), embedder="words"))
    sheet = container.scenarios().load("tide-bell")
    game = container.library().begin(sheet, "Elan", seed=5)
    for line in sheet.walkthrough:
        await container.turns().take_turn(game, line)
        await container.turns().settle(game)
    await container.turns().close(game)
    print(game)

asyncio.run(main())
"""


def played(folder: Path, hash_seed: str) -> dict[str, Any]:
    """The whole game as a process of its own left it, with its own order of hashes."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    ran = subprocess.run(
        [sys.executable, "-c", PLAY, str(folder)],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return comparable(fold_journal(JsonGameStore(folder).read(ran.stdout.strip())))


def test_a_game_does_not_depend_on_the_order_of_hashes(tmp_path: Path) -> None:
    first, second = (played(tmp_path / seed, seed) for seed in ("1", "2"))
    assert json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    assert_ended_with_plans(first)


async def test_the_large_walkthrough_still_reaches_the_end_where_people_go_their_own_ways(tmp_path: Path) -> None:
    container = Container()
    container.settings.override(Settings(saves=tmp_path, embedder="words"))
    turns = container.turns()
    turns.settle_in_background = False
    sheet = container.scenarios().load("before-the-thaw")
    game = container.library().begin(sheet, "Elan", seed=5)
    for line in sheet.walkthrough:
        await turns.take_turn(game, line)
        await turns.settle(game)
    assert_ended_with_plans(comparable(turns.state(game)))


def assert_ended_with_plans(state: dict[str, Any]) -> None:
    assert state["scenario"]["ended"]
    assert any(npc["plan"] for npc in state["npcs"].values()), "they had plans of their own"
