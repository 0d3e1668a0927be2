"""The store in PostgreSQL keeps the contract."""

from collections.abc import Iterator

import psycopg
import pytest

from app.errors import Conflict, CorruptSave
from app.interfaces.stores import IGameStore
from app.stores.lines import framed
from app.stores.migrations import MIGRATIONS
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.leases import Leases
from app.stores.postgres.rows import line_columns
from app.stores.postgres.store import PostgresGameStore
from tests.databases import new_database
from tests.unit.stores.contract import Place, StoreContract
from tests.unit.stores.formats import TRIAL, from_zero, old_file, trial_file
from tests.unit.stores.journals import content, file_of, header, opening, parsed, some_records, turn
from tests.wording import raises_in_words

pytestmark = pytest.mark.long

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

    def put(self, game_id: str, journal: bytes) -> None:
        """Store the lines of a journal as they are, as a game that nobody has open."""
        self.store().create(header(game_id), opening(game_id), some_records())
        self.leases.pop().close()
        first, *others = journal.splitlines(keepends=True)
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("UPDATE games SET header = %(body)s, checksum = %(checksum)s", line_columns(first))
            for number, line in enumerate(others):
                connection.execute(
                    "UPDATE records SET body = %(body)s, checksum = %(checksum)s WHERE seq = %(seq)s",
                    {**line_columns(line), "seq": number},
                )

    def lines(self, game_id: str, *, older: bool = False) -> list[bytes]:
        """The lines of a game, header first; or those that it had before it was rewritten."""
        with psycopg.connect(self._url, autocommit=True) as connection:
            if older:
                query = "SELECT body FROM older_lines WHERE game_id = %s ORDER BY line"
                return [bytes(body) for (body,) in connection.execute(query, (game_id,))]
            query = "SELECT header, checksum FROM games WHERE game_id = %s"
            rows = [*connection.execute(query, (game_id,))]
            query = "SELECT body, checksum FROM records WHERE game_id = %s ORDER BY seq"
            return [framed(bytes(body), crc) for body, crc in [*rows, *connection.execute(query, (game_id,))]]

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

    def test_a_trial_save_is_listed_with_one_line_and_left_alone(
        self, database: _InDatabase, store: IGameStore
    ) -> None:
        database.put("game-1", trial_file(3))
        before = database.lines("game-1")
        for call in (store.acquire, store.read):
            with raises_in_words(CorruptSave) as caught:
                call("game-1")
            assert str(caught.value) == f"game-1 in the database {TRIAL}."
        with raises_in_words(Conflict, match="There is a game 'game-1' already"):
            store.create(header(), opening())
        assert [game.problem for game in store.list()] == [f"game-1 in the database {TRIAL}."]
        assert database.lines("game-1") == before

    def test_an_older_game_is_rewritten_when_it_is_acquired_and_its_lines_are_kept(
        self, database: _InDatabase, store: IGameStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(MIGRATIONS, 0, from_zero)
        database.put("game-1", old_file())
        assert content(store.read("game-1")) == content(parsed(file_of()))
        store.append("game-1", turn(7), 6)
        assert database.lines("game-1") == file_of(records=(*some_records(), turn(7))).splitlines(keepends=True)
        assert database.lines("game-1", older=True) == old_file().splitlines(keepends=True)
