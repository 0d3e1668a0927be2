"""The commands ``new-scenario`` and ``convert-scenario``: folders and files that authors write in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from app.cli.program import program
from app.cli.rendering.text import count, one_line
from app.cli.scenario_argument import SCENARIO_HELP, scenario_named
from app.cli.setup import set_up
from app.errors import InvalidInput

_JSON = ".json"


def new_scenario(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="the folder to write; its name is the scenario's id")],
) -> None:
    """Write a small scenario that plays, as a folder of Markdown and YAML to change into one's own."""
    from app.models.base import is_id, short_input
    from app.scenarios.folders.starter_files import starter_files

    screen, container = set_up()
    scenario_id = folder.absolute().name if folder.name not in ("", "..") else folder.resolve().name
    if not is_id(scenario_id):
        what = "lower-case letters and digits, words joined by '-' or '_'"
        raise InvalidInput(f"{short_input(scenario_id)!r} is no id of a scenario; name the folder so: {what}.")
    files = starter_files(" ".join(word.capitalize() for word in scenario_id.replace("_", "-").split("-")))
    _write_folder(folder, files)
    name = one_line(str(folder))
    screen.line(f"Written to {name}: {count(len(files), 'file')}; begin with scenario.md.")
    screen.line(f"Check it: {program()} check-scenario {name}")
    screen.line(f"Play it:  {program()} play {name}")
    own = container.settings().scenarios
    if own is not None and folder.resolve().parent != own.resolve():
        screen.note(f"In the folder {one_line(str(own))} it is in the list of scenarios, too.")


def convert_scenario(
    source: Annotated[str, typer.Argument(metavar="FROM", help=SCENARIO_HELP)],
    target: Annotated[Path, typer.Argument(metavar="TO", help="a .json file or a new folder to write")],
    *,
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing file")] = False,
) -> None:
    """Write a scenario as a folder, or as one JSON file; it stays the same scenario."""
    from app.interchange.bounded import write_file
    from app.scenarios.folders.writing import folder_files
    from app.scenarios.scenario_writing import scenario_bytes

    screen, container = set_up()
    sheet = container.scenarios().load(scenario_named(source))
    name = one_line(str(target))
    if target.suffix.casefold() == _JSON:
        write_file(target, scenario_bytes(sheet, target.name), force=force)
        screen.line(f"Written to {name}.")
        return
    files = folder_files(sheet)
    _write_folder(target, files)
    screen.line(f"Written to {name}: {count(len(files), 'file')}.")


def _write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a folder that is new or empty.

    Raises:
        InvalidInput: There is something already.
        StorageFailed: It cannot be written.
    """
    from app.durable_files import make_folder, storage_errors, write_new
    from app.models.base import short_input

    shown = short_input(folder.absolute().name)
    with storage_errors(f"The folder {shown!r} cannot be written"):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InvalidInput(f"There is something in {shown!r} already; name a folder that is new or empty.")
        for path, text in files.items():
            make_folder((folder / path).parent)
            write_new(folder / path, [text.encode()])
