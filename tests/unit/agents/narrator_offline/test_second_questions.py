"""A talk that goes on: second questions about a matter, two questions in one line, questions that point back."""

from collections.abc import Sequence

import pytest

from app.agents.narrator.knowledge.matters import parts_of_line
from app.language.language import default_language
from app.models.sheets.person import TopicSheet, VoiceSheet
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.worlds import new_game

LANDING, SQUARE, ROPEWALK, SHED = "ferry-landing", "varnholt-square", "ropewalk", "boiling-house"


async def said(play: Play, *texts: str) -> str:
    """What is said in the turn of the last of these lines."""
    return " ".join(speech.text for speech in (await play.all(*texts)).narration.speeches)


def with_topics(*topics: TopicSheet, voice: VoiceSheet | None = None) -> GameState:
    """The small world with the party beside Mara, who can tell of these topics."""
    state = at(new_game(), "inn")
    update = {"topics": topics, "voice": voice or VoiceSheet()}
    mara = state.sheets.npc("mara").model_copy(update=update)
    state.sheets.npcs["mara"] = mara
    state.sheets.topics.clear()
    state.sheets.topics.update({topic.id: (mara, topic) for topic in topics})
    return state


@pytest.mark.parametrize(
    ("place", "first", "question", "answer"),
    [
        (LANDING, "who is Henrik?", "how many winters did Henrik ring it?", "Rang it by hand for six winters."),
        (LANDING, "who is Henrik?", "how did he die?", "He died in bed of a cough, warm and dry."),
        (LANDING, "who is Henrik?", "why did Henrik build it in March?", "April would have been sensible"),
        (LANDING, "tell me about the bell", "how heavy is the clapper?", "a clapper weighs forty pounds"),
        (LANDING, "tell me about Ansel", "where does Ansel live?", "At the Boiling House, down the cinder path."),
        (SHED, "tell me about salt", "how many pounds of water for one of salt?", "thirty pounds of water"),
        (SQUARE, "tell me about the village", "where does Hedda work?", "At the Bakehouse."),
        (ROPEWALK, "tell me about the thaw", "when do you lower the lake?", "in January"),
    ],
)
async def test_of_a_topic_that_was_told_the_sentence_is_said_that_answers(
    place: str, first: str, question: str, answer: str
) -> None:
    second = await said(playing(place), first, question)
    assert answer in second
    assert second.count(".") <= 2


@pytest.mark.parametrize(
    ("place", "first", "question"),
    [
        (LANDING, "tell me about the bell", "who cast the bell?"),
        (LANDING, "who is Henrik?", "what did Henrik like to eat?"),
        (ROPEWALK, "where is Ivo?", "what did Ivo dream of?"),
    ],
)
async def test_where_it_knows_no_more_of_a_matter_it_says_so_in_its_own_voice(
    place: str, first: str, question: str
) -> None:
    play = playing(place)
    told = await said(play, first)
    (npc,) = play.state.present()
    played = await play.do(question)
    (speech,) = played.narration.speeches
    own = play.state.sheets.npc(npc.instance_id).voice.no_more
    matters = [topic.name for topic in play.state.sheets.npc(npc.instance_id).topics]
    assert speech.text in {line.replace("{matter}", matter) for line in own for matter in matters}
    assert speech.text not in told
    assert "You could ask about" in played.text


async def test_what_else_can_be_asked_is_not_the_matter_of_which_it_knows_no_more() -> None:
    played = await playing(LANDING).all("who is Henrik?", "what did Henrik like to eat?")
    assert "the tide" in played.text
    assert "Henrik" not in played.text


async def test_an_answer_that_does_not_name_its_topic_is_found_in_its_text() -> None:
    assert "came over that sand" not in await said(playing(LANDING), "hello")
    played = await playing(SQUARE).do("what did he give you a whole penny for?")
    assert played.kinds == ["ask_topic"]
    assert "gave me a whole penny" in played.narration.speeches[0].text


async def test_what_may_not_be_told_yet_is_no_answer_however_well_it_fits() -> None:
    played = await playing(SHED).all("hello", "did you carry it home in a salt sack and put it under the second pan?")
    assert "salt sack" not in " ".join(speech.text for speech in played.narration.speeches)
    assert "ask_topic" not in played.kinds


@pytest.mark.parametrize(
    ("place", "text", "answers"),
    [
        (LANDING, "ok who's Henrik, and whos Ansel?", ("built the frame", "Boils salt")),
        (LANDING, "what about the bell? and when does the tide come?", ("Three nights", "Out for seven hours")),
        (SQUARE, "who is Hedda and how old are you?", ("Hedda shouts", "11 years old")),
        (LANDING, "tell me about Ansel and the tide", ("Boils salt", "Out for seven hours")),
        (SQUARE, "Thank you, I promise I'll bring it back. Where is Ivo?", ("", "He was teaching me the gauge")),
    ],
)
async def test_two_questions_of_one_line_are_answered_in_order(place: str, text: str, answers: Sequence[str]) -> None:
    played = await playing(place).do(text)
    (speech,) = played.narration.speeches
    found = [speech.text.find(answer) for answer in answers]
    assert -1 not in found
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ok who's Henrik, and whos Ansel?", [("ok who's Henrik", True), ("whos Ansel?", True)]),
        ("Sorry, what did you say?", [("Sorry, what did you say?", True)]),
        ("It is late. I am cold. Who are you?", [("It is late. I am cold.", False), ("Who are you?", True)]),
        ("You know who took it, right?", [("You know who took it, right?", True)]),
        ("I came over the pass. It is cold.", [("I came over the pass. It is cold.", False)]),
    ],
)
def test_a_line_is_divided_where_a_question_begins(text: str, parts: list[tuple[str, bool]]) -> None:
    assert parts_of_line(text) == parts


