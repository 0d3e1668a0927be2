"""When something was, as a person says it: by the game's clock, and never more exactly than it is known."""

from app.models.clock import MINUTES_PER_DAY, day_of, part_of_day

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_JUST_NOW, _WHILE, _HOURS = 5, 60, 4 * 60
_WEEK = 7
_MORNING = 6 * 60


def said_when(then: int, now: int) -> str:
    """``this morning``, ``yesterday evening``, ``three days ago``; both times in game minutes."""
    days, passed = day_of(now) - day_of(then), now - then
    if passed < _WHILE:
        return "just now" if passed < _JUST_NOW else "a little while ago"
    part = part_of_day(then)
    if days < 1:
        return _today(part, part_of_day(now), passed)
    if days == 1:
        return _yesterday(then, now, part)
    if days < _WEEK:
        return f"{_NUMBERS[days - 2]} days ago"
    weeks, left = divmod(days, _WEEK)
    if not left:
        return "a week ago" if weeks == 1 else f"{_number(weeks)} weeks ago"
    return f"{_number(days)} days ago"


def said_when_between(first: int, last: int, now: int) -> str:
    """The same for what happened at some time from ``first`` to ``last``; "" where that would say too much."""
    if first == last or said_when(first, now) == said_when(last, now):
        return said_when(last, now)
    days = day_of(now) - day_of(last)
    if day_of(first) != day_of(last) or days > 1:
        return ""
    return "yesterday" if days else "earlier today"


def _today(part: str, part_now: str, passed: int) -> str:
    if part == "night":
        return "earlier tonight" if part_now == "night" and passed < 2 * _HOURS else "last night"
    return f"earlier this {part}" if part == part_now else f"this {part}"


def _yesterday(then: int, now: int, part: str) -> str:
    """A night belongs to the day on which it began."""
    if now - then < _HOURS:
        return "a few hours ago"
    if part != "night":
        return f"yesterday {part}"
    is_night_still = now % MINUTES_PER_DAY < _MORNING
    if then % MINUTES_PER_DAY < _MORNING:
        return "last night" if is_night_still else "the night before last"
    return "earlier tonight" if is_night_still else "last night"


def _number(count: int) -> str:
    return _NUMBERS[count - 2] if count - 2 < len(_NUMBERS) else str(count)
