"""Names of the presets; the command line lists them without loading what they need."""

from enum import StrEnum


class Preset(StrEnum):
    """A method of choosing memories."""

    RECENT = "recent"
    SITUATIONAL = "situational"
    GENAGENTS = "genagents"
    CHRONICLE = "chronicle"
    HYBRID = "hybrid"
