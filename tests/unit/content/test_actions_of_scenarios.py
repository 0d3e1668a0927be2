"""What can be done in the scenarios that ship: details answer the senses, actions lead to their results and endings."""

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.unit.agents.narrator_offline.playing import Play


def begun(sheet: ScenarioSheet) -> GameState:
    return begin(sheet, "game-1", [PlayerCharacter(name="Élan")], 7)


@pytest.mark.parametrize("sense", ["search", "touch", "listen"])
def test_every_detail_of_the_small_scenario_answers(small: ScenarioSheet, sense: str) -> None:
    details = [detail for place in small.locations for detail in place.features]
    assert not [detail.id for detail in details if not getattr(detail, sense)]


def test_every_ending_of_the_small_scenario_has_a_walkthrough(small: ScenarioSheet) -> None:
    assert {ending.id for ending in small.endings} == {walk.ending for walk in small.walkthroughs}


async def test_the_tide_is_faster_than_a_party_that_waits(small: ScenarioSheet) -> None:
    play = Play(begun(small))
    await play.do("ask Tove about the bell")
    await play.do("wait until 21:00")
    assert play.state.world.ending == "tide-was-faster"


async def test_a_bell_that_rings_stops_the_tide_timers(small: ScenarioSheet) -> None:
    play = Play(begun(small))
    for line in small.walkthrough:
        await play.do(line)
    assert play.state.scenario.ended
    assert play.state.world.ending is None
    assert not play.state.world.timers
