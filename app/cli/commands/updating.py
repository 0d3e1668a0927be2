"""The command ``saves update``: takes an edited scenario into a saved game."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.commands.saves import Game, game_id_of
from app.cli.errors import EXIT_PROBLEMS
from app.cli.scenario_argument import SCENARIO_HELP, scenario_named
from app.cli.setup import set_up
from app.errors import NotFound

if TYPE_CHECKING:
    from app.cli.rendering.screen import Screen
    from app.container import Container

From = Annotated[
    str | None, typer.Option("--from", metavar="PATH", help=f"{SCENARIO_HELP}; default: the scenario of the game's id")
]


def update(game: Game, source: From = None) -> None:
    """Take an edited scenario into a saved game, as a turn that can be undone.

    What was played and made in the game stays; what no longer fits is named. Nothing changes where the scenario has
    problems, which are listed with their places.
    """
    from app.embeddings.vectors import WORDS
    from app.settings import OFFLINE

    screen, container = set_up(OFFLINE, embedder=WORDS, embedder_base_url=None)
    game_id = game_id_of(container, game)
    if not asyncio.run(_updated(screen, container, game_id, scenario_named(source) if source else None)):
        raise typer.Exit(EXIT_PROBLEMS)


async def _updated(screen: "Screen", container: "Container", game_id: str, source: str | Path | None) -> bool:
    """Take the scenario in and show the report, or its problems; return whether it had none."""
    from app.cli.rendering.edits import problem_lines, update_lines
    from app.language.rendering.plain_reasons import in_words

    turns, updates = container.turns(), container.scenario_updates()
    turns.settle_in_background = False  # waiting summaries wait for the model of the game
    try:
        try:
            inspection = await updates.inspect(game_id, source)
        except NotFound as error:
            hint = "" if source is not None else " --from PATH names its file or folder."
            raise NotFound(f"{in_words(error)}{hint}") from None
        if inspection.sheet is None or inspection.problems:
            for line in problem_lines(inspection.problems):
                screen.line(line)
            return False
        done = await updates.take_in(game_id, inspection.sheet)
        for line in update_lines(done, turns.state(game_id)):
            screen.line(line)
        return True
    finally:
        await turns.close(game_id)
