"""How long a player wants to wait: "two hours", "half an hour", "until morning", "until 14:30"."""

import re
from collections.abc import Sequence

from app.agents.narrator.intents import Wait

_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "couple": 2, "few": 3,
}  # fmt: skip
_UNITS = {
    "m": 1, "min": 1, "mins": 1, "minute": 1, "minutes": 1, "h": 60, "hr": 60, "hrs": 60, "hour": 60, "hours": 60,
    "day": 1440, "days": 1440, "week": 10_080, "weeks": 10_080,
}  # fmt: skip
_HOURS = {
    "dawn": 6, "sunrise": 6, "daybreak": 6, "morning": 6, "tomorrow": 6, "daylight": 6, "noon": 12, "midday": 12,
    "afternoon": 12, "evening": 18, "dusk": 18, "sunset": 18, "nightfall": 22, "night": 22, "midnight": 24,
}  # fmt: skip
_GLUED = re.compile(r"([0-9]{1,9})([a-z]{1,7})")
_HUGE = 10**9
"""Stands for any longer number, so that it is refused as too long a wait."""


def wait_for(words: Sequence[str], usual: Wait) -> Wait:
    """What the words after "wait" ask for; ``usual`` if they name no time that is understood."""
    parts = [part for word in words for part in _split(word)]
    if "until" in parts or "till" in parts or "til" in parts:
        return _until(parts) or usual
    for at, word in enumerate(parts):
        if word in _UNITS and at > 0:
            return Wait(minutes=_amount(parts[:at], _UNITS[word]))
    if list(words[-3:]) == ["for", "the", "night"]:
        return Wait(until=_HOURS["morning"] * 60)
    named = [word for word in parts if word in _HOURS]
    if named:
        return Wait(until=_HOURS[named[-1]] * 60)
    digits = [_value(word) for word in parts if _is_digits(word)]
    return Wait(minutes=digits[0]) if digits else usual


def _until(parts: Sequence[str]) -> Wait | None:
    digits = [_value(word) for word in parts if _is_digits(word)]
    if digits and digits[0] <= 24:
        hour = digits[0] + (12 if "pm" in parts and digits[0] < 12 else 0)
        minute = digits[1] if len(digits) > 1 and digits[1] < 60 else 0
        return Wait(until=hour * 60 + minute)
    named = [word for word in parts if word in _HOURS]
    return Wait(until=_HOURS[named[-1]] * 60) if named else None


def _amount(before: Sequence[str], unit: int) -> int:
    if "half" in before:
        return unit // 2
    for word in reversed(before):
        if _is_digits(word):
            return _value(word) * unit
        if word in _NUMBERS and not (word in ("a", "an") and before[-1] == "of"):
            return _NUMBERS[word] * unit
    return unit


def _is_digits(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _value(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _HUGE


def _split(word: str) -> list[str]:
    glued = _GLUED.fullmatch(word)
    return [glued[1], glued[2]] if glued and (glued[2] in _UNITS or glued[2] in ("am", "pm")) else [word]
