"""How a person's memory colours what it keeps: off unless its sheet says so, and never the truth."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Name


class DistortionKind(StrEnum):
    """What sort of colouring it is."""

    PARANOID = "paranoid"
    DEPRESSED = "depressed"
    TRAUMA = "trauma"


class DistortionSheet(Frozen):
    """One way in which a person's memories are coloured; ``triggers`` are the words that wake a trauma."""

    kind: DistortionKind
    triggers: tuple[Name, ...] = Field(default=(), max_length=24)
    about: str = Field(default="", max_length=300, description="what a trigger brings back: 'the fire at the mill'")
