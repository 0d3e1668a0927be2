"""The offline narrator in the small world: what it does and what it tells."""

from itertools import pairwise

import pytest

from app.events.commands.play import (
    AddNoteCommand,
    AdvanceTimeCommand,
    AskTopicCommand,
    ChangeLocationCommand,
    GiveItemCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
)
from app.models.sheets.condition import DangerLevel
from app.models.sheets.location import FeatureSheet
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.unit.events.sheets import game_in, with_place
from tests.worlds import new_game


def at_inn() -> Play:
    return Play(at(new_game(), "inn"))


# -- going ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "go east",
        "e",
        "east",
        "go to the inn",
        "enter the broken oar",
        "take the inn door",
        "inn",
        "go thru inn",
        "walk in",
    ],
)
async def test_a_way_is_walked_by_direction_name_or_place(text: str) -> None:
    play = Play()
    if text == "walk in":
        play.state.scenario.current_location_id = "inn"
        assert (await play.do(text)).kinds == ["change_location"]
        return
    played = await play.do(text)
    assert played.commands == [ChangeLocationCommand(location_id="inn")]
    assert "Smoke and warm light." in played.text
    assert "Mara Ironhand, the innkeeper, is here." in played.text


async def test_leaving_by_the_only_way_needs_no_name() -> None:
    played = await at_inn().do("leave")
    assert played.commands == [ChangeLocationCommand(location_id="market")]


async def test_leaving_by_one_of_several_ways_asks_which() -> None:
    played = await Play().do("leave")
    assert played.commands == []
    assert "Which way: the inn door (east, to the Inn) or the left grating (down, to the Prison Cell)?" in played.text


async def test_going_back_follows_the_conversation() -> None:
    play = Play()
    played = await play.all("go down", "go through the hole in the wall", "go back")
    assert played.commands == [ChangeLocationCommand(location_id="cell-1")]


async def test_two_cells_of_one_name_are_asked_about_by_their_ways() -> None:
    play = Play(at(new_game(), "market"))
    sheet = play.state.sheets.location("market")
    second = sheet.exits[1].model_copy(update={"to": "cell-2", "name": "the right grating", "direction": None})
    changed = sheet.model_copy(update={"exits": (*sheet.exits, second)})
    play.state.sheets.locations["market"] = changed
    played = await play.do("go to the prison cell")
    assert played.commands == []
    assert "Which do you mean: the left grating or the right grating?" in played.text
    assert (await play.do("the right one")).commands == [ChangeLocationCommand(location_id="cell-2")]
    await play.all("go back", "go to the grating")
    assert (await play.do("go to the right grating")).commands == [ChangeLocationCommand(location_id="cell-2")]


async def test_a_hidden_way_is_refused_like_one_that_is_not_there() -> None:
    played = await Play().do("go to the tower")
    nowhere = await Play().do("go to the castle")
    assert played.commands == nowhere.commands == []
    assert played.text.replace("tower", "X") == nowhere.text.replace("castle", "X")


async def test_a_locked_way_is_shown_and_refused_in_the_authors_words() -> None:
    play = Play()
    await play.do("examine the well")
    assert "the tower stair (north, to the Tower, locked)" in (await play.do("look")).text
    played = await play.do("go north")
    assert played.commands == [ChangeLocationCommand(location_id="tower")]
    assert played.text == "The stair door is locked."
    assert play.state.here.id == "market"


async def test_coming_back_is_told_shorter_than_the_first_time() -> None:
    play = Play()
    first = await play.do("go east")
    again = await play.all("leave", "go east")
    assert len(again.text) < len(first.text)


# -- looking -------------------------------------------------------------------------------------------------------


async def test_a_look_shows_place_people_things_and_ways() -> None:
    played = await Play().do("look")
    for part in ("Stalls under patched awnings.", "Guard is here.", "the lantern and the anvil", "the inn door (east"):
        assert part in played.text
    assert "tower" not in played.text


async def test_a_look_shows_what_stands_in_the_way_until_it_is_over() -> None:
    play = Play(with_lantern(at(new_game(), "tower")))
    assert "An owl the size of a man." in (await play.do("look")).text
    assert "An owl the size of a man." not in (await play.all("fight the owl", "look")).text


@pytest.mark.parametrize("text", ["examine the old well", "x well", "search the well"])
async def test_examining_a_detail_finds_its_secret(text: str) -> None:
    play = Play()
    played = await play.do(text)
    assert played.kinds == ["discover_secret"]
    assert played.text == "Deep.\n\nA stone gives way: a stair behind it."
    assert (await play.do(text)).text.startswith("Deep.")


@pytest.mark.parametrize(
    ("text", "told"),
    [("x guard", "Bored."), ("x lantern", "Dented, full."), ("x inn door", "The inn door leads east to the Inn.")],
)
async def test_people_things_and_ways_are_examined(text: str, told: str) -> None:
    assert (await Play().do(text)).text == told


