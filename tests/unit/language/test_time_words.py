"""Which words of a question say surely when something was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.rendering.phrases import time_text
from app.language.times.time_words import time_words, without_spans
from app.language.times.when import question_hints
from app.models.clock import MINUTES_PER_DAY

NOW = 5 * MINUTES_PER_DAY + 15 * 60
"""Day 6, 15:00."""


def told(text: str) -> tuple[str, str, str] | None:
    found = time_words(text, NOW)
    if found is None or found.span is None:
        return None
    return time_text(found.span[0]), time_text(found.span[1]), without_spans(text, found.places)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What was it yesterday?", "Day 5, 00:00", "Day 5, 23:59"),
        ("Yesterday, what was it?", "Day 5, 00:00", "Day 5, 23:59"),
        ("What was it the day before yesterday?", "Day 4, 00:00", "Day 4, 23:59"),
        ("What was it earlier today?", "Day 6, 00:00", "Day 6, 23:59"),
        ("What was it last night?", "Day 5, 18:00", "Day 6, 05:59"),
        ("What was it this morning?", "Day 6, 06:00", "Day 6, 11:59"),
        ("What was it three days ago?", "Day 3, 00:00", "Day 3, 23:59"),
        ("What was it on day 3?", "Day 3, 00:00", "Day 3, 23:59"),
        ("What was it on the first evening?", "Day 1, 18:00", "Day 1, 23:59"),
        ("What was it on my second day?", "Day 2, 00:00", "Day 2, 23:59"),
        ("What was it two nights ago?", "Day 4, 22:00", "Day 5, 05:59"),
        ("What was it the night before last?", "Day 4, 22:00", "Day 5, 05:59"),
        ("What was it in the evening of day 3?", "Day 3, 18:00", "Day 3, 23:59"),
        ("What was it last week?", "Day 1, 00:00", "Day 5, 23:59"),
        ("What was it this week?", "Day 1, 00:00", "Day 6, 15:00"),
        ("What was it the other day?", "Day 1, 00:00", "Day 5, 23:59"),
        ("What was it lately?", "Day 4, 15:00", "Day 6, 15:00"),
        ("What was it just now?", "Day 6, 14:30", "Day 6, 15:00"),
        ("What was it 40 minutes ago?", "Day 6, 14:00", "Day 6, 14:40"),
        ("What was it in the last two hours?", "Day 6, 13:00", "Day 6, 15:00"),
        ("What was it since yesterday?", "Day 5, 00:00", "Day 6, 15:00"),
        ("What was it before day 3?", "Day 1, 00:00", "Day 2, 23:59"),
        ("What was it after day 4?", "Day 5, 00:00", "Day 6, 15:00"),
        ("What was it before noon?", "Day 6, 00:00", "Day 6, 12:00"),
        ("What was it yesterday before noon?", "Day 5, 00:00", "Day 5, 12:00"),
        ("What was it after dusk?", "Day 5, 18:00", "Day 6, 06:00"),
        ("What was it since midnight?", "Day 6, 00:00", "Day 6, 15:00"),
        ("What was it before midnight?", "Day 5, 00:00", "Day 6, 00:00"),
        ("What was it on day 2 at dawn?", "Day 2, 04:30", "Day 2, 07:30"),
        ("What was it day 2 or day 4?", "Day 2, 00:00", "Day 4, 23:59"),
    ],
)
def test_words_of_time_give_the_time_to_look_in_and_leave_the_rest(text: str, first: str, last: str) -> None:
    found = told(text)
    assert found is not None
    assert found[:2] == (first, last)
    assert found[2].replace(" or", "").casefold() == "what was it?"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What is Yesterday's Inn?",
        "Who sat in the Last Night?",
        "What of yesterday's bread?",
        "Who sang “Yesterday was long”?",
        "What will you do today?",
        "Are you going to sing this evening?",
        "Who comes tonight?",
        "What of tomorrow?",
        "When did you last see Tom?",
        "What was it on day 40?",
        "What was it 30 days ago?",
        "What was it at dawn?",
        "What was it on day 0?",
        "What was it on day 9999?",
    ],
)
def test_names_quotations_possessions_and_what_is_to_come_are_no_time_to_look_in(text: str) -> None:
    assert told(text) is None


def test_a_promise_for_later_does_not_hide_when_it_was_made() -> None:
    assert told("Who said yesterday that he would come today?") == (
        "Day 5, 00:00",
        "Day 5, 23:59",
        "Who said that he would come today?",
    )


def test_the_day_before_yesterday_is_not_yesterday_for_any_question() -> None:
    first, last = question_hints("Who came the day before yesterday?", NOW).span or (0, 0)
    assert (time_text(first), time_text(last)) == ("Day 4, 00:00", "Day 4, 23:59")


PIECES = st.sampled_from(
    [
        *("yesterday", "Yesterday's", "before", "since", "day", "3", "99", "noon", "midnight", "last", "night", "the"),
        *(
            "ago",
            "two",
            "hours",
            "minutes",
            "in",
            "week",
            "this",
            "of",
            "morning",
            '"',
            "?",
            "after",
            "on",
            "\n",
            "will",
        ),
    ]
)


@given(st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60), st.integers(0, 10**7))
def test_a_time_lies_in_the_game_before_now_ends_after_it_began_and_stands_in_the_text(text: str, now: int) -> None:
    found = time_words(text, now)
    if found is not None:
        assert found.span is not None
        assert 0 <= found.span[0] <= found.span[1]
        assert found.span[0] <= now
        assert all(0 <= start < end <= len(text) for start, end in found.places)
