"""A small world for tests: a market, an inn, two cells of one name, and a tower that is locked and hidden."""

from importlib.resources import files

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin


def small_sheet() -> ScenarioSheet:
    """Return the scenario of the small world: five places, three people (two of them called Guard), two quests, two
    acts. Each call returns a new sheet."""
    return ScenarioSheet.model_validate_json(files(__package__).joinpath("small.json").read_bytes())


def new_game(player: str = "Élan", game_id: str = "game-1") -> GameState:
    """Begin a game in the small world, the scenario that `small_sheet` returns.

    Args:
        player: The name of the only player, 1 to 120 characters on one line. Names of people of the world are allowed.
        game_id: The id of the game, by default ``game-1``.

    Returns:
        The state at turn 0. It is not stored in any store.

    Raises:
        pydantic.ValidationError: The name is empty, too long or has control characters, or ``game_id`` is not a valid
            `Id`.
    """
    return begin(small_sheet(), game_id, [PlayerCharacter(name=player)])
