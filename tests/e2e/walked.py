"""A walkthrough that is played to its end; also a program, which plays that of the small scenario in a folder."""

import asyncio
import sys
from pathlib import Path

from app.container import Container
from app.settings import Settings


async def walked(folder: Path, scenario: str) -> str:
    """The id of the game, settled after each turn and closed."""
    container = Container()
    container.settings.override(Settings(saves=folder, embedder="words"))
    turns = container.turns()
    turns.settle_in_background = False
    sheet = container.scenarios().load(scenario)
    game = container.library().begin(sheet, "Elan", seed=5)
    for line in sheet.walkthrough:
        await turns.take_turn(game, line)
        await turns.settle(game)
    await turns.close(game)
    return game


if __name__ == "__main__":
    print(asyncio.run(walked(Path(sys.argv[1]), "tide-bell")))  # noqa: T201  # for who has started it
