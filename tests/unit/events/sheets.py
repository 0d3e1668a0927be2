"""The small world with something in it changed."""

from typing import Any

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from tests.worlds import small_sheet


def changed_sheet(**fields: Any) -> ScenarioSheet:
    """The small world's sheet with other fields, which are checked."""
    sheet = small_sheet()
    return ScenarioSheet(**{name: getattr(sheet, name) for name in ScenarioSheet.model_fields} | fields)


def with_place(location_id: str, **fields: Any) -> ScenarioSheet:
    """The small world with one place changed."""
    places = small_sheet().locations
    return changed_sheet(locations=tuple(p.model_copy(update=fields) if p.id == location_id else p for p in places))


def game_in(sheet: ScenarioSheet, at: str | None = None) -> GameState:
    """A fresh game in the sheet; the party stands ``at`` a place, the start if None."""
    state = begin(sheet, "game-1")
    if at is not None:
        state.scenario.current_location_id = at
    return state
