"""Typed lines that are actions: of an author, or those that every world has."""

import json
from typing import Any

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.values import is_set
from app.testing import small_sheet
from tests.unit.agents.narrator_offline.playing import Play, at


def playing(place: str = "market", **fields: Any) -> Play:
    """The small world with a lever, a chest and more at the market."""
    data = json.loads(small_sheet().model_dump_json(by_alias=True))
    market = next(each for each in data["locations"] if each["id"] == "market")
    chest = {"id": "chest", "name": "chest", "description": "Oak.", "container": {"open": False, "items": ["coin"]}}
    lever = {"id": "lever", "name": "lever", "description": "Iron.", "under": "A worn step."}
    market["features"] += [chest, lever]
    market |= fields.pop("market", {})
    data["items"] += [{"id": "coin", "name": "coin", "description": "Small."}]
    state: GameState = begin(ScenarioSheet.model_validate(data | fields), "game-1", [PlayerCharacter(name="Ann")])
    return Play(at(state, place))


PULL = {"id": "pull", "words": ["pull {target}"], "on": ["lever"], "text": "The lever groans."}


@pytest.mark.parametrize("text", ["pull lever", "please pull the lever", "I pull the lever", "*pulls the lever*"])
async def test_an_authors_words_come_first(text: str) -> None:
    played = await playing(actions=[PULL]).do(text)
    assert (played.kinds, played.text) == (["perform_action"], "The lever groans.")


LITERAL = PULL | {"words": ["pull the lever", "heave at the lever hard"], "on": ["gate-lever"]}
GATE = {"id": "gate-lever", "name": "gate lever", "aliases": ["handle", "lever"], "description": "Brass."}


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("pull the lever", True),
        ("pull the gate lever", True),
        ("pull the handle", True),
        ("heave at the handle hard", True),
        ("pull the chest", False),
        ("pull the crank", False),
    ],
)
async def test_an_authors_words_may_be_typed_with_another_name_of_their_thing(text: str, is_meant: bool) -> None:
    play = playing(
        market={"features": [GATE, {"id": "crank", "name": "crank", "description": "Bent."}]}, actions=[LITERAL]
    )
    assert ("The lever groans." in (await play.do(text)).text) == is_meant


async def test_an_authors_words_may_be_typed_with_a_pronoun() -> None:
    play = playing(market={"features": [GATE]}, actions=[LITERAL])
    await play.do("examine the handle")
    assert (await play.do("pull it")).text == "The lever groans."


async def test_the_refusal_of_an_authored_action_is_read() -> None:
    held = {"kind": "item_held", "item_id": "coin"}
    action = PULL | {"condition": held, "refusal": "It does not move."}
    assert (await playing(actions=[action]).do("pull the lever")).text == "It does not move."


async def test_a_generic_action_leaves_a_mark_that_is_seen_later() -> None:
    play = playing()
    assert (await play.do("cut the lever")).text == "You cut the lever."
    assert is_set(play.state, "lever", "cut")
    assert "The lever has been cut." not in (await play.do("x well")).text
    assert "The lever has been cut." in (await play.do("examine the lever")).text


@pytest.mark.parametrize(
    ("text", "mark", "is_left"),
    [
        ("strew the sand over the chest", "covered", True),
        ("hang my head over the chest", "covered", False),
        ("put everything down on the chest", "covered", False),
        ("lay the wood into the basket on the chest", "covered", False),
        ("tie a knot into the lever", "tied", True),
        ("hang on to the lever", "tied", False),
        ("move both feet onto the lever", "moved", False),
        ("move the lever", "moved", True),
        ("step on the chest", "broken", False),
        ("stop at every lever", "filled", False),
        ("dump the lever", "emptied", False),
    ],
)
async def test_only_what_is_brought_to_a_thing_leaves_a_mark(text: str, mark: str, is_left: bool) -> None:
    play = playing()
    await play.do(text)
    assert any(is_set(play.state, thing, mark) for thing in ("chest", "lever")) is is_left


async def test_what_is_under_a_thing_is_read_as_it_was_written() -> None:
    assert (await playing().do("look under the lever")).text == "A worn step."


async def test_a_closed_container_shows_nothing_until_it_is_open() -> None:
    play = playing()
    assert "coin" not in (await play.do("look")).text
    assert "The chest is closed." in (await play.do("examine the chest")).text
    await play.do("open the chest")
    assert "In the chest: the coin." in (await play.do("look")).text
    await play.do("take the coin out of the chest")
    assert play.state.party.items == ["coin"]
    await play.do("put the coin in the chest")
    assert play.state.contents["chest"] == ["coin"]


async def test_deeds_are_over_with_the_story() -> None:
    play = playing()
    play.state.world.ending = "out"
    assert "The story is over." in (await play.do("take the lantern")).text
