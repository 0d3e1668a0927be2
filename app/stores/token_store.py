"""The tokens of each game, kept beside it for its owner alone."""

from collections.abc import Callable, Sequence

from pydantic import TypeAdapter

from app.interfaces.tokens import GameToken
from app.stores.private_file import Kept, Private

TOKENS = Kept(
    "tokens.json",
    TypeAdapter(tuple[GameToken, ...]),
    what="The tokens",
    mend="remove it and make new tokens",
)


class TokenStore:
    """Implements `ITokenStore`."""

    def __init__(self, private: Private[tuple[GameToken, ...]]) -> None:
        self._private = private

    def tokens(self, game_id: str) -> Sequence[GameToken]:
        return self._private.read(game_id) or ()

    def change(self, game_id: str, change: Callable[[Sequence[GameToken]], Sequence[GameToken]]) -> Sequence[GameToken]:
        return self._private.change(game_id, lambda known: tuple(change(known or ())))
