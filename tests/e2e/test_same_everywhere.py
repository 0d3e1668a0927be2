"""The same seed and the same words are the same game, in whatever process they are played."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.models.records.folding import fold_journal
from app.settings import PROJECT
from app.stores.json_store import JsonGameStore
from tests.e2e.walked import walked
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


def state_of(folder: Path, game: str) -> dict[str, Any]:
    return comparable(fold_journal(JsonGameStore(folder).read(game)))


def played_elsewhere(folder: Path) -> str:
    """The game of a process with another order of hashes."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    ran = subprocess.run(
        [sys.executable, "-m", "tests.e2e.walked", str(folder)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


async def test_a_game_does_not_depend_on_the_order_of_hashes(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    first, second = state_of(here, await walked(here, "tide-bell")), state_of(there, played_elsewhere(there))
    assert json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    assert_ended_with_plans(first)


async def test_the_large_walkthrough_still_reaches_the_end_where_people_go_their_own_ways(tmp_path: Path) -> None:
    assert_ended_with_plans(state_of(tmp_path, await walked(tmp_path, "before-the-thaw")))


def assert_ended_with_plans(state: dict[str, Any]) -> None:
    assert state["scenario"]["ended"]
    assert any(npc["plan"] for npc in state["npcs"].values()), "they had plans of their own"
