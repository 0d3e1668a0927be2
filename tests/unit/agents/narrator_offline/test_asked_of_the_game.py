"""What the player asks the game itself is answered of what is seen, known and said, else honestly not at all."""

import pytest

from app.models.instances.world_state import RunningTimer
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.unit.agents.narrator_offline.test_second_questions import LANDING, SQUARE

UNKNOWN = "Nothing that you have seen or heard answers that."


@pytest.mark.parametrize(
    ("kind", "question", "answer"),
    [
        ("q_carry", "wat do i have on me rn", "You carry nothing."),
        ("q_people", "anyone about?", "Tove Marrick"),
        ("q_ways", "which way from here", "Ways from here"),
        ("q_self", "who am i supposed to be?", "You are Ann."),
        ("q_time", "how late is it", "Day 1"),
        ("q_promised", "what did i promise", "You remember no promise of yours."),
        ("q_where", "where is the herring bucket?", "The herring bucket is here."),
        ("q_said", "what did Tove say about the clapper?", UNKNOWN),
        ("q_world", "who is the king of this country?", UNKNOWN),
        ("q_who", "who is Ansel?", UNKNOWN),
        ("q_who", "who is Tove?", "Tove Marrick, ferrywoman."),
    ],
)
async def test_the_game_answers_by_the_kind_of_the_question(kind: str, question: str, answer: str) -> None:
    assert answer in await playing(LANDING).ask_game(question, kind)


async def test_what_somebody_here_said_is_repeated_by_the_game() -> None:
    play = playing(LANDING)
    await play.do("tell me about the bell")
    assert "a clapper weighs forty pounds" in await play.ask_game("what did Tove say about the clapper?", "q_said")


async def test_a_description_that_only_shares_a_word_is_no_answer() -> None:
    play: Play = playing(SQUARE)
    assert await play.ask_game("who dug the pump and when was the village founded?", "q_world") == UNKNOWN


@pytest.mark.parametrize(
    ("place", "question", "answer"),
    [
        ("causeway", "can I get round the seal without it biting me?", "It is higher than your waist"),
        ("bell-rock", "could I carry all this stuff at once?", UNKNOWN),
        ("bell-rock", "can I see who is on the shore?", "South, the stones lead back"),
        ("bell-rock", "can I do anything here?", "You could: "),
        ("bell-rock", "what can I do now", "You could: "),
    ],
)
async def test_whether_one_deed_is_possible_is_not_answered_with_all_that_can_be_done(
    place: str, question: str, answer: str
) -> None:
    played = await playing(place).do(question)
    assert answer in played.text


def with_timer(play: Play, timer_id: str, minutes: int) -> Play:
    """The same game with a timer that is due in so many minutes."""
    play.state.world.timers[timer_id] = RunningTimer(due=play.state.clock.minutes + minutes)
    return play


@pytest.mark.parametrize(
    ("minutes", "question", "answer"),
    [
        (172, "how long until the tide turns?", "It is 2 hours and 52 minutes until the turn of the tide, today at"),
        (61, "when does the water come back?", "It is an hour and a minute until the turn of the tide"),
        (1, "how much time is left", "It is a minute until the turn of the tide"),
        (45, "how many minutes do I have", "It is 45 minutes until the turn of the tide"),
        (600, "how long until the turn of the tide", "It is 10 hours until the turn of the tide, tomorrow at 01:"),
    ],
)
async def test_players_are_answered_how_long_a_timer_has_left_that_they_know_of(
    minutes: int, question: str, answer: str
) -> None:
    play = with_timer(playing("causeway"), "turn-of-the-tide", minutes)
    assert answer in await play.ask_game(question, "q_time")


@pytest.mark.parametrize("question", ["how long until the torch is burnt down?", "how long is the causeway?"])
async def test_nobody_is_answered_of_a_timer_that_players_do_not_know_of(question: str) -> None:
    play = with_timer(playing("causeway"), "torch-burning", 5)
    assert "minutes" not in await play.ask_game(question, "q_time")


async def test_a_timer_that_does_not_run_has_no_time_left() -> None:
    assert "turn of the tide" not in await playing("causeway").ask_game("how long until the tide turns?", "q_time")


@pytest.mark.parametrize(
    ("place", "question", "answer"),
    [
        ("causeway", "do seals bite", "So far it has only coughed."),
        ("causeway", "who put the stakes here", "They were driven in by hand"),
        ("bell-rock", "does the tide cover the rock?", "The weed stands chest high"),
        ("ferry-landing", "do seals bite", UNKNOWN),
    ],
)
async def test_facts_of_what_is_here_answer(place: str, question: str, answer: str) -> None:
    assert answer in await playing(place).ask_game(question, "q_world")
