"""How a person says when something was."""

import pytest

from app.agents.narrator.knowledge.relative_time import relative_time, relative_time_between

DAY = 24 * 60


def at(day: int, hour: int, minute: int = 0) -> int:
    return (day - 1) * DAY + hour * 60 + minute


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        (at(1, 9), at(1, 9, 4), "just now"),
        (at(1, 9), at(1, 9, 40), "a little while ago"),
        (at(1, 8), at(1, 11), "earlier this morning"),
        (at(1, 8), at(1, 15), "this morning"),
        (at(1, 13), at(1, 20), "this afternoon"),
        (at(1, 18), at(1, 21), "earlier this evening"),
        (at(1, 2), at(1, 5), "earlier tonight"),
        (at(1, 2), at(1, 15), "last night"),
        (at(1, 8), at(2, 8), "yesterday morning"),
        (at(1, 19), at(2, 8), "yesterday evening"),
        (at(1, 23), at(2, 9), "last night"),
        (at(1, 23, 30), at(2, 1), "a few hours ago"),
        (at(1, 22), at(2, 5), "earlier tonight"),
        (at(2, 3), at(3, 12), "the night before last"),
        (at(1, 23, 50), at(2, 0, 20), "a little while ago"),
        (at(1, 8), at(3, 8), "two days ago"),
        (at(1, 8), at(7, 8), "six days ago"),
        (at(1, 8), at(8, 8), "a week ago"),
        (at(1, 8), at(9, 8), "eight days ago"),
        (at(1, 8), at(15, 8), "two weeks ago"),
        (at(1, 8), at(41, 8), "40 days ago"),
        (at(1, 9), at(1, 8), "just now"),
    ],
)
def test_a_time_is_said_by_the_day_and_its_part(then: int, now: int, said: str) -> None:
    assert relative_time(then, now) == said


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (at(2, 8), at(2, 9), "yesterday morning"),
        (at(2, 8), at(2, 15), "yesterday"),
        (at(1, 8), at(2, 8), ""),
        (at(3, 8), at(3, 15), "earlier today"),
        (at(1, 8), at(1, 20), "two days ago"),
    ],
)
def test_what_lasted_is_dated_no_more_exactly_than_it_is_known(first: int, last: int, said: str) -> None:
    assert relative_time_between(first, last, at(3, 18)) == said


def test_every_time_can_be_said() -> None:
    for then in range(0, 3 * DAY, 37):
        for now in range(then, 4 * DAY, 61):
            assert relative_time(then, now)
