"""The expressions by which people's answers are found, from the pack."""

from app.language.language import default_language
from app.language.reading.rules import Pattern


def pattern(name: str) -> Pattern:
    """The compiled expression of this name in the section ``recollection``."""
    return default_language().pattern(f"recollection.{name}")
