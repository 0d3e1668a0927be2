"""What belongs to a game and is no part of it, as a row."""

from collections.abc import Callable
from typing import Any, Generic

from psycopg import Connection
from pydantic import ValidationError

from app.errors import CorruptSave, NotFound
from app.stores.journal import checked_game_id
from app.stores.postgres.database import Database, Row
from app.stores.private_file import Kept, T

_READ = """
    SELECT body FROM games LEFT JOIN (SELECT * FROM private WHERE name = %s) AS own USING (game_id, generation)
    WHERE game_id = %s AND in_trash = 0
"""
_HOLD = """
    INSERT INTO private AS own (game_id, generation, name, body)
    SELECT game_id, generation, %s, '' FROM games WHERE game_id = %s AND in_trash = 0
    ON CONFLICT (game_id, generation, name) DO UPDATE SET body = own.body
    RETURNING generation, body
"""
"""The row as it is, which nobody else changes up to the end of the transaction: an empty one where there was none."""
_WRITE = "UPDATE private SET body = %s WHERE name = %s AND game_id = %s AND generation = %s"


class PrivateRow(Generic[T]):
    """Implements `Private`."""

    def __init__(self, database: Database, kept: Kept[T]) -> None:
        self._database, self._kept = database, kept

    def read(self, game_id: str) -> T | None:
        failure = f"{self._kept.what} of {game_id!r} could not be read"
        if not (rows := self._database.rows(failure, _READ, (self._kept.name, checked_game_id(game_id)))):
            raise NotFound(f"There is no game {game_id!r}.")
        return self._value(game_id, rows[0][0])

    def version(self, game_id: str) -> None:
        """None: other servers write it too."""

    def change(self, game_id: str, change: Callable[[T | None], T], context: dict[str, Any] | None = None) -> T:
        key = self._kept.name, checked_game_id(game_id)

        def carry_out(connection: Connection[Row]) -> T:
            with connection.transaction():
                if (found := connection.execute(_HOLD, key).fetchone()) is None:
                    raise NotFound(f"There is no game {game_id!r}.")
                generation, body = found
                value = change(self._value(game_id, body))
                connection.execute(_WRITE, (self._kept.form.dump_json(value, context=context), *key, generation))
                return value

        return self._database.run(f"{self._kept.what} of {game_id!r} could not be saved", carry_out)

    def _value(self, game_id: str, body: bytes | None) -> T | None:
        try:
            return self._kept.form.validate_json(body) if body else None
        except ValidationError:
            raise CorruptSave(
                f"{self._kept.what} of {game_id} in the database are damaged; {self._kept.mend}."
            ) from None
