"""What a person is doing."""

from enum import StrEnum


class Activity(StrEnum):
    """What a person is doing."""

    IDLE = "idle"
    WALKING = "walking"
    CONVERSING = "conversing"
    ACTIVITY = "activity"
    SLEEPING = "sleeping"
