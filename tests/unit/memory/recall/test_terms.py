"""What memories and questions are matched by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.analysis.terms import Shape, analyse, keywords_of
from app.language.analysis.text import keywords
from app.language.times.when import question_hints

DAY = 24 * 60


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("She bought two horses", "buy a horse: 2"),
        ("He went and told the children", "tell a child"),
        ("promised", "promises"),
        ("the blue-green door", "a green door, blue"),
        ("Mara’s key", "MARA keys"),
        ("forty crowns", "40 crowns"),
        ("on the 7th", "on the seven"),
        ("in May", "until May"),
        ("水車小屋の鍵", "水車小屋の鍵"),
    ],
)
def test_the_same_word_in_another_form_is_the_same_term(one: str, other: str) -> None:
    assert set(analyse(one).terms) == set(analyse(other).terms) != set()


@pytest.mark.parametrize("text", ["", "the of and", "May I?", "!?…", "oh, hm"])
def test_what_says_nothing_has_no_terms(text: str) -> None:
    assert analyse(text).terms == []


@given(st.text(max_size=60))
def test_keywords_are_those_of_the_text_module(text: str) -> None:
    assert keywords_of(text) == keywords(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_sketches_differ_in_no_more_bits_than_texts_in_terms(one: str, other: str) -> None:
    left, right = analyse(one), analyse(other)
    assert (left.sketch ^ right.sketch).bit_count() <= len(set(left.terms) ^ set(right.terms))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("It rained.", Shape.NONE),
        ("It rained yesterday.", Shape.TIME),
        ("Seven eggs.", Shape.NUMBER),
        ("Back in 1311.", Shape.TIME | Shape.NUMBER),
        ("Mara: And then?", Shape.ASKS | Shape.ONLY_ASKS),
        ("Mara: I sold the lantern to the miller. And you?", Shape.ASKS),
    ],
)
def test_the_shape_of_a_text(text: str, shape: Shape) -> None:
    assert analyse(text).shape == shape


@pytest.mark.parametrize(
    ("question", "shape"),
    [
        ("When did he leave?", Shape.TIME),
        ("How much did it cost?", Shape.NUMBER),
        ("How many days ago was it?", Shape.TIME | Shape.NUMBER),
        ("Who left?", Shape.NONE),
    ],
)
def test_a_question_asks_for_a_shape(question: str, shape: Shape) -> None:
    assert question_hints(question, 0).shape == shape


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What happened on day 3?", (2 * DAY, 3 * DAY - 1)),
        ("What happened on day three?", (2 * DAY, 3 * DAY - 1)),
        ("What did she say yesterday?", (4 * DAY, 5 * DAY - 1)),
        ("What did she say yesterday evening?", (4 * DAY + 18 * 60, 5 * DAY - 1)),
        ("Who came this morning?", (5 * DAY + 6 * 60, 5 * DAY + 12 * 60 - 1)),
        ("Who came last night?", (4 * DAY + 22 * 60, 5 * DAY + 6 * 60 - 1)),
        ("Who came two days ago?", (3 * DAY, 4 * DAY - 1)),
        ("Who came an hour ago?", (5 * DAY + 660 - 45, 5 * DAY + 660 + 45)),
        ("Where is the last key of this house?", None),
        ("On day 0?", None),
        ("day 99999999999999999999", None),
    ],
)
def test_a_time_in_a_question_becomes_a_span_of_game_time(question: str, span: tuple[int, int] | None) -> None:
    assert question_hints(question, now=5 * DAY + 12 * 60).span == span


def test_a_long_text_without_an_end_is_read_in_linear_time() -> None:
    """Ten thousand characters take milliseconds; a pattern that backtracks would take minutes."""
    for text in ("a" * 10_000 + "?b?", "a?" * 5_000, "May " * 2_500 + "?", "1" * 10_000 + "?", "-'" * 5_000):
        assert analyse(text).shape & Shape.ASKS or not text.endswith("?")
        question_hints(text, 0)
