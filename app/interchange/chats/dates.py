"""The dates of chat messages, in the forms that programs have written over the years."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

LONGEST_GAP = 60
"""The most game minutes between two lines: whoever puts a chat away for a night goes on where the story was."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OLDEST, _NEWEST = 946_684_800, 32_503_680_000  # the years 2000 to 3000, in seconds
_IN_WORDS = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap])m", re.IGNORECASE)
_WITH_UNITS = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?")
_DIGITS = re.compile(r"\d{9,17}", re.ASCII)


def sent_at(value: Any) -> datetime | None:
    """Read the date of a message.

    Args:
        value: A number of seconds or milliseconds since 1970, or a text: these digits, ISO 8601,
            ``June 19, 2023 2:20pm`` or ``2024-7-12 @01h 31m 37s 123ms``, with or without the blanks.

    Returns:
        The time in UTC, which is assumed where the value names no zone; None for anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        text = value.strip()
        if not _DIGITS.fullmatch(text):
            return _of_text(text[:60])
        value = int(text)
    seconds = value / 1000 if value > _NEWEST else value
    return datetime.fromtimestamp(seconds, UTC) if _OLDEST <= seconds <= _NEWEST else None


def _of_text(text: str) -> datetime | None:
    try:
        if units := _WITH_UNITS.fullmatch(text):
            year, month, day, hour, minute, second, thousandth = (int(part or 0) for part in units.groups())
            return datetime(year, month, day, hour, minute, second, thousandth * 1000, UTC)
        if words := _IN_WORDS.fullmatch(text):
            month = _MONTHS.index(words[1][:3].lower()) + 1
            hour = int(words[4]) % 12 + (12 if words[7].lower() == "p" else 0)
            return datetime(int(words[3]), month, int(words[2]), hour, int(words[5]), int(words[6] or 0), 0, UTC)
        date = datetime.fromisoformat(text)
    except ValueError:
        return None
    date = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    return date if _OLDEST <= date.timestamp() <= _NEWEST else None


def minutes_between(dates: Sequence[datetime | None]) -> list[int]:
    """Return the game minutes that pass before each line: as many as really passed, at most `LONGEST_GAP`; one where a
    date is missing or earlier than the one before, and none before the first line."""
    gaps = [0] if dates else []
    seconds = 0.0
    for before, date in pairwise(dates):
        if before is None or date is None or date < before:
            seconds += 60
        else:
            seconds += min((date - before).total_seconds(), LONGEST_GAP * 60)
        gaps.append(int(seconds // 60))
        seconds %= 60
    return gaps
