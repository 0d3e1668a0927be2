"""How long a player wants to wait: "two hours", "half an hour", "until morning", "until 14:30"."""

from collections.abc import Sequence

from app.agents.narrator.understanding.intents import Wait
from app.agents.narrator.understanding.typed_words import word_set
from app.language.language import current_language

_MORNING = 6 * 60
_HUGE = 10**9
"""Stands for any longer number, so that it is refused as too long a wait."""


def wait_for(words: Sequence[str], usual: Wait) -> Wait:
    """What the words after "wait" ask for; ``usual`` if they name no time that is understood."""
    language, text = current_language(), " ".join(words)
    units, hours, amounts = (language.numbers(f"narrator.{name}") for name in ("minutes", "hours", "amounts"))
    named = [hours[word] * 60 for word in words if word in hours]
    clock = language.pattern("narrator.wait_until").search(text)
    if clock and clock["hour"] and int(clock["hour"]) <= 24:
        later = 12 if clock["pm"] and int(clock["hour"]) < 12 else 0
        return Wait(until=(int(clock["hour"]) + later) * 60 + int(clock["minute"] or 0))
    if not clock and (span := language.pattern("narrator.wait_span").search(text)):
        unit, count = units[span["unit"]], span["count"] or ""
        number = _value(count) if count.isdecimal() else amounts.get(count, 1)
        return Wait(minutes=unit // 2 if span["half"] else unit * number)
    if named or " ".join(words[-3:]) in word_set("for_the_night"):
        return Wait(until=_MORNING if " ".join(words[-3:]) in word_set("for_the_night") else named[-1])
    bare = [_value(word) for word in words if word.isdecimal()]
    return Wait(minutes=bare[0]) if bare and not clock else usual


def _value(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _HUGE
