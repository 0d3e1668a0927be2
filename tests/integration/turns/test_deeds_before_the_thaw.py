"""What can be done before the thaw, in the words of players: doors, dogs and ways."""

from pathlib import Path

import pytest

from tests.integration.turns.typing_lines import TypedGame


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
