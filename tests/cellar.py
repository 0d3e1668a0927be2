"""A small world with states, a container, actions, a check, wares, a companion and two endings."""

from functools import cache
from pathlib import Path

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin

CELLAR = Path(__file__).parent / "data" / "actions" / "cellar.json"


@cache
def cellar_sheet() -> ScenarioSheet:
    """Return the scenario."""
    return ScenarioSheet.model_validate_json(CELLAR.read_text(encoding="utf-8"))


def in_cellar() -> GameState:
    """Begin a game in the cellar; the party carries the lamp."""
    state = begin(cellar_sheet(), game_id="cellar-1", seed=7, players=[PlayerCharacter(name="Mara")])
    state.party.items.append("lamp")
    return state
