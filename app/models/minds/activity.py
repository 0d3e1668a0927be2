"""The activity of a person, and levels of its meters."""

from enum import StrEnum


class Activity(StrEnum):
    """The activity of a person."""

    IDLE = "idle"
    WALKING = "walking"
    CONVERSING = "conversing"
    ACTIVITY = "activity"
    SLEEPING = "sleeping"


_LOW, _HIGH = 20.0, 60.0


class Level(StrEnum):
    """The level of a meter: low below 20, high from 60 on."""

    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"

    @classmethod
    def of(cls, meter: float) -> "Level":
        return cls.LOW if meter < _LOW else cls.MIDDLE if meter < _HIGH else cls.HIGH
