"""Five worlds that were written before the engine of actions: each is read, begun, and waited through."""

import asyncio
from pathlib import Path

import pytest

from app.events.commands import AdvanceTimeCommand
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.scenarios.scenario_check import inspect_scenario
from tests.unit.events.playing import whole_bus
from tests.unit.events.test_effects import check_sound
from tests.worlds import WORLDS


def opening_of(path: Path) -> GameState:
    sheet = inspect_scenario(path.read_bytes()).sheet
    assert sheet is not None, inspect_scenario(path.read_bytes()).problems
    return begin(sheet, "game-1", seed=7)


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_a_world_of_strangers_has_endings_won_and_lost_that_its_walkthroughs_reach(path: Path) -> None:
    sheet = opening_of(path).sheet
    reached = {walk.ending for walk in sheet.walkthroughs}
    assert reached <= {ending.id for ending in sheet.endings}
    assert {ending.won for ending in sheet.endings if ending.id in reached} == {True, False}


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_who_only_waits_loses_at_the_same_minute_however_it_waits(path: Path) -> None:
    async def wait(*minutes: int) -> GameState:
        bus, state = whole_bus(), opening_of(path)
        for step in minutes:
            await bus.execute(AdvanceTimeCommand(minutes=step), state)
        check_sound(state)
        return state

    async def scenario() -> None:
        at_once = await wait(600)
        assert at_once.model_dump() == (await wait(*[1] * 600)).model_dump()
        assert at_once.world.ending is not None
        assert not at_once.sheets.ending(at_once.world.ending).won

    asyncio.run(scenario())
