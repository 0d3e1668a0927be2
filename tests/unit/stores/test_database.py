"""How a database is reached: with what options, and what is not tried again."""

from threading import Event, Thread

import psycopg
import pytest
from psycopg import Connection, errors
from psycopg.conninfo import make_conninfo

from app.errors import StorageFailed
from app.stores.postgres.database import Database, Row
from tests.databases import PATIENCE


def parameters(url: str, *names: str) -> list[str | None]:
    database = Database(url)
    found = database.run("It could not be asked", lambda connection: connection.info.get_parameters())
    database.close()
    return [found.get(name) for name in names]


def test_a_machine_that_says_nothing_is_given_up_soon_where_the_address_says_nothing_else(database_url: str) -> None:
    names = "application_name", "connect_timeout", "tcp_user_timeout"
    assert parameters(database_url, *names) == ["talekeeper", "3", "10000"]
    given = make_conninfo(database_url, connect_timeout=7, application_name="mine")
    assert parameters(given, *names) == ["mine", "7", "10000"]


@pytest.mark.parametrize(("error", "told"), [(errors.DiskFull, "disk is full"), (errors.InvalidCatalogName, "not let")])
def test_what_does_not_pass_within_seconds_is_not_tried_again(
    database_url: str, error: type[psycopg.Error], told: str
) -> None:
    database, tried = Database(database_url), []

    def work(connection: Connection[Row]) -> None:
        tried.append(connection)
        raise error

    with pytest.raises(StorageFailed, match=f"It could not be saved: .*{told}"):
        database.run("It could not be saved", work)
    assert len(tried) == 1
    database.close()


def test_who_is_stopped_within_a_transaction_keeps_nothing_from_others(database_url: str) -> None:
    stopped, others = Database(database_url, pause=0.2), Database(database_url, patience=30)
    others.run("made", lambda connection: connection.execute("CREATE TABLE things (name text)"))
    others.run("filled", lambda connection: connection.execute("INSERT INTO things VALUES ('lamp')"))
    begun, woken, attempts = Event(), Event(), list[int]()

    def change(connection: Connection[Row]) -> None:
        with connection.transaction():
            connection.execute("UPDATE things SET name = name || ', lit'")
            attempts.append(1)
            begun.set()
            assert woken.wait(PATIENCE)

    changing = Thread(target=stopped.run, args=("It could not be lit", change))
    changing.start()
    assert begun.wait(PATIENCE)
    others.run("It could not be moved", lambda connection: connection.execute("UPDATE things SET name = 'lantern'"))
    woken.set()
    changing.join(PATIENCE)
    found = others.run("looked", lambda connection: connection.execute("SELECT name FROM things").fetchall())
    assert (found, attempts) == ([("lantern, lit",)], [1, 1])
    stopped.close()
    others.close()
