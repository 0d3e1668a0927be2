"""One database: its connections, transactions that outlive a restart of it, and its schema."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, TypeVar

import psycopg
from procrastinate.schema import SchemaManager
from psycopg import Connection, errors
from psycopg_pool import ConnectionPool, PoolTimeout

from app.errors import InvalidInput, StorageFailed
from app.log import logger

PATIENCE = 5.0
"""Seconds for which a transaction is tried again while the database is away."""
PAUSE = 5.0
CONNECTIONS = 10
_USUAL = {
    "application_name": "talekeeper",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Options of libpq where an address has none: after some ten seconds a machine that says nothing is gone."""
RECONNECTING = 1.0
"""Seconds for which a pool tries to connect by itself: it waits longer and longer before it tries again."""
_RETRY = 0.1
_LEAST = 0.5  # seconds that a connection of the pool is waited for
_ENDED = (errors.SerializationFailure, errors.DeadlockDetected, errors.IdleInTransactionSessionTimeout)
_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
_NOT_IN = (errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName)
_OF_NO_USE = (errors.DiskFull, errors.InsufficientResources, *_NOT_IN)
"""Errors of the classes above that do not pass within seconds."""
_NOT_LET_IN = ("authentication failed", "no password supplied", "does not exist", "pg_hba.conf", "permission denied")
"""What of the words of an error that comes before a connection tells that waiting is of no use: it has no code."""

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # where nobody asked for logs, none go to the terminal

T = TypeVar("T")
Row = tuple[Any, ...]
Given = Sequence[Any] | Mapping[str, Any]
Work = Callable[[Connection[Row]], T]


class Database:
    """Its methods block. StorageFailed where it is away for longer than ``patience`` seconds, is full or refuses; while
    it is known to be away nobody is patient. An address may hold a password: no message shows it."""

    def __init__(
        self, url: str, *, patience: float = PATIENCE, pause: float = PAUSE, connections: int = CONNECTIONS
    ) -> None:
        """``pause``: seconds within a transaction after which the database ends it, as its process may be stopped."""
        self.url = url
        self._limits = {
            "idle_in_transaction_session_timeout": round(pause * 1000),
            "lock_timeout": round(patience * 1000),
        }
        self._patience = patience
        try:
            given = psycopg.conninfo.conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            raise InvalidInput("TALEKEEPER_DATABASE is no address as postgresql://USER@HOST/NAME is.") from None
        self.options: dict[str, Any] = {name: value for name, value in _USUAL.items() if name not in given}
        """Of every connection, beside what the address says."""
        self._pool: ConnectionPool[Connection[Row]] = ConnectionPool(
            url,
            kwargs={**self.options, "autocommit": True},
            configure=self._limit,
            min_size=0,
            max_size=connections,
            open=False,
            timeout=patience,
            max_idle=60.0,
            reconnect_timeout=RECONNECTING,
        )
        self._is_away = False

    def _limit(self, connection: Connection[Row]) -> None:
        for name, milliseconds in self._limits.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, f"{milliseconds}"))

    def _refusal(self, failure: Exception) -> Exception:
        """Why there is no connection, which the pool does not tell; PoolTimeout where all of them are in use."""
        try:
            if isinstance(failure, PoolTimeout):
                psycopg.connect(self.url, **self.options).close()
        except psycopg.OperationalError as error:
            return error
        return failure

    def run(self, what: str, work: Work[T], *, patience: float | None = None) -> T:
        """What comes of the work on a connection, each statement a transaction by itself if the work begins none. It
        may be tried again: even after its commit, where the answer to that was lost. ``what`` begins the message of an
        error, as "The game could not be saved". IntegrityError is the work's own affair."""
        patience = 0.0 if self._is_away else self._patience if patience is None else patience
        until = time.monotonic() + patience
        while True:
            try:
                self._pool.open()
                with self._pool.connection(timeout=max(_LEAST, until - time.monotonic())) as connection:
                    done = work(connection)
                self._is_away = False
                return done
            except _ENDED as error:
                failure: Exception = error
            except _AWAY as error:
                failure = error
                if isinstance(error, _OF_NO_USE):
                    raise StorageFailed(f"{what}: {reason_of(error)}.") from None
                self._pool.check()
            except psycopg.IntegrityError:
                raise
            except psycopg.Error as error:
                raise StorageFailed(f"{what}: {reason_of(error)}.") from None
            if time.monotonic() + _RETRY > until:
                failure = self._refusal(failure)
                self._is_away = self._is_away or (patience > 0 and not isinstance(failure, PoolTimeout))
                raise StorageFailed(f"{what}: {reason_of(failure)}.") from None
            time.sleep(_RETRY)

    def rows(self, what: str, query: str, given: Given = (), *, patience: float | None = None) -> list[Row]:
        """What one statement finds; the rest as of `run`."""
        return self.run(what, lambda one: one.execute(query, given, binary=True).fetchall(), patience=patience)

    def changed(self, what: str, statement: str, given: Given = (), *, patience: float | None = None) -> int:
        """How many rows one statement changes; the rest as of `run`."""
        return self.run(what, lambda one: one.execute(statement, given).rowcount, patience=patience)

    def close(self) -> None:
        self._pool.close()


