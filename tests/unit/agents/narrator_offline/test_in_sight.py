"""Questions of a player who is alone, about what is in sight: answered out of the place, its ways and its things."""

import pytest

from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_handling import playing

PASS, ROCK, LANDING, CAUSEWAY = "pass-road", "bell-rock", "ferry-landing", "causeway"
NO_MORE = "You cannot make out more than that."
NOTHING = "Nothing that you have seen or heard answers that."


def alone(place: str, *, cleared: bool = False) -> Play:
    """Alone at a place; ``cleared``: nothing stands in the way there any more."""
    play = playing(place)
    for npc in play.state.present():
        npc.current_location_id = None
    if cleared:
        play.state.place(place).completed_encounters = [each.id for each in play.state.here.encounters]
    return play


def known(state: GameState, *places: str) -> GameState:
    for place in places:
        state.place(place).visits += 1
    return state


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        (CAUSEWAY, "why can't I go north?", "The bull seal lies across the stones, and there is no room"),
        (CAUSEWAY, "what's blocking my way?", "A bull seal lies across the stones"),
        (PASS, "what's stopping me from going up the track?", "Two herd dogs, the colour of old snow"),
        (PASS, "what are those roofs down there?", "From here the village is a handful of roofs below you"),
        (PASS, "is anybody watching me?", "Nobody is here but you."),
        (PASS, "why can't I go up the goat track?", "The herd dogs have the track"),
        (CAUSEWAY, "is there another way round?", "Ways from here: the stones south (south,"),
        (PASS, "is there any other way up?", "Ways from here: the road down (down,"),
        (PASS, "is the goat track locked?", "The herd dogs have the track"),
        (LANDING, "is the slip locked?", "Tove Marrick's oar comes down across the slip"),
        (LANDING, "is the cinder path open?", "The cinder path leads east to the Boiling House."),
        (PASS, "what's behind the goat track?", "A goat track climbs among the pines"),
        (CAUSEWAY, "what's to the north?", "North, the last stones climb to a black rock"),
        (PASS, "how far is it to the village?", "It is a walk of about 20 minutes."),
        (PASS, "how long does it take to walk down?", "It is a walk of about 20 minutes."),
        (CAUSEWAY, "how far is the rock from here", "It is a walk of about 10 minutes."),
        (PASS, "what can I do with the milestone?", "VARNHOLT 1, ORSENNE 41."),
        (ROCK, "what can I do with the float?", "A net float of blue glass"),
        (PASS, "what can I do with the letter?", "Heavy paper, red wax"),
        (PASS, "is anything written on the milestone?", "VARNHOLT 1, ORSENNE 41."),
        (PASS, "are the dogs dangerous?", "So far they have only shown you what with."),
        (PASS, "is it safe here?", "Two herd dogs, the colour of old snow"),
        (CAUSEWAY, "what's that noise?", "Thousands of tiny holes in the sand open and close"),
        (CAUSEWAY, "why is it so quiet", "Thousands of tiny holes in the sand open and close"),
        (PASS, "what do I hear?", "The wind drags a little dry snow across the road"),
        (PASS, "is it getting dark?", "It is morning: Day 1, 07:30."),
        (PASS, "did I bring the letter?", "You carry the sealed letter."),
        (PASS, "did I bring a rope?", "You carry the sealed letter."),
    ],
)
async def test_it_is_answered_from_the_world(place: str, text: str, told: str) -> None:
    played = await alone(place).do(text)
    assert told in played.text
    assert not played.commands


async def test_where_one_came_from_is_known() -> None:
    play = alone(PASS)
    assert "You came here" not in (await play.do("where did I come from?")).text
    await play.do("go down")
    for npc in play.state.present():
        npc.current_location_id = None
    assert (await play.do("which way did I come?")).text == "You came here from the Pass Road."


async def test_a_way_of_several_places_is_as_long_as_all_of_them() -> None:
    play = alone(ROCK)
    known(play.state, CAUSEWAY, LANDING)
    told = (await play.do("how far is it back to the landing?")).text
    assert told.startswith("The way to the Ferry Landing begins here: the stones (south, to the Causeway).")
    assert told.endswith("It is a walk of about 20 minutes.")


async def test_a_place_that_is_not_known_yet_is_at_no_distance() -> None:
    assert (await alone(PASS).do("how far is it to the weir?")).text == NOTHING


