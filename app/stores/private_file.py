"""A file in a game's own folder that is for its owner alone, and no part of the game."""

import os
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.durable_files import open_regular, replace_file, storage_errors
from app.errors import CorruptSave
from app.stores.json_store import game_folder

T = TypeVar("T")
_Stamp = tuple[int, int, int]


class PrivateFile(Generic[T]):
    """``<root>/<game_id>/<name>``, read again only when it has changed. ``what`` it holds, and ``mend``, what to do
    about a damaged one, are words for errors."""

    def __init__(self, root: Path, name: str, form: TypeAdapter[T], *, what: str, mend: str) -> None:
        self._root, self._name, self._form = root, name, form
        self._what, self._mend = what, mend
        self._known: dict[str, tuple[_Stamp, T]] = {}

    def read(self, game_id: str) -> T | None:
        """None where there is no such file."""
        path = game_folder(self._root, game_id) / self._name
        with storage_errors(f"{self._what} of {game_id!r} could not be read"):
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
            value = self._form.validate_json(data)
        except ValidationError:
            raise CorruptSave(f"{game_id}/{self._name} is damaged; {self._mend}.") from None
        self._known[game_id] = (stamp, value)
        return value

    def write(self, game_id: str, value: T, context: dict[str, Any] | None = None) -> None:
        path = game_folder(self._root, game_id) / self._name
        with storage_errors(f"{self._what} of {game_id!r} could not be saved"):
            replace_file(path, [self._form.dump_json(value, indent=2, context=context)])
