"""Taking an author's edits of a scenario into a game that is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from pydantic import Field

from app.errors import NotPossible
from app.events.commands import UpdateScenarioCommand
from app.models.base import View
from app.models.events.canon import ScenarioUpdated
from app.models.refusals.canon import ScenarioSame
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import Inspection
from app.services.game.games.concurrency import in_thread
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.games.session import Request
from app.services.game.turns.turn_service import TurnService


class ScenarioUpdate(View):
    """What an edited scenario has changed in a game; nothing where it is the scenario that is played."""

    turn: int | None = Field(description="the turn in which it was taken in; null where there was nothing to take in")
    added: Sequence[str] = Field(default=(), description="the ids of new parts")
    changed: Sequence[str] = Field(default=(), description="the ids of parts that differ")
    removed: Sequence[str] = Field(default=(), description="the ids of parts that are gone")
    unfit: Sequence[str] = Field(
        default=(),
        description="what the game had of parts that did not fit any more: ids, and `OWNER.NAME` for states",
    )


@dataclass(eq=False, repr=False)
class ScenarioUpdates:
    """Takes edited scenarios into games, each as a turn that can be undone.

    Args:
        scenarios: Finds and reads scenarios.
        turns: Plays the turns.
    """

    scenarios: ScenarioLibrary
    turns: TurnService

    async def inspect(self, game_id: str, edited: str | Path | None = None) -> Inspection:
        """Read the edited scenario of a game with all its problems.

        Args:
            game_id: The game.
            edited: The id, file or folder of the scenario; None for the library's of the game's scenario.

        Returns:
            The scenario and its problems.

        Raises:
            NotFound: There is no such game or scenario.
            InvalidInput: The file is too large, or its name is no id.
        """
        source = edited if edited is not None else self.turns.state(game_id).amended.authored.id
        return await in_thread(lambda: self.scenarios.inspect(source))

    async def take_in(self, game_id: str, sheet: ScenarioSheet, **request: Unpack[Request]) -> ScenarioUpdate:
        """Take an edited scenario into a game, as a turn without text.

        Args:
            game_id: The game.
            sheet: The edited scenario.
            request: ``request_id`` and ``request_hash``, as for `TurnService.execute`.

        Returns:
            What has changed; no turn is played for the scenario that the game has already.

        Raises:
            NotPossible: It is another scenario.
            InvalidInput: The scenario has problems by itself, or together with what was made in the game. Nothing has
                changed then.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program has the game open, or ``request_id`` was used for another request.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
        """
        try:
            result = await self.turns.execute(game_id, UpdateScenarioCommand(sheet=sheet), **request)
        except NotPossible as error:
            if isinstance(error.reason, ScenarioSame):
                return ScenarioUpdate(turn=None)
            raise
        done = next((event for event in result.events if isinstance(event, ScenarioUpdated)), ScenarioUpdated())
        return ScenarioUpdate(turn=result.turn, **done.model_dump(include={"added", "changed", "removed", "unfit"}))
