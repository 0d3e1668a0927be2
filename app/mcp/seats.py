"""One game, opened for a client, and the seats that clients may take at it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from app.container import Container, close_models
from app.errors import NotPossible
from app.events.commands import SeedMemoriesCommand
from app.interfaces.seat import ISeat
from app.memory.seeding.seeding import is_seeded


@asynccontextmanager
async def open_game(container: Container, wanted: str) -> AsyncIterator[str]:
    """Open a game for writing; yields its id. A named turn is branched first. NotFound, InvalidInput for several
    matches, Conflict, an embedder's errors."""
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


async def take_seat(container: Container, game_id: str, npc_id: str | None, *, gate: bool = False) -> ISeat:
    """The seat of a person, or of the narrator, at an open game; ``gate`` asks for consulted memories. An older game is
    seeded before, pending work goes on in the background. NotFound for an unknown person."""
    state = container.turns().state(game_id)
    seat: ISeat = container.character_seat(game_id, npc_id, gate=gate) if npc_id else container.narrator_seat(game_id)
    if not is_seeded(state):
        with suppress(NotPossible):  # there is nothing to seed, or another client was first
            await container.turns().execute(game_id, SeedMemoriesCommand())
    if container.settler().has_work(state):
        container.settler().settle_later(game_id)
    return seat
