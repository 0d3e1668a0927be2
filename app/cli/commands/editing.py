"""Carrying out an edit by hand as a turn, for ``memories`` and ``import agents``."""

import asyncio
from collections.abc import Callable
from typing import Any

from app.cli.commands.saves import game_id_of
from app.cli.rendering import turns as render
from app.cli.setup import set_up
from app.container import Container
from app.embeddings.vectors import WORDS
from app.errors import NotFound
from app.events.command_table import parse_command
from app.memory.stream.owners import find_scope
from app.models.events.mind import MemoriesSeeded
from app.models.events.play import MemoryEdited
from app.models.memory import MemorySource
from app.models.state.game_state import GameState
from app.settings import OFFLINE

Edit = Callable[[GameState], dict[str, Any]]
"""Returns the command in JSON form; it receives the game, because names are looked up in it."""


def carry_out_edit(game: str, edit: Edit) -> None:
    """Carry out an edit as a turn of the game and report it. No model or embedder is used."""
    screen, container = set_up(OFFLINE, embedder=WORDS, embedder_base_url=None)
    game_id = game_id_of(container, game)
    for line in asyncio.run(_edited(container, game_id, edit)):
        screen.say(line)
    screen.note("/undo in play takes it back.")


async def _edited(container: Container, game_id: str, edit: Edit) -> list[str]:
    turns = container.turns()
    turns.settle_in_background = False  # waiting summaries wait for the model of the game
    state = turns.state(game_id)
    try:
        with turns.speaking(game_id):
            command = parse_command(edit(state))
        result = await turns.execute(game_id, command)
        edits = [event for event in result.events if isinstance(event, MemoryEdited | MemoriesSeeded)]
        return [f"Turn {result.turn}: {render.edited(event, turns.state(game_id))}" for event in edits]
    finally:
        await turns.close(game_id)


def place_meant(state: GameState, name: str) -> str:
    """Return the id of a place by name. Raise NotFound if the name is not one of a place."""
    scope = find_scope(state, name)
    if scope.source is not MemorySource.LOCATION or scope.owner_id is None:
        raise NotFound(f"{name!r} is not a place.")
    return scope.owner_id
