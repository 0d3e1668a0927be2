"""Tokens in a game's own folder: ``<root>/<game_id>/tokens.json``, for their owner alone."""

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from app.durable_files import open_regular, replace_file, storage_errors
from app.errors import CorruptSave
from app.interfaces.tokens import GameToken
from app.stores.json_store import game_folder

TOKENS = "tokens.json"
_LIST: TypeAdapter[tuple[GameToken, ...]] = TypeAdapter(tuple[GameToken, ...])
_Stamp = tuple[int, int, int]


class JsonTokenStore:
    """Implements `ITokenStore`. A file is read again only when it has changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, tuple[_Stamp, tuple[GameToken, ...]]] = {}

    def tokens(self, game_id: str) -> Sequence[GameToken]:
        path = game_folder(self._root, game_id) / TOKENS
        with storage_errors(f"The tokens of {game_id!r} could not be read"):
            try:
                found = os.stat(path, follow_symlinks=False)
            except FileNotFoundError:
                self._known.pop(game_id, None)
                return ()
            stamp = (found.st_ino, found.st_mtime_ns, found.st_size)
            if (known := self._known.get(game_id)) is not None and known[0] == stamp:
                return known[1]
            with open(path, "rb", opener=open_regular) as file:
                data = file.read()
        try:
            tokens = _LIST.validate_json(data)
        except ValidationError:
            raise CorruptSave(f"{game_id}/{TOKENS} is damaged; remove it and make new tokens.") from None
        self._known[game_id] = (stamp, tokens)
        return tokens

    def write(self, game_id: str, tokens: Sequence[GameToken]) -> None:
        path = game_folder(self._root, game_id) / TOKENS
        with storage_errors(f"The tokens of {game_id!r} could not be saved"):
            replace_file(path, [_LIST.dump_json(tuple(tokens), indent=2)])
