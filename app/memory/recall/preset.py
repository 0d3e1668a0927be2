"""The presets by name alone: the command line lists them without loading what they need."""

from enum import StrEnum


class Preset(StrEnum):
    """How memories are chosen."""

    RECENT = "recent"
    SITUATIONAL = "situational"
    GENAGENTS = "genagents"
    CHRONICLE = "chronicle"
    HYBRID = "hybrid"
