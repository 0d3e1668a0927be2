"""The game clock: whole minutes since day 1, 00:00."""

from pydantic import Field

from app.models.base import Mutable

MINUTES_PER_HOUR = 60
MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR


def day_of(minutes: int) -> int:
    """Return the day, counted from 1."""
    return minutes // MINUTES_PER_DAY + 1


def hour_of(minutes: int) -> int:
    return minutes % MINUTES_PER_DAY // MINUTES_PER_HOUR


def hours_begun(before: int, after: int) -> range:
    """Return the game times of the full hours after ``before`` up to ``after`` (included): each falls into one span,
    however time is split."""
    return range((before // MINUTES_PER_HOUR + 1) * MINUTES_PER_HOUR, after + 1, MINUTES_PER_HOUR)


def hour_text(minutes: int) -> str:
    """Return the time of day as ``14:20``."""
    return f"{hour_of(minutes):02d}:{minutes % MINUTES_PER_HOUR:02d}"


def part_of_day(minutes: int) -> str:
    """Return ``night`` (22 to 6 o'clock), ``morning`` (to 12), ``afternoon`` (to 18) or ``evening``."""
    hour = hour_of(minutes)
    if hour < 6 or hour >= 22:
        return "night"
    if hour < 12:
        return "morning"
    return "afternoon" if hour < 18 else "evening"


class GameClock(Mutable):
    """Game time, in minutes since day 1, 00:00; never runs backwards."""

    minutes: int = Field(default=8 * 60, ge=0)
    scene: int = Field(default=1, ge=1, description="counted within a day; a new place begins a new one")

    @property
    def scene_id(self) -> str:
        """The scene as ``day-003/scene-04``."""
        return f"day-{day_of(self.minutes):03d}/scene-{self.scene:02d}"

    def advance(self, minutes: int) -> None:
        """Move forward by ``minutes``; the first scene of a new day is scene 1."""
        before = day_of(self.minutes)
        self.minutes += minutes
        if day_of(self.minutes) != before:
            self.scene = 1
