"""Expecting a command to be refused."""

from app.errors import NotPossible, TalekeeperError
from app.events.handlers.base import Handler
from app.language.rendering.refusing import worded
from app.models.command import Command
from app.models.state.game_state import GameState


async def refused(
    handler: Handler, command: Command, state: GameState, error: type[TalekeeperError] = NotPossible
) -> str:
    """The words of the refusal, one readable line; fails if the command is not refused or changes anything."""
    before = state.model_dump()
    try:
        with worded(state):
            await handler.handles()[type(command)](command, state)
    except error as refusal:
        assert state.model_dump() == before, "a refused command has changed the game"
        words = str(refusal)
        assert words.strip() == words != ""
        assert "\n" not in words
        return words
    raise AssertionError(f"{command!r} was not refused")