async def test_what_is_in_sight_but_says_no_more_is_answered_so() -> None:
    played = await alone(PASS).do("is the milestone very old?")
    assert played.text.startswith("VARNHOLT 1, ORSENNE 41.")
    assert played.text.endswith(NO_MORE)
    assert not played.narration.understood


async def test_a_question_after_something_told_is_answered_from_there() -> None:
    told = await alone(PASS).all("examine the milestone", "is anything else written on it?")
    assert told.text.startswith("VARNHOLT 1")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("is it raining?", NOTHING),
        ("who built all this?", NOTHING),
        ("what can I do with the lever?", "You see nothing called “lever” here."),
        ("is the door locked?", "You see nothing called “door” here."),
    ],
)
async def test_what_is_not_here_is_not_told_of(text: str, told: str) -> None:
    played = await alone(PASS).do(text)
    assert played.text.startswith(told)
    assert played.narration.understood == (told != NOTHING)


async def test_a_way_that_may_be_locked_and_is_not_is_told_to_be_open() -> None:
    told = (await alone(CAUSEWAY, cleared=True).do("is the way to the rock still blocked?")).text
    assert told.endswith("Nothing bars the way.")


async def test_what_hides_is_not_found_by_asking() -> None:
    play = alone("weir-crown")
    for text in ("is there anything behind the ice curtain?", "where does the old drain go?", "is the drain locked?"):
        told = (await play.do(text)).text
        assert "Down the ladder" not in told
        assert "Three steps in" not in told
    assert not play.state.place("weir-crown").discovered_secrets


async def test_where_an_obstacle_stands_a_question_whether_one_can_pass_tells_of_it() -> None:
    assert "A goat track climbs" in (await alone(PASS).do("where does the goat track go?")).text
    told = (await alone(CAUSEWAY).do("whoa, big fella. could I just squeeze past him slowly?")).text
    assert told.startswith("Not as things are now. A bull seal lies across the stones")


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("look at the milestone up close", "VARNHOLT 1"),
        ("examine the milestone from here", "VARNHOLT 1"),
        ("look at the milestone over there", "VARNHOLT 1"),
        ("read the milestone for a while", "VARNHOLT 1"),
        ("touch the snow with my hands", "Hard as plaster outside"),
        ("feel the snow with both hands", "Hard as plaster outside"),
        ("read the letter closely", "Heavy paper"),
    ],
)
async def test_a_phrase_of_manner_place_or_instrument_is_no_part_of_a_name(text: str, deed: str) -> None:
    assert (await alone(PASS).do(text)).text.startswith(deed)


@pytest.mark.parametrize(
    "text",
    [
        "throw the seal a herring",
        "I toss a herring to the seal, well off to the side",
        "I throw him a couple of herrings off to the side",
        "toss the seal some fish",
    ],
)
async def test_what_is_thrown_to_an_obstacle_is_used_on_it(text: str) -> None:
    play = alone(CAUSEWAY)
    play.state.party.items.append("herring-bucket")
    await play.do("look at the seal")
    told = (await play.do(text)).text
    assert play.state.place(CAUSEWAY).completed_encounters == ["bull-seal"]
    assert "On both sides" not in told


async def test_something_is_put_down_off_to_the_side() -> None:
    play = alone(PASS)
    assert (await play.do("put the letter down off to the side")).kinds == ["drop_item"]
    assert (await play.do("pick it up with both hands")).kinds == ["take_item"]


@pytest.mark.parametrize("text", ["back away slowly", "step away from the dogs", "I step back", "stand back"])
async def test_to_back_away_is_not_to_leave(text: str) -> None:
    played = await alone(PASS).do(text)
    assert played.text == "You draw back a little."
    assert not played.commands


async def test_the_deed_before_backing_away_is_done() -> None:
    play = alone(CAUSEWAY)
    play.state.party.items.append("herring-bucket")
    played = await play.do("I set the whole bucket down in front of the seal and back away slowly")
    assert play.state.place(CAUSEWAY).completed_encounters == ["bull-seal"]
    assert played.text.endswith("You draw back a little.")
    assert play.state.here.id == CAUSEWAY


