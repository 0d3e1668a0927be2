"""Game times in words."""

from app.language.language import default_language, language_of
from app.models.clock import day_of, hour_text
from app.models.scenario import ScenarioSheet


def time_text(minutes: int, sheet: ScenarioSheet | None = None) -> str:
    """``Day 1, 14:20``, in the language of a scenario."""
    tongue = default_language() if sheet is None else language_of(sheet)
    return tongue.render("phrases.game-time", day=str(day_of(minutes)), time=hour_text(minutes))
