"""Dates of chat messages, and the game time that passes between them."""

from datetime import UTC, datetime

import pytest

from app.interchange.chats.dates import LONGEST_GAP, minutes_between, sent_at

AT = datetime(2024, 6, 5, 14, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        "2024-06-05T14:56:00.000Z",
        "2024-06-05T16:56:00+02:00",
        "2024-06-05T14:56:00",
        "June 5, 2024 2:56pm",
        "Jun 5, 2024 2:56 PM",
        "2024-6-5 @14h 56m 0s 0ms",
        "2024-06-05@14h56m00s",
        "2024-06-05@14h56m00s000ms",
        "2024-06-05 @14h 56m 00s",
        1717599360000,
        1717599360,
        "1717599360000",
    ],
)
def test_every_form_in_which_dates_were_written_is_read(written: object) -> None:
    assert sent_at(written) == AT


def test_noon_and_midnight_differ() -> None:
    assert sent_at("June 5, 2024 12:05am") == datetime(2024, 6, 5, 0, 5, tzinfo=UTC)
    assert sent_at("June 5, 2024 12:05pm") == datetime(2024, 6, 5, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        *("", "yesterday", None, True, [], {}, 12, -5, 1e300, float("nan"), float("inf")),
        *("June 45, 2024 2:20pm", "Brr 5, 2024 2:20pm", "2024-13-05@14h56m00s", "0001-01-01T00:00:00Z"),
        *("9" * 17, "x" * 10_000),
    ],
)
def test_what_is_no_date_is_none(written: object) -> None:
    assert sent_at(written) is None


def test_game_time_passes_as_it_really_did_within_bounds() -> None:
    dates = [AT, AT.replace(minute=59), None, AT.replace(hour=20), AT.replace(hour=15), AT.replace(day=9, hour=15)]
    assert minutes_between(dates) == [0, 3, 1, 1, 1, LONGEST_GAP]


def test_seconds_add_up_to_minutes() -> None:
    dates = [AT.replace(second=second) for second in (0, 25, 50)] + [AT.replace(minute=57, second=15)]
    assert minutes_between(dates) == [0, 0, 0, 1]
    assert minutes_between([]) == []
