"""Times in questions and in conversation: what a question asks for, past times and future times."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import Shape
from app.language.language import Language, current_language
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (22, 30)}
UNITS = {"hour": 60, "day": MINUTES_PER_DAY, "week": 7 * MINUTES_PER_DAY}

_ISO_DATE = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b")
_DATES = ("time.day_and_month", "time.month_and_day", "time.month_alone")
_TOLD_WITHIN = 7  # days after an event in which it is mostly mentioned

Span = tuple[int, int]


@dataclass(frozen=True)
class QuestionHints:
    """Properties of the answer to a question.

    Attributes:
        shape: Flags that a text with the answer should have.
        span: The game time that the question names in minutes, both ends inclusive.
        days: First and last day of a named date, as by `datetime.date.toordinal`.
    """

    shape: Shape
    span: Span | None
    days: Span | None = None


def question_hints(question: str, now: int, latest_day: int = 0) -> QuestionHints:
    """Return what a question asks for.

    Args:
        question: The question.
        now: Game minutes.
        latest_day: Last day of a date without a year, as by `datetime.date.toordinal`; 0 to ignore dates.
    """
    language = current_language()
    shape = Shape.TIME if language.pattern("time.asks_time").search(question) else Shape.NONE
    if language.pattern("time.asks_number").search(question):
        shape |= Shape.NUMBER
    is_dated = latest_day and language.pattern("time.may_name_a_date").search(question)
    days = next(_named_days(language, question, date.fromordinal(latest_day)), None) if is_dated else None
    return QuestionHints(shape, next((span for span, _, _ in named_spans(question, now)), None), days)


def date_relevance(days: NDArray[np.int32], asked_for: Span) -> NDArray[np.float64]:
    """Return the relevance of each day to a date: 1 within it, 0.5 in the week after it, else 0."""
    first, last = asked_for
    soon_after = (days > last) & (days <= last + _TOLD_WITHIN)
    relevance: NDArray[np.float64] = ((days >= first) & (days <= last)) + 0.5 * soon_after
    return relevance


def _named_days(language: Language, question: str, latest: date) -> Iterator[Span]:
    """Yield the dates that a question names: days, or whole months."""
    months, also_words = language.numbers("time.months"), language.words("time.also_words")
    for pattern in (_ISO_DATE, *map(language.pattern, _DATES)):
        for match in pattern.finditer(question):
            parts = match.groupdict()
            written, day, year = parts["month"], parts.get("day"), parts["year"]
            if not day and not year and written.lower() in also_words and not written[0].isupper():
                continue
            month = int(written) if written.isdecimal() else months[written.lower()]
            try:
                first = date(int(year) if year else latest.year, month, int(day or 1))
                if not year and first > latest:
                    first = first.replace(year=first.year - 1)
                after = first + timedelta(days=1) if day else (first + timedelta(days=31)).replace(day=1)
            except (ValueError, OverflowError):  # no such day
                continue
            yield first.toordinal(), after.toordinal() - 1


def named_spans(text: str, now: int) -> Iterator[tuple[Span, int, int]]:
    """Yield each time expression of a text as its time and the span of its words: days by number first, then relative
    ones."""
    language, today = current_language(), now // MINUTES_PER_DAY
    for match in language.pattern("time.day").finditer(text):
        if (day := parse_count(match["count"])) >= 1:
            yield _hours(day - 1, 0, 24), *match.span()
    nths = language.numbers("time.nths")
    for match in language.pattern("time.nth_day").finditer(text):
        yield _part_of(match, nths[match["nth"].lower()] - 1), *match.span()
    for match in language.pattern("time.parts_ago").finditer(text):
        yield _part_of(match, today - (parse_count(match["count"]) if match["count"] else 2)), *match.span()
    for match in language.pattern("time.ago").finditer(text):
        yield _ago(match, now), *match.span()
    for match in language.pattern("time.relative").finditer(text):
        if span := _relative(match, today):
            yield span, *match.span()


def first_group(match: re.Match[str], names: Iterable[str]) -> str:
    """Return the first of these groups that a match has; "" for none."""
    return next((name for name in names if match[name]), "")


def _ago(match: re.Match[str], now: int) -> Span:
    unit = first_group(match, UNITS)
    back = now - parse_count(match["count"]) * UNITS[unit]
    if unit == "hour":
        return back - 45, back + 45
    slack = 0 if unit == "day" else 3
    return _hours(back // MINUTES_PER_DAY - slack, 0, 24 * (2 * slack + 1))


def _relative(match: re.Match[str], today: int) -> Span | None:
    if match["tonight"]:
        return _hours(today, 18, 30)
    if match["before"]:
        return _hours(today - 2, 0, 24)
    if match["week"]:
        return _hours(today - 7, 0, 7 * 24) if match["last"] else None
    if not first_group(match, (*_PARTS, "today", "yesterday")):
        return None
    return _part_of(match, today - bool(match["yesterday"] or match["last"]))


def _part_of(match: re.Match[str], day: int) -> Span:
    """Return the named part of a day, or the whole day."""
    return _hours(day, *_PARTS.get(first_group(match, _PARTS), (0, 24)))


def parse_count(written: str) -> int:
    """Return a number written in digits or as a word; 1 for "a" and for words that are no number."""
    if written.isdecimal():
        return int(written)
    return lexicon().numbers.get(written.lower(), 1)


def _hours(day: int, first: int, last: int) -> Span:
    return day * MINUTES_PER_DAY + first * 60, day * MINUTES_PER_DAY + last * 60 - 1


BEGINS = 6  # hour of a day that is named without one
_WEEK = 7


def future_time(language: Language, text: str, now: int) -> int | None:
    """Return the first future time that a text names, in game minutes; None if there is none. The first day is a
    Monday."""
    if after := language.pattern("coming.after").search(text):
        minutes = parse_count(after["count"]) * (_number(after.groupdict(), "u") or 1)
        return now + (minutes // 2 if after["half"] else minutes)
    day, hour = _day(language, text, now), _hour(language, text)
    if day is None and hour is None:
        return None
    today = now // MINUTES_PER_DAY
    at = (today if day is None else day) * MINUTES_PER_DAY + (BEGINS * MINUTES_PER_HOUR if hour is None else hour)
    if day is None and at < now:
        return at + MINUTES_PER_DAY
    return max(at, now)


def _day(language: Language, text: str, now: int) -> int | None:
    today = now // MINUTES_PER_DAY
    if match := language.pattern("coming.numbered").search(text):
        day = parse_count(match["count"]) if match["count"] else language.numbers("time.nths")[match["nth"].lower()]
        return max(day - 1, today)
    if (match := language.pattern("coming.day").search(text)) is None:
        return None
    if (weekday := _number(match.groupdict(), "w")) is not None:
        return today + ((weekday - today) % _WEEK or _WEEK)
    return today + (_number(match.groupdict(), "n") or 0)


def _hour(language: Language, text: str) -> int | None:
    """Return the named hour in minutes after midnight."""
    if (match := language.pattern("coming.clock").search(text)) and parse_count(match["count"]) < 24:
        later = 12 if match["pm"] and parse_count(match["count"]) < 12 else 0
        return (parse_count(match["count"]) + later) * MINUTES_PER_HOUR + int(match["minute"] or 0)
    if match := language.pattern("coming.hour").search(text):
        return (_number(match.groupdict(), "h") or 0) * MINUTES_PER_HOUR
    return None


def named_hour(language: Language, words: str) -> int | None:
    """Parse a text that names a time of day and nothing else.

    Args:
        language: The language of the text.
        words: For example "first light", "four", "16:30" or "4 pm".

    Returns:
        Minutes after midnight; None for no such time.
    """
    if match := language.pattern("coming.named_hour").match(words):
        return (_number(match.groupdict(), "h") or 0) * MINUTES_PER_HOUR
    match = language.pattern("coming.bare_clock").match(words)
    if match is None or (hour := parse_count(match["count"])) >= 24:
        return None
    later = 12 if match["pm"] and hour < 12 else 0
    return (hour + later) * MINUTES_PER_HOUR + int(match["minute"] or 0)


def named_span_of_day(language: Language, begin: str, end: str) -> Span | None:
    """Parse a span of a day. The end is the next hour of its name, so that "from nine until four" ends in the
    afternoon.

    Returns:
        Begin and end in minutes after midnight; None if either is no time or the span ends on the next day.
    """
    first, last = named_hour(language, begin), named_hour(language, end)
    if first is None or last is None:
        return None
    last = last or MINUTES_PER_DAY  # midnight ends a day
    if last <= first and last < 12 * MINUTES_PER_HOUR:
        last += 12 * MINUTES_PER_HOUR
    return (first, last) if first < last else None


def _number(groups: Mapping[str, str | None], letter: str) -> int | None:
    """Return the number in the name of the matched group that begins with this letter."""
    named = (name for name, found in groups.items() if found and name[0] == letter and name[1:].isdecimal())
    return next((int(name[1:]) for name in named), None)
