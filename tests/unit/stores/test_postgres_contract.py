"""The store in PostgreSQL keeps the contract."""

from collections.abc import Iterator

import psycopg
import pytest

from app.errors import CorruptSave
from app.interfaces.stores import IGameStore
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from tests.databases import new_database
from tests.unit.stores.contract import Place, StoreContract
from tests.unit.stores.journals import header, opening, some_records

_BROKEN = "set_byte({0}, length({0}) / 2, 0)"


class _InDatabase:
    def __init__(self, url: str) -> None:
        self._url = url
        self.database = Database(url)
        self.leases: list[Leases] = []

    def store(self) -> IGameStore:
        self.leases.append(Leases(self.database))
        return PostgresGameStore(self.database, self.leases[-1])

    def damage(self, game_id: str, line: int) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            if line == 1:
                connection.execute(
                    f"UPDATE games SET header = {_BROKEN.format('header')} WHERE game_id = %s", (game_id,)
                )
            else:
                connection.execute(
                    f"UPDATE records SET body = {_BROKEN.format('body')} WHERE game_id = %(game_id)s AND seq ="
                    " (SELECT seq FROM records WHERE game_id = %(game_id)s ORDER BY seq OFFSET %(row)s LIMIT 1)",
                    {"game_id": game_id, "row": line - 2},
                )

    def empty(self) -> None:
        """Let go of everything and delete it."""
        for leases in self.leases:
            leases.close()
        self.leases.clear()
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("TRUNCATE games, records, older_lines, private")


@pytest.fixture(scope="module")
def database(database_server: str) -> Iterator[_InDatabase]:
    with new_database(database_server) as url:
        made = _InDatabase(url)
        migrate(made.database)
        yield made
        made.database.close()


class TestPostgresGameStore(StoreContract):
    @pytest.fixture
    def place(self, database: _InDatabase) -> Iterator[Place]:
        yield database
        database.empty()

    def test_a_record_that_is_missing_at_the_end_is_damage(self, database: _InDatabase, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.release("game-1")
        with psycopg.connect(database.database.url, autocommit=True) as connection:
            connection.execute("DELETE FROM records WHERE seq = 6")
        for call in (store.acquire, store.read):
            with pytest.raises(CorruptSave, match="record 6 is missing"):
                call("game-1")