@pytest.mark.parametrize(
    "text",
    ["look at the scale with the lantern", "I hit the brass scale with the lantern", "scan the scale with my lamp"],
)
async def test_what_is_done_with_something_carried_that_the_thing_knows_is_its_use(text: str) -> None:
    play = alone("gauge-gallery")
    play.state.party.items.append("storm-lantern")
    assert (await play.do(text)).text.startswith("You hold the light along the scale.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("look at the roofs", "From here the village is a handful of roofs below you on the one side"),
        ("examine the tall pines", "up among the pines."),
        ("look at the wind", "The wind drags a little dry snow across the road and then drags it back."),
        ("go to the pines", "up among the pines."),
        ("what are those pines?", "up among the pines."),
    ],
)
async def test_what_the_place_tells_of_is_told_in_its_own_sentence(text: str, told: str) -> None:
    text = (await alone(PASS).do(text)).text
    assert told in text
    assert "You see no" not in text
    assert "A milestone stands" not in text


async def test_what_is_only_told_of_stays_where_it_is() -> None:
    played = await alone(PASS).do("take the pines")
    assert played.text.startswith("The pines are not to be carried away.")
    assert not played.commands


async def test_what_a_thing_tells_of_is_known_once_it_was_looked_at() -> None:
    play = alone(PASS)
    assert "nothing called “lake”" in (await play.do("look at the lake")).text
    told = (await play.all("examine the milestone", "look at the lake")).text
    assert told.startswith("You suppose it is a joke until you turn round and see the lake")


@pytest.mark.parametrize(
    "text",
    ["go on", "onward", "onwards!", "go forward", "keep going", "carry on", "go further", "continue", "press on"],
)
async def test_onward_is_the_only_way_that_is_not_back(text: str) -> None:
    play = alone(LANDING)
    play.state.quest("silent-bell").status = QuestStatus.ACTIVE
    await play.do("go north")
    play.state.place(CAUSEWAY).completed_encounters = ["bull-seal"]
    await play.do(text)
    assert play.state.here.id == ROCK


async def test_onward_with_a_goal_goes_there() -> None:
    for text in ("onwards to Bell Rock!", "I carry on along the last stones till I get to the rock"):
        play = alone(CAUSEWAY, cleared=True)
        await play.do(text)
        assert play.state.here.id == ROCK


async def test_a_way_that_is_walked_is_understood() -> None:
    play = alone(LANDING)
    played = await play.do("my feet carry me along the cinder path")
    assert (play.state.here.id, played.narration.understood) == ("boiling-house", True)


async def test_onward_at_an_obstacle_tells_of_it_and_in_a_dead_end_of_the_way_back() -> None:
    play = alone(LANDING)
    play.state.quest("silent-bell").status = QuestStatus.ACTIVE
    assert "The bull seal lies across the stones" in (await play.all("go north", "go on")).text
    assert "The bull seal lies across the stones" in (await play.do("why can't I go on?")).text
    play.state.place(CAUSEWAY).completed_encounters = ["bull-seal"]
    played = await play.all("go north", "go further")
    assert played.text.startswith("You see no way on from here.")
    assert not played.commands


async def test_onward_asks_back_where_more_than_one_way_fits() -> None:
    play = alone(PASS)
    await play.do("go down")
    told = (await play.do("onward")).text
    assert told.startswith("Which way: the bakehouse door")
    assert "the road up" not in told


@pytest.mark.parametrize(
    "text",
    [
        "back the way I came",
        "go back the way I came",
        "go back to where I came from",
        "return where I came from",
        "let's head back the way we came",
    ],
)
async def test_the_way_one_came_is_the_way_back(text: str) -> None:
    play = alone(LANDING)
    play.state.quest("silent-bell").status = QuestStatus.ACTIVE
    await play.all("go north", text)
    assert play.state.here.id == LANDING


@pytest.mark.parametrize(
    "text", ["get out of here", "out of here", "get away from here", "run away", "wander off", "leave this place"]
)
async def test_out_of_here_is_the_way_out(text: str) -> None:
    play = alone("toll-house")
    await play.do(text)
    assert play.state.here.id == "varnholt-square"


@pytest.mark.parametrize("text", ["go home", "go somewhere warm", "get out of here", "go somewhere else"])
async def test_a_goal_that_fits_several_ways_is_asked_back(text: str) -> None:
    played = await alone(CAUSEWAY, cleared=True).do(text)
    assert played.text.startswith("Which way: the stones south (south, to the Ferry Landing) or the last stones")
    assert not played.commands
