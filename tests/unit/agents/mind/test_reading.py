"""Reading JSON out of what models write, times of day, and the names of what was offered."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agents.mind.forms import ChosenAction, Plan, Ratings
from app.agents.mind.reading import MOST_READ, minute_of_day, offered, read
from app.interfaces.agents.mind import BadAnswer


@pytest.mark.parametrize(
    "text",
    [
        '{"action": "idle", "reason": "so"}',
        '```json\n{"action": "idle", "reason": "so"}\n```',
        'Sure! Here you are: {"action": "idle", "reason": "so"} Is there anything else?',
        '<think>{"action": "no"} or not?</think>\n{"action": "idle", "reason": "so"}',
        'maybe</think>{"action": "idle", "reason": "so", "mood": {"x": [1]}}',
        '{"thought": 1} {"action": "idle", "reason": "so"}',
        '{ broken {"action": "idle", "reason": "so"}',
        '{"action": "idle",\n "reason": "s\x00o"}',
    ],
)
def test_the_first_object_that_fits_is_read_wherever_it_stands(text: str) -> None:
    assert read(text, ChosenAction) == ChosenAction(action="idle", reason="so")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("<think>What now?", "empty"),
        ("I cannot help with that.", "no JSON"),
        ("{" * 30_000, "no JSON"),
        ('{"a":' * 3_000, "no JSON"),
        ("[]", "no JSON"),
        ('{"action": ["idle"]}', "action: Input should be a valid string"),
        ('{"what": "idle"}', "action: Field required"),
        ('{"action": "idle"', "no JSON"),
        ("x" * 200_000 + '{"action": "idle"}', "no JSON"),
    ],
)
def test_what_cannot_be_read_is_told_shortly_and_without_the_answer_itself(text: str, reason: str) -> None:
    with pytest.raises(BadAnswer, match=reason) as error:
        read(text, ChosenAction)
    assert len(str(error.value)) <= 120


def test_numbers_may_be_strings_and_lists_may_stand_alone() -> None:
    ratings = read('[{"id": 7, "score": "8.5"}]', Ratings, "ratings").ratings
    assert [(rating.id, rating.score) for rating in ratings] == [("7", 8.5)]
    item = read('{"items": [{"time": 7, "description": "x", "with": "anna", "priority": null}]}', Plan).items[0]
    assert (item.time, item.with_, item.priority) == (7, ["anna"], 3)


@pytest.mark.parametrize("score", ["NaN", "Infinity", "11", "0", '"much"', "null", "[5]"])
def test_scores_are_numbers_from_1_to_10(score: str) -> None:
    with pytest.raises(BadAnswer, match="score"):
        read(f'{{"ratings": [{{"id": "a", "score": {score}}}]}}', Ratings, "ratings")


@pytest.mark.parametrize(
    ("written", "minute"),
    [
        ("07:30", 450),
        ("7:30", 450),
        ("7:30 pm", 1170),
        ("7:30PM", 1170),
        ("7 p.m.", 1140),
        ("12 am", 0),
        ("12:15 pm", 735),
        ("19h30", 1170),
        ("19.30", 1170),
        ("07:30:00", 450),
        ("2026-01-01T07:30", 450),
        ("24:00", 0),
        ("noon", 720),
        ("Midnight", 0),
        ("9", 540),
        (9, 540),
    ],
)
def test_times_of_day_are_read_as_people_write_them(written: object, minute: int) -> None:
    assert minute_of_day(written) == minute


@pytest.mark.parametrize("written", ["", "soon", "25:00", "24:01", "07:60", "13:00:00:00", "-1", None, 7.5, "7:3", [7]])
def test_what_is_no_time_is_said(written: object) -> None:
    with pytest.raises(BadAnswer, match="no time of day"):
        minute_of_day(written)


def test_ids_are_those_that_were_offered() -> None:
    places = {"mill": "Idle Mill", "inn": "The Inn", "cell-1": "Cell", "cell-2": "Cell"}
    meant = {"mill": "mill", " MILL ": "mill", "<inn>": "inn", "the inn": "inn", "cell-2": "cell-2"}
    assert {written: offered(written, places, "a place") for written in meant} == meant
    for other in ("Cell", "tower", "", None, "mill inn", "\x1b[31m"):
        with pytest.raises(BadAnswer, match="a place that was not offered"):
            offered(other, places, "a place")
    assert (
        offered("strongly agree.", {"Agree": "Agree", "Strongly agree": "Strongly agree"}, "an option")
        == "Strongly agree"
    )
    with pytest.raises(BadAnswer):
        offered("YES", {"Yes": "Yes", "yes": "yes"}, "an option")
    assert offered("yes", {"Yes": "Yes", "yes": "yes"}, "an option") == "yes"


@given(st.text(max_size=300) | st.text(alphabet='{}[]"\\:,a1 ', max_size=300))
def test_any_text_is_an_answer_or_a_bad_one(text: str) -> None:
    for form, field in ((ChosenAction, ""), (Plan, "items"), (Ratings, "ratings")):
        with suppress(BadAnswer):
            read(text, form, field)


def test_of_endless_answers_the_beginning_is_read() -> None:
    assert read('{"action": 1}' * 100_000, ChosenAction) == ChosenAction(action="1")
    for text in ("<think></think>" * 100_000, '{"a": 1}' * 100_000 + '{"action": "idle"}', "[" * 1_000_000):
        assert len(text) > MOST_READ
        with pytest.raises(BadAnswer):
            read(text, ChosenAction, "action")
