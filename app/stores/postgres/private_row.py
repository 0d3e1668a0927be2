"""What belongs to a game and is no part of it, as a row."""

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
        checked_game_id(game_id)

        def look(connection: Connection[Row]) -> Row | None:
            return connection.execute(_READ, (self._kept.name, game_id), binary=True).fetchone()

        row = self._database.run(f"{self._kept.what} of {game_id!r} could not be read", look)
        if row is None:
            raise NotFound(f"There is no game {game_id!r}.")
        try:
            return None if row[0] is None else self._kept.form.validate_json(row[0])
        except ValidationError:
            raise CorruptSave(
                f"{self._kept.what} of {game_id} in the database are damaged; {self._kept.mend}."
            ) from None

    def write(self, game_id: str, value: T, context: dict[str, Any] | None = None) -> None:
        body = self._kept.form.dump_json(value, context=context)

        def put(connection: Connection[Row]) -> int:
            return connection.execute(_WRITE, (self._kept.name, body, checked_game_id(game_id))).rowcount

        if self._database.run(f"{self._kept.what} of {game_id!r} could not be saved", put) == 0:
            raise NotFound(f"There is no game {game_id!r}.")
