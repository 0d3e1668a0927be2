"""When something was, as a person says it: by the game's clock, and never more exactly than it is known."""

from app.language.language import current_language
from app.models.clock import MINUTES_PER_DAY, day_of, part_of_day

_JUST_NOW, _WHILE, _HOURS = 5, 60, 4 * 60
_MORNING = 6 * 60


def relative_time(then: int, now: int) -> str:
    """``this morning``, ``yesterday evening``, ``three days ago``; both times in game minutes."""
    days, passed = day_of(now) - day_of(then), now - then
    weeks, left = divmod(days, 7)
    part = part_of_day(then)
    if passed < _WHILE:
        return _render("now" if passed < _JUST_NOW else "while")
    if days < 1:
        is_same, is_long = part == part_of_day(now), passed >= 2 * _HOURS
        if part == "night":
            return _render("tonight" if is_same and not is_long else "last-night", part)
        return _render("earlier" if is_same else "today", part)
    if days == 1:
        return _render(_yesterday(then, now, part), part)
    return _render("days", count=days) if left or not weeks else _render("weeks", count=weeks)


def relative_time_between(first: int, last: int, now: int) -> str:
    """The same for what happened at some time from ``first`` to ``last``; "" where that would say too much."""
    if first == last or relative_time(first, now) == relative_time(last, now):
        return relative_time(last, now)
    days = day_of(now) - day_of(last)
    if day_of(first) != day_of(last) or days > 1:
        return ""
    return _render("yesterday-sometime" if days else "today-sometime")


def _yesterday(then: int, now: int, part: str) -> str:
    """A night belongs to the day on which it began."""
    if now - then < _HOURS:
        return "hours"
    if part != "night":
        return "yesterday"
    is_night_still = now % MINUTES_PER_DAY < _MORNING
    if then % MINUTES_PER_DAY < _MORNING:
        return "last-night" if is_night_still else "night-before"
    return "tonight" if is_night_still else "last-night"


def _render(when: str, part: str = "", count: int = 0) -> str:
    tongue = current_language()
    number = tongue.render("answers.count", count=count, digits=str(count))
    part = tongue.render("telling.part-of-day", part=part)
    return tongue.render("answers.when", when=when, part=part, count=count, number=number)
