"""A file in a game's own folder that is for its owner alone, and no part of the game."""

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.durable_files import open_regular, replace_file, storage_errors
from app.errors import CorruptSave
from app.stores.journal import checked_game_id
from app.stores.json_store import PATIENCE, acquired_lock, game_folder

T = TypeVar("T")
LOCK = "private.lock"


@dataclass(frozen=True)
class Kept(Generic[T]):
    """What is kept beside a game: ``name`` of the file, form, and words for errors: ``what`` it is, and ``mend``, what
    to do about a damaged one."""

    name: str
    form: TypeAdapter[T]
    what: str
    mend: str


class Private(Protocol[T]):
    """One kind of it, of every game. NotFound for no such game, InvalidInput for a bad id, CorruptSave,
    StorageFailed."""

    def read(self, game_id: str) -> T | None:
        """None where nothing was written."""

    def version(self, game_id: str) -> Hashable | None:
        """Another value whenever something else was written, known at once; None where only reading can say."""

    def change(self, game_id: str, change: Callable[[T | None], T], context: dict[str, Any] | None = None) -> T:
        """Put what ``change`` makes of what there is in its place; what that is, durable when this returns. Whoever
        else changes it waits, in other processes too: it should be quick. It may be called again."""


class PrivateFile(Generic[T]):
    """``<root>/<game_id>/<name>``. One at a time changes what is beside a game, by a lock of its own: that of the game
    is held for as long as it is open. Conflict where it cannot be had."""

    def __init__(self, root: Path, kept: Kept[T]) -> None:
        self._root, self._kept = root, kept

    def read(self, game_id: str) -> T | None:
        path = game_folder(self._root, game_id) / self._kept.name
        with storage_errors(f"{self._kept.what} of {game_id!r} could not be read"):
            if not path.exists():
                return None
            with open(path, "rb", opener=open_regular) as file:
                data = file.read()
        try:
            return self._kept.form.validate_json(data)
        except ValidationError:
            raise CorruptSave(f"{game_id}/{self._kept.name} is damaged; {self._kept.mend}.") from None

    def version(self, game_id: str) -> Hashable | None:
        try:
            found = os.stat(self._root / checked_game_id(game_id) / self._kept.name)
        except FileNotFoundError:
            return "nothing"
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def change(self, game_id: str, change: Callable[[T | None], T], context: dict[str, Any] | None = None) -> T:
        path = game_folder(self._root, game_id) / self._kept.name
        with storage_errors(f"{self._kept.what} of {game_id!r} could not be saved"), _alone(path.with_name(LOCK)):
            value = change(self.read(game_id))
            replace_file(path, [self._kept.form.dump_json(value, indent=2, context=context)])
        return value


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = acquired_lock(path, "Another program changes what is kept beside the game; try again.", timeout=PATIENCE)
    try:
        yield
    finally:
        lock.release()
