"""Backing up and restoring all games, for ``saves backup`` and ``saves restore-backup``."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.commands.copying import copy_games
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.errors import InvalidInput, NotFound
from app.stores.backup import GAMES, SCENARIOS, add_scenarios, folder_of_backup, folder_to_back_up
from app.stores.opening import in_files

if TYPE_CHECKING:
    from app.container import Container


def write_backup(screen: Screen, container: "Container", file: Path, *, force: bool) -> None:
    """Write all games, and the user's own scenarios, into one file.

    Raises:
        InvalidInput: There is such a file already, and it is not to be overwritten; or there is no folder for it.
        typer.Exit: A game could not be copied; the others are in the file.
        StorageFailed: The disk refused.
    """
    if not file.parent.is_dir():
        raise InvalidInput(f"There is no folder {file.parent.name!r}.")
    if file.exists() and not force:
        raise InvalidInput(f"There is a file {file.name!r} already; --force writes over it.")
    games = [summary.game_id for summary in container.library().store.list()]
    incomplete: typer.Exit | None = None
    with folder_to_back_up(file, container.settings().scenarios) as folder:
        target = in_files(folder)
        try:
            copy_games(screen, container.stores(), target, games)
        except typer.Exit as some_failed:
            incomplete = some_failed
        copied = len(target.games.list())
    screen.note(f"{count(copied, 'game')} and your own scenarios are backed up in {one_line(file.name)}.")
    if incomplete is not None:
        raise incomplete


def read_backup(screen: Screen, container: "Container", file: Path) -> None:
    """Bring back the games and scenarios of a backup that are not here.

    Raises:
        NotFound: There is no such file.
        InvalidInput: It is no backup.
        typer.Exit: A game differs from the one that is here, or could not be stored.
        StorageFailed: Reading or writing the disk or the database failed.
    """
    if not file.is_file():
        raise NotFound(f"There is no file {file.name!r}.")
    with folder_of_backup(file) as folder:
        if (own := container.settings().scenarios) is not None and (added := add_scenarios(folder / SCENARIOS, own)):
            screen.note(f"{count(len(added), 'scenario')} restored: {', '.join(map(one_line, added))}.")
        source = in_files(folder / GAMES)
        copy_games(screen, source, container.stores(), [summary.game_id for summary in source.games.list()])
