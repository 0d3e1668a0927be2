"""The store in PostgreSQL keeps the contract."""

import os
import psycopg
import pytest
from collections.abc import Iterator

from app.interfaces.stores import IGameStore
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from tests.unit.stores.contract import Place, StoreContract

URL = "postgresql://postgres:@/postgres?host=/tmp/pg/data"


class _InDatabase:
    def __init__(self) -> None:
        self.database = Database(URL)
        self.leases: list[Leases] = []
        self.execute = lambda text, *args: self.database.run("test", lambda c: c.execute(text, args))
        self.execute("DROP SCHEMA public CASCADE")
        self.execute("CREATE SCHEMA public")
        migrate(self.database)

    def store(self) -> IGameStore:
        self.leases.append(Leases(self.database))
        return PostgresGameStore(self.database, self.leases[-1])

    def damage(self, game_id: str, line: int) -> None:
        broken = "set_byte(%s, length(%s) / 2, 0)"
        if line == 1:
            self.execute(f"UPDATE games SET header = {broken.replace('%s', 'header')} WHERE game_id = %s", game_id)
        else:
            self.execute(
                f"UPDATE records SET body = {broken.replace('%s', 'body')} WHERE game_id = %s AND seq ="
                " (SELECT seq FROM records WHERE game_id = %s ORDER BY seq OFFSET %s LIMIT 1)",
                game_id, game_id, line - 2,
            )


class TestPostgresGameStore(StoreContract):
    @pytest.fixture
    def place(self) -> Iterator[Place]:
        place = _InDatabase()
        yield place
        for leases in place.leases:
            leases.close()
        place.database.close()
