"""Game times in words."""

from app.language.language import current_language
from app.models.state.clock import day_of, hour_text


def time_text(minutes: int) -> str:
    """``Day 1, 14:20``."""
    return current_language().render("phrases.game-time", day=str(day_of(minutes)), time=hour_text(minutes))
