"""The trash: ``<root>/.trash/<game_id>-<n>``, where the highest number of an id was deleted last."""

from pathlib import Path
from typing import NamedTuple

from app.durable_files import make_folder, own_folder, sync_folder
from app.models.base import is_id

TRASH = ".trash"


class Deleted(NamedTuple):
    game_id: str
    number: int
    folder: Path


def in_trash(root: Path) -> list[Deleted]:
    """CorruptSave for a trash that is a link."""
    trash = own_folder(root / TRASH, "The trash of saved games")
    found = []
    for folder in trash.iterdir() if trash.exists() else ():
        game_id, _, number = folder.name.rpartition("-")
        if is_id(game_id) and number.isascii() and number.isdigit() and folder.is_dir():
            found.append(Deleted(game_id, int(number), folder))
    return found


def newest_in_trash(root: Path, game_id: str) -> Deleted | None:
    own = (entry for entry in in_trash(root) if entry.game_id == game_id)
    return max(own, key=lambda entry: entry.number, default=None)


def place_in_trash(root: Path, game_id: str) -> Path:
    """Where the next deleted game of this id goes; never over an older one."""
    trash = own_folder(root / TRASH, "The trash of saved games")
    if not trash.exists():
        make_folder(trash)
        sync_folder(root)
    last = newest_in_trash(root, game_id)
    return trash / f"{game_id}-{last.number + 1 if last else 1}"
