"""The recipes of docs/how-to/write-actions.md: each is sound, has no warnings, and reaches its ends by commands."""

import pytest

from app.events.commands.actions import PerformActionCommand
from app.events.commands.play import AdvanceTimeCommand, ChangeLocationCommand, TakeItemCommand
from app.models.command import Command
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.scenarios.scenario_check import inspect_scenario
from app.scenarios.scenario_warnings import warnings_of
from app.settings import PROJECT
from tests.unit.events.playing import play, whole_bus

FOLDER = PROJECT / "tests" / "data" / "cookbook"
PAGE = (PROJECT / "docs" / "how-to" / "write-actions.md").read_text(encoding="utf-8")
RECIPES = sorted(path.stem for path in FOLDER.glob("*.json"))


def does(action: str, on: str | None = None, thing: str | None = None, by: str | None = None) -> Command:
    return PerformActionCommand(action_id=action, target_id=on, with_id=thing, actor_id=by)


def recipe(name: str) -> GameState:
    found = inspect_scenario((FOLDER / f"{name}.json").read_bytes())
    assert found.problems == ()
    assert found.sheet is not None
    assert warnings_of(found.sheet) == []
    return begin(found.sheet, "game", seed=1)


@pytest.mark.parametrize("name", RECIPES)
def test_each_recipe_is_sound_and_on_the_page(name: str) -> None:
    recipe(name)

    assert f"tests/data/cookbook/{name}.json" in PAGE


@pytest.mark.parametrize(
    ("name", "commands", "ending"),
    [
        ("chase", [ChangeLocationCommand(location_id="boat"), does("cast-off", "boat")], "away"),
        ("chase", [AdvanceTimeCommand(minutes=30)], "caught"),
        (
            "guard",
            [
                does("pour-wine", "guard", "wine"),
                AdvanceTimeCommand(minutes=40),
                ChangeLocationCommand(location_id="road"),
            ],
            "free",
        ),
        ("guard", [does("push-past", "guard")], "locked-up"),
    ],
)
async def test_a_recipe_reaches_its_endings(name: str, commands: list[Command], ending: str) -> None:
    state = recipe(name)

    await play(whole_bus(), state, *commands)

    assert state.world.ending == ending


@pytest.mark.parametrize(
    ("name", "commands"),
    [
        (
            "locked-door",
            [
                TakeItemCommand(item_id="brass-key"),
                does("unlock-shed", "padlock", "brass-key"),
                ChangeLocationCommand(location_id="shed"),
            ],
        ),
        ("lamp", [does("light", "lamp"), AdvanceTimeCommand(minutes=60)]),
        ("shop", [does("sell", "watch"), does("buy", "rope")]),
        ("fight", [does("attack", "robber", "cudgel")]),
        ("person", [AdvanceTimeCommand(minutes=90), does("hang-light", "lamp", by="hanne")]),
    ],
)
async def test_a_recipe_comes_to_the_end_of_its_act(name: str, commands: list[Command]) -> None:
    state = recipe(name)

    await play(whole_bus(), state, *commands)

    assert state.scenario.ended
