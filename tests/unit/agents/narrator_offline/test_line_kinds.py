"""Lines beside a person that are not for that person's ears: deeds in any wording, questions to the game, thoughts."""

import pytest

from app.agents.narrator.understanding.intents import Wish
from app.agents.narrator.understanding.parser import understand
from app.language.language import default_language
from app.language.reading.line_kinds import LineKind
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.unit.agents.narrator_offline.wishes import Examine, Say, Take, Unknown

LANDING, HOUSE = "ferry-landing", "boiling-house"


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        (LANDING, "ok I'll just grab the bucket then, she can yell at me if she minds", Take("the bucket")),
        (HOUSE, "I crouch and have a look under the second pan", Examine("the second pan")),
        (
            HOUSE,
            "he keeps glancing at the floor... I crouch and have a look under the second pan",
            Examine("the second pan"),
        ),
    ],
)
def test_a_deed_is_done_in_any_wording(place: str, text: str, expected: object) -> None:
    (intent,) = understand(playing(place).state, text)
    assert intent == expected


async def test_a_deed_without_a_known_verb_is_tried() -> None:
    played = await playing(HOUSE).do("I measure the rafters with my belt")
    assert played.narration.speeches == ()
    assert played.text.startswith("You try to measure the rafters with your belt.")
    assert played.narration.understood


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
        ("could I see what is in the bucket from here?", "A wooden bucket"),
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


async def test_a_thought_is_heard_by_nobody() -> None:
    play = playing(HOUSE)
    assert understand(play.state, "I wonder what he's hiding") == (Unknown("I wonder what he's hiding"),)
    played = await play.do("I wonder what he's hiding")
    assert played.text in default_language().lines("telling.musing")
    assert played.narration.speeches == ()
    assert not played.narration.understood


@pytest.mark.parametrize("text", ["I'll think about it", "I don't think he did it", "I'll carry the bucket for you"])
def test_what_only_begins_like_a_deed_is_said(text: str) -> None:
    assert understand(playing(LANDING).state, text) == (Say(text),)


def test_the_kind_of_what_no_rule_reads_is_kept() -> None:
    (intent,) = understand(playing(LANDING).state, "I juggle three stones behind my back")
    assert intent.wish is Wish.UNKNOWN
    assert intent.kind is LineKind.DEED


async def test_a_nod_and_a_smile_are_told_as_one_gesture() -> None:
    assert (await playing(LANDING).do("I nod to her and smile")).text.startswith("You nod to Tove Marrick.")
