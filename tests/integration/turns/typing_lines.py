"""Typing lines in a new game, without a model."""

from pathlib import Path

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.turns.turn_result import paragraphs
from app.services.game.turns.turn_service import TurnService
from tests.integration.mcp.serving import new_container


class TypedGame:
    """A game in which lines are typed: of a sheet, or of the scenario of an id that ships."""

    def __init__(self, folder: Path, scenario: ScenarioSheet | str) -> None:
        container = new_container(folder)
        self._turns: TurnService = container.turns()
        self._turns.settle_in_background = False
        sheet = container.scenarios().load(scenario) if isinstance(scenario, str) else scenario
        self._game_id = container.library().begin(sheet, "Ada", seed=1)

    @property
    def state(self) -> GameState:
        return self._turns.state(self._game_id)

    async def type(self, *lines: str) -> str:
        """What is read after the last line."""
        text = ""
        for line in lines:
            result = await self._turns.take_turn(self._game_id, line)
            await self._turns.settle(self._game_id)
            text = "\n".join(paragraphs(result.messages))
        return text
