"""Deeds that no author foresaw and no action answers: they are tried, once in full and then in short."""

from typing import Any

import pytest

from app.agents.narrator.acting.steps import as_ordered
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.agents.narrator_offline.playing import Play, Played, at

LIBRARY = ScenarioLibrary([PROJECT / "app" / "content"])
PARAGRAPH = "\n\n"
BELL, THAW = LIBRARY.load("tide-bell"), LIBRARY.load("before-the-thaw")


def playing(place: str, *items: str) -> Play:
    sheet: ScenarioSheet = BELL if place in BELL.index.locations else THAW
    play = Play(at(begin(sheet, "game-1", [PlayerCharacter(name="Ann")]), place))
    for item in items:
        for holder in play.state.scenario.location_states.values():
            if item in holder.items:
                holder.items.remove(item)
        play.state.party.items.append(item)
    return play


def action_ids(played: Played) -> list[str]:
    return [getattr(command, "action_id", command.model_dump()["kind"]) for command in played.commands]


def targets(played: Played) -> list[Any]:
    return [getattr(command, "target_id", None) for command in played.commands]


def world(play: Play) -> dict[str, Any]:
    """All that a deed could change, without what was tried."""
    return play.state.model_dump(include={"states": True, "contents": True, "scenario": {"location_states"}})


@pytest.mark.parametrize(
    ("place", "text", "target", "told"),
    [
        ("causeway", "rehome a crab in its neighbour's pool", "stone-pools", "The pools stay as they are."),
        ("ferry-landing", "I alphabetise the tide board", "tide-board", "The tide board stays as it is."),
        ("causeway", "deftly sling my coat over the seal's head", "bull-seal", "It is all the same to the bull seal."),
        ("boiling-house", "I alphabetise the pans", "salt-pans", "The salt pans stay as they are."),
    ],
)
async def test_a_deed_that_nothing_answers_closes_its_question_and_changes_nothing(
    place: str, text: str, target: str, told: str
) -> None:
    play = playing(place)
    before = world(play)
    played = await play.do(text)
    assert (action_ids(played), targets(played)) == (["attempt"], [target])
    assert played.text.startswith("You try to ")
    assert told in played.text
    assert played.narration.understood
    assert world(play) == before


async def test_what_the_description_says_of_it_is_read_once_and_then_a_shorter_answer() -> None:
    play = playing("causeway")
    first, second = await play.do("rehome a crab in its neighbour's pool"), await play.do("rehome a crab in the pools")
    again = await play.do("rehome a crab in the pools")
    assert "One to a stone, each with its crab." in first.text
    assert "One to a stone" not in second.text
    assert again.text == "The pools stay as they are, however you try."


async def test_another_deed_to_the_same_thing_has_an_answer_of_its_own() -> None:
    play = playing("causeway")
    await play.do("rehome a crab in its neighbour's pool")
    other, again = await play.do("Shampoo the pools"), await play.do("shampoo the pools")
    assert other.text.split(PARAGRAPH) == [
        "You try to shampoo the pools.",
        "The pools stay as they are, however you try.",
    ]
    assert again.text == other.text.split(PARAGRAPH)[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ann shampoos the nets", "You try to shampoo the nets."),
        ("ann shampoos the nets", "You try to shampoo the nets."),
        ("*shampoos the nets*", "You try to shampoo the nets."),
        ("*tucks the nets under her arm*", "You try to tuck the nets under your arm."),
        ("Shampoo the nets", "You try to shampoo the nets."),
        ("alphabetise the nets", "You try to alphabetise the nets."),
    ],
)
async def test_a_deed_is_repeated_only_as_it_would_be_ordered(text: str, told: str) -> None:
    played = await playing("ferry-landing").do(text)
    assert action_ids(played) == ["attempt"]
    assert played.text.splitlines()[0] == told


async def test_a_deed_to_what_only_a_description_mentions_is_one_to_what_is_described() -> None:
    played = await playing("bell-rock").do("I shampoo the bronze")
    assert targets(played) == ["tide-bell-bronze"]
    assert "Green bronze, chest high." in played.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I shampoo the walrus", "You see nothing called “walrus” here."),
        ("I shampoo my own boots", "You leave your own boots as they are."),
    ],
)
async def test_what_is_not_here_is_said_not_to_be_and_what_is_ones_own_is_left(text: str, told: str) -> None:
    played = await playing("bell-rock").do(text)
    assert played.text.startswith(told)
    assert not played.commands
    assert played.narration.understood


@pytest.mark.parametrize("text", ["flurble", "asdf qwer", "zxcvb qwrtz plugh"])
async def test_gibberish_is_not_understood(text: str) -> None:
    played = await playing("bell-rock").do(text)
    assert not played.narration.understood
    assert not played.commands


@pytest.mark.parametrize(
    ("place", "text", "target"),
    [
        ("toll-house", "Wrapping myself in the green curtain like a cloak", "drawn-curtain"),
    ],
)
async def test_an_order_to_ones_own_hands_is_not_said_to_who_is_there(place: str, text: str, target: str) -> None:
    played = await playing(place).do(text)
    assert (action_ids(played), targets(played)) == (["attempt"], [target])
    assert not played.narration.speeches


