"""Words for a time that is yet to come."""

import pytest

from app.language.language import default_language
from app.language.times.when import future_time

DAY, HOUR = 24 * 60, 60
NOW = 2 * DAY + 14 * HOUR  # day 3, a Wednesday, 14:00


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("I will be there tomorrow at noon", 3 * DAY + 12 * HOUR),
        ("I'll bring it tomorrow", 3 * DAY + 6 * HOUR),
        ("tomorrow morning, then", 3 * DAY + 8 * HOUR),
        ("Come to the inn tonight", 2 * DAY + 19 * HOUR),
        ("be here before dusk", 2 * DAY + 18 * HOUR),
        ("I'll be back by dawn", 3 * DAY + 6 * HOUR),
        ("in two hours, at the well", NOW + 2 * HOUR),
        ("I'll be back in half an hour", NOW + 30),
        ("within 3 days", NOW + 3 * DAY),
        ("the day after tomorrow", 4 * DAY + 6 * HOUR),
        ("on Thursday I shall pay", 3 * DAY + 6 * HOUR),
        ("on Wednesday I shall pay", 9 * DAY + 6 * HOUR),
        ("on Monday evening", 7 * DAY + 18 * HOUR),
        ("by day 6", 5 * DAY + 6 * HOUR),
        ("meet me at six o'clock in the evening", 2 * DAY + 18 * HOUR),
        ("at 17:30.", 2 * DAY + 17 * HOUR + 30),
        ("at five tomorrow", 3 * DAY + 17 * HOUR),
        ("the dance is on day 5 at 18:00", 4 * DAY + 18 * HOUR),
        ("day 5 at noon", 4 * DAY + 12 * HOUR),
        ("at 18:30 in the barn on the fourth day", 3 * DAY + 18 * HOUR + 30),
        ("on the third day at six in the evening", 2 * DAY + 18 * HOUR),
    ],
)
def test_a_time_to_come_is_read_from_its_words(text: str, at: int) -> None:
    assert future_time(default_language(), text, NOW) == at


@pytest.mark.parametrize(
    "text",
    [
        "I will bring the lantern.",
        "Two hours ago",
        "at one with the world and all",
        "",
        "the Night Watch",
        "a day two men would need",
    ],
)
def test_words_that_name_no_time_to_come_name_none(text: str) -> None:
    assert future_time(default_language(), text, NOW) is None
