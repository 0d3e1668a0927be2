"""A small world: a market, an inn, two cells of one name, and a tower that is locked and hidden."""

from importlib.resources import files

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin


def small_sheet() -> ScenarioSheet:
    """Five places, three people (two of them called Guard), two quests, two acts; a sheet of its own at each call."""
    return ScenarioSheet.model_validate_json(files(__package__).joinpath("small.json").read_bytes())


def new_game(player: str = "Élan", game_id: str = "game-1") -> GameState:
    """A fresh game in the small world."""
    return begin(small_sheet(), game_id, [PlayerCharacter(name=player)])
