"""What the player asks the game itself is answered of what is seen, known and said, else honestly not at all."""

import pytest

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
        ("causeway", "can I get round the seal without it biting me?", "A bull seal lies across the stones"),
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
