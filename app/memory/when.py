"""What a question asks for besides its words: a time, a number, something within a time."""

import re
from dataclasses import dataclass

from app.memory.english import NUMBER_WORDS
from app.memory.terms import Shape
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
_COUNT = r"(?P<count>\d{1,4}|" + "|".join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word))) + r"|an?)"
_DAY = re.compile(rf"\bday {_COUNT}\b", re.IGNORECASE)
_AGO = re.compile(rf"\b{_COUNT} (?P<unit>hour|day|week)s? ago\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?P<day>today|yesterday|this|last) ?(?P<part>morning|afternoon|evening|night|week)?\b|\b(?P<tonight>tonight)\b",
    re.IGNORECASE,
)
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (22, 30)}
_UNITS = {"hour": 60, "day": MINUTES_PER_DAY, "week": 7 * MINUTES_PER_DAY}

Span = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """``shape`` is what an answer would hold; ``span`` the game time (both ends included) that is spoken of."""

    shape: Shape
    span: Span | None


def asked(question: str, now: int) -> Asked:
    """What a question asks for; ``now`` is game time in minutes."""
    shape = Shape.TIME if _ASKS_TIME.search(question) else Shape.NONE
    if _ASKS_NUMBER.search(question):
        shape |= Shape.NUMBER
    return Asked(shape, _span(question, now))


def _span(question: str, now: int) -> Span | None:
    """The first time that a question names, as far as a game's clock can tell it."""
    if found := _DAY.search(question):
        day = _count(found["count"])
        return _hours(day - 1, 0, 24) if day >= 1 else None
    today = now // MINUTES_PER_DAY
    if found := _AGO.search(question):
        unit = found["unit"].lower()
        back = now - _count(found["count"]) * _UNITS[unit]
        if unit == "hour":
            return back - 45, back + 45
        slack = 0 if unit == "day" else 3
        return _hours(back // MINUTES_PER_DAY - slack, 0, 24 * (2 * slack + 1))
    for found in _RELATIVE.finditer(question):
        if span := _relative(found, today):
            return span
    return None


def _relative(found: re.Match[str], today: int) -> Span | None:
    if found["tonight"]:
        return _hours(today, 18, 30)
    day, part = found["day"].lower(), (found["part"] or "").lower()
    if part == "week":
        return _hours(today - 7, 0, 7 * 24) if day == "last" else None
    if day in ("today", "yesterday"):
        return _hours(today - (day == "yesterday"), *_PARTS.get(part, (0, 24)))
    if not part:
        return None
    return _hours(today - (day == "last"), *_PARTS[part])


def _count(written: str) -> int:
    if written.isdecimal():
        return int(written)
    return NUMBER_WORDS.get(written.lower(), 1)


def _hours(day: int, first: int, last: int) -> Span:
    return day * MINUTES_PER_DAY + first * 60, day * MINUTES_PER_DAY + last * 60 - 1
