"""Times beside events in questions to a person: before and after what it knows of, and since when it has known."""

import pytest

from app.language.language import default_language
from app.models.memory_id import make_message_id
from app.models.messages.message import Role
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.unit.agents.narrator_offline.test_recalling import DAY, answer, at_inn, heard, remembers, said_by
from tests.worlds import say

CUP = "My brother has hidden the silver cup under the old bridge."
FIRE = "Last night there was a great fire at the mill."
PLATE = "My cousin has hidden a golden plate in the well."


@pytest.fixture
def told() -> GameState:
    return heard(at_inn(), CUP, FIRE, PLATE)


@pytest.mark.parametrize(
    ("question", "wanted", "left_out"),
    [
        ("What did I tell you before the fire?", CUP, PLATE),
        ("What did I tell you after the fire?", PLATE, CUP),
        ("What did I say to you since the fire?", PLATE, CUP),
        ("What was hidden before the fire?", CUP, PLATE),
        ("What was hidden after the fire, do you know?", PLATE, CUP),
        ("What was hidden after the blaze?", PLATE, CUP),
        ("What was hidden until I told you of the golden plate?", CUP, PLATE),
    ],
)
def test_only_what_was_beside_the_event_answers(told: GameState, question: str, wanted: str, left_out: str) -> None:
    said = answer(told, question)
    assert wanted in said
    assert left_out not in said


def test_a_time_beside_an_unknown_event_limits_nothing(told: GameState) -> None:
    said = answer(told, "What did I tell you before the wedding?")
    assert PLATE in said
    assert CUP in answer(told, "Where has my brother hidden the silver cup since the wedding?")


def test_what_happened_beside_an_event_is_told_of_memories(told: GameState) -> None:
    remembers(told, "A grey cat ran across the yard.", game_time=told.clock.minutes - 4)
    told.clock.minutes += 300
    remembers(told, "A red cart came over the pass.")
    assert "A red cart" in answer(told, "What happened after the fire?")
    assert "A grey cat" in answer(told, "What has happened before the fire?")


@pytest.mark.parametrize(
    "question", ["Since when do you know of the silver cup?", "How long have you known of the silver cup?"]
)
def test_since_when_is_answered_with_the_first_time(question: str) -> None:
    state = heard(at_inn(), CUP)
    state.clock.minutes += 3 * 24 * 60
    heard(state, "The silver cup was my grandmother's.")
    state.clock.minutes += 24 * 60
    said = answer(state, question)
    assert said.startswith("Four days ago")
    assert CUP in said


def test_since_when_something_is_so_is_the_day_of_the_first_memory_of_it() -> None:
    state = at_inn()
    remembers(state, "The mill wheel stands still.")
    state.clock.minutes += 2 * 24 * 60
    remembers(state, "The mill wheel stands still and is full of ice.")
    state.clock.minutes += 24 * 60
    assert "three days ago" in answer(state, "Since when does the mill wheel stand still?")


def test_when_something_was_last_said_is_answered_with_the_last_time() -> None:
    state = heard(at_inn(), "The last ferry has sunk.", CUP)
    state.clock.minutes += 2 * 24 * 60
    heard(state, "The silver cup is bent.")
    state.clock.minutes += 24 * 60
    said = answer(state, "When did I last tell you of the silver cup?")
    assert said.startswith("Yesterday")
    assert "bent" in said


BUCKET = "Élan took the bucket of fish out of the shed."


@pytest.mark.parametrize(
    ("question", "when"),
    [
        ("When did I last take the bucket?", "yesterday"),
        ("When was the last time I took the bucket?", "yesterday"),
        ("When did I take the bucket?", "yesterday"),
        ("When did I first take the bucket?", "four days ago"),
        ("When was the first time I took the bucket?", "four days ago"),
    ],
)
@pytest.mark.parametrize(
    "lines", [(BUCKET, "Élan took the bucket."), ("Élan took the bucket.", BUCKET), (BUCKET, BUCKET)]
)
def test_of_what_happened_twice_the_last_or_the_first_is_told_as_asked(
    question: str, when: str, lines: tuple[str, str]
) -> None:
    state = at_inn()
    remembers(state, lines[0])
    state.clock.minutes += 3 * DAY
    remembers(state, lines[1])
    state.clock.minutes += DAY
    assert when in answer(state, question)


@pytest.mark.parametrize(
    ("question", "wanted", "left_out"),
    [
        ("What did I tell you before the last fire?", PLATE, "a purse"),
        ("What did I tell you after the latest fire?", "a purse", PLATE),
        ("What did I tell you before the first fire?", CUP, PLATE),
        ("What did I tell you before the fire?", CUP, PLATE),
    ],
)
def test_of_an_event_that_was_twice_the_last_is_meant_where_it_is_said(
    told: GameState, question: str, wanted: str, left_out: str
) -> None:
    told.clock.minutes += DAY
    heard(told, "There was a fire at the chapel.")
    told.clock.minutes += DAY
    heard(told, "I found a purse in the snow.")
    said = answer(told, question)
    assert wanted in said
    assert left_out not in said


KNOWN = (
    "since when do you know me?",
    "How long have you known me, Mara?",
    "when did you first see me?",
    "when did we meet?",
)


@pytest.mark.parametrize("question", KNOWN)
async def test_since_when_somebody_is_known_is_the_first_time_together(question: str) -> None:
    state = heard(at_inn(), "Nice weather.")
    state.clock.minutes += 3 * DAY
    heard(state, "I have met a bear.", "When did I first take the bucket?")
    assert "three days ago" in await told_by(state, question)
    [memory] = (await Play(state).do(question)).narration.recalled
    assert memory.memory_id == make_message_id(0)


@pytest.mark.parametrize("question", KNOWN)
async def test_whom_a_person_meets_now_it_has_not_known_before(question: str) -> None:
    said = await told_by(at_inn(), question)
    assert any(line in said for line in default_language().lines("manners.never_met", "neutral"))


def test_the_words_of_a_question_asked_before_are_no_event() -> None:
    state = heard(at_inn(), CUP)
    state.clock.minutes += 60
    heard(state, "tell me what was hidden before the flood")
    assert CUP in answer(state, "What did I tell you before the flood?")


async def told_by(state: GameState, typed: str) -> str:
    return " ".join(speech.text for speech in (await Play(state).do(typed)).narration.speeches)


@pytest.mark.parametrize("typed", ["ask Mara what I told her", "ask Mara what I told her before the fire"])
async def test_in_what_i_told_her_she_is_the_one_who_is_asked(told: GameState, typed: str) -> None:
    say(told, "The tower of the owl is old.", role=Role.NARRATOR, speaker_name="")
    said_by(told, "mara", "Guard has the key.")
    assert CUP in await told_by(told, typed)


async def test_what_a_player_said_of_itself_comes_before_a_topic_that_it_names() -> None:
    state = heard(at_inn(), "I will meet the owl on Sunday at the chapel.")
    assert "on Sunday" in await told_by(state, "When do I meet the owl?")


async def test_when_somebody_was_last_seen_is_the_partys_own_to_say() -> None:
    state = at(heard(at_inn(), CUP), "market")
    say(state, "Here I am.")
    assert "You last saw Mara Ironhand" in (await Play(state).do("when did I last see Mara?")).narration.text
