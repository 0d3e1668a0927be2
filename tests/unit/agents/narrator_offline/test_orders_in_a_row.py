"""Lines of several orders: each is done or named as not done, and a name means what is here when its turn comes."""

import pytest

from tests.unit.agents.narrator_offline.playing import Play, with_lantern
from tests.unit.agents.narrator_offline.test_attempts import playing
from tests.worlds import new_game


async def test_what_follows_a_deed_in_its_clause_is_cut_off_and_never_a_name() -> None:
    played = await Play(new_game()).do("pick up the lantern and shake it to hear whether it holds any oil")
    assert played.kinds[0] == "take_item"
    assert "“shake" not in played.text


async def test_of_several_things_each_is_taken_although_one_is_refused() -> None:
    played = await Play(new_game()).do("take the anvil and the lantern")
    assert "take_item" in played.kinds
    assert "anvil" in played.text


async def test_what_stands_behind_a_refused_order_is_named() -> None:
    played = await Play(new_game()).do("go to the moon, take the lantern, and then go east")
    assert played.text.endswith("Not done: “take the lantern” and “go east”.")
    assert not played.commands


async def test_a_word_that_says_nothing_is_no_order() -> None:
    played = await Play(new_game()).do("take the moon. now.")
    assert "Not done" not in played.text


async def test_a_joint_at_the_end_is_no_order() -> None:
    play = Play(new_game())
    await play.do("go to the inn and")
    assert play.state.here.id == "inn"


async def test_a_verb_alone_is_done_to_what_was_handled_before_it() -> None:
    played = await Play(with_lantern(new_game())).do("examine the lantern, then drop")
    assert played.kinds == ["drop_item"]


async def test_what_is_named_behind_a_walk_is_looked_for_where_it_leads() -> None:
    played = await playing("ferry-landing").do("stroll along the cinder path, then have a good look at the salt pans")
    assert "boiling-house" in [getattr(command, "location_id", "") for command in played.commands]
    assert "Not done" not in played.text
    assert "nothing called" not in played.text


@pytest.mark.parametrize("text", ["clean my hands from the nets"])
async def test_the_players_own_body_is_nothing_that_is_taken_off_a_thing(text: str) -> None:
    play = playing("ferry-landing")
    await play.do(text)
    assert not play.state.states


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("take everything that glitters in there", "You try to take everything that glitters in there."),
        ("listen for anything that moves", "You try to listen for anything that moves."),
    ],
)
async def test_words_that_are_no_name_are_not_said_to_be_missing(text: str, told: str) -> None:
    played = await playing("bell-rock").do(text)
    assert played.text.startswith(told)
    assert "“" not in played.text
