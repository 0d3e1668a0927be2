"""A shipped scenario is a folder, and plays as its file does, turn by turn."""

from pathlib import Path

import pytest
from dependency_injector import providers

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import digest
from app.scenarios.scenario_writing import scenario_bytes
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.examples import IS_LONG
from tests.fakes.clock import FakeClock
from tests.integration.mcp.serving import new_container
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long

CONTENT = PROJECT / "app" / "content"
WALKS = ("walkthrough", *((0, 1) if IS_LONG else ()))
"""The lines to the end of the last act, and in a longer run those to each ending."""


def lines_of(sheet: ScenarioSheet, walk: str | int) -> tuple[str, ...]:
    return sheet.walkthroughs[walk].lines if isinstance(walk, int) else sheet.walkthrough


async def played(saves: Path, sheet: ScenarioSheet, walk: str | int) -> list[tuple[str, object]]:
    """What players read in each turn, and the state after it, when all is settled."""
    container = new_container(saves)
    container.now.override(providers.Object(FakeClock()))
    library, turns = container.library(), container.turns()
    library.new_suffix = lambda: "same"
    turns.settle_in_background = False
    game_id = library.begin(sheet, "Ada", 7)
    seen: list[tuple[str, object]] = []
    for line in lines_of(sheet, walk):
        result = await turns.take_turn(game_id, line)
        await turns.settle(game_id)
        told = "\n".join(message.content for message in result.messages)
        seen.append((told, comparable(turns.state(game_id))))
    await turns.close(game_id)
    return seen


def test_the_small_scenario_is_a_folder() -> None:
    assert (CONTENT / "tide-bell" / "scenario.md").is_file()
    assert not (CONTENT / "tide-bell.json").exists()


@pytest.mark.parametrize("walk", WALKS)
async def test_a_folder_plays_as_its_file_does_turn_by_turn(tmp_path: Path, walk: str | int) -> None:
    folder = ScenarioLibrary([CONTENT]).load("tide-bell")
    (tmp_path / "tide-bell.json").write_bytes(scenario_bytes(folder, "tide-bell.json"))
    file = ScenarioLibrary([tmp_path]).load("tide-bell")
    assert digest(file) == digest(folder)

    in_folder = await played(tmp_path / "folder", folder, walk)
    in_file = await played(tmp_path / "file", file, walk)
    assert len(in_folder) == len(lines_of(folder, walk))
    assert in_folder == in_file
