"""When something is to be, as a text says it: "tomorrow at noon", "in two hours", "on Thursday"."""

from collections.abc import Mapping

from app.language.language import Language
from app.language.times.when import counted
from app.models.state.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

BEGINS = 6
"""The hour at which a day begins that is named without one."""
_WEEK = 7


def coming(language: Language, text: str, now: int) -> int | None:
    """The first time yet to come that a text names, as game time in minutes; None if it names none.

    ``now`` is game time. The first day of a game is a Monday.
    """
    if after := language.pattern("coming.after").search(text):
        minutes = counted(after["count"]) * (_number(after.groupdict(), "u") or 1)
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
        return max(counted(found["count"]) - 1, today)
    if (found := language.pattern("coming.day").search(text)) is None:
        return None
    if (weekday := _number(found.groupdict(), "w")) is not None:
        return today + ((weekday - today) % _WEEK or _WEEK)
    return today + (_number(found.groupdict(), "n") or 0)


def _hour(language: Language, text: str) -> int | None:
    """Minutes after midnight."""
    if (found := language.pattern("coming.clock").search(text)) and counted(found["count"]) < 24:
        later = 12 if found["pm"] and counted(found["count"]) < 12 else 0
        return (counted(found["count"]) + later) * MINUTES_PER_HOUR + int(found["minute"] or 0)
    if found := language.pattern("coming.hour").search(text):
        return (_number(found.groupdict(), "h") or 0) * MINUTES_PER_HOUR
    return None


def _number(groups: Mapping[str, str | None], letter: str) -> int | None:
    """The number in the name of the group of this letter that was found."""
    named = (name for name, found in groups.items() if found and name[0] == letter and name[1:].isdecimal())
    return next((int(name[1:]) for name in named), None)