def reason_of(error: Exception) -> str:
    """One line without anything of an address."""
    match error:
        case errors.DiskFull():
            return "the database's disk is full"
        case errors.InsufficientPrivilege():
            return "the database's role may not do this"
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.UndefinedFunction():
            return "the database lacks tables; `python -m app database migrate` makes them"
        case errors.InvalidAuthorizationSpecification() | errors.InvalidCatalogName():
            return "the database does not let this role in, or is not there"
        case psycopg.OperationalError() if any(words in str(error) for words in _NOT_LET_IN):
            return "the database does not let this role in, or is not there"
        case PoolTimeout():
            return "too much is asked of the database; try again"
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return "the database cannot be reached; try again"
    return f"the database refused it ({type(error).__name__})"


def migrations() -> list[tuple[int, str]]:
    """Numbers and statements, in order. The first brings the tables of procrastinate, whose notifications are switched
    off: they would be sent within the commits of games, and every worker polls."""
    folder = files("app.stores.postgres") / "schema"
    found = sorted((int(each.name[:3]), each.read_text()) for each in folder.iterdir() if each.name.endswith(".sql"))
    jobs = SchemaManager.get_schema() + "ALTER TABLE procrastinate_jobs DISABLE TRIGGER USER;"
    return [(1, found[0][1] + jobs), *found[1:]]


def missing(database: Database) -> list[int]:
    """The migrations that the database lacks. InvalidInput where it has some of a newer version."""

    def look(connection: Connection[Row]) -> set[int]:
        if connection.execute("SELECT to_regclass('schema_versions')").fetchone() == (None,):
            return set()
        return {row[0] for row in connection.execute("SELECT version FROM schema_versions")}

    done = database.run("The database could not be looked at", look)
    known = [number for number, _ in migrations()]
    if newer := done - {*known}:
        raise InvalidInput(f"The database was made by a newer version of Talekeeper (schema {max(newer)}).")
    return [number for number in known if number not in done]


def migrate(database: Database) -> list[int]:
    """Carry out what is missing, each in a transaction of its own; which those were. Two servers that come at once do
    not get in each other's way: the number's row is written first, and the second waits for it and then leaves it."""
    done = []
    for number, statements in migrations():
        if number not in missing(database):
            continue

        def carry_out(connection: Connection[Row], number: int = number, statements: str = statements) -> bool:
            connection.execute("CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY)")
            connection.execute("INSERT INTO schema_versions VALUES (%s)", (number,))
            connection.execute(statements)
            return True

        try:
            done += [number] * _unless_done(database, carry_out)
        except StorageFailed as error:
            raise InvalidInput(
                f"The database lacks migration {number}, and could not be changed. {error} Let its owner run "
                "`python -m app database migrate`."
            ) from None
    return done


def _unless_done(database: Database, carry_out: Work[bool]) -> bool:
    def attempt(connection: Connection[Row]) -> bool:
        try:
            with connection.transaction():
                return carry_out(connection)
        except (errors.UniqueViolation, errors.DuplicateTable):
            return False

    return database.run("It could not be migrated", attempt)


@contextmanager
def tolerating(what: str) -> Iterator[None]:
    """For what may fail without harm, as a cache: the failure is logged."""
    try:
        yield
    except StorageFailed as error:
        logger.warning("{}: {}", what, error)
