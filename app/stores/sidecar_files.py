"""Sidecar data of a game, as files in its folder that only their owner can read."""

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
    """Implements `SidecarBackend`: ``<root>/<game_id>/<name>``.

    Changes are made under a lock of its own, since the game's lock is held for as long as it is open; Conflict if
    it cannot be acquired."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, spec: Sidecar[Any], game_id: str) -> bytes | None:
        path = game_folder(self._root, game_id) / spec.name
        with storage_errors(f"{spec.what} of {game_id!r} could not be read"):
            if not path.exists():
                return None
            with open(path, "rb", opener=open_regular) as file:
                return file.read()

    def version(self, spec: Sidecar[Any], game_id: str) -> Hashable | None:
        try:
            status = os.stat(self._root / checked_game_id(game_id) / spec.name)
        except FileNotFoundError:
            return "nothing"
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

    def change(self, spec: Sidecar[Any], game_id: str, change: Callable[[bytes | None], bytes]) -> None:
        path = game_folder(self._root, game_id) / spec.name
        with storage_errors(f"{spec.what} of {game_id!r} could not be saved"), _alone(path.with_name(LOCK)):
            replace_file(path, [change(self.read(spec, game_id))])

    def damaged(self, spec: Sidecar[Any], game_id: str) -> str:
        return f"{game_id}/{spec.name} is damaged"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = acquired_lock(path, "Another program is changing data of this game; try again.", timeout=PATIENCE)
    try:
        yield
    finally:
        lock.release()
