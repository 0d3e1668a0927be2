"""Lines beside a person that are not for that person's ears: deeds in any wording, questions to the game, thoughts."""

import pytest

from tests.unit.agents.narrator_offline.test_handling import playing

LANDING, HOUSE = "ferry-landing", "boiling-house"


async def test_a_deed_without_a_known_verb_is_done_by_the_player() -> None:
    played = await playing(HOUSE).do("I practise my bow in front of the wall")
    assert played.narration.speeches == ()
    assert played.text.startswith("You practise your bow in front of the wall.")


async def test_a_hand_is_laid_on_a_person() -> None:
    played = await playing(LANDING).do("I put my hand on her arm")
    assert played.text.startswith("You put your hand on her arm.\n\nTove Marrick")
    assert not played.commands
    assert not played.narration.understood


async def test_a_hand_is_laid_on_a_person_and_something_is_said() -> None:
    played = await playing(LANDING).do("I put my hand on her arm and tell her I'll find it, I swear")
    assert played.text.startswith("You put your hand on her arm.")
    assert [speech.speaker_id for speech in played.narration.speeches] == ["tove"]
    assert played.narration.understood


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("could I see anything of the tide board?", "Chalk on slate"),
    ],
)
async def test_a_question_to_the_game_is_answered_by_the_narrator(text: str, answer: str) -> None:
    played = await playing(LANDING).do(text)
    assert answer in played.text
    assert played.narration.speeches == ()
    assert not played.commands


async def test_a_question_that_nothing_in_sight_answers_is_asked_of_who_is_there() -> None:
    played = await playing(LANDING).do("what colour is my horse?")
    assert [speech.speaker_id for speech in played.narration.speeches] == ["tove"]
    assert played.narration.understood


async def test_a_nod_and_a_smile_are_told_as_one_gesture() -> None:
    assert (await playing(LANDING).do("I nod to her and smile")).text.startswith("You nod to Tove Marrick.")
