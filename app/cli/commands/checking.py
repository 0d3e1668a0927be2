"""The command ``check-scenario``: problems, warnings and walkthroughs of scenarios."""

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.errors import EXIT_PROBLEMS
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.cli.scenario_argument import SCENARIO_HELP, scenario_named
from app.cli.setup import set_up
from app.errors import NotFound

if TYPE_CHECKING:
    from app.container import Container
    from app.models.sheets.scenario import ScenarioSheet
    from app.services.game.walkthroughs import PlayedLine, PlayedWalkthrough

_LONGEST = 200


def check_scenario(
    scenario: Annotated[str, typer.Argument(help=f"{SCENARIO_HELP}, or a folder of scenarios")],
) -> None:
    """Check a scenario, play its walkthroughs offline, and list every problem and warning with its place in the file.

    Exits with 1 for problems and for walkthroughs that do not reach their ending; warnings keep nothing from being
    played.
    """
    from app.services.game.games.scenario_files import is_scenario_folder

    screen, container = set_up()
    folder = Path(scenario)
    if not folder.is_dir() or is_scenario_folder(folder):
        _finish(screen, _check(screen, container, folder if folder.exists() else scenario_named(scenario)))
        return
    from app.models.base import short_input
    from app.scenarios.scenario_check import SCHEMA_FILE

    found, paths = 0, [path for path in sorted(folder.glob("*.json")) if path.name != SCHEMA_FILE]
    paths += [path for path in sorted(folder.iterdir()) if is_scenario_folder(path)]
    if not paths:
        raise NotFound(f"There is no scenario in the folder {short_input(folder.name)}.")
    for path in paths:
        screen.say(one_line(path.name), "bold")
        found += _check(screen, container, path)
    _finish(screen, found)


def _finish(screen: Screen, problems: int) -> None:
    if problems:
        screen.error(f"{count(problems, 'problem')} found.")
        raise typer.Exit(EXIT_PROBLEMS)
    screen.note("No problems found.")


def _check(screen: Screen, container: "Container", scenario: Path | str) -> int:
    """Show what is wrong with one scenario; return how many problems it has."""
    from app.scenarios.scenario_warnings import warnings_of

    inspection = container.scenarios().inspect(scenario)
    for problem in inspection.problems:
        screen.line(str(problem))
    if inspection.sheet is None or inspection.problems:
        return len(inspection.problems)
    for warning in warnings_of(inspection.sheet):
        screen.line(f"warning: {inspection.located(warning)}")
    played = _play(container, inspection.sheet)
    for walk in played:
        _show(screen, walk, inspection.place_of(walk.where))
    return sum(walk.is_problem for walk in played)


def _play(container: "Container", sheet: "ScenarioSheet") -> "tuple[PlayedWalkthrough, ...]":
    """Play the walkthroughs of a scenario without a model, in games that are deleted afterwards."""
    from dependency_injector import providers

    from app.container import Container
    from app.embeddings.vectors import WORDS
    from app.services.game.walkthroughs import play_walkthroughs, walkthroughs_of
    from app.settings import OFFLINE

    if not any(True for _ in walkthroughs_of(sheet)):
        return ()
    with tempfile.TemporaryDirectory(prefix="talekeeper-") as folder:
        offline = container.settings().with_model(OFFLINE)
        fixed = {"game_models": False, "saves": Path(folder), "database": None, "embedder": WORDS}
        playing = Container()
        playing.settings.override(providers.Object(offline.model_copy(update=fixed)))
        try:
            return asyncio.run(play_walkthroughs(playing.library(), playing.turns(), sheet))
        finally:
            playing.stores().close()


def _show(screen: Screen, walk: "PlayedWalkthrough", where: str) -> None:
    from app.services.game.walkthroughs import SEEDS

    name = f"{where} ({one_line(walk.name)})" if walk.name else where
    if walk.is_sound:
        left = walk.lines - len(walk.played)
        ends = f", with {count(left, 'line')} left" if left else ""
        screen.line(f"{name}: {count(len(walk.played), 'line')}, {_end_of(walk.reached)}{ends}.")
        if walk.missed_with:
            seeds = f"with {len(walk.missed_with)} of {count(len(SEEDS), 'seed')}"
            screen.line(f"warning: {name}: it depends on the dice: it does not reach its ending {seeds}.")
        return
    if not walk.is_problem:
        name = f"warning: {name}"
    if not walk.ended:
        screen.line(f"{name}: it does not reach {_end_of(walk.wanted)}: the story goes on after its last line.")
    elif walk.reached != walk.wanted:
        screen.line(f"{name}: it reaches {_end_of(walk.reached)}, not {_end_of(walk.wanted)}.")
    else:
        screen.line(f"{name}: it reaches {_end_of(walk.reached)}, but not by each of its lines.")
    for line in walk.failed:
        _show_line(screen, line)


def _show_line(screen: Screen, line: "PlayedLine") -> None:
    text = one_line(line.text)
    screen.line(f"  line {line.number}: {one_line(line.line)}")
    screen.line(f"    {text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}")


def _end_of(ending: str | None) -> str:
    return "the end of the last act" if ending is None else f"the ending {ending!r}"
