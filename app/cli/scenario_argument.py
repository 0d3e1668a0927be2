"""What names a scenario on the command line: an id, a JSON file or a folder."""

from pathlib import Path
from typing import Annotated

import typer

SCENARIO_HELP = "a scenario's id, a .json file, or a folder"
Scenario = Annotated[str | None, typer.Argument(help=SCENARIO_HELP)]
ScenarioOption = Annotated[str | None, typer.Option("--scenario", help=SCENARIO_HELP)]


def scenario_named(given: str) -> str | Path:
    """Return what an argument means: a folder where there is one of this path with a scenario in it, else what it says.

    Args:
        given: The argument.

    Returns:
        What `ScenarioLibrary.load` takes.
    """
    from app.services.game.games.scenario_files import is_scenario_folder  # noqa: PLC0415  # the help does without

    path = Path(given).expanduser() if given.startswith("~") else Path(given)
    return path if is_scenario_folder(path) else given
