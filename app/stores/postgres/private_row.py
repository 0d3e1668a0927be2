"""What belongs to a game and is no part of it, as a row."""

from typing import Any, Generic

from pydantic import ValidationError

from app.errors import CorruptSave, NotFound
from app.stores.journal import checked_game_id
from app.stores.postgres.database import Database
from app.stores.private_file import Kept, T

_READ = """
    SELECT body FROM games LEFT JOIN (SELECT * FROM private WHERE name = %s) AS own USING (game_id, generation)
    WHERE game_id = %s AND in_trash = 0
"""
_WRITE = """
    INSERT INTO private (game_id, generation, name, body)
    SELECT game_id, generation, %s, %s FROM games WHERE game_id = %s AND in_trash = 0
    ON CONFLICT (game_id, generation, name) DO UPDATE SET body = excluded.body
"""


class PrivateRow(Generic[T]):
    """Implements `Private`."""

    def __init__(self, database: Database, kept: Kept[T]) -> None:
        self._database, self._kept = database, kept

    def read(self, game_id: str) -> T | None:
        failure = f"{self._kept.what} of {game_id!r} could not be read"
        if not (rows := self._database.rows(failure, _READ, (self._kept.name, checked_game_id(game_id)))):
            raise NotFound(f"There is no game {game_id!r}.")
        try:
            return None if rows[0][0] is None else self._kept.form.validate_json(rows[0][0])
        except ValidationError:
            raise CorruptSave(
                f"{self._kept.what} of {game_id} in the database are damaged; {self._kept.mend}."
            ) from None

    def write(self, game_id: str, value: T, context: dict[str, Any] | None = None) -> None:
        given = self._kept.name, self._kept.form.dump_json(value, context=context), checked_game_id(game_id)
        if self._database.changed(f"{self._kept.what} of {game_id!r} could not be saved", _WRITE, given) == 0:
            raise NotFound(f"There is no game {game_id!r}.")
