"""One game, opened for clients, and the seats that they may take at it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from app.container import Container, close_models
from app.events.commands import SeedMemoriesCommand
from app.interfaces.seat import ISeat
from app.memory.seeding.seeding import is_seeded
from app.memory.stream.owners import find_person

NARRATOR_PATH = "/narrator"
CHARACTER_PATH = "/character/"


@asynccontextmanager
async def open_game(container: Container, wanted: str) -> AsyncIterator[str]:
    """Open a game for writing; yields its id. A named turn is branched first, an older game seeded, pending work
    settled in the background. NotFound, InvalidInput for several matches, Conflict, an embedder's errors."""
    turns = container.turns()
    game_id, label = container.library().find(wanted)
    if label is not None:
        branched = await turns.branch(game_id, label=label)
        await turns.close(game_id)
        game_id = branched
    state = turns.state(game_id)
    try:
        await container.vectors().start()
        if not is_seeded(state):
            await turns.execute(game_id, SeedMemoriesCommand())
        if container.settler().has_work(state):
            container.settler().settle_later(game_id)
        yield game_id
    finally:
        await turns.close(game_id)
        await close_models(container)


def seats_at(
    container: Container, game_id: str, characters: Sequence[str], *, narrator: bool, gate: bool = False
) -> list[tuple[str, ISeat]]:
    """Paths and seats of people (names or ids) and the narrator; ``gate`` asks for consulted memories. NotFound."""
    people = dict.fromkeys(find_person(container.turns().state(game_id), who) for who in characters)
    seats: list[tuple[str, ISeat]] = [
        (f"{CHARACTER_PATH}{npc_id}", container.character_seat(game_id, npc_id, gate=gate)) for npc_id in people
    ]
    if narrator:
        seats.append((NARRATOR_PATH, container.narrator_seat(game_id)))
    return seats