VILLAGE = TopicSheet(id="village", name="the village", text="Nine houses and a well.", again="Nine, and the well.")
REST = TopicSheet(id="rest", name="the rest", aliases=("rest",), text="They went inland, all of them.")
TIME = TopicSheet(id="time", name="the time", aliases=("time",), text="My clock stopped in spring.")
OWL = TopicSheet(id="owl", name="the owl", text="It sits in the tower. It hoots because it is alone.", again="It sits.")


@pytest.mark.parametrize(
    "text",
    [
        "a lantern was coming back toward the village that night",
        "I walked through the village this morning",
        "I do not have time for that",
        "the rest of my things are wet",
        "the village looks empty",
        "was anybody in the village afraid of him?",
        "next time I bring bread",
    ],
)
async def test_a_topic_that_is_named_in_passing_is_not_told(text: str) -> None:
    assert (await Play(with_topics(VILLAGE, REST, TIME)).do(text)).kinds == []


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what is the village like?", "village"),
        ("tell me about the village", "village"),
        ("what happened to the rest?", "rest"),
        ("and the rest?", "rest"),
    ],
)
async def test_a_topic_that_the_line_is_about_is_told(text: str, topic: str) -> None:
    (command,) = (await Play(with_topics(VILLAGE, REST, TIME)).do(text)).commands
    assert getattr(command, "topic_id", "") == topic


@pytest.mark.parametrize("text", ["and why does it?", "why?", "but why?"])
async def test_a_question_that_names_no_matter_is_about_that_of_the_last_answer(text: str) -> None:
    voice = VoiceSheet(no_more=("There ends {matter}.",))
    answer = await said(Play(with_topics(OWL, voice=voice)), "what about the owl?", f"{text}")
    assert answer in {"There ends the owl.", "It sits."}


async def test_a_question_that_points_back_keeps_what_was_asked_before() -> None:
    play = playing(LANDING)
    assert "six winters" in await said(play, "who is Henrik?", "how many winters did he ring it?")
    assert "Henrik" in await said(play, "and why?")


async def test_of_the_matter_of_a_follow_up_no_other_sentence_is_given_for_an_answer() -> None:
    answer = await said(playing(LANDING), "who is Henrik?", "how did he die?", "and when was that?")
    assert "March" not in answer
    assert "winters" not in answer


async def test_a_number_of_another_matter_is_no_answer() -> None:
    answer = await said(playing(LANDING), "who is Henrik?", "and how many are out there now?")
    assert "winters" not in answer


async def test_its_own_words_for_small_talk_come_first_and_none_comes_again_within_six() -> None:
    play = playing(LANDING)
    own = play.state.sheets.npc("tove").lines("small_talk", LANDING, lambda _: True)
    texts = ("nice weather", "fine weather", "lovely weather", "fine weather for ducks", "cold weather", "bad weather")
    heard = [await said(play, text) for text in texts]
    assert len(set(heard)) == len(heard)
    assert set(heard[: len(own)]) == set(own)


async def test_what_it_offers_are_matters_that_it_has_not_told() -> None:
    play = playing(LANDING)
    texts = [await said(play, text) for text in ("who is Henrik?", "tell me about the bell", "what is a walrus?")]
    assert "Ansel and the tide" in texts[-1]


def test_no_stock_line_for_what_is_not_known_is_long() -> None:
    lines = [line for name in ("unknown_silent", "no_more") for line in default_language().lines(f"manners.{name}")]
    assert max(len(line.split()) for line in lines) <= 10


@pytest.mark.parametrize(
    ("place", "text", "answer"),
    [
        (LANDING, "how old are you?", "Fifty-eight. I have it chalked nowhere"),
        (LANDING, "where do you live?", "At the Ferry Landing."),
        (SQUARE, "who is Hedda Brask?", "Hedda Brask, baker. At the Bakehouse."),
        ("upper-hut", "who is Wenzel?", "Wenzel Ambrus, clock-mender, stuck for the winter. At the Idle Mill."),
        ("upper-hut", "where does Wenzel live?", "At the Idle Mill."),
    ],
)
async def test_what_somebody_knows_of_itself_and_others_is_an_answer(place: str, text: str, answer: str) -> None:
    assert answer in await said(playing(place), text)


async def test_a_place_to_which_no_way_can_be_seen_is_not_told() -> None:
    play = playing("upper-hut")
    assert "Gauge Gallery" not in await said(play, "where does Wenzel live?")
    hidden = next(way.to for place in play.state.sheet.locations for way in place.exits if way.hidden_until is not None)
    for location in play.state.sheet.locations:
        ways = [way for way in location.exits if way.to == hidden]
        assert all(way.hidden_until is not None for way in ways)
    update = {"home_location": hidden, "work_location": None}
    play.state.sheets.npcs["wenzel"] = play.state.sheets.npc("wenzel").model_copy(update=update)
    assert play.state.name(hidden) not in await said(play, "where does Wenzel live?")


async def test_what_was_only_asked_about_a_matter_is_no_event_of_the_story() -> None:
    played = await playing(LANDING).all("who is Henrik?", "how many winters did he ring it?")
    (speech,) = played.narration.speeches
    assert speech.quoted == ((0, len(speech.text)),)
    assert played.commands == []
