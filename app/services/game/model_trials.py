"""Playing a situation of a trial in a game of its own."""

import asyncio

from app.interfaces.agents.narrator import INarrator
from app.models.model_trial import Situation
from app.models.sheets.scenario import ScenarioSheet
from app.models.spend import Spend
from app.services.game.games.game_library import GameLibrary
from app.services.game.turns.turn_service import TurnService

_PLAYER, _SEED = "Mara", 1


async def play_situation(
    library: GameLibrary, turns: TurnService, sheet: ScenarioSheet, situation: Situation, narrator: INarrator
) -> Spend:
    """Play the lines before a situation by the usual narrator, and its line by another one.

    Args:
        library: Begins the game.
        turns: Plays it.
        sheet: The scenario.
        situation: The situation.
        narrator: Narrates its line.

    Returns:
        What the line has cost.
    """
    game_id = library.begin(sheet, _PLAYER, seed=_SEED)
    try:
        for line in situation.before:
            await turns.take_turn(game_id, line)
            _raise_if_cancelled()
        return (await turns.take_turn(game_id, situation.line, narrator=narrator)).spend
    finally:
        await turns.close(game_id)


def _raise_if_cancelled() -> None:
    """Raise CancelledError if the task was cancelled while a turn was committed: such a turn counts and returns."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
