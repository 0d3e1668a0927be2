"""The recipes of docs/how-to/write-actions.md as typed: walkthroughs, other words for the same, what is refused."""

from pathlib import Path

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.values import is_set, value_of
from app.scenarios.scenario_check import inspect_scenario
from app.services.game.walkthroughs import play_walkthroughs
from app.settings import PROJECT
from tests.integration.mcp.serving import new_container
from tests.integration.turns.typing_lines import TypedGame

FOLDER = PROJECT / "tests" / "data" / "cookbook"
RECIPES = sorted(path.stem for path in FOLDER.glob("*.json"))


def sheet_of(name: str) -> ScenarioSheet:
    sheet = inspect_scenario((FOLDER / f"{name}.json").read_bytes()).sheet
    assert sheet is not None
    return sheet


@pytest.mark.parametrize("name", RECIPES)
async def test_the_walkthroughs_of_each_recipe_reach_their_ends(tmp_path: Path, name: str) -> None:
    container = new_container(tmp_path)
    played = await play_walkthroughs(container.library(), container.turns(), sheet_of(name))
    assert played
    assert [walk.failed for walk in played if not walk.is_sound] == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("locked-door", ("pick up the key", "please unlock the padlock with the key", "go in")),
        ("locked-door", ("get brass key", "unlock the padlock", "go to the shed")),
        ("lamp", ("turn on the lamp", "wait for an hour")),
        ("lamp", ("light lamp", "wait 25 minutes", "wait 35 minutes")),
        ("shop", ("sell my watch to Hanne", "buy a rope from Hanne")),
        ("fight", ("hit Rolf with the cudgel",)),
        ("chase", ("go to the boat", "cast off the boat")),
        ("guard", ("pour the wine for Otto", "wait an hour", "take the gate")),
        ("guard", ("I push past Otto",)),
        ("person", ("wait until evening", "wait 2 hours")),
    ],
)
async def test_other_words_for_it_come_to_the_same_end(tmp_path: Path, name: str, lines: tuple[str, ...]) -> None:
    game = TypedGame(tmp_path, sheet_of(name))
    await game.type(*lines)
    assert game.state.scenario.ended


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("locked-door", ("enter the shed",)),
        ("locked-door", ("unlock the padlock",)),
        ("shop", ("buy the rope",)),
        ("guard", ("go out",)),
        ("chase", ("cast off",)),
    ],
)
async def test_what_is_not_possible_yet_says_so_and_ends_nothing(
    tmp_path: Path, name: str, lines: tuple[str, ...]
) -> None:
    game = TypedGame(tmp_path, sheet_of(name))
    before = game.state.states.copy()
    assert await game.type(*lines)
    assert not game.state.scenario.ended
    assert game.state.states == before


async def test_a_person_lights_the_lamp_where_players_see_it(tmp_path: Path) -> None:
    game = TypedGame(tmp_path, sheet_of("person"))
    assert "Hanne" not in await game.type("wait 30 minutes")
    await game.type("light the lamp")
    assert not is_set(game.state, "lamp", "shining"), "it is for Hanne"
    assert "Hanne did this: light the lamp." in await game.type("wait 3 hours")
    assert is_set(game.state, "lamp", "shining")


async def test_the_lamp_burns_down_however_the_wait_is_typed(tmp_path: Path) -> None:
    once, often = (TypedGame(tmp_path / each, sheet_of("lamp")) for each in "ab")
    await once.type("light the lamp", "wait 20 minutes")
    await often.type("light the lamp", *["wait 5 minutes"] * 4)
    assert value_of(once.state, "lamp", "oil") == value_of(often.state, "lamp", "oil")