async def test_examining_what_is_not_there_says_what_is() -> None:
    played = await Play().do("examine the fountain")
    assert "“fountain”" in played.text
    assert "the old well" in played.text


# -- people --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["talk to mara", "hello", "Greet the innkeeper", "mara", "speak with marra", "hi mara!"]
)
async def test_a_person_greets_back_in_a_message_of_its_own(text: str) -> None:
    played = await at_inn().do(text)
    speech = played.narration.speeches[0]
    assert speech.speaker_id == "mara"
    assert speech.text
    assert "“" not in speech.text
    assert speech.text not in played.text
    assert f"Mara Ironhand: “{speech.text}”" in played.shown.split("\n\n")


@pytest.mark.parametrize(
    "text",
    [
        "ask mara about the owl",
        "ask about the owl",
        "Ask Mara about trouble!",
        "talk to mara about the owl",
        "tell me about the oul",
        "Mara, what about the owl?",
        "what's this about an owl?",
        "ask mara where the owl is",
    ],
)
async def test_a_topic_is_told_and_what_follows_from_it(text: str) -> None:
    play = at_inn()
    played = await play.do(text)
    assert played.commands == [AskTopicCommand(npc_id="mara", topic_id="owl-trouble")]
    assert played.narration.speeches[0].text.startswith("An owl took the tower.")
    assert "“A light for Mara”" in played.text


async def test_a_topic_is_told_shorter_the_second_time() -> None:
    played = await at_inn().all("ask mara about the owl", "ask mara about the owl")
    assert played.narration.speeches[0].text == "The owl, still the owl."


async def test_a_refused_topic_is_refused_in_the_persons_words() -> None:
    play = at_inn()
    played = await play.do("ask mara about the key")
    assert played.narration.speeches[0].text == "Not before I have my lantern."
    assert "brass-key" not in play.state.party.items
    assert "gives you" not in played.text


async def test_asked_for_what_it_cannot_tell_a_person_names_what_it_can_now_and_then() -> None:
    play = at_inn()
    speeches = [(await play.do("ask mara about the sea")).narration.speeches[0].text for _ in range(14)]
    naming = [at for at, text in enumerate(speeches) if "the owl" in text]
    assert naming[:2] == [0, 11]
    assert all(len(set(speeches[at : at + 4])) == 4 for at in range(10))


async def test_speaking_freely_is_answered_and_marked_for_a_model_to_answer_better() -> None:
    turn = await at_inn().carry_out("My brother was a miller once")
    assert turn.addressed_npc_id == "mara"
    assert turn.understood
    assert turn.outcomes == ()
    assert [passage.speaker_id for passage in turn.told if passage.speaker_id] == ["mara"]


async def test_a_promise_is_no_question_about_what_it_names() -> None:
    played = await at_inn().do("I promise to drive off the owl")
    assert played.commands == []
    assert played.narration.speeches


async def test_who_is_not_here_cannot_be_spoken_to() -> None:
    for text in ("talk to mara", "ask mara about the owl", "tell mara I am here", "Mara, are you there?", "mara"):
        played = await Play().do(text)
        assert played.commands == []
        assert played.narration.speeches == ()
        assert "You could talk to Guard." in played.text


async def test_of_two_guards_the_one_spoken_to_is_meant_else_it_asks() -> None:
    state = new_game()
    state.npc("guard-2").current_location_id = "market"
    play = Play(state)
    played = await play.do("talk to the guard")
    assert "Whom do you mean: the first Guard or the second Guard?" in played.text
    assert (await play.do("talk to the second guard")).narration.speeches[0].speaker_id == "guard-2"
    assert (await play.do("talk to the guard")).narration.speeches[0].speaker_id == "guard-2"


async def test_the_same_words_are_not_said_twice_in_a_row() -> None:
    play = at_inn()
    said = [(await play.do("the weather is fine today")).narration for _ in range(12)]
    speeches = [narration.speeches[0].text for narration in said]
    assert all(one != next_one for one, next_one in pairwise(speeches))


async def test_a_person_moves_with_the_first_word_and_now_and_then_never_the_same_way_within_five() -> None:
    play = at_inn()
    gestures = [(await play.do("the weather is fine today")).text for _ in range(13)]
    assert [bool(gesture) for gesture in gestures] == [number % 3 == 0 for number in range(13)]
    for first in range(9):
        seen = [gesture for gesture in gestures[first : first + 5] if gesture]
        assert len(set(seen)) == len(seen)


# -- things --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["take lantern", "Pick up the lamp!", "get lantrn", "grab the lantern please", "take all"]
)
async def test_a_thing_is_taken(text: str) -> None:
    play = Play()
    played = await play.do(text)
    assert played.commands == [TakeItemCommand(item_id="lantern")]
    assert "the lantern" in played.text.lower()


async def test_what_cannot_be_taken_is_refused_in_the_engines_words() -> None:
    played = await Play().do("take the anvil")
    assert played.text == "The anvil cannot be carried away."


