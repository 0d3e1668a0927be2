"""What is done to things without an author's word for it: a generic action, or an answer that closes the question."""

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.worlds import new_game

LIBRARY = ScenarioLibrary([PROJECT / "app" / "content"])
BELL, THAW = LIBRARY.load("tide-bell"), LIBRARY.load("before-the-thaw")
NOTHING = "nothing comes of it"


def playing(place: str) -> Play:
    sheet = BELL if place in BELL.index.locations else THAW
    return Play(at(begin(sheet, "game-1", [PlayerCharacter(name="Ann")]), place))


@pytest.mark.parametrize(
    ("place", "text", "action"),
    [
        ("bell-rock", "climb the frame", "climb"),
        ("bell-rock", "climb up onto the frame", "climb"),
        ("bell-rock", "push the bell", "move"),
        ("bell-rock", "pull the rope", "move"),
        ("ferry-landing", "push Tove", "push-person"),
        ("toll-house", "close the curtain", "close"),
    ],
)
async def test_what_no_author_foresaw_is_a_generic_action_and_the_thing_is_not_described(
    place: str, text: str, action: str
) -> None:
    play = playing(place)
    played = await play.do(text)
    assert [getattr(command, "action_id", "") for command in played.commands] == [action]
    assert played.text
    assert NOTHING not in played.text
    here, people = play.state.here.features, play.state.sheet.npcs
    described = [*(thing.description for thing in here), *(person.description for person in people)]
    assert not any(text and text in played.text for text in described)


@pytest.mark.parametrize(
    ("text", "action", "told"),
    [
        ("close the bakehouse door", "close", "You close the bakehouse door."),
        ("knock on the toll house door", "knock", "You knock on the toll house door. Nothing more comes of it."),
        ("listen at the bakehouse door", "listen", "Somebody is being told to eat."),
        ("look through the north lane", "search", "blown into the corners"),
    ],
)
async def test_what_is_done_to_a_way_is_an_action_on_it(text: str, action: str, told: str) -> None:
    played = await playing("varnholt-square").do(text)
    assert [getattr(command, "action_id", "") for command in played.commands] == [action]
    assert told in played.text


async def test_a_way_is_told_of_as_closed_and_opens_again() -> None:
    data = THAW.model_dump(by_alias=True)
    square = next(each for each in data["locations"] if each["id"] == "varnholt-square")
    next(way for way in square["exits"] if way["to"] == "bakehouse")["closable"] = True
    state = begin(ScenarioSheet.model_validate(data), "game-1", [PlayerCharacter(name="Ann")])
    play = Play(at(state, "varnholt-square"))
    assert (await play.do("close the bakehouse door")).text == "You close the bakehouse door."
    assert "the bakehouse door (east, to the Bakehouse, closed)" in (await play.do("look")).text
    assert "open the bakehouse door first" in (await play.do("go east")).text
    assert (await play.do("open the bakehouse door")).text == "You open the bakehouse door."
    await play.do("go east")
    assert play.state.here.id == "bakehouse"


@pytest.mark.parametrize(
    ("place", "text", "shown"),
    [
        ("toll-house", "lift the papers", "discover_secret"),
        ("varnholt-square", "open the bakehouse door", ""),
        ("varnholt-square", "push the bakehouse door", ""),
        ("bell-rock", "examine the bell", ""),
        ("varnholt-square", "climb the chapel steps", "change_location"),
    ],
)
async def test_what_is_hidden_is_found_and_ways_are_told_of_or_walked(place: str, text: str, shown: str) -> None:
    played = await playing(place).do(text)
    assert NOTHING not in played.text
    assert played.kinds == ([shown] if shown else [])


async def test_what_is_not_here_cannot_be_handled() -> None:
    played = await playing("bell-rock").do("close the door")
    assert "nothing called “door” here" in played.text


@pytest.mark.parametrize("text", ["Hello! How are you?", "shut up", "be quiet, Tove"])
async def test_what_is_said_to_somebody_is_answered(text: str) -> None:
    played = await playing("ferry-landing").do(text)
    assert [speech.speaker_id for speech in played.narration.speeches] == ["tove"]
    assert not played.commands


async def test_a_line_that_is_not_understood_is_marked_so() -> None:
    play = playing("bell-rock")
    assert not (await play.do("flurble")).narration.understood
    assert (await play.do("ring the bell")).narration.understood


async def test_a_thing_that_lies_here_is_picked_up_to_be_given() -> None:
    played = await playing("ferry-landing").do("put the bucket before Tove")
    assert [str(getattr(command, "kind", "")) for command in played.commands] == ["take_item", "give_item"]


async def test_what_is_put_somewhere_is_what_it_means_afterwards() -> None:
    play = playing("ferry-landing")
    await play.do("take the bucket")
    played = await play.do("put the bucket on the nets and pick it up")
    assert [getattr(command, "action_id", "") for command in played.commands] == ["put", ""]
    assert getattr(played.commands[1], "item_id", "") == "herring-bucket"


async def test_a_way_that_was_taken_is_not_taken_back_where_it_is_named_once_more() -> None:
    played = await playing("boiling-house").do("run west to the landing, out of the door, go go go")
    assert [str(getattr(command, "kind", "")) for command in played.commands] == ["change_location"]


async def test_a_thing_that_is_held_up_is_looked_at_and_not_the_way_up() -> None:
    played = await playing("pass-road").do("hold the letter up to the light")
    assert "The sealed letter stays as it is." in played.text


@pytest.mark.parametrize("line", ["throw the lamp over the wall", "drop the lamp into the lake"])
async def test_what_is_thrown_away_is_not_laid_down_here(line: str) -> None:
    play = Play(with_lantern(new_game()))
    played = await play.do(line)
    assert "drop_item" not in played.kinds


async def test_what_is_thrown_on_the_ground_is_laid_down() -> None:
    played = await Play(with_lantern(new_game())).do("throw the lamp on the ground")
    assert "drop_item" in played.kinds
