"""Sidecar data of a game, as rows."""

from collections.abc import Callable
from typing import Any

from psycopg import Connection

from app.errors import NotFound
from app.models.plain_reasons import Sought, Unknown
from app.stores.journal import checked_game_id
from app.stores.postgres.database import Database, Row
from app.stores.sidecar import Sidecar

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
"""Returns the row, locked until the end of the transaction; an empty one is made if there is none."""
_WRITE = "UPDATE private SET body = %s WHERE name = %s AND game_id = %s AND generation = %s"


class SidecarRows:
    """Implements `SidecarBackend`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, spec: Sidecar[Any], game_id: str) -> bytes | None:
        failure = f"{spec.what} of {game_id!r} could not be read"
        if not (rows := self._database.rows(failure, _READ, (spec.name, checked_game_id(game_id)))):
            raise NotFound(Unknown(what=Sought.GAME, name=game_id))
        return rows[0][0] or None

    def version(self, spec: Sidecar[Any], game_id: str) -> None:
        """Return None, since other servers write it too."""

    def change(self, spec: Sidecar[Any], game_id: str, change: Callable[[bytes | None], bytes]) -> None:
        key = spec.name, checked_game_id(game_id)

        def carry_out(connection: Connection[Row]) -> None:
            with connection.transaction():
                if (row := connection.execute(_HOLD, key).fetchone()) is None:
                    raise NotFound(Unknown(what=Sought.GAME, name=game_id))
                generation, body = row
                connection.execute(_WRITE, (change(body or None), *key, generation))

        self._database.run(f"{spec.what} of {game_id!r} could not be saved", carry_out)

    def damaged(self, spec: Sidecar[Any], game_id: str) -> str:
        return f"{spec.what} of {game_id} in the database are damaged"
