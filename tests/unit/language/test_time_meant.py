"""Which time to come a text means."""

import pytest

from app.language.reading.times import time_meant

DAY = 24 * 60
NOW = 2 * DAY + 10 * 60
"""Day 3, 10:00."""


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("in two hours", NOW + 120),
        ("within half an hour", NOW + 30),
        ("in three days", NOW + 3 * DAY),
        ("by dusk", 2 * DAY + 18 * 60),
        ("before dawn", 3 * DAY + 6 * 60),
        ("tomorrow at noon", 3 * DAY + 12 * 60),
        ("tomorrow", 4 * DAY - 1),
        ("tomorrow evening", 4 * DAY - 1),
        ("the day after tomorrow at dawn", 4 * DAY + 6 * 60),
        ("tonight", 3 * DAY + 6 * 60 - 1),
        ("at 14:30", 2 * DAY + 14 * 60 + 30),
        ("at three o'clock", 2 * DAY + 15 * 60),
        ("on day 5", 5 * DAY - 1),
        ("on day 5 at noon", 4 * DAY + 12 * 60),
    ],
)
def test_a_time_to_come_is_found_by_the_clock_of_the_game(text: str, time: int) -> None:
    assert time_meant(text, NOW) == time


@pytest.mark.parametrize("text", ["before the tide turns", "on Friday", "yesterday", "one day", ""])
def test_what_has_no_hour_or_is_past_is_no_time_to_come(text: str) -> None:
    assert time_meant(text, NOW) is None