@pytest.mark.parametrize("text", ["I hid the board behind the nets last year", "I explain that the ferry broke down"])
async def test_what_is_told_to_who_is_there_is_still_said(text: str) -> None:
    played = await playing("ferry-landing").do(text)
    assert [speech.speaker_id for speech in played.narration.speeches] == ["tove"]
    assert not played.commands


@pytest.mark.parametrize(
    ("text", "action", "target"),
    [
        ("throw the bun at Ragna", "throw", "ragna"),
        ("throw the bun at the window", "throw", "hut-window"),
        ("hurl the bun against the pelts", "throw", "turned-pelts"),
        ("toss the bun over the second chair", "put", "second-chair"),
        ("fling the bun into the pelts", "throw", "turned-pelts"),
        ("throw the bun onto the second chair", "put", "second-chair"),
    ],
)
async def test_what_is_thrown_at_something_is_thrown(text: str, action: str, target: str) -> None:
    play = playing("upper-hut", "caraway-bun")
    played = await play.do(text)
    assert (action_ids(played), targets(played)) == ([action], [target])
    assert "caraway-bun" in play.state.place("upper-hut").items


async def test_what_is_thrown_to_a_person_is_handed_over() -> None:
    played = await playing("upper-hut", "caraway-bun").do("toss the bun to Ragna")
    assert action_ids(played) == ["give_item"]


async def test_nothing_is_done_to_a_place_for_what_is_not_at_hand() -> None:
    play = playing("upper-hut")
    played = await play.do("I pop the twelfth pine cone into the stove")
    assert action_ids(played) == ["attempt"]
    assert not play.state.states


@pytest.mark.parametrize("text", ["kneel down and roll Nils's sleeves up", "I crouch down and tidy up"])
async def test_no_way_is_walked_for_a_word_behind_another_verb(text: str) -> None:
    play = playing("varnholt-square")
    await play.do(text)
    assert play.state.here.id == "varnholt-square"


async def test_the_steps_behind_one_of_ones_own_things_are_done_and_it_means_none_that_is_here() -> None:
    play = playing("boiling-house")
    played = await play.do("I take off my boots and set them on the flags to dry, then I rake the ash heap")
    assert played.text.startswith("You leave your boots as they are.")
    assert targets(played) == ["warm-floor", "ash-heap"]


async def test_a_deed_is_repeated_in_the_players_own_words() -> None:
    played = await playing("boiling-house").do("I brush the salt off Ansel's eyelashes with my thumb")
    assert played.text == "You brush the salt off Ansel's eyelashes with your thumb."


async def test_the_thing_that_is_pushed_somewhere_is_moved_and_the_place_is_not_filled() -> None:
    play = playing("ferry-landing")
    played = await play.do("push the ferry into the water")
    assert (action_ids(played), targets(played)) == (["move"], ["old-ferry"])


async def test_an_order_about_what_a_description_has_is_not_said_to_who_is_there() -> None:
    played = await playing("boiling-house").do("skim the brine")
    assert (action_ids(played), targets(played)) == (["attempt"], ["salt-pans"])


async def test_no_way_of_doing_it_is_offered_twice() -> None:
    played = await playing("chapel").do("worship the stove")
    assert played.text.endswith("You could: light stove or search stove.")


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        ("ice-landing", "climb up on one of the ice stacks", "You climb up on one of the ice stacks."),
        ("causeway", "*balances on one foot*", "You balance on one foot."),
        ("boiling-house", "hold my hand over the ash heap", "You hold your hand over the ash heap."),
    ],
)
async def test_a_deed_that_lies_in_the_doing_is_done_and_changes_nothing(place: str, text: str, told: str) -> None:
    play = playing(place)
    before = world(play)
    played = await play.do(text)
    assert played.text.startswith(told)
    assert not played.commands
    assert played.narration.understood
    assert world(play) == before


async def test_what_comes_of_a_deed_was_told_with_the_deed() -> None:
    alone = await playing("bell-rock").do("give the rope a good tug")
    both = await playing("bell-rock").do("give the rope a good tug, see what happens")
    assert both.text == alone.text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("boiling-house", "hide behind the rafters"),
        ("boiling-house", "throw all my weight on the ash heap"),
        ("bell-rock", "pull at the weed on the rock"),
    ],
)
async def test_words_for_how_and_where_name_nothing_that_is_marked(place: str, text: str) -> None:
    play = playing(place)
    before = world(play)
    await play.do(text)
    assert world(play) == before


@pytest.mark.parametrize(
    ("typed", "ordered"),
    [("crouches down", "crouch down"), ("watches and hisses", "watch and hiss"), ("tries the rope", "try the rope")],
)
def test_role_play_is_read_with_the_verbs_of_orders(typed: str, ordered: str) -> None:
    assert as_ordered(typed) == ordered


async def test_a_name_of_the_place_means_the_place_and_not_what_has_it_in_its_own_name() -> None:
    played = await playing("boiling-house").do("examine the shed")
    assert "A long low shed, white inside" in played.text


async def test_a_person_notices_what_is_done_to_it() -> None:
    played = await playing("boiling-house").do("hold my hand over Ansel's head")
    assert played.text.splitlines()[-1].startswith("Ansel Dyce ")


async def test_what_is_brushed_off_a_hand_leaves_no_mark() -> None:
    play = playing("boiling-house")
    before = world(play)
    await play.do("I brush the ash off my hands")
    assert world(play) == before
