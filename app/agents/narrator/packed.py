"""The expressions by which people's answers are found, from the pack."""

import re

from app.language.language import default_language


def pattern(name: str) -> re.Pattern[str]:
    """The compiled expression of this name in the section ``recollection``."""
    return default_language().pattern(f"recollection.{name}")
