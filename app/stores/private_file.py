"""A file in a game's own folder that is for its owner alone, and no part of the game."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.durable_files import open_regular, replace_file, storage_errors
from app.errors import CorruptSave
from app.stores.json_store import game_folder

T = TypeVar("T")
_Stamp = tuple[int, int, int]


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

    def write(self, game_id: str, value: T, context: dict[str, Any] | None = None) -> None:
        """Put it in the place of what there is, durable when this returns."""


class PrivateFile(Generic[T]):
    """``<root>/<game_id>/<name>``, read again only when it has changed."""

    def __init__(self, root: Path, kept: Kept[T]) -> None:
        self._root, self._kept = root, kept
        self._known: dict[str, tuple[_Stamp, T]] = {}

    def read(self, game_id: str) -> T | None:
        path = game_folder(self._root, game_id) / self._kept.name
        with storage_errors(f"{self._kept.what} of {game_id!r} could not be read"):
            try:
                found = os.stat(path, follow_symlinks=False)
            except FileNotFoundError:
                self._known.pop(game_id, None)
                return None
            stamp = (found.st_ino, found.st_mtime_ns, found.st_size)
            if (known := self._known.get(game_id)) is not None and known[0] == stamp:
                return known[1]
            with open(path, "rb", opener=open_regular) as file:
                data = file.read()
        try:
            value = self._kept.form.validate_json(data)
        except ValidationError:
            raise CorruptSave(f"{game_id}/{self._kept.name} is damaged; {self._kept.mend}.") from None
        self._known[game_id] = (stamp, value)
        return value

    def write(self, game_id: str, value: T, context: dict[str, Any] | None = None) -> None:
        path = game_folder(self._root, game_id) / self._kept.name
        with storage_errors(f"{self._kept.what} of {game_id!r} could not be saved"):
            replace_file(path, [self._kept.form.dump_json(value, indent=2, context=context)])
