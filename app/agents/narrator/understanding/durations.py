"""How long a player wants to wait: "two hours", "half an hour", "until morning", "until 14:30"."""

from collections.abc import Mapping, Sequence

from app.agents.narrator.understanding.intents import Wait
from app.agents.narrator.understanding.typed_words import word_set
from app.language.language import current_language

_MORNING = 6 * 60
_HUGE = 10**9
"""Stands for any longer number, so that it is refused as too long a wait."""


def wait_for(words: Sequence[str], usual: Wait) -> Wait:
    """What the words after "wait" ask for; ``usual`` if they name no time that is understood."""
    parts = [part for word in words for part in _split(word)]
    if not word_set("until").isdisjoint(parts):
        return _until(parts) or usual
    for at, word in enumerate(parts):
        if at > 0 and (unit := _numbers("minutes").get(word)):
            return Wait(minutes=_amount(parts[:at], unit))
    if " ".join(words[-3:]) in word_set("for_the_night"):
        return Wait(until=_MORNING)
    if named := _named_hour(parts):
        return named
    digits = [_value(word) for word in parts if _is_digits(word)]
    return Wait(minutes=digits[0]) if digits else usual


def _until(parts: Sequence[str]) -> Wait | None:
    digits = [_value(word) for word in parts if _is_digits(word)]
    if digits and digits[0] <= 24:
        is_late = not word_set("after_noon").isdisjoint(parts)
        hour = digits[0] + (12 if is_late and digits[0] < 12 else 0)
        minute = digits[1] if len(digits) > 1 and digits[1] < 60 else 0
        return Wait(until=hour * 60 + minute)
    return _named_hour(parts)


def _named_hour(parts: Sequence[str]) -> Wait | None:
    named = [hour for word in parts if (hour := _numbers("hours").get(word)) is not None]
    return Wait(until=named[-1] * 60) if named else None


def _amount(before: Sequence[str], unit: int) -> int:
    if not word_set("half").isdisjoint(before):
        return unit // 2
    for word in reversed(before):
        if _is_digits(word):
            return _value(word) * unit
        is_article = word in word_set("articles") and before[-1] in word_set("of")
        if not is_article and (number := _numbers("amounts").get(word)):
            return number * unit
    return unit


def _is_digits(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _value(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _HUGE


def _split(word: str) -> list[str]:
    letters = word.lstrip("0123456789")
    is_glued = letters not in ("", word) and (letters in _numbers("minutes") or letters in word_set("half_days"))
    return [word.removesuffix(letters), letters] if is_glued else [word]


def _numbers(name: str) -> Mapping[str, int]:
    return current_language().numbers(f"narrator.{name}")
