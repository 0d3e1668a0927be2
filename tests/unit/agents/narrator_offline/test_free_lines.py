"""Lines as people type them who know no grammar: several parts, pronouns, phrases, questions, slips of the pen."""

import pytest

from app.agents.narrator.understanding.naming import Thing, ThingKind, resolve
from app.agents.narrator.understanding.typed_words import name_words
from app.models.messages.message import Role
from app.models.sheets.condition import ItemHeld
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.worlds import new_game, say

ALONE, COMPANY = "pass-road", "varnholt-square"


async def test_an_errand_of_somebody_is_not_the_way_to_them() -> None:
    play = playing(COMPANY)
    await play.do("go to the ropewalk")
    await play.do("go to the square")
    await play.do("I walk on Jorun's errand now")
    assert play.state.here.id == COMPANY


@pytest.mark.parametrize(
    "text", ["hm, onwards down the old road now, at last", "well then I will be heading for Varnholt at once"]
)
async def test_alone_what_names_nothing_but_one_way_walks_it(text: str) -> None:
    play = playing(ALONE)
    await play.do(text)
    assert play.state.here.id != ALONE


@pytest.mark.parametrize("text", ["what have I got in my pockets?", "what am I carrying?", "do I have anything?"])
async def test_what_the_party_carries_is_told_where_it_is_asked_for(text: str) -> None:
    assert "sealed letter" in (await playing(ALONE).do(text)).text


@pytest.mark.parametrize("text", ["what do I see around me here?", "what can we see?"])
async def test_what_is_seen_here_is_told_where_it_is_asked_for(text: str) -> None:
    assert "Ways from here" in (await playing(ALONE).do(text)).text


async def test_what_was_not_done_is_named_where_something_stops_the_line() -> None:
    play = playing(COMPANY)
    played = await play.do("go to the wheel-house, take the pump and drop the letter")
    assert played.text.endswith("Not done: “take the pump” and “drop the letter”.")
    assert not played.commands


async def test_to_have_a_thing_already_stops_nothing() -> None:
    play = playing(COMPANY)
    played = await play.do("pick up the letter and go to the chapel")
    assert played.text.startswith("You have the sealed letter already.")
    assert play.state.here.id == "chapel"


async def test_a_pronoun_in_a_question_means_who_was_spoken_of() -> None:
    play = playing("ropewalk")
    await play.do("tell me about Ivo")
    played = await play.do("where is he? where did he go")
    (speech,) = played.narration.speeches
    assert played.kinds == ["ask_topic"]
    assert "An hour, he said" in speech.text


async def test_a_pronoun_means_who_was_spoken_of_last_by_anybody() -> None:
    play = playing("boiling-house")
    say(play.state, "Tove rows.", role=Role.NPC, speaker_id="ansel", speaker_name="Ansel")
    played = await play.do("where is she?")
    assert "Tove Marrick" in played.text or played.kinds == ["ask_topic"]


async def test_what_is_asked_about_it_is_the_topic_spoken_of() -> None:
    play = playing("ropewalk")
    await play.do("what ring?")
    played = await play.do("ask her about it")
    assert [str(getattr(command, "topic_id", "")) for command in played.commands] == ["jorun-ring"]


def thing(any_id: str, *names: str) -> Thing:
    return Thing(ThingKind.FEATURE, any_id, names[0], tuple(name_words(name) for name in names))


PANS, FLOOR = thing("pans", "the salt pans", "pan"), thing("floor", "the floor", "second pan")
LAMP, TABLE, WAY = thing("lamp", "lamp"), thing("table", "table"), thing("way", "the toll house door", "in")
HOUSE = thing("house", "Boiling House")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("the floor under the second pan", ["floor"]),
        ("the second pan", ["floor"]),
        ("the lamp on the table", ["lamp"]),
        ("the table under the lamp", ["table"]),
        ("the lamp in the house", ["lamp"]),
        ("lamp table", ["lamp", "table"]),
        ("bolier house", ["house"]),
        ("broken house", []),
    ],
)
def test_the_best_match_of_a_phrase_wins_and_else_all_remain(typed: str, expected: list[str]) -> None:
    assert [found.id for found in resolve(typed, [PANS, FLOOR, LAMP, TABLE, WAY, HOUSE])] == expected


