"""Games in a database: every command works on them, and leaves them to others at its end."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from app.cli.playing import play as playing
from app.container import Container
from app.errors import TalekeeperError
from app.stores.bundle import Stores
from app.stores.opening import in_database
from app.stores.postgres.database import Database, database_reason
from tests.integration.cli.conftest import RunCommand

pytestmark = pytest.mark.long

LACKS_TABLES = "the database lacks tables; `talekeeper database migrate` makes them."
AWAY = "postgresql://someone:secret@127.0.0.1:1/games"


@pytest.fixture
def empty(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database without tables, which commands use."""
    monkeypatch.setenv("TALEKEEPER_DATABASE", database_url)
    monkeypatch.setenv("TALEKEEPER_DATABASE_LEASE", "25")
    return database_url


@pytest.fixture
def database(empty: str, command: RunCommand) -> str:
    """The same with tables."""
    assert command("database", "migrate").code == 0
    return empty


@contextmanager
def another_server(url: str) -> Iterator[Stores]:
    with closing(in_database(url, 25.0)) as stores:
        yield stores


def ids(url: str) -> list[str]:
    with another_server(url) as stores:
        return [summary.game_id for summary in stores.games.list()]


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def test_a_game_is_played_left_and_gone_on_with(command: RunCommand, database: str, saves: Path) -> None:
    assert command("play", "tide-bell", "--name", "Mara", typed="look\nlook\n/save here\n/quit\n").code == 0
    ran = command("play", "--load", "mara", typed="look\n/undo\n")
    assert (ran.code, "turn 2" in ran.out) == (0, True)
    assert "turn 2" in command("play", "--load", "here", typed="look\n/undo\n").out
    assert len(ids(database)) == 2
    assert not saves.exists()


@pytest.mark.parametrize("typed", ["look\n/quit\n", "look\n/branch\nlook\n", "look\n/model offline\nlook\n"])
def test_a_game_that_was_left_is_free_at_once(command: RunCommand, database: str, typed: str) -> None:
    assert command("play", "tide-bell", typed=typed).code == 0
    with another_server(database) as stores:
        for summary in stores.games.list():
            stores.games.acquire(summary.game_id)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("broken"), TalekeeperError("no")])
