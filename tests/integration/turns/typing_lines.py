"""Typing lines in a new game of a scenario that ships."""

from pathlib import Path

from app.models.state.game_state import GameState
from app.services.game.turns.turn_result import paragraphs
from app.services.game.turns.turn_service import TurnService
from tests.integration.mcp.serving import new_container


class TypedGame:
    """A game in which lines are typed, without a model."""

    def __init__(self, folder: Path, scenario: str) -> None:
        container = new_container(folder)
        self._turns: TurnService = container.turns()
        self._turns.settle_in_background = False
        self._game_id = container.library().begin(container.scenarios().load(scenario), "Ada", seed=1)

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
