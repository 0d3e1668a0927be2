"""Simulation of a world without players: turns without text, each followed by settling, so that it waits for its
minds."""

from collections.abc import Callable

from app.events.commands.play import AdvanceTimeCommand
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState
from app.services.game.games.game_library import MAX_ID_STEM, GameLibrary
from app.services.game.games.npc_generator import with_cast
from app.services.game.turns.turn_service import TurnService

PLAYER = "Traveller"
"""The player's name, so that the game can be played on from where the simulation ended."""

OnStep = Callable[[GameState], None]
"""Called after each step, once everything that the step requested is done."""

_ID_ENDING = "-simulation"
_MOST_TITLE = 120


class Simulation:
    """Runs one game up to a game time, in steps of equal length. Stopped and run again, it ends the same."""

    def __init__(self, turns: TurnService, game_id: str, *, until: int, step: int | None = None) -> None:
        """Prepare a run.

        Args:
            turns: Plays the turns.
            game_id: The game.
            until: Game minutes since day 1, 00:00; the last step may end after it.
            step: Game minutes of a step; by default those of a tick.
        """
        self._turns = turns
        self._game_id = game_id
        self._until = until
        self._given_step = step

    @property
    def _step(self) -> int:
        return self._given_step or Cadence.of(self._turns.state(self._game_id)).tick

    @property
    def steps_left(self) -> int:
        left = self._until - self._turns.state(self._game_id).clock.minutes
        return max(0, -(-left // self._step))

    async def run(self, on_step: OnStep = lambda _: None) -> None:
        """Run to the end. Cancelling loses only the work of the step in progress."""
        await self._turns.settle(self._game_id)
        while self.steps_left:
            await self._turns.execute(self._game_id, AdvanceTimeCommand(minutes=self._step))
            await self._turns.settle(self._game_id)
            on_step(self._turns.state(self._game_id))


def begin_simulation(library: GameLibrary, sheet: ScenarioSheet, *, seed: int, people: int = 0) -> str:
    """Begin a game to be simulated, whose title and id say so.

    Args:
        library: Holds the game.
        sheet: The scenario.
        seed: The seed of the people and of chance.
        people: How many people there are at least.

    Returns:
        The id of the game.
    """
    sheet = with_cast(sheet, people, seed)
    suffix = f" (simulation, seed {seed})"
    names = {
        "id": sheet.id[: MAX_ID_STEM - len(_ID_ENDING)].rstrip("-_") + _ID_ENDING,
        "title": sheet.title[: _MOST_TITLE - len(suffix)] + suffix,
    }
    return library.begin(sheet.model_copy(update=names), PLAYER, seed)
