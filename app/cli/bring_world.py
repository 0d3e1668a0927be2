"""``import world FILE``: a scenario made of a world that another tool wrote, and all that does not fit."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.bring import Force, write_scenario, written_line
from app.cli.errors import EXIT_PROBLEMS
from app.cli.screen import Screen
from app.cli.setup import configure_log
from app.cli.text import count
from app.scenarios.scenario_check import Problem
from app.stores.interchange.bounded import read_bytes
from app.stores.interchange.world_graph.model import MAX_WORLD_BYTES
from app.stores.interchange.world_graph.scenario import WorldInspection, inspect_world

MAX_SHOWN = 200
"""Findings of one sort that are shown, each on its line."""


def world(
    file: Annotated[Path, typer.Argument(help="a world as a JSON graph of rooms (docs/worlds.md)")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="the scenario to write; without it nothing is")] = None,
    force: Force = False,
) -> None:
    """Make a scenario of a world of rooms, doors, keys, objects and a quest, or tell all that does not fit."""
    screen = Screen()
    configure_log(screen)
    found = inspect_world(read_bytes(file, MAX_WORLD_BYTES))
    _show(screen, found)
    if found.sheet is None:
        screen.error(f"{count(len(found.problems), 'problem')} found; no scenario can be made of it.")
        raise typer.Exit(EXIT_PROBLEMS)
    sheet = found.sheet
    steps = count(len(sheet.quests[0].objectives), "step")
    screen.say(f"{sheet.title}: {count(len(sheet.locations), 'room')}, {count(len(sheet.items), 'thing')}, {steps}.")
    if out is None:
        screen.note("It can be played: --out SCENARIO.json writes the scenario.")
        return
    write_scenario(out, sheet, force=force)
    screen.note(written_line(out))


def _show(screen: Screen, found: WorldInspection) -> None:
    for sort, findings in (("", found.problems), ("Warning: ", found.warnings), ("Note: ", found.notes)):
        _show_sort(screen, sort, findings)


def _show_sort(screen: Screen, sort: str, findings: tuple[Problem, ...]) -> None:
    for finding in findings[:MAX_SHOWN]:
        screen.line(f"{sort}{finding}")
    if len(findings) > MAX_SHOWN:
        screen.line(f"{sort}… and {len(findings) - MAX_SHOWN} more.")
