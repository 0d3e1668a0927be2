"""A backup of all games in one file: a zip archive of a folder of saved games, and of the user's own scenarios."""

import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.durable_files import open_private, storage_errors, sync_folder
from app.errors import InvalidInput

GAMES, SCENARIOS = "games", "scenarios"
_NO_CONTENT = (".lock", "lock", "private.lock")


@contextmanager
def folder_to_back_up(file: Path, scenarios: Path | None) -> Iterator[Path]:
    """Yield a folder for games, next to the file, whose content is in the file afterwards, with the scenarios; after an
    error there is no file.

    Args:
        file: The archive, which is written over.
        scenarios: The folder of the user's scenarios; None for none.

    Raises:
        StorageFailed: The disk refused.
    """
    what = f"The backup {file.name!r} could not be written"
    with storage_errors(what), TemporaryDirectory(prefix=".talekeeper-", dir=file.parent) as made:
        folder = Path(made)
        (folder / GAMES).mkdir(mode=0o700)
        yield folder / GAMES
        if scenarios is not None and scenarios.is_dir():
            shutil.copytree(scenarios, folder / SCENARIOS)
        archive = folder / "archive.zip"
        with open(archive, "xb", opener=open_private) as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
                for path in sorted(path for name in (GAMES, SCENARIOS) for path in (folder / name).rglob("*")):
                    if path.is_file() and not path.is_symlink() and path.name not in _NO_CONTENT:
                        packed.write(path, path.relative_to(folder))
            out.flush()
            os.fsync(out.fileno())
        archive.replace(file)
        sync_folder(file.parent)


@contextmanager
def folder_of_backup(file: Path) -> Iterator[Path]:
    """Yield a folder with the games (`GAMES`) and scenarios (`SCENARIOS`) of a backup, which is gone afterwards.

    Raises:
        InvalidInput: The file is no backup.
        StorageFailed: The disk refused.
    """
    with (
        storage_errors(f"The backup {file.name!r} could not be read"),
        TemporaryDirectory(prefix="talekeeper-") as made,
    ):
        try:
            with zipfile.ZipFile(file) as packed:
                packed.extractall(made)  # which keeps every name within the folder
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
            raise InvalidInput(f"The file {file.name!r} is no backup of Talekeeper, or it is damaged.") from None
        if not (Path(made) / GAMES).is_dir():
            raise InvalidInput(f"The file {file.name!r} is no backup of Talekeeper: it holds no games.")
        yield Path(made)


def add_scenarios(source: Path, target: Path) -> list[str]:
    """Copy the scenarios of a folder that another one does not have.

    Args:
        source: A folder of scenarios, which need not exist.
        target: The folder that gets them, made where it is missing.

    Returns:
        The names of the copied scenarios.
    """
    added: list[str] = []
    for entry in sorted(source.iterdir()) if source.is_dir() else ():
        place = target / entry.name
        if not os.path.lexists(place):
            target.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if entry.is_dir() else shutil.copyfile)(entry, place)
            added.append(entry.name)
    return added
