"""What can be done in the tide-bell scenario, in the words of players: a torch, salt, a seal, a box, a door."""

from pathlib import Path

import pytest

from app.models.state.values import is_set, value_of
from tests.integration.turns.typing_lines import TypedGame

pytestmark = pytest.mark.long

TO_THE_SHED = ("take the twine", "take the bucket", "ask Tove about the bell", "go to the boiling house")
STICK = ("open the box", "take the stick")
LIT = (*TO_THE_SHED, *STICK, "make a torch", "light the torch")


@pytest.fixture
def game(tmp_path: Path) -> TypedGame:
    return TypedGame(tmp_path, "tide-bell")


@pytest.mark.parametrize("line", ["make a torch", "I want to build a torch", "wrap the twine around the stick"])
async def test_a_torch_is_made_of_stick_and_twine(game: TypedGame, line: str) -> None:
    await game.type(*TO_THE_SHED)
    assert "You have not got both" in await game.type(line)
    assert "torch" not in game.state.party.items
    await game.type(*STICK, line)
    assert "torch" in game.state.party.items
    assert not {"driftwood-stick", "tarred-twine"} & {*game.state.party.items}


@pytest.mark.parametrize("line", ["light my torch", "set the torch on fire", "hold the torch in the fire", "ignite it"])
async def test_it_is_lit_where_there_is_a_fire(game: TypedGame, line: str) -> None:
    await game.type(*TO_THE_SHED, *STICK, "make a torch", line)
    assert is_set(game.state, "torch", "lit")


async def test_it_is_not_lit_where_there_is_none(game: TypedGame) -> None:
    await game.type(*TO_THE_SHED, *STICK, "make a torch", "west")
    assert "have not got here is a fire" in await game.type("light the torch")
    assert not is_set(game.state, "torch", "lit")


async def test_it_burns_down_and_out_and_burns_nothing_while_it_is_out(game: TypedGame) -> None:
    await game.type(*LIT, "wait 20 minutes", "put out the torch")
    left = value_of(game.state, "torch", "fuel")
    assert left == 3
    await game.type("wait 40 minutes")
    assert value_of(game.state, "torch", "fuel") == left
    assert "last turn of twine" in await game.type("light the torch", "wait an hour")
    assert "burnt-torch" in game.state.party.items
    assert not game.state.world.timers.get("torch-burning")


@pytest.mark.parametrize("line", ["wave my torch at the seal", "drive the seal off", "use the torch on the seal"])
async def test_a_lit_torch_moves_the_seal(game: TypedGame, line: str) -> None:
    await game.type(*TO_THE_SHED, *STICK, "make a torch", "west", "drop the bucket", "north")
    assert "seen" in await game.type(line)
    assert "bull-seal" not in game.state.place("causeway").completed_encounters
    await game.type("south", "east", "light the torch", "west", "north", line)
    assert "bull-seal" in game.state.place("causeway").completed_encounters


@pytest.mark.parametrize(
    "line",
    ["feed the seal", "throw a fish to the seal", "give the herring to the seal", "feed the herring to the seal"],
)
async def test_so_does_herring(game: TypedGame, line: str) -> None:
    await game.type("take the bucket", "ask Tove about the bell", "north", line)
    assert "bull-seal" in game.state.place("causeway").completed_encounters


@pytest.mark.parametrize("line", ["hold the torch up inside the bell", "shine the torch into the bell"])
async def test_it_shows_the_inside_of_the_bell(game: TypedGame, line: str) -> None:
    text = await game.type(*LIT, "west", "north", "use the torch on the seal", "north", line)
    assert "the wrong way about" in text


@pytest.mark.parametrize("line", ["buy salt", "buy a pound of salt from Ansel", "I'd like to purchase some salt"])
@pytest.mark.parametrize("use", ["salt the herring", "put the salt on the fish", "sprinkle salt over the herring"])
async def test_salt_is_bought_and_strewn(game: TypedGame, line: str, use: str) -> None:
    await game.type(*TO_THE_SHED, line)
    assert "dry-salt" in game.state.party.items
    assert value_of(game.state, "party", "money") == 3
    await game.type(use)
    assert "have been salted" in await game.type("examine the bucket")
    assert "dry-salt" not in game.state.party.items


