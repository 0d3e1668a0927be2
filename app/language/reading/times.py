"""When something is meant to happen that a text speaks of: "by dusk", "tomorrow at noon", "in two hours"."""

from app.language.analysis.when import counted, named_spans
from app.language.language import Language, default_language
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

_HALF_DAY = 12 * MINUTES_PER_HOUR


def time_meant(text: str, now: int, language: Language | None = None) -> int | None:
    """The game time, in minutes, up to which what is named lasts; None where the text names no time to come.

    ``now`` is game time. Of a day, evening or night the last minute is meant, of an hour that hour. Days of the week
    and what has no hour ("before the tide turns") are None: the game's calendar does not know them.
    """
    language = language or default_language()
    if after := language.pattern("reader.time_after").search(text):
        minutes = _table(language, "reader.units")[after["unit"].lower()]
        return now + (minutes // 2 if after["half"] else counted(after["count"]) * minutes)
    days = language.pattern("reader.time_days")
    ahead = 0
    if found := days.search(text):
        ahead = 2 if found["after"] else 1
        text = f"{text[: found.start()]}{language.lines('reader.today')[0]}{text[found.end() :]}"
    today = (now // MINUTES_PER_DAY + ahead) * MINUTES_PER_DAY
    hour = _hour(text, language)
    if hour is not None:
        last = next((span[1] for span, _, _ in named_spans(text, today)), None)
        day = today if last is None or ahead else last // MINUTES_PER_DAY * MINUTES_PER_DAY
        return _next(day + hour[0], now, MINUTES_PER_DAY if not hour[1] else _HALF_DAY)
    ends = [last for (_, last), _, _ in named_spans(text, today if ahead else now)]
    return next((last for last in ends if last > now), None)


def _hour(text: str, language: Language) -> tuple[int, bool] | None:
    """Minutes after midnight, and whether the other half of the day may be meant as well."""
    if clock := language.pattern("reader.time_clock").search(text):
        if clock["hours"]:
            return int(clock["hours"]) * MINUTES_PER_HOUR + int(clock["minutes"]), False
        return counted(clock["bare"]) % 12 * MINUTES_PER_HOUR, True
    named = language.pattern("reader.time_hour").search(text)
    return (_table(language, "reader.hours")[named["hour"].lower()] * MINUTES_PER_HOUR, False) if named else None


def _table(language: Language, name: str) -> dict[str, int]:
    return {word: int(number) for word, _, number in (row.partition(" ") for row in language.lines(name))}


def _next(time: int, now: int, period: int) -> int:
    return time if time > now else time + ((now - time) // period + 1) * period
