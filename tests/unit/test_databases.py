"""The databases of the tests: each test has its own, none of them stays, and they can be broken."""

import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.databases import PATIENCE, DatabaseServer, cut_connections, name_of, new_database, shared_server
from tests.integration.processes import Child

pytestmark = pytest.mark.long


def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def tables(url: str) -> list[str]:
    return [str(name) for (name,) in execute(url, "SELECT relname FROM pg_stat_user_tables ORDER BY 1")]


def test_a_database_is_empty_and_gone_afterwards_whoever_is_still_connected(database_server: str) -> None:
    with new_database(database_server) as url:
        assert tables(url) == []
        execute(url, "CREATE TABLE games (id text)")
        left = psycopg.connect(url)
    left.close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        execute(url, "SELECT 1")


def test_two_databases_are_strangers(database_server: str, database_url: str) -> None:
    execute(database_url, "CREATE TABLE games (id text)")
    with new_database(database_server) as other:
        assert tables(other) == []
    assert tables(database_url) == ["games"]


def test_a_database_begins_with_what_its_template_has(database_server: str, database_url: str) -> None:
    execute(database_url, "CREATE TABLE games (id text)")
    with new_database(database_server, template=name_of(database_url)) as copy:
        assert tables(copy) == ["games"]


def test_a_cut_connection_fails_and_the_next_one_does_not(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        assert cut_connections(database_url) == 1
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    assert execute(database_url, "SELECT 1") == [(1,)]


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_what_was_committed_outlives_a_restart(own_database_server: DatabaseServer, mode: str) -> None:
    with new_database(own_database_server.url) as url, psycopg.connect(url) as connection:
        execute(url, "CREATE TABLE games (id text)")
        own_database_server.restart("fast" if mode == "fast" else "immediate")
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
        assert tables(url) == ["games"]


def test_a_server_that_was_stopped_is_reached_again_once_it_is_started(own_database_server: DatabaseServer) -> None:
    own_database_server.stop()
    with pytest.raises(psycopg.OperationalError):
        execute(own_database_server.url, "SELECT 1")
    own_database_server.start()
    assert execute(own_database_server.url, "SHOW max_connections") == [("200",)]


def test_a_server_that_several_share_ends_with_the_last_of_them_however_that_ends(tmp_path: Path) -> None:
    def use(report: Callable[[int], None]) -> None:
        with shared_server(tmp_path):
            report(0)
            time.sleep(PATIENCE)

    first, second = Child(use), Child(use)
    assert (first.next_report(), second.next_report()) == (0, 0)
    with shared_server(tmp_path) as url:
        for child in (first, second):
            child.kill()
            child.rest()
        assert execute(url, "SELECT 1") == [(1,)]
    deadline = time.monotonic() + PATIENCE
    while Path(url.rpartition("=")[2]).exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    with pytest.raises(psycopg.OperationalError):
        execute(url, "SELECT 1")