async def test_whether_a_deed_is_possible_is_told_with_the_way_or_what_keeps_from_it() -> None:
    play = playing("causeway")
    assert (await play.do("can I get past the seal?")).text.startswith("Not as things are now. A bull seal lies")
    assert "no room to walk round him" in (await play.do("can I go north?")).text
    assert (await playing(COMPANY).do("can we leave?")).text.startswith("Ways from here")
    play.state.party.items.append("herring-bucket")
    condition = play.state.sheets.encounter("bull-seal")[1].condition
    assert isinstance(condition, ItemHeld)
    assert (await play.do("can I get past the seal?")).text == "You could, as far as you can see: get past the seal."
    assert (
        await play.do("how do I get to the landing?")
    ).text == "You could, as far as you can see: go by the stones south."


@pytest.mark.parametrize("text", ["what does the milestone say", "what's written on the milestone?"])
async def test_what_a_thing_says_is_read(text: str) -> None:
    assert (await playing(ALONE).do(text)).text.startswith("VARNHOLT 1, ORSENNE 41.")


@pytest.mark.parametrize(
    ("text", "name"), [("look at the milstone", "milestone"), ("go to the vilage", "village square")]
)
async def test_the_name_that_a_slip_was_taken_for_is_shown(text: str, name: str) -> None:
    played = await playing(ALONE).do(text)
    assert played.text.startswith(f"(You mean “{name}”.)")


@pytest.mark.parametrize("text", ["who is Ragna?", "what is a windmill?", "whats that tower"])
async def test_a_question_alone_is_answered_plainly_and_not_with_a_list_of_commands(text: str) -> None:
    assert (await playing(ALONE).do(text)).text == "Nothing that you have seen or heard answers that."


async def test_a_question_of_time_that_nothing_answers_is_answered_with_the_time_that_it_is() -> None:
    played = await playing(ALONE).do("how long until it snows?")
    assert played.text == "Nothing that you have seen or heard answers that. It is morning: Day 1, 07:30."


async def test_an_unknown_deed_to_a_thing_is_answered_with_the_thing() -> None:
    played = await playing("boiling-house").do("unimagine the ash heap")
    assert played.text.startswith("You try to unimagine the ash heap.")
    assert "The ash heap stays as it is." in played.text


async def test_who_is_spoken_to_and_not_here_was_last_seen_somewhere() -> None:
    play = playing("ferry-landing")
    await play.all("hello", "go east")
    play.state.npc("ansel").current_location_id = None
    played = await play.do("Tove, what is it?")
    assert played.text == "Tove Marrick is not here. You last saw Tove Marrick at the Ferry Landing, just now."


@pytest.mark.parametrize(
    "text", ["throw the fish to the seal", "give the whole bucket to the seal", "give the seal the fish"]
)
async def test_what_is_thrown_or_given_to_what_stands_in_the_way_is_used_on_it(text: str) -> None:
    play = playing("causeway")
    play.state.party.items.append("herring-bucket")
    assert len((await play.do(text)).kinds) == 1
    assert play.state.place("causeway").completed_encounters == ["bull-seal"]


async def test_where_a_thing_or_a_place_is_that_the_party_knows() -> None:
    play = Play(with_lantern(new_game()))
    assert (await play.do("where is the lantern?")).text == "You carry the lantern."
    await play.do("drop lantern")
    assert (await play.do("where's the lantern")).text == "The lantern is here."
    await play.do("look")
    at(play.state, "cell-1")
    assert (await play.do("where is the lantern?")).text.startswith("You last saw the lantern at")


async def test_the_way_to_a_known_place_is_told() -> None:
    play = playing("ferry-landing")
    await play.do("go east")
    assert "leads west to the Ferry Landing" in (await play.do("where is the landing?")).text
    assert "leads west to the Ferry Landing" in (await play.do("which way is the landing?")).text
    assert (await play.do("where is the causeway?")).text == (
        "The way to the Causeway begins here: the door (west, to the Ferry Landing). It is a walk of about 15 minutes."
    )
