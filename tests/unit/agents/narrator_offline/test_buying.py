"""Buying: what is meant is what somebody here sells, and nothing else that people have is named."""

from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.agents.narrator_offline.playing import Play, at


def boiling_house() -> GameState:
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")
    return at(begin(sheet, "tide-bell-1"), "boiling-house")


async def test_a_ware_is_meant_before_a_detail_of_that_name() -> None:
    play = Play(boiling_house())
    told = await play.do("buy the salt")
    assert "bag of salt" in told.text
    assert play.state.party.items == ["dry-salt"]


async def test_what_a_person_has_and_does_not_sell_is_not_named() -> None:
    told = await Play(boiling_house()).do("buy the clapper")
    assert "clapper" not in told.text.replace("“clapper”", "")
