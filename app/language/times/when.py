"""Times in questions and in talk: what a question asks for, times that were, and times that are to come."""

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
_TOLD_WITHIN = 7  # days in which what happens is mostly told

Span = tuple[int, int]


@dataclass(frozen=True)
class QuestionHints:
    """``shape`` is what an answer would hold; ``span`` the game time (both ends included) that is spoken of; ``days``
    first and last day of a named date, as by `datetime.date.toordinal`."""

    shape: Shape
    span: Span | None
    days: Span | None = None


def question_hints(question: str, now: int, latest_day: int = 0) -> QuestionHints:
    """What a question asks for at ``now`` (minutes). A date without year: the last up to ``latest_day`` (0: none)."""
    language = current_language()
    shape = Shape.TIME if language.pattern("time.asks_time").search(question) else Shape.NONE
    if language.pattern("time.asks_number").search(question):
        shape |= Shape.NUMBER
    is_dated = latest_day and language.pattern("time.may_name_a_date").search(question)
    days = next(_named_days(language, question, date.fromordinal(latest_day)), None) if is_dated else None
    return QuestionHints(shape, next((span for span, _, _ in named_spans(question, now)), None), days)


def date_relevance(days: NDArray[np.int32], asked_for: Span) -> NDArray[np.float64]:
    """How well what was written down on each day fits a date: 1 within it, 0.5 in the week after it, else 0."""
    first, last = asked_for
    soon_after = (days > last) & (days <= last + _TOLD_WITHIN)
    found: NDArray[np.float64] = ((days >= first) & (days <= last)) + 0.5 * soon_after
    return found


def _named_days(language: Language, question: str, latest: date) -> Iterator[Span]:
    """The dates that a question names: days, or whole months."""
    months, also_words = language.numbers("time.months"), language.words("time.also_words")
    for pattern in (_ISO_DATE, *map(language.pattern, _DATES)):
        for found in pattern.finditer(question):
            parts = found.groupdict()
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
    """Every time that a text names in words, and where these start and end: first days by number, then what is ago."""
    language, today = current_language(), now // MINUTES_PER_DAY
    for found in language.pattern("time.day").finditer(text):
        if (day := parse_count(found["count"])) >= 1:
            yield _hours(day - 1, 0, 24), *found.span()
    nths = language.numbers("time.nths")
    for found in language.pattern("time.nth_day").finditer(text):
        yield _part_of(found, nths[found["nth"].lower()] - 1), *found.span()
    for found in language.pattern("time.parts_ago").finditer(text):
        yield _part_of(found, today - (parse_count(found["count"]) if found["count"] else 2)), *found.span()
    for found in language.pattern("time.ago").finditer(text):
        yield _ago(found, now), *found.span()
    for found in language.pattern("time.relative").finditer(text):
        if span := _relative(found, today):
            yield span, *found.span()


def first_group(found: re.Match[str], names: Iterable[str]) -> str:
    """The first of these groups that an expression has found; "" for none."""
    return next((name for name in names if found[name]), "")


def _ago(found: re.Match[str], now: int) -> Span:
    unit = first_group(found, UNITS)
    back = now - parse_count(found["count"]) * UNITS[unit]
    if unit == "hour":
        return back - 45, back + 45
    slack = 0 if unit == "day" else 3
    return _hours(back // MINUTES_PER_DAY - slack, 0, 24 * (2 * slack + 1))


def _relative(found: re.Match[str], today: int) -> Span | None:
    if found["tonight"]:
        return _hours(today, 18, 30)
    if found["before"]:
        return _hours(today - 2, 0, 24)
    if found["week"]:
        return _hours(today - 7, 0, 7 * 24) if found["last"] else None
    if not first_group(found, (*_PARTS, "today", "yesterday")):
        return None
    return _part_of(found, today - bool(found["yesterday"] or found["last"]))


def _part_of(found: re.Match[str], day: int) -> Span:
    """The part of a day that is named, or the whole day."""
    return _hours(day, *_PARTS.get(first_group(found, _PARTS), (0, 24)))


def parse_count(written: str) -> int:
    """The number that a text writes in digits or as a word; 1 for "a" and what is no number."""
    if written.isdecimal():
        return int(written)
    return lexicon().numbers.get(written.lower(), 1)


def _hours(day: int, first: int, last: int) -> Span:
    return day * MINUTES_PER_DAY + first * 60, day * MINUTES_PER_DAY + last * 60 - 1


BEGINS = 6  # the hour at which a day begins that is named without one
_WEEK = 7


def future_time(language: Language, text: str, now: int) -> int | None:
    """The first future time that a text names, in game minutes, or None; the first day of a game is a Monday."""
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
    if found := language.pattern("coming.numbered").search(text):
        day = parse_count(found["count"]) if found["count"] else language.numbers("time.nths")[found["nth"].lower()]
        return max(day - 1, today)
    if (found := language.pattern("coming.day").search(text)) is None:
        return None
    if (weekday := _number(found.groupdict(), "w")) is not None:
        return today + ((weekday - today) % _WEEK or _WEEK)
    return today + (_number(found.groupdict(), "n") or 0)


def _hour(language: Language, text: str) -> int | None:
    """Minutes after midnight."""
    if (found := language.pattern("coming.clock").search(text)) and parse_count(found["count"]) < 24:
        later = 12 if found["pm"] and parse_count(found["count"]) < 12 else 0
        return (parse_count(found["count"]) + later) * MINUTES_PER_HOUR + int(found["minute"] or 0)
    if found := language.pattern("coming.hour").search(text):
        return (_number(found.groupdict(), "h") or 0) * MINUTES_PER_HOUR
    return None


def named_hour(language: Language, words: str) -> int | None:
    """Read what names a time of the day, and nothing else.

    Args:
        language: Whose words they are.
        words: As "first light", "four", "16:30" or "4 pm".

    Returns:
        Minutes after midnight, None for no such time.
    """
    if found := language.pattern("coming.named_hour").match(words):
        return (_number(found.groupdict(), "h") or 0) * MINUTES_PER_HOUR
    found = language.pattern("coming.bare_clock").match(words)
    if found is None or (hour := parse_count(found["count"])) >= 24:
        return None
    later = 12 if found["pm"] and hour < 12 else 0
    return (hour + later) * MINUTES_PER_HOUR + int(found["minute"] or 0)


def named_span_of_day(language: Language, begin: str, end: str) -> Span | None:
    """Read a span of a day: the hour that ends it is the next one of that name, so that "from nine until four" ends in
    the afternoon.

    Returns:
        The minutes after midnight at which it begins and ends; None where either is no time or it ends the next day.
    """
    first, last = named_hour(language, begin), named_hour(language, end)
    if first is None or last is None:
        return None
    last = last or MINUTES_PER_DAY  # midnight ends a day
    if last <= first and last < 12 * MINUTES_PER_HOUR:
        last += 12 * MINUTES_PER_HOUR
    return (first, last) if first < last else None


def _number(groups: Mapping[str, str | None], letter: str) -> int | None:
    """The number in the name of the group of this letter that was found."""
    named = (name for name, found in groups.items() if found and name[0] == letter and name[1:].isdecimal())
    return next((int(name[1:]) for name in named), None)
