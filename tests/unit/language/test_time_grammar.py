"""Times as people say them, in invitations, promises and questions about the past; durations; and what is no time."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.language import default_language
from app.language.rendering.phrases import time_text
from app.language.times.grammar import duration_in
from app.language.times.time_words import time_words
from app.language.times.when import future_time, question_hints

DAY, HOUR = 24 * 60, 60
WORDS = re.findall(
    r"\S+",
    """
a an half quarter past to in at by before after tomorrow yesterday tonight friday sat next last this the day night
evening noon midnight two nine 7 7:30 0300 1.5 pm am o'clock hours minutes week ago hence from now and or not first
thing every since , . ' morning's 99 same time breakfast dark
""",
)
NOW = 2 * DAY + 14 * HOUR  # day 3, a Wednesday, 14:00


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Meet me tonight at nine.", "Day 3, 21:00"),
        ("Day after tomorrow, same place?", "Day 5, 06:00"),
        ("Come by the evening after next", "Day 5, 18:00"),
        ("We close at eighteen o'clock.", "Day 3, 18:00"),
        ("come to the mill tomorrow evening, around eight", "Day 4, 20:00"),
        ("i'll be there at 7", "Day 3, 19:00"),
        ("brb in 20 mins", "Day 3, 14:20"),
        ("tmrw at noon", "Day 4, 12:00"),
        ("See you the day after.", "Day 4, 06:00"),
        ("I'll have it at first light", "Day 4, 06:00"),
        ("I will pay you come Sunday", "Day 7, 06:00"),
        ("two nights from now, by the old bridge", "Day 5, 21:00"),
        ("half past seven, and don't be late", "Day 3, 19:30"),
        ("tomorrow at quarter to nine", "Day 4, 08:45"),
        ("I shall return in an hour and a half.", "Day 3, 15:30"),
        ("back in two and a half hours", "Day 3, 16:30"),
        ("I'll mend it first thing tomorrow", "Day 4, 06:00"),
        ("You will have the papers by noon on Friday.", "Day 5, 12:00"),
        ("Let's meet a week today", "Day 10, 06:00"),
        ("a week from Friday we sail", "Day 12, 06:00"),
        ("Will you dine with us on Saturday at half six?", "Day 6, 18:30"),
        ("by the lake sat 1pm u coming", "Day 6, 13:00"),
        ("it's at Leo's place Friday, from nine on", "Day 5, 09:00"),
        ("supper is at seven tomorrow", "Day 4, 19:00"),
        ("at 0300, with or without us", "Day 4, 03:00"),
        ("Be at the gate at three in the morning.", "Day 4, 03:00"),
        ("ten at night, at the back door", "Day 3, 22:00"),
        ("I'll be back before dusk", "Day 3, 18:00"),
        ("an hour before dusk at the ford", "Day 3, 17:00"),
        ("come at midnight, alone", "Day 4, 00:00"),
        ("ten past midnight at the crypt", "Day 4, 00:10"),
        ("I'll wait for you after supper", "Day 3, 18:00"),
        ("in three days' time you'll have your money", "Day 6, 14:00"),
        ("in a couple of hours", "Day 3, 16:00"),
        ("I promise it in a fortnight", "Day 17, 14:00"),
        ("back in ten", "Day 3, 14:10"),
        ("Give me until tomorrow night", "Day 4, 21:00"),
        ("the next morning, then", "Day 4, 08:00"),
        ("tomorrow, seven sharp", "Day 4, 07:00"),
        ("8ish tonight? bring dice", "Day 3, 20:00"),
        ("Not on Thursday but on Friday evening", "Day 5, 18:00"),
        ("at seven we leave, with you or without you", "Day 3, 19:00"),
        ('"Meet me at eight behind the barn," she says', "Day 3, 20:00"),
        ("three days hence I shall be at your side", "Day 6, 14:00"),
        ("in about half an hour or so", "Day 3, 14:30"),
        ("late this afternoon in the orchard", "Day 3, 17:00"),
        ("Tomorrow in the morning I bring to you the keys", "Day 4, 08:00"),
        ("in the evening, when the shop is shut", "Day 3, 18:00"),
        ("the day after tomorrow at half past three", "Day 5, 15:30"),
        ("at four", "Day 3, 16:00"),
        ("at one", "Day 4, 13:00"),
        ("Fri night, 9 o clock, the usual place", "Day 5, 21:00"),
        ("next week perhaps", "Day 8, 06:00"),
        ("on the night of day 5", "Day 5, 21:00"),
        ("within the hour", "Day 3, 15:00"),
        ("this coming Sunday after noon", "Day 7, 12:00"),
        ("Friday week", "Day 12, 06:00"),
        ("in three nights", "Day 6, 21:00"),
        ("the Thursday after next", "Day 11, 06:00"),
        ("three days from now at noon", "Day 6, 12:00"),
        ("from two till four tomorrow", "Day 4, 14:00"),
        ("in twenty-five minutes", "Day 3, 14:25"),
        ("around suppertime", "Day 3, 18:00"),
        ("noon on Friday", "Day 5, 12:00"),
        ("meet me after dark", "Day 3, 19:00"),
        ("it will be mended by tomorrow's dusk", "Day 4, 18:00"),
        ("the third day from today", "Day 6, 06:00"),
        ("same time tomorrow", "Day 4, 14:00"),
        ("I'll do it first thing in the morning", "Day 4, 06:00"),
        ("when the bell strikes eight", "Day 3, 20:00"),
        ("within a day or two", "Day 4, 14:00"),
        ("this very night", "Day 3, 21:00"),
        ("can we say thu at 5 instead", "Day 4, 17:00"),
    ],
)
def test_what_is_agreed_on_has_the_time_that_is_said(text: str, at: str) -> None:
    found = future_time(default_language(), text, NOW)
    assert found is not None
    assert time_text(found) == at


@pytest.mark.parametrize(
    "text",
    [
        "The chapel has a door at one side.",
        "I'll take one of them to the mill",
        "He rows in a minute boat.",
        "I'm having second thoughts.",
        "Listen to me for once!",
        "we are all at sixes and sevens",
        "I'll come when I can",
        "one day I will be king",
        "I sold it at seven silver a barrel",
        "There were about ten men on the road",
        "look at two of those",
        "at 48 Mill Road",
        "he lives at 7 Mill Road",
        "every morning I bake bread",
        "on Mondays I do the sheets",
        "good evening to you",
        "the evening dress suits you",
        "I'd wait all day for that",
        "Cut it in two.",
        "We live day by day",
        "Ask the night watch",
        "the next market day",
        "the morning light is pretty",
        "a second helping of stew",
        "love at first sight",
        "the last straw",
        "He is a man of seven trades",
        "ten to one he never comes",
        "I'm of two minds about it",
        "his Sunday best",
        "I will cook supper",
        "It's the third house, on the second floor",
        "this once I'll help you",
        "in no time",
        "Take him at his word",
        "We sat there until the lamps were out",
        "the whole day",
        "three days ago I left",
        "We met last night",
        "yesterday at seven",
        "every day at noon I eat",
        "morning!",
        "my lantern is from 2009",
        "at ten past",
        "from one to the other",
        "at the end of the day we all die",
    ],
)
def test_what_only_sounds_like_a_time_to_come_is_none(text: str) -> None:
    assert future_time(default_language(), text, NOW) is None


LATER = 9 * DAY + 15 * HOUR  # day 10, a Wednesday, 15:00


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What did you hear two nights ago?", "Day 8, 22:00", "Day 9, 05:59"),
        ("Who came by the other night?", "Day 4, 00:00", "Day 9, 23:59"),
        ("What has happened since Tuesday?", "Day 9, 00:00", "Day 10, 15:00"),
        ("What did I tell you on Monday evening?", "Day 8, 18:00", "Day 8, 23:59"),
        ("What did she say last Friday?", "Day 5, 00:00", "Day 5, 23:59"),
        ("Who was here a couple of days ago?", "Day 8, 00:00", "Day 8, 23:59"),
        ("Where were you yesterday at noon?", "Day 9, 10:30", "Day 9, 13:30"),
        ("Where were you yesterday at half past seven in the evening?", "Day 9, 18:00", "Day 9, 21:00"),
        ("What did he do half an hour ago?", "Day 10, 14:15", "Day 10, 14:45"),
        ("What did you do in the past three days?", "Day 7, 15:00", "Day 10, 15:00"),
        ("Who came by late last night?", "Day 9, 18:00", "Day 10, 05:59"),
        ("What was it this morning?", "Day 10, 06:00", "Day 10, 11:59"),
        ("Who sang a week ago?", "Day 1, 00:00", "Day 6, 23:59"),
    ],
)
def test_a_question_about_the_past_has_the_time_that_is_said(text: str, first: str, last: str) -> None:
    found = time_words(text, LATER)
    assert found is not None
    assert found.span is not None
    assert (time_text(found.span[0]), time_text(found.span[1])) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "Who stood at one side of the hall?",
        "Which one of them lied?",
        "Why did you have second thoughts?",
        "What do you sell for seven silver?",
        "Will you come on Friday?",
        "Did you listen for once?",
        "What do you do on Sundays?",
        "Who is the night watchman?",
        "Is it open before nine tomorrow?",
        "Where is the wedding next weekend?",
    ],
)
def test_a_question_without_a_past_time_is_searched_in_all_of_it(text: str) -> None:
    assert time_words(text, LATER) is None


@pytest.mark.parametrize("text", ["What does Tom do these days?", "What happened this week?", "Who came just now?"])
def test_what_may_be_any_of_many_days_is_a_filter_and_no_preference(text: str) -> None:
    assert time_words(text, LATER) is not None
    assert question_hints(text, LATER).span is None


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("wait for half an hour", 30),
        ("sleep a couple of hours", 120),
        ("i rest for an hour and a half", 90),
        ("wait 20 mins", 20),
        ("stay three quarters of an hour", 45),
        ("linger a quarter of an hour", 15),
        ("wait 2h", 120),
        ("wait an hour or two", 60),
        ("wait for two days", 2 * DAY),
        ("wait one hour and twenty minutes", 80),
        ("wait a few minutes", 3),
        ("1.5 hours", 90),
        ("0.5 hours", 30),
        ("two full days", 2 * DAY),
        ("another hour", 60),
        ("9" * 9_999 + ".5 hours", None),
        ("wait at one side", None),
        ("wait for Tove", None),
        ("look at the hour glass", None),
    ],
)
def test_a_duration_is_read_in_minutes(text: str, minutes: int | None) -> None:
    assert duration_in(default_language(), text) == minutes


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join), st.integers(0, 10**7))
def test_any_text_names_a_time_to_come_or_none(text: str, now: int) -> None:
    at = future_time(default_language(), text, now)
    assert at is None or at >= now
    minutes = duration_in(default_language(), text)
    assert minutes is None or minutes > 0