@pytest.mark.parametrize("line", ["dig for cockles", "gather some cockles", "dig up the cockles with both hands"])
@pytest.mark.parametrize("sale", ["sell the cockles to Tove", "sell the hatful of cockles"])
async def test_cockles_cost_tide_and_bring_a_penny(game: TypedGame, line: str, sale: str) -> None:
    await game.type("ask Tove about the bell", "north")
    before = game.state.clock.minutes
    await game.type(line)
    assert game.state.clock.minutes >= before + 20
    await game.type("south", sale)
    assert value_of(game.state, "party", "money") == 6


@pytest.mark.parametrize("line", ["take the twine", "take the twine out of the ferry", "get the tarred twine"])
async def test_there_is_twine_in_the_ferry(game: TypedGame, line: str) -> None:
    assert "In the ferry: the hank of tarred twine" in await game.type("look")
    await game.type(line)
    assert "tarred-twine" in game.state.party.items


@pytest.mark.parametrize("line", ["open the box", "lift the lid of the wood box", "open up the wood box"])
async def test_the_wood_box_hides_what_is_in_it_until_it_is_opened(game: TypedGame, line: str) -> None:
    await game.type(*TO_THE_SHED, "take the stick")
    assert "driftwood-stick" not in game.state.party.items
    await game.type(line, "take the stick")
    assert "driftwood-stick" in game.state.party.items


@pytest.mark.parametrize("line", ["close the door", "shut the door", "pull the door shut"])
async def test_the_door_of_the_shed_closes_and_keeps_one_in_until_it_is_opened(game: TypedGame, line: str) -> None:
    await game.type(*TO_THE_SHED, line)
    assert "open the door first" in await game.type("go out")
    await game.type("open the door", "go out")
    assert game.state.here.id == "ferry-landing"


@pytest.mark.parametrize("line", ["paint the boat", "paint the ferry white", "paint the ferry with the white paint"])
async def test_a_plank_of_the_ferry_is_painted_and_shows(game: TypedGame, line: str) -> None:
    assert "Tove Marrick" in await game.type(line)
    assert "one white plank" in await game.type("examine the ferry")


async def test_tove_lights_the_lantern_at_dusk(game: TypedGame) -> None:
    assert "lantern is burning" not in await game.type("wait until 17:50", "look")
    assert "Tove Marrick did this" in await game.type("wait until 18:20")
    assert "as far as the lantern goes" in await game.type("look")


@pytest.mark.parametrize("line", ["put a log on the fire", "stoke the fires", "feed the fire"])
async def test_low_fires_can_be_fed(game: TypedGame, line: str) -> None:
    await game.type("wait until 16:50", "go to the boiling house", "wait until 17:04")
    assert is_set(game.state, "salt-pans", "low")
    assert "begin to mutter" in await game.type(line)
    assert not is_set(game.state, "salt-pans", "low")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("touch the seal", "as one looks at a herring"),
        ("listen to the bull seal", "wait for it to breathe in"),
        ("smell the seal", "one that is not long dead"),
        ("listen at the last stones", "round something hollow"),
        ("search the stones south", "filling with water"),
    ],
)
async def test_the_seal_and_the_ways_answer_the_senses(game: TypedGame, line: str, text: str) -> None:
    await game.type("ask Tove about the bell", "north")
    assert text in await game.type(line)


async def test_a_state_that_was_read_is_not_in_the_line_of_changes_once_more(game: TypedGame) -> None:
    await game.type("light the ferry's lantern")
    turn = game.state.turn
    told = [message for message in game.state.conversation_history if message.turn == turn]
    assert sum(message.content.count("lantern is burning") for message in told) == 1
