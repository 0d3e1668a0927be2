"""What a person is doing, and how it is by its meters."""

from enum import StrEnum


class Activity(StrEnum):
    """What a person is doing."""

    IDLE = "idle"
    WALKING = "walking"
    CONVERSING = "conversing"
    ACTIVITY = "activity"
    SLEEPING = "sleeping"


_LOW, _HIGH = 20.0, 60.0


class Level(StrEnum):
    """A meter from 0 to 100 as one speaks of it."""

    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"

    @classmethod
    def of(cls, meter: float) -> "Level":
        return cls.LOW if meter < _LOW else cls.MIDDLE if meter < _HIGH else cls.HIGH
