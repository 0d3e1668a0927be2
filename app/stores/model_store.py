"""Who tells each game, kept beside it for its owner alone, because of the key."""

from collections.abc import Callable, Hashable
from contextlib import suppress

from pydantic import TypeAdapter

from app.errors import NotFound
from app.interfaces.game_models import WITH_SECRETS, GameModel
from app.stores.private_file import Kept, Private

MODEL = Kept("model.json", TypeAdapter(GameModel), what="The model", mend="remove it and choose the model anew")


class ModelStore:
    """Implements `IModelStore`."""

    def __init__(self, private: Private[GameModel]) -> None:
        self._private = private

    def chosen(self, game_id: str) -> GameModel | None:
        with suppress(NotFound):  # a game of another store has none here
            return self._private.read(game_id)
        return None

    def version(self, game_id: str) -> Hashable | None:
        return self._private.version(game_id)

    def change(self, game_id: str, change: Callable[[GameModel | None], GameModel]) -> GameModel:
        return self._private.change(game_id, change, WITH_SECRETS)
