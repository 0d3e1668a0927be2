"""Opening games for an MCP client, and the seats of a game."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from app.container import Container, close_models
from app.errors import NotFound, NotPossible
from app.events.commands import SeedMemoriesCommand
from app.interfaces.seat import ISeat
from app.memory.seeding.seeding import is_seeded


@asynccontextmanager
async def open_game(container: Container, wanted: str) -> AsyncIterator[str]:
    """Open a game for writing while the context lasts.

    Args:
        container: Provides the services.
        wanted: The id, title or named turn of a game, or the beginning of one. A named turn is branched first.

    Yields:
        The id of the open game.

    Raises:
        NotFound: No game matches.
        InvalidInput: Several games match.
        Conflict: Another program, or another event loop of this one, has the game open.
        EmbedderUnavailable: The configured embedder does not answer.
    """
    turns = container.turns()
    game_id, label = await asyncio.to_thread(container.library().find, wanted)
    if label is not None:
        branched = await turns.branch(game_id, label=label)
        await turns.close(game_id)
        game_id = branched
    await container.library().opened(game_id)
    try:
        await container.vectors().start()
        yield game_id
    finally:
        await turns.close(game_id)
        await close_models(container)


async def take_seat(
    container: Container, game_id: str, npc_id: str | None, *, gate: bool = False, all_tools: bool = False
) -> ISeat:
    """Return the seat of a person, or of the narrator, in an open game. A game without initial memories is seeded
    first, and pending summaries are made in the background.

    Args:
        container: Provides the services.
        game_id: The open game.
        npc_id: The person; None for the narrator.
        gate: Whether the seat requires that memories are consulted before each action.
        all_tools: Whether the seat lists all tools at first; False for what the settings say.

    Raises:
        NotFound: The game has no such person.
    """
    state = container.turns().state(game_id)
    options: dict[str, Any] = {"gate": gate, **({"listing": "all"} if all_tools else {})}
    seat: ISeat = container.character_seat(game_id, npc_id, **options) if npc_id else container.narrator_seat(game_id)
    if not is_seeded(state):
        with suppress(NotPossible):  # nothing to seed, or another client has seeded
            await container.turns().execute(game_id, SeedMemoriesCommand())
    if container.settler().has_work(state):
        container.settler().settle_later(game_id)
    return seat


@asynccontextmanager
async def open_memory(container: Container, name: str) -> AsyncIterator[str]:
    """Open a memory alone for writing while the context lasts; begin one of this title where there is none.

    Args:
        container: Provides the services.
        name: The id or title of a memory, or the beginning of one.

    Yields:
        The id of the open game.

    Raises:
        InvalidInput: Several games match, or the name cannot be a title.
        Conflict: Another program, or another event loop of this one, has the game open.
        EmbedderUnavailable: The configured embedder does not answer.
    """
    try:
        await asyncio.to_thread(container.library().find, name)
    except NotFound:
        game_id = await asyncio.to_thread(container.agent_memory().begin, name)
        container.library().close(game_id)
        name = game_id
    async with open_game(container, name) as game_id:
        yield game_id


@asynccontextmanager
async def open_table(container: Container) -> AsyncIterator[ISeat]:
    """Yield the seat of a player who chooses its games, and close the games that it has opened at the end.

    Args:
        container: Provides the services.

    Raises:
        EmbedderUnavailable: The configured embedder does not answer.
    """
    try:
        await container.vectors().start()
        yield container.player_seat()
    finally:
        await container.host().drain()
        await close_models(container)
