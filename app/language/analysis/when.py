"""What a question asks for besides its words: a time, a number, something within a time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape
from app.language.en.words import NUMBER_WORDS
from app.models.clock import MINUTES_PER_DAY

_ASKS_TIME = re.compile(
    r"\b(?:when|how (?:long|often|recently)|(?:what|which) (?:day|date|time|year|month|week|hour|season)"
    r"|how (?:many|much) (?:minutes|hours|days|weeks|months|years|time))\b",
    re.IGNORECASE,
)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:many|much|old|far|tall|high|deep|heavy|large|big)|what (?:price|number|sum|amount|age|fee|toll)"
    r"|costs?|price|owes?|pay)\b",
    re.IGNORECASE,
)
COUNT = r"(?:\d{1,4}|" + "|".join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word))) + r"|an?)"
"""A number in digits or words, as `counted` reads it."""
_DAY = re.compile(rf"\bday (?P<count>{COUNT})\b", re.IGNORECASE)
_AGO = re.compile(rf"\b(?P<count>{COUNT}) (?P<unit>hour|day|week)s? ago\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?P<day>today|yesterday|this|last) ?(?P<part>morning|afternoon|evening|night|week)?\b|\b(?P<tonight>tonight)\b"
    r"|\b(?P<before>(?:the )?day before yesterday)\b",
    re.IGNORECASE,
)
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (22, 30)}
_UNITS = {"hour": 60, "day": MINUTES_PER_DAY, "week": 7 * MINUTES_PER_DAY}

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_REST = ("uary", "ruary", "ch", "il", "", "e", "y", "ust", "tember", "ober", "ember", "ember")
_MONTH = "(?P<month>" + "|".join(map("{}(?:{})?".format, _MONTHS, _REST)) + r"|sept)\b\.?"
_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_YEAR = r"(?:,? (?:of )?(?P<year>\d{4})\b)?"
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(rf"\b{_NTH} (?:of )?{_MONTH}{_YEAR}", re.IGNORECASE),
    re.compile(rf"\b{_MONTH} (?:the )?{_NTH}{_YEAR}", re.IGNORECASE),
    re.compile(rf"\b{_MONTH}{_YEAR}", re.IGNORECASE),
)
_MAY_NAME_A_DATE = re.compile(r"\d-\d|\b(?:" + "|".join(_MONTHS) + ")", re.IGNORECASE)
_ALSO_WORDS = frozenset(("march", "may", "mar", "jan", "dec", "sep", "jun"))
"""Months that need a capital where they stand without a day or year: they are other words too."""
_TOLD_WITHIN = 7
"""Days in which what happens is mostly told."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """``shape`` is what an answer would hold; ``span`` the game time (both ends included) that is spoken of.

    ``days`` are the first and the last day of a date that is named, as by `datetime.date.toordinal`.
    """

    shape: Shape
    span: Span | None
    days: Span | None = None


def asked(question: str, now: int, latest_day: int = 0) -> Asked:
    """What a question asks for; ``now`` is game time in minutes.

    A date without a year is the last such one up to ``latest_day``; without that day no date is looked for.
    """
    shape = Shape.TIME if _ASKS_TIME.search(question) else Shape.NONE
    if _ASKS_NUMBER.search(question):
        shape |= Shape.NUMBER
    return Asked(shape, _span(question, now), _days(question, date.fromordinal(latest_day)) if latest_day else None)


def told_of(days: NDArray[np.int32], asked_for: Span) -> NDArray[np.float64]:
    """How well what was written down on each day fits a date: 1 within it, 0.5 in the week after it, else 0."""
    first, last = asked_for
    within = (days >= first) & (days <= last)
    soon_after = (days > last) & (days <= last + _TOLD_WITHIN)
    found: NDArray[np.float64] = within + 0.5 * soon_after
    return found


def _days(question: str, latest: date) -> Span | None:
    """The first date that a question names: a day, or a whole month."""
    if not _MAY_NAME_A_DATE.search(question):
        return None
    return next(_named_days(question, latest), None)


def _named_days(question: str, latest: date) -> Iterator[Span]:
    for pattern in _DATES:
        for found in pattern.finditer(question):
            parts = found.groupdict()
            written, day, year = parts["month"], parts.get("day"), parts["year"]
            if not day and not year and written.lower() in _ALSO_WORDS and not written[0].isupper():
                continue
            month = int(written) if written.isdecimal() else 1 + _MONTHS.index(written[:3].lower())
            try:
                first = date(int(year) if year else latest.year, month, int(day or 1))
                if not year and first > latest:
                    first = first.replace(year=first.year - 1)
                after = first + timedelta(days=1) if day else (first + timedelta(days=31)).replace(day=1)
            except (ValueError, OverflowError):  # no such day
                continue
            yield first.toordinal(), after.toordinal() - 1


def _span(question: str, now: int) -> Span | None:
    """The first time that a question names, as far as a game's clock can tell it."""
    return next((span for span, _, _ in named_spans(question, now)), None)


def named_spans(text: str, now: int) -> Iterator[tuple[Span, int, int]]:
    """Every time that a text names in words, and where these start and end: first days by number, then what is ago."""
    today = now // MINUTES_PER_DAY
    for found in _DAY.finditer(text):
        if (day := counted(found["count"])) >= 1:
            yield _hours(day - 1, 0, 24), *found.span()
    for found in _AGO.finditer(text):
        yield _ago(found, now), *found.span()
    for found in _RELATIVE.finditer(text):
        if span := _relative(found, today):
            yield span, *found.span()


def _ago(found: re.Match[str], now: int) -> Span:
    unit = found["unit"].lower()
    back = now - counted(found["count"]) * _UNITS[unit]
    if unit == "hour":
        return back - 45, back + 45
    slack = 0 if unit == "day" else 3
    return _hours(back // MINUTES_PER_DAY - slack, 0, 24 * (2 * slack + 1))


def _relative(found: re.Match[str], today: int) -> Span | None:
    if found["tonight"]:
        return _hours(today, 18, 30)
    if found["before"]:
        return _hours(today - 2, 0, 24)
    day, part = found["day"].lower(), (found["part"] or "").lower()
    if part == "week":
        return _hours(today - 7, 0, 7 * 24) if day == "last" else None
    if day in ("today", "yesterday"):
        return _hours(today - (day == "yesterday"), *_PARTS.get(part, (0, 24)))
    if not part:
        return None
    return _hours(today - (day == "last"), *_PARTS[part])


def counted(written: str) -> int:
    """The number that a text writes in digits or as a word; 1 for "a"."""
    if written.isdecimal():
        return int(written)
    return NUMBER_WORDS.get(written.lower(), 1)


def _hours(day: int, first: int, last: int) -> Span:
    return day * MINUTES_PER_DAY + first * 60, day * MINUTES_PER_DAY + last * 60 - 1