async def test_a_detail_or_a_person_is_not_taken() -> None:
    for text in ("take the well", "take guard"):
        played = await Play().do(text)
        assert played.commands == []
        assert "not to be carried away" in played.text


@pytest.mark.parametrize(
    ("name", "plural", "refusal"),
    [
        ("the nets", None, "The nets are not to be carried away."),
        ("the old net", None, "The old net is not to be carried away."),
        ("the herd", True, "The herd are not to be carried away."),
        ("the Ganges", False, "The Ganges is not to be carried away."),
    ],
)
async def test_the_verb_of_a_refusal_agrees_with_a_thing_that_is_several(
    name: str, plural: bool | None, refusal: str
) -> None:
    detail = FeatureSheet(id="detail", name=name, description="Wet.", plural=plural)
    play = Play(game_in(with_place("market", features=(detail,))))
    assert refusal in (await play.do(f"take {name}")).text


@pytest.mark.parametrize("text", ["drop lantern", "put down the lantern", "leave the lantern here", "drop everything"])
async def test_a_thing_is_put_down(text: str) -> None:
    assert (await Play(with_lantern(new_game())).do(text)).kinds == ["drop_item"]


@pytest.mark.parametrize(
    "text",
    [
        "give lantern to mara",
        "give mara the lantern",
        "give her the lamp",
        "hand the lantern over to Mara",
        "give lantern",
    ],
)
async def test_a_gift_is_handed_over_and_thanked_for(text: str) -> None:
    play = Play(with_lantern(at(new_game(), "inn")))
    played = await play.do(text)
    assert played.commands == [GiveItemCommand(item_id="lantern", npc_id="mara")]
    assert played.narration.speeches[0].speaker_id == "mara"


async def test_a_gift_that_is_not_wanted_is_refused_without_thanks() -> None:
    played = await Play(with_lantern(new_game())).do("give lantern to guard")
    assert played.text == "Guard has no use for the lantern and hands it back."
    assert played.narration.speeches == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("use lantern", "You light the lantern."),
        ("light the lamp", "You light the lantern."),
        ("use lantern on well", "It shines down the shaft."),
        ("put the lantern in the well", "It shines down the shaft."),
        ("use well with lantern", "It shines down the shaft."),
    ],
)
async def test_a_thing_is_used(text: str, told: str) -> None:
    assert (await Play(with_lantern(new_game())).do(text)).text == told


@pytest.mark.parametrize("text", ["fight the owl", "attack owl", "fight", "clear the tower", "drive off the great owl"])
async def test_the_last_encounter_clears_the_place_in_the_same_command(text: str) -> None:
    play = Play(with_lantern(at(new_game(), "tower")))
    played = await play.do(text)
    cleared = UpdateLocationStateCommand(
        location_id="tower", complete_encounter="owl", danger_level=DangerLevel.CLEARED
    )
    assert played.commands == [cleared]
    assert "The light drives it off." in played.text


async def test_a_fight_too_early_is_told_as_refused() -> None:
    play = Play(at(new_game(), "tower"))
    played = await play.do("fight owl")
    assert "It beats you back into the dark." in played.text
    assert "The light drives it off." not in played.text
    assert play.state.place("tower").completed_encounters == []


# -- oneself -------------------------------------------------------------------------------------------------------


async def test_waiting_moves_the_clock() -> None:
    assert (await Play().do("wait 2 hours")).commands == [AdvanceTimeCommand(minutes=120)]
    assert (await Play().do("sleep until morning")).commands == [AdvanceTimeCommand(minutes=22 * 60)]


@pytest.mark.parametrize("text", ["wait 99999999999999999999 hours", "wait 9999999 weeks", "wait 0 minutes"])
async def test_an_absurd_wait_is_refused(text: str) -> None:
    played = await Play().do(text)
    assert played.commands == []
    assert played.text


async def test_a_wait_takes_a_month_at_most_because_everybody_lives_through_it() -> None:
    assert (await Play().do("wait 30 days")).commands == [AdvanceTimeCommand(minutes=30 * 24 * 60)]
    played = await Play().do("wait 31 days")
    assert (played.commands, played.text) == ([], "Nobody waits that long: 30 days at a time are the most.")


async def test_inventory_quests_and_who_is_here_are_told() -> None:
    play = Play(with_lantern(at(new_game(), "inn")))
    assert (await play.do("i")).text == "You carry the lantern."
    assert "Still to do: Bring Mara a lantern." in (await play.all("ask mara about the owl", "quests")).text
    assert "Mara Ironhand" in (await play.do("who is here?")).text


async def test_a_note_is_kept_as_it_was_typed_and_a_long_one_refused() -> None:
    kept = AddNoteCommand(text="the Owl hates light.", owner_id="player")
    assert (await Play().do("note that the Owl hates light.")).commands == [kept]
    played = await Play().do("note " + "x" * 1001)
    assert played.commands == []
    assert "1,000" in played.text
