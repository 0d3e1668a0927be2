"""Commands about minds: ``mind GAME NPC``, ``jobs GAME`` and ``simulate SCENARIO``."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from app.cli.commands.saves import Game, game_id_of, game_to_read
from app.cli.errors import EXIT_INTERRUPTED
from app.cli.program import program
from app.cli.rendering.text import one_line
from app.cli.scenario_argument import Scenario, scenario_named
from app.cli.setup import set_up
from app.errors import InvalidInput
from app.services.game.games.bounds import MOST_DAYS, MOST_PEOPLE


def mind(game: Game, npc: Annotated[str, typer.Argument(metavar="NPC", help="a person of the game")]) -> None:
    """Show a person's plan, conclusions, feelings and waiting jobs, and what they cost."""
    from app.cli.rendering import minds as render_minds
    from app.container import mind_limits
    from app.memory.stream.owners import find_person

    screen, container = set_up()
    with game_to_read(container, game) as state:
        container.library().pace.set_for(state)
        screen.show(*render_minds.mind_parts(state, find_person(state, npc), mind_limits(container.settings())))


def jobs(game: Game) -> None:
    """Show the jobs that wait, the budgets, and the jobs that were done, dropped and paid for."""
    from app.cli.rendering import minds as render_minds
    from app.container import game_settings, mind_limits
    from app.models.records.folding import fold_journal
    from app.models.spend import Spend
    from app.settings import OFFLINE

    screen, container = set_up()
    journal = container.library().read(game_id_of(container, game))
    state, settings = fold_journal(journal), container.settings()
    if settings.game_models:
        settings = game_settings(settings, container.library().model_of(journal.header.game_id, journal.header.model))
    spent = sum((record.spend for record in journal.records if record.spend), Spend())
    screen.show(*render_minds.queue(state))
    screen.out.print(render_minds.tallies(state), width=screen.width)
    is_offline = (settings.mind_model or settings.model) == OFFLINE
    screen.show(*render_minds.budgets(state, mind_limits(settings), spent, is_offline=is_offline))


def simulate(
    scenario: Scenario = None,
    *,
    days: Annotated[int, typer.Option("--days", min=1, max=MOST_DAYS, help="game days since the game began")] = 3,
    seed: Annotated[int | None, typer.Option("--seed", help="the random seed; default 1")] = None,
    npcs: Annotated[
        int | None, typer.Option("--npcs", min=0, max=MOST_PEOPLE, help="people in all; missing ones are generated")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="continue this game instead of beginning one")] = None,
    model: Annotated[str | None, typer.Option("--model", help="the model of minds; default offline")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="write a report with charts to this file")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing report")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="show warnings")] = False,
) -> None:
    """Let a world run without a player, and show what became of its people."""
    from app.cli.commands import simulating
    from app.embeddings.vectors import WORDS
    from app.services.game.simulation import begin_simulation
    from app.settings import OFFLINE

    screen, container = set_up(
        model, verbose=verbose, narrator_model=OFFLINE, embedder=WORDS, embedder_base_url=None, minds=True
    )
    if (scenario is None) == (game is None):
        raise InvalidInput("Give either a scenario to begin or, with --game, a game to continue.")
    if report is not None:
        _check_report(report, force=force)
    if game is not None:
        if seed is not None or npcs is not None:
            raise InvalidInput("--seed and --npcs are for a new game; this one has its seed and its people.")
        game_id = game_id_of(container, game)
    else:
        sheet = container.scenarios().load(scenario_named(scenario or ""))
        game_id = begin_simulation(container.library(), sheet, seed=1 if seed is None else seed, people=npcs or 0)
    try:
        is_over = asyncio.run(simulating.run_simulation(screen, container, game_id, days))
    except KeyboardInterrupt:
        is_over = False
    if not is_over:
        screen.error(f"Stopped. Go on: {program()} simulate --game {game_id} --days {days}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if report is not None:
        simulating.write_report(container.library().read(game_id), report, force=force)
        screen.note(f"The report is written to {one_line(report.name)}.")


def _check_report(target: Path, *, force: bool) -> None:
    """Refuse a report file that cannot be written, before the simulation runs."""
    if target.suffix.casefold() != ".html":
        raise InvalidInput("A report is a .html file: name one with --report.")
    if not target.parent.is_dir():
        raise InvalidInput(f"There is no folder {str(target.parent)!r} to write the report to.")
    if target.exists() and not force:
        raise InvalidInput(f"There is a file {target.name!r} already; --force writes over it.")
