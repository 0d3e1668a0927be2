"""Looking into people's minds: ``mind GAME NPC``, ``jobs GAME``; and letting a world go on: ``simulate SCENARIO``."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from app import collector
from app.cli.commands.saves import Game, game_id_of, opened
from app.cli.errors import EXIT_INTERRUPTED
from app.cli.playing.interrupts import until_interrupt
from app.cli.playing.screen import Screen
from app.cli.rendering import minds as render_minds
from app.cli.rendering.text import count, one_line
from app.container import Container, close_models, mind_limits, settings_for
from app.embeddings.vectors import WORDS
from app.errors import InvalidInput
from app.interchange.bounded import write_file
from app.language.rendering.phrases import time_text
from app.memory.stream.owners import find_person
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.records.folding import chain, fold
from app.models.records.record import Journal
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.services.game.games.cast import MOST_PEOPLE
from app.services.game.games.chronicle import chronicle
from app.services.game.games.reports import people_report
from app.services.game.games.simulation import MOST_DAYS, OnStep, Simulation, begin_simulation
from app.settings import OFFLINE


def mind(game: Game, npc: Annotated[str, typer.Argument(metavar="NPC", help="a person of the game")]) -> None:
    """What somebody means to do and why, what it has concluded, feels and has due, and what that has cost."""
    screen, container = opened()
    state = fold(container.library().read(game_id_of(container, game)))
    screen.show(*render_minds.mind(state, find_person(state, npc), mind_limits(container.settings())))


def jobs(game: Game) -> None:
    """What people have yet to think about, the budgets, and what has been done, given up and spent."""
    screen, container = opened()
    journal = container.library().read(game_id_of(container, game))
    state, settings = fold(journal), container.settings()
    if settings.game_models:
        settings = settings_for(settings, container.library().model_of(journal.header.game_id, journal.header.model))
    spent = sum((record.spend for record in journal.records if record.spend), Spend())
    screen.show(*render_minds.queue(state))
    screen.out.print(render_minds.tallies(state), width=screen.width)
    is_offline = (settings.mind_model or settings.model) == OFFLINE
    screen.show(*render_minds.budgets(state, mind_limits(settings), spent, is_offline=is_offline))


def simulate(
    scenario: Annotated[str | None, typer.Argument(help="a scenario's id, or a .json file")] = None,
    *,
    days: Annotated[int, typer.Option("--days", min=1, max=MOST_DAYS, help="game days since the game began")] = 3,
    seed: Annotated[int | None, typer.Option("--seed", help="for all that is left to chance; default 1")] = None,
    npcs: Annotated[
        int | None, typer.Option("--npcs", min=0, max=MOST_PEOPLE, help="people in all; those missing are made up")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="go on with this game instead of beginning one")] = None,
    model: Annotated[str | None, typer.Option("--model", help="who thinks for people; default offline")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="write pictures of what became of people")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="write the report over a file that is there")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="show warnings")] = False,
) -> None:
    """Let a world go on by itself, without a player, and tell what became of everybody's mind."""
    screen, container = opened(
        model, verbose=verbose, narrator_model=OFFLINE, embedder=WORDS, embedder_base_url=None, minds=True
    )
    if (scenario is None) == (game is None):
        raise InvalidInput("Name either a scenario to begin with or, with --game, a game to go on with.")
    if report is not None:
        _check_report(report, force=force)
    if game is not None:
        if seed is not None or npcs is not None:
            raise InvalidInput("--seed and --npcs are for a new game; this one has its seed and its people.")
        game_id = game_id_of(container, game)
    else:
        sheet = container.scenarios().load(scenario or "")
        game_id = begin_simulation(container.library(), sheet, seed=1 if seed is None else seed, people=npcs or 0)
    try:
        is_over = asyncio.run(_simulated(screen, container, game_id, days))
    except KeyboardInterrupt:
        is_over = False
    if not is_over:
        screen.error(f"Stopped. Go on: python -m app simulate --game {game_id} --days {days}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if report is not None:
        _write_report(container.library().read(game_id), report, force=force)
        screen.note(f"The report is written to {one_line(report.name)}.")


def _check_report(target: Path, *, force: bool) -> None:
    """Refuse a file that cannot be written before days are spent on what would stand in it."""
    if target.suffix.casefold() != ".html":
        raise InvalidInput("A report is a .html file: name one with --report.")
    if not target.parent.is_dir():
        raise InvalidInput(f"There is no folder {str(target.parent)!r} to write the report to.")
    if target.exists() and not force:
        raise InvalidInput(f"There is a file {target.name!r} already; --force writes over it.")


def _write_report(journal: Journal, target: Path, *, force: bool) -> None:
    from app.cli.rendering.chronicle import chronicle_page  # noqa: PLC0415  # no other command needs templates

    state = fold(journal)
    told = chronicle(state, chain(journal, journal.head))
    page = chronicle_page(state, told, render_minds.cost_rows(journal, state)).encode()
    write_file(target, page, force=force)


async def _simulated(screen: Screen, container: Container, game_id: str, days: int) -> bool:
    """Run a simulation to its end and show the report; False when Ctrl-C stopped it."""
    journal, turns = container.library().read(game_id), container.turns()
    turns.settle_in_background = False
    began = time.monotonic()
    try:
        until = journal.opening.state.clock.minutes + days * MINUTES_PER_DAY
        simulation = Simulation(turns, game_id, until=until)
        steps, state = simulation.steps_left, turns.state(game_id)
        people = count(len(state.npcs), "person", "people")
        way = f"to {time_text(until)}, {count(steps, 'step')}" if steps else "on only with more --days"
        screen.note(f"{game_id}: {people}, from {time_text(state.clock.minutes)} {way}.")
        with _progress(screen, state, steps) as on_step:
            running = asyncio.create_task(simulation.run(on_step))
            await until_interrupt(running, running.cancel)
            if running.cancelled():
                return False
    finally:
        await turns.close(game_id)
        await close_models(container)
    journal = container.library().read(game_id)
    state = fold(journal)
    screen.out.print(render_minds.report(state, people_report(state, chain(journal, journal.head))), width=screen.width)
    screen.note(render_minds.LEGEND)
    screen.out.print(render_minds.tallies(state), width=screen.width)
    if costs := render_minds.cost_rows(journal, state):
        screen.out.print(render_minds.table(costs[0], costs[1:]), width=screen.width)
    else:
        screen.note("No model was called.")
    screen.note(f"It took {time.monotonic() - began:.1f} s. Look closer: python -m app mind {game_id} NPC")
    return True


@contextmanager
def _progress(screen: Screen, state: GameState, steps: int) -> Iterator[OnStep]:
    """A bar on a terminal; elsewhere a line a day. The garbage collector is spared what was remembered on days gone by:
    nothing of it is ever thrown away."""
    day = day_of(state.clock.minutes)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen.out, transient=True, disable=not screen.out.is_terminal) as bar:
        task = bar.add_task(time_text(state.clock.minutes), total=steps)

        def step(state: GameState) -> None:
            nonlocal day
            now = time_text(state.clock.minutes)
            bar.update(task, advance=1, description=now)
            if day_of(state.clock.minutes) == day:
                return
            day = day_of(state.clock.minutes)
            collector.freeze()
            if not screen.out.is_terminal:
                remembered = sum(len(npc.npc_memories) for npc in state.npcs.values())
                waiting = count(len(state.minds.jobs), "job waits", "jobs wait")
                screen.note(f"{now}: {count(remembered, 'memory', 'memories')}, {waiting}.")

        collector.freeze()
        try:
            yield step
        finally:
            collector.unfreeze()
