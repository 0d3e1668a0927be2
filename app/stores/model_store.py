"""Who tells a game, in its own folder: ``<root>/<game_id>/model.json``, for its owner alone, because of the key."""

from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter

from app.errors import NotFound
from app.interfaces.game_models import WITH_SECRETS, GameModel
from app.stores.private_file import PrivateFile

MODEL = "model.json"


class JsonModelStore:
    """Implements `IModelStore`."""

    def __init__(self, root: Path) -> None:
        form = TypeAdapter(GameModel)
        self._file = PrivateFile(root, MODEL, form, what="The model", mend="remove it and choose the model anew")

    def chosen(self, game_id: str) -> GameModel | None:
        with suppress(NotFound):  # a game of another store has no folder here
            return self._file.read(game_id)
        return None

    def write(self, game_id: str, chosen: GameModel) -> None:
        self._file.write(game_id, chosen, WITH_SECRETS)
