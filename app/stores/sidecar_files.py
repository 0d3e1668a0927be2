"""What is kept with a game, as files in its own folder that only their owner can read."""

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.durable_files import open_regular, replace_file, storage_errors
from app.stores.journal import checked_game_id
from app.stores.json_store import PATIENCE, acquired_lock, game_folder
from app.stores.sidecar import Sidecar

LOCK = "private.lock"


class SidecarFiles:
    """Implements `SidecarBackend`: ``<root>/<game_id>/<name>``. One at a time changes what is kept with a game, by a
    lock of its own: that of the game is held for as long as it is open. Conflict where it cannot be had."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, kept: Sidecar[Any], game_id: str) -> bytes | None:
        path = game_folder(self._root, game_id) / kept.name
        with storage_errors(f"{kept.what} of {game_id!r} could not be read"):
            if not path.exists():
                return None
            with open(path, "rb", opener=open_regular) as file:
                return file.read()

    def version(self, kept: Sidecar[Any], game_id: str) -> Hashable | None:
        try:
            found = os.stat(self._root / checked_game_id(game_id) / kept.name)
        except FileNotFoundError:
            return "nothing"
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def change(self, kept: Sidecar[Any], game_id: str, change: Callable[[bytes | None], bytes]) -> None:
        path = game_folder(self._root, game_id) / kept.name
        with storage_errors(f"{kept.what} of {game_id!r} could not be saved"), _alone(path.with_name(LOCK)):
            replace_file(path, [change(self.read(kept, game_id))])

    def damaged(self, kept: Sidecar[Any], game_id: str) -> str:
        return f"{game_id}/{kept.name} is damaged"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = acquired_lock(path, "Another program changes what is kept beside the game; try again.", timeout=PATIENCE)
    try:
        yield
    finally:
        lock.release()
