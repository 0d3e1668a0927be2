"""What can be done before the thaw, in the words of players: doors, dogs and ways."""

from pathlib import Path

import pytest

from tests.integration.turns.typing_lines import TypedGame

pytestmark = pytest.mark.long


@pytest.fixture
def game(tmp_path: Path) -> TypedGame:
    return TypedGame(tmp_path, "before-the-thaw")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("touch the dogs", "given back"),
        ("listen to the herd dogs", "listening too"),
        ("smell the dogs", "mutton"),
        ("search the goat track", "over both the dogs"),
        ("listen to the road down", "chops wood"),
    ],
)
async def test_dogs_and_ways_answer_the_senses(game: TypedGame, line: str, text: str) -> None:
    assert text in await game.type(line)


@pytest.mark.parametrize("line", ["close the door", "shut the low door", "pull the door shut"])
async def test_the_door_of_the_bakehouse_closes_and_opens(game: TypedGame, line: str) -> None:
    await game.type("go to the village", "go to the bakehouse", line)
    assert "first" in await game.type("west")
    await game.type("open the door", "west")
    assert game.state.here.id == "varnholt-square"


@pytest.mark.parametrize(
    "line",
    ["give the lantern back to Nils", "give Nils the lantern", "give back the lantern", "return the lantern to Nils"],
)
async def test_a_thing_that_is_lent_is_given_back_and_lent_again(game: TypedGame, line: str) -> None:
    await game.type("go to the village", "ask Nils about the lantern")
    assert game.state.holder_of("storm-lantern") == "party"
    await game.type(line)
    assert game.state.holder_of("storm-lantern") == "nils"
    for _ in range(3):
        await game.type("ask Nils for the lantern")
        assert game.state.holder_of("storm-lantern") == "party"
        await game.type(line)
        assert game.state.holder_of("storm-lantern") == "nils"