def test_a_game_is_free_too_where_a_command_breaks_off(
    command: RunCommand, database: str, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    command("play", "tide-bell", typed="look\n")
    [game_id] = ids(database)

    async def break_off(_screen: object, container: Container, *_: object) -> None:
        container.library().open(game_id)
        raise error

    monkeypatch.setattr(playing, "play_piped", break_off)
    assert command("play").code != 0
    with another_server(database) as stores:
        stores.games.acquire(game_id)


def test_a_game_that_another_server_has_is_shown_and_not_played(command: RunCommand, database: str) -> None:
    command("play", "tide-bell", typed="look\n")
    [game_id] = ids(database)
    with another_server(database) as stores:
        stores.games.acquire(game_id)
        assert command("saves", "show", game_id).code == 0
        ran = command("play", "--load", game_id, typed="look\n")
        assert (ran.code, "is open somewhere else" in ran.err) == (10, True)
        assert command("saves", "delete", game_id).code == 10


def test_games_are_deleted_restored_checked_and_repaired(command: RunCommand, database: str) -> None:
    command("play", "tide-bell", typed="look\nlook\nlook\n")
    [game_id] = ids(database)
    assert command("saves", "delete", game_id).code == 0
    assert game_id in command("saves", "list", "--trash").out
    assert command("saves", "restore", game_id).code == 0
    assert f"{game_id}: intact, 3 records" in command("saves", "check").out
    execute(database, "UPDATE records SET body = set_byte(body, 9, 0) WHERE seq = 3")
    assert command("saves", "check").code == 1
    assert "2 records of" in command("saves", "repair", game_id).out
    assert "Cannot be read" in command("saves", "list").out


def test_a_world_goes_on_by_itself(command: RunCommand, database: str) -> None:
    assert command("simulate", "tide-bell", "--days", "1").code == 0
    [game_id] = ids(database)
    with another_server(database) as stores:
        stores.games.acquire(game_id)


def test_migrating_says_what_is_done(command: RunCommand, empty: str) -> None:
    assert command("database", "migrate").out == "Migration 1 is done.\n"
    assert command("database", "migrate").out == "The database is up to date (migration 1).\n"


def test_migrating_needs_a_database(command: RunCommand) -> None:
    ran = command("database", "migrate")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "TALEKEEPER_DATABASE" in ran.err


def test_migrating_needs_a_role_that_may(command: RunCommand, empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(empty, monkeypatch)
    ran = command("database", "migrate")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "the database's role may not do this" in ran.err


def as_guest(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands come with a role that owns nothing. It stays with the server, as other tests may use it."""
    execute(
        url,
        "DO $$ BEGIN CREATE ROLE talekeeper_guest; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$",
    )
    as_role = "options=-c%20role%3Dtalekeeper_guest"
    monkeypatch.setenv("TALEKEEPER_DATABASE", f"{url}{'&' if '?' in url else '?'}{as_role}")


def test_a_database_of_a_newer_version_is_not_migrated(command: RunCommand, database: str) -> None:
    execute(database, "INSERT INTO schema_versions VALUES (999)")
    ran = command("database", "migrate")
    assert (ran.code, ran.err) == (2, "The database was made by a newer version of Talekeeper (schema 999).\n")
    assert "!!  Database: The database was made by a newer version" in command("doctor").out


@pytest.mark.parametrize("name", ["app.stores.postgres.opening", "app.stores.postgres.upkeep"])
def test_without_the_driver_it_says_what_to_install(
    command: RunCommand, empty: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delitem(sys.modules, "app.stores.postgres.opening", raising=False)
    monkeypatch.setitem(sys.modules, name, None)
    for line in (("database", "migrate"), ("saves", "list")):
        ran = command(*line)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "pip install 'talekeeper[postgres]'" in ran.err
    assert "!!  Database: A database is named, but its driver" in command("doctor").out


@pytest.mark.parametrize(
    "line",
    [
        ("play", "tide-bell"),
        ("play", "--load", "x"),
        ("saves", "list"),
        ("simulate", "tide-bell"),
        ("mcp", "--game", "x", "--narrator"),
        ("saves", "import", "--from", ".", "--all"),
    ],
    ids=" ".join,
)
def test_a_database_without_tables_is_one_line(command: RunCommand, empty: str, line: tuple[str, ...]) -> None:
    ran = command(*line, typed="look\n")
    assert (ran.code, ran.err.count("\n")) == (9, 1)
    assert ran.err.rstrip().endswith(LACKS_TABLES)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are given up after a moment."""
    defaults = Database.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "patience", 0.5)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("line", [("saves", "list"), ("database", "migrate"), ("play", "tide-bell")], ids=" ".join)
def test_a_database_that_is_away_is_one_line_without_the_password(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", AWAY)
    ran = command(*line, typed="look\n")
    assert (ran.code, ran.err.count("\n"), "secret" in ran.err) == (9, 1, False)
    assert ran.err.endswith("the database cannot be reached; try again.\n")


@pytest.mark.usefixtures("impatient")
def test_a_database_that_is_not_there_is_told_from_one_that_is_away(
    command: RunCommand, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", urlsplit(database_url)._replace(path="/no-such-database").geturl())
    ran = command("saves", "list")
    assert (ran.code, ran.err.count("\n")) == (9, 1)
    assert ran.err.endswith("the database does not let this role in, or is not there.\n")


@pytest.mark.parametrize(
    "said",
    [
        'connection failed: FATAL:  password authentication failed for user "someone"',
        "connection failed: fe_sendauth: no password supplied",
        'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "someone"',
    ],
)
def test_a_role_that_is_not_let_in_is_told_so_without_its_name(said: str) -> None:
    reason = database_reason(psycopg.OperationalError(said))
    assert reason == "the database does not let this role in, or is not there"


def test_what_is_no_address_is_not_shown(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", "someone:secret at home")
    ran = command("saves", "list")
    assert (ran.code, ran.err.count("\n"), "secret" in ran.err) == (2, 1, False)
    ran = command("doctor")
    assert (ran.code, "secret" in ran.out + ran.err) == (1, False)
    assert "!!  Database: TALEKEEPER_DATABASE must be an address" in ran.out
    assert command("scenarios").code == 0


def doctor(command: RunCommand) -> tuple[int, str]:
    ran = command("doctor")
    assert ran.err == ""
    return ran.code, " ".join(ran.out.split())


def test_doctor_looks_at_the_database(command: RunCommand, empty: str, saves: Path) -> None:
    code, found = doctor(command)
    assert (code, "!! Database: it lacks migration 1; `talekeeper database migrate`" in found) == (1, True)
    command("database", "migrate")
    code, found = doctor(command)
    assert code == 0
    assert "ok Database: PostgreSQL 1" in found
    assert "TLS; synchronous_commit is on, synchronous standbys: 0" in found
    assert "!! Database: its role is a superuser" in found
    assert "ok Database: it has migration 1 and can be written; servers alive: 0" in found
    assert "Saves folder" not in found
    assert not saves.exists()
    with another_server(empty) as stores:
        assert stores.servers is not None
        stores.servers.join("http://localhost:1", "1")
        assert "servers alive: 1" in doctor(command)[1]
    assert "servers alive: 0" in doctor(command)[1]


def test_doctor_writes_nothing_and_finds_a_role_that_may_not(
    command: RunCommand, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    doctor(command)
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)
    execute(database, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC")
    as_guest(database, monkeypatch)
    code, found = doctor(command)
    assert (code, "superuser" in found) == (1, False)
    assert "!! Database: It cannot be written: the database's role may not do this." in found


@pytest.mark.usefixtures("impatient")
def test_doctor_goes_on_where_the_database_is_away(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", AWAY)
    code, found = doctor(command)
    assert (code, "secret" in found, "127.0.0.1" in found) == (1, False, False)
    assert "!! Database: It could not be looked at: the database cannot be reached; try again." in found
    assert "Recall:" in found
