"""The words and expressions by which players and people are understood, from the pack."""

from app.language.language import current_language
from app.language.reading.rules import Pattern


def recall_pattern(name: str) -> Pattern:
    """The compiled expression of this name in the section ``recollection``."""
    return current_language().pattern(f"recollection.{name}")


def word_set(name: str) -> frozenset[str]:
    """The words of this name in the section ``narrator``."""
    return current_language().words(f"narrator.{name}")
