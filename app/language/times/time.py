"""A time that a text names, joined of the parts that a text has of it."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from app.language.times.tokens import EVENING, NOON, PARTS, Part
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

Span = tuple[int, int]
Side = Literal["since", "before", "after"]

_SMALL, _EARLIEST = 5 * MINUTES_PER_HOUR, 7 * MINUTES_PER_HOUR  # the small hours of a night; the first to meet at


@dataclass(frozen=True)
class Time:
    """A time that a text names.

    Attributes:
        places: (start, end) of its words in the text.
        day: The day from 0.
        part: The part of the day.
        minute: The time of the day in minutes after midnight.
        is_sure: Whether ``minute`` is by a clock of 24 hours.
        span: A time that is no time of a day, both ends inclusive.
        side: The side of this time that is meant.
        moved: Minutes by which "early" or "late" move it.
        is_past: Whether it cannot be one to come.
        is_coming: Whether it can be nothing else.
        is_loose: Whether it may be any of many days, such as "lately": too little to prefer what happened then.
        is_name: Whether a word of it has a capital that begins no sentence, as parts of names do.
        is_of_evening: Whether an hour of either half of the day is of the second, by a meal that is named.
    """

    places: tuple[Span, ...] = ()
    day: int | None = None
    part: Part | None = None
    minute: int | None = None
    is_sure: bool = False
    span: Span | None = None
    side: Side | None = None
    moved: int = 0
    is_past: bool = False
    is_coming: bool = False
    is_loose: bool = False
    is_name: bool = False
    is_of_evening: bool = False

    @property
    def is_point(self) -> bool:
        return self.minute is not None or (self.part is not None and self.part.is_point)

    @property
    def clock(self) -> int | None:
        """The clock time in minutes after midnight, from 24:00 on in the night after; None without one."""
        if self.minute is None or self.is_sure:
            return self.minute
        hour, part = self.minute % NOON, self.part
        if part in (PARTS["night"], PARTS["tonight"]):
            return hour + (MINUTES_PER_DAY if hour < _SMALL else NOON)
        if part is not None and part.at < NOON:
            return hour
        if part is not None and part.at >= EVENING and self.minute == NOON:
            return MINUTES_PER_DAY
        is_later = part is not None or self.is_of_evening or hour < _EARLIEST
        return hour + NOON if is_later else self.minute


def joined_times(one: Time, other: Time) -> Time | None:
    """Return two parts as one time; None if each is a time of its own."""
    if any(time.span and (time.day is None or time.is_past) for time in (one, other)) or not one.places:
        return None
    both = {name: (getattr(one, name), getattr(other, name)) for name in ("day", "part", "minute", "side")}
    if any(None not in both[name] for name in ("day", "part", "minute")):
        return None
    found: dict[str, Any] = {name: second if first is None else first for name, (first, second) in both.items()}
    found |= {
        name: getattr(one, name) or getattr(other, name)
        for name in ("is_sure", "moved", "is_past", "is_coming", "is_name")
    }
    return replace(one, places=one.places + other.places, span=None, **found)
