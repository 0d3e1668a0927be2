"""Running a simulation in the terminal, for ``simulate``: progress, result and report."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from app import gc_tuning
from app.cli.playing.interrupts import until_interrupt
from app.cli.program import program
from app.cli.rendering import minds as render_minds
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count
from app.container import Container, close_models
from app.interchange.bounded import write_file
from app.language.rendering.phrases import time_text
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.records.folding import chain, fold_journal
from app.models.records.record import Journal
from app.models.state.game_state import GameState
from app.services.game.games.chronicle import build_chronicle
from app.services.game.reports import people_report
from app.services.game.simulation import OnStep, Simulation


def write_report(journal: Journal, target: Path, *, force: bool) -> None:
    """Write the report of a simulation to an HTML file."""
    from app.cli.rendering.chronicle import (
        chronicle_page,  # loads templates, which a simulation without report does not need
    )

    state = fold_journal(journal)
    told = build_chronicle(state, chain(journal, journal.head))
    page = chronicle_page(state, told, render_minds.cost_rows(journal, state)).encode()
    write_file(target, page, force=force)


async def run_simulation(screen: Screen, container: Container, game_id: str, days: int) -> bool:
    """Run a simulation to its end and show its result.

    Args:
        screen: Where to show it.
        container: The container that opens the game.
        game_id: The game.
        days: Game days since the game began.

    Returns:
        False when Ctrl-C stopped it.
    """
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
    state = fold_journal(journal)
    screen.out.print(
        render_minds.report_table(state, people_report(state, chain(journal, journal.head))), width=screen.width
    )
    screen.note(render_minds.LEGEND)
    screen.out.print(render_minds.tallies(state), width=screen.width)
    if costs := render_minds.cost_rows(journal, state):
        screen.out.print(render_minds.table(costs[0], costs[1:]), width=screen.width)
    else:
        screen.note("No model was called.")
    screen.note(f"It took {time.monotonic() - began:.1f} s. Look closer: {program()} mind {game_id} NPC")
    return True


@contextmanager
def _progress(screen: Screen, state: GameState, steps: int) -> Iterator[OnStep]:
    """Show a progress bar on a terminal, elsewhere a line for each day. Memories of past days are frozen out of garbage
    collection, because they are never discarded."""
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
            gc_tuning.freeze()
            if not screen.out.is_terminal:
                remembered = sum(len(npc.npc_memories) for npc in state.npcs.values())
                waiting = count(len(state.minds.jobs), "job waits", "jobs wait")
                screen.note(f"{now}: {count(remembered, 'memory', 'memories')}, {waiting}.")

        gc_tuning.freeze()
        try:
            yield step
        finally:
            gc_tuning.unfreeze()
