"""Five worlds of strangers, won and lost offline by typed walkthroughs."""

from pathlib import Path

import pytest
from dependency_injector import providers

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import inspect_scenario
from tests.examples import IS_LONG
from tests.fakes.clock import FakeClock
from tests.integration.mcp.serving import new_container
from tests.integration.turns.table import comparable
from tests.unit.events.test_effects import check_sound
from tests.worlds import WORLDS

pytestmark = pytest.mark.long


def sheet_of(path: Path) -> ScenarioSheet:
    sheet = inspect_scenario(path.read_bytes()).sheet
    assert sheet is not None
    return sheet


_WALKS = [(path, number) for path in WORLDS for number, _ in enumerate(sheet_of(path).walkthroughs)]


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_a_world_of_strangers_has_no_problem(path: Path) -> None:
    assert inspect_scenario(path.read_bytes()).problems == ()


@pytest.mark.parametrize(("path", "number"), _WALKS, ids=lambda part: getattr(part, "stem", part))
async def test_a_walkthrough_reaches_its_ending_and_the_first_of_a_world_again_after_it_is_undone(
    tmp_path: Path, path: Path, number: int
) -> None:
    container = new_container(tmp_path)
    container.now.override(providers.Object(FakeClock()))
    library, turns = container.library(), container.turns()
    turns.settle_in_background = False
    sheet = sheet_of(path)
    walk = sheet.walkthroughs[number]
    game_id = library.begin(sheet, "Ada", 7)
    opening = comparable(turns.state(game_id))

    async def play() -> dict[str, object]:
        for line in walk.lines:
            await turns.take_turn(game_id, line)
            check_sound(turns.state(game_id))
            if turns.state(game_id).world.ending is not None:
                break
        return comparable(turns.state(game_id))

    played = await play()
    assert turns.state(game_id).world.ending == walk.ending
    if number == 0 or IS_LONG:
        await turns.undo(game_id, turns.state(game_id).turn)
        assert comparable(turns.state(game_id)) == opening
        assert await play() == played
    await turns.close(game_id)
