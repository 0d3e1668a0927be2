"""Letting a world go on by itself: turns without text, each followed by settling, so that it waits for its minds."""

from collections.abc import Callable

from app.events.commands.play import AdvanceTimeCommand
from app.models.minds.mind_state import TICK
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.games.game_library import MAX_ID_STEM, GameLibrary
from app.services.game.games.npc_generator import with_cast, with_parts
from app.services.game.turns.turn_service import TurnService

PLAYER = "Traveller"
"""Who stands by: the game can be played from where the simulation has brought it."""

OnStep = Callable[[GameState], None]
"""Told after each step, when everything that it asked for is done."""

_ID_ENDING = "-simulation"
_MOST_TITLE = 120


class Simulation:
    """Runs one game up to a game time, in steps of so many minutes; stopped and run again it ends the same."""

    def __init__(self, turns: TurnService, game_id: str, *, until: int, step: int = TICK) -> None:
        """``until`` in minutes since day 1, 00:00; the last step may end after it."""
        self._turns = turns
        self._game_id = game_id
        self._until = until
        self._step = step

    @property
    def steps_left(self) -> int:
        left = self._until - self._turns.state(self._game_id).clock.minutes
        return max(0, -(-left // self._step))

    async def run(self, on_step: OnStep = lambda _: None) -> None:
        """Go on to the end. Cancelling it loses nothing but the work on a step that is not over."""
        await self._turns.settle(self._game_id)
        while self.steps_left:
            await self._turns.execute(self._game_id, AdvanceTimeCommand(minutes=self._step))
            await self._turns.settle(self._game_id)
            on_step(self._turns.state(self._game_id))


def begin_simulation(library: GameLibrary, sheet: ScenarioSheet, *, seed: int, people: int = 0) -> str:
    """Begin a game to be simulated, with at least so many people in it; its id. Title and id say what it is."""
    sheet = with_cast(sheet, people, seed)
    said = f" (simulation, seed {seed})"
    called = with_parts(
        sheet,
        id=sheet.id[: MAX_ID_STEM - len(_ID_ENDING)].rstrip("-_") + _ID_ENDING,
        title=sheet.title[: _MOST_TITLE - len(said)] + said,
    )
    return library.begin(called, PLAYER, seed)
