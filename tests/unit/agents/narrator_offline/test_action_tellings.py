"""What is read of companions, trade, worn and contained things, fights and endings."""

import pytest

from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.events.acting import changed_mill, mill

READY = ("wear the hat", "pull the lever")


async def test_who_does_not_want_to_come_along_says_so() -> None:
    played = await Play(mill()).do("ask Miller to come along")
    assert (played.kinds, played.text) == (["join_companion"], "Miller does not want to come along.")


@pytest.mark.parametrize("text", ["ask Miller to come along", "Miller, follow me", "follow me"])
async def test_a_person_is_asked_along_and_left_behind(text: str) -> None:
    play = Play(mill())
    await play.all(*READY)
    assert (await play.do(text)).text == "Miller comes with you from now on."
    assert "Miller and Cat are here." in (await play.do("go to yard")).text
    assert (await play.do("Miller, stay here")).text == "Miller stays behind."
    assert play.state.party.companions == []


async def test_once_done_only_the_authors_again_is_read() -> None:
    assert (await Play(mill()).all(*READY, "pull the lever")).text == "It is down."


async def test_nobody_waits_for_who_is_here() -> None:
    assert (await Play(mill()).do("wait for Miller")).text == "Miller is here."


async def test_who_is_waited_for_in_vain_does_not_come_for_two_hours() -> None:
    play = Play(mill(sheet=changed_mill(timers=[], rules=[])))
    begun = play.state.clock.minutes
    played = await play.do("wait for Cat")
    assert played.text.endswith("You wait for two hours, and Cat does not come.")
    assert play.state.clock.minutes == begun + 120


async def test_a_wait_that_is_cut_short_does_not_claim_two_hours() -> None:
    played = await Play(mill()).do("wait for Cat")
    assert "Dong." in played.text
    assert "two hours" not in played.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("buy the sack", "You buy the sack."),
        ("sell the coin", "You sell the coin."),
        ("wear the hat", "You wear the hat."),
    ],
)
async def test_trade_and_clothes(text: str, expected: str) -> None:
    assert (await Play(mill()).do(text)).text == expected


async def test_a_worn_thing_that_is_dropped_is_worn_no_more() -> None:
    play = Play(mill())
    played = await play.all("wear the hat", "drop the hat", "take the hat", "take off the hat")
    assert played.text == "You are not wearing the hat."


async def test_a_thing_is_taken_and_given_out_of_a_carried_container() -> None:
    play = Play(mill())
    await play.all("open the box", "take the key", "take the box", "put the key in the box")
    assert (await play.do("give the key to Miller")).kinds == ["give_item"]
    assert (await play.do("take the key")).text in ("You pick up the key.", "You have the key already.")
    assert "key" in play.state.party.items


async def test_a_shorter_text_closes_what_was_tried_before() -> None:
    assert (await Play(mill()).all("search the shelf", "search the shelf")).text == "You find nothing new."


async def test_what_is_thrown_is_read() -> None:
    assert (await Play(mill()).all("take the beans", "throw beans at anvil")).text == (
        "You throw the beans at the anvil."
    )


async def test_the_state_of_a_thing_that_is_read_at_its_place_names_the_thing() -> None:
    assert "lamp: oil: 3/8" in (await Play(mill()).do("look")).text


async def test_untying_what_is_not_tied_denies_no_knot() -> None:
    assert "knot" not in (await Play(mill()).do("untie the lamp")).text


async def test_a_timer_and_the_harm_it_does_are_read() -> None:
    timer = {
        "id": "fall", "name": "fall", "minutes": 5, "starts_at_once": True, "text": "A beam falls.",
        "effects": [{"kind": "harm", "of": "player", "by": 6}],
    }  # fmt: skip
    played = await Play(mill(sheet=changed_mill(timers=[timer], rules=[], actions=[]))).do("wait 10 minutes")
    for words in ("A beam falls.", "You die.", "Dust.", "The story is over."):
        assert words in played.text


async def test_a_quest_that_fails_and_an_ending_are_read() -> None:
    failed = {
        "id": "spoil", "words": ["spoil it"], "text": "You spoil it.",
        "effects": [{"kind": "fail_quest", "quest_id": "grind"}, {"kind": "end_story", "ending_id": "won"}],
    }  # fmt: skip
    played = await Play(mill(sheet=changed_mill(timers=[], rules=[], actions=[failed]))).do("spoil it")
    assert "You spoil it." in played.text
    assert "Flour." in played.text


async def test_a_way_that_closes_is_read() -> None:
    shut = {
        "id": "bar", "words": ["bar it"], "text": "You bar it.",
        "effects": [{"kind": "set_way", "location_id": "mill", "to": "yard", "way": "closed"}],
    }  # fmt: skip
    played = await Play(mill(sheet=changed_mill(timers=[], rules=[], actions=[shut]))).all("bar it", "go to yard")
    assert "change_location" not in played.kinds or "Yard" not in played.text
