"""Times in questions and in conversation: what a question asks for, dates, times to come, hours of habits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape
from app.language.language import Language, current_language
from app.language.times.grammar import minute_named, times_in
from app.language.times.time import Span, Time
from app.language.times.tokens import AROUND, EVENING, NOON
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

BEGINS = 6 * MINUTES_PER_HOUR
"""Minute of a day that is named without an hour."""
_AWAKE = range(6 * MINUTES_PER_HOUR, 23 * MINUTES_PER_HOUR)
"""Minutes of the day that an hour of either half of the day means."""
_ISO_DATE = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b")
_DATES = ("time.day_and_month", "time.month_and_day", "time.month_alone")
_TOLD_WITHIN = 7  # days after an event in which it is mostly mentioned


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
    return QuestionHints(shape, next((span for span, _ in named_spans(question, now)), None), days)


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


def past_times(text: str, now: int) -> Iterator[tuple[Time, Span | None]]:
    """Yield the times of a text that have been, or are now, in order, each with its game minutes, both ends inclusive:
    None for a time of no day."""
    for time in times_in(current_language(), text, now, ahead=False):
        if time.is_coming:
            continue
        if time.span is not None or time.day is None:
            yield time, time.span
            continue
        first, last = (time.part.first, time.part.last) if time.part else (0, MINUTES_PER_DAY - 1)
        if time.clock is not None:
            first, last = time.clock - AROUND, time.clock + AROUND
        yield time, (time.day * MINUTES_PER_DAY + first, time.day * MINUTES_PER_DAY + last)


def named_spans(text: str, now: int) -> Iterator[tuple[Span, tuple[Span, ...]]]:
    """Yield each past time of a text, in order: its game minutes, and the (start, end) of its words. "Lately", "this
    week" and the like are none."""
    return ((span, time.places) for time, span in past_times(text, now) if span is not None and not time.is_loose)


def future_time(language: Language, text: str, now: int) -> int | None:
    """Return the first future time that a text names, in game minutes; None if there is none. The first day is a
    Monday."""
    times = (_appointment(time, now) for time in times_in(language, text, now, ahead=True))
    return next((at for at in times if at is not None), None)


def _appointment(time: Time, now: int) -> int | None:
    """Return the minute of an appointment; None for a time that is over."""
    if time.is_past or time.side == "since":
        return None
    if time.span is not None:
        return time.span[0]
    today = now // MINUTES_PER_DAY
    if time.minute is not None and not time.is_sure and time.part is None and time.day in (None, today):
        days = (today,) if time.day == today else (today, today + 1)
        hours = (day * MINUTES_PER_DAY + time.minute % NOON + half for day in days for half in (0, NOON))
        return next((at for at in hours if at >= now and at % MINUTES_PER_DAY in _AWAKE), None)
    minute = _minute(time)
    at = (today if time.day is None else time.day) * MINUTES_PER_DAY + minute
    if time.day is None:
        return at if at >= now else at + MINUTES_PER_DAY
    last = minute if time.minute is not None else time.part.last if time.part else MINUTES_PER_DAY - 1
    return max(at, now) if time.day * MINUTES_PER_DAY + last >= now else None


def _minute(time: Time) -> int:
    """Return the minute of the day of an appointment, "early" and "late" regarded."""
    if time.clock is not None:
        return time.clock
    if time.part is None:
        return EVENING + time.moved if time.moved > 0 else BEGINS
    return max(time.part.at + time.moved, time.part.first) if time.moved else time.part.at


def named_span_of_day(language: Language, begin: str, end: str) -> Span | None:
    """Parse a span of a day. The end is the next hour of its name, so that "from nine until four" ends in the
    afternoon.

    Returns:
        Begin and end in minutes after midnight; None if either is no time or the span ends on the next day.
    """
    first, last = minute_named(language, begin), minute_named(language, end)
    if first is None or last is None:
        return None
    last = last or MINUTES_PER_DAY  # midnight ends a day
    if last <= first and last < NOON:
        last += NOON
    return (first, last) if first < last else None
