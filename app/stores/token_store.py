"""Tokens in a game's own folder: ``<root>/<game_id>/tokens.json``, for their owner alone."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from app.interfaces.tokens import GameToken
from app.stores.private_file import PrivateFile

TOKENS = "tokens.json"
_LIST: TypeAdapter[tuple[GameToken, ...]] = TypeAdapter(tuple[GameToken, ...])


class JsonTokenStore:
    """Implements `ITokenStore`."""

    def __init__(self, root: Path) -> None:
        self._file = PrivateFile(root, TOKENS, _LIST, what="The tokens", mend="remove it and make new tokens")

    def tokens(self, game_id: str) -> Sequence[GameToken]:
        return self._file.read(game_id) or ()

    def write(self, game_id: str, tokens: Sequence[GameToken]) -> None:
        self._file.write(game_id, tuple(tokens))
