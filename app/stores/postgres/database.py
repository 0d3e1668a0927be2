"""One database: its connections, transactions that survive its restart, and its schema."""

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
"""Seconds for which a transaction is retried while the database is unreachable."""
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
"""libpq options for those that an address does not set: a silent machine is given up after some ten seconds."""
RECONNECTING = 1.0
"""Seconds for which a pool reconnects by itself, with growing pauses."""
_RETRY = 0.1
_LEAST = 0.5  # seconds to wait for a connection of the pool, at least
_ENDED = (errors.SerializationFailure, errors.DeadlockDetected, errors.IdleInTransactionSessionTimeout)
_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
_NOT_IN = (errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName)
_OF_NO_USE = (errors.DiskFull, errors.InsufficientResources, *_NOT_IN)
"""Errors of the classes above that do not pass within seconds."""
_NOT_LET_IN = ("authentication failed", "no password supplied", "does not exist", "pg_hba.conf", "permission denied")
"""Words of an error before a connection, which has no code, for which retrying is useless."""

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # keeps its logs off the terminal by default

T = TypeVar("T")
Row = tuple[Any, ...]
Given = Sequence[Any] | Mapping[str, Any]
Work = Callable[[Connection[Row]], T]


class Database:
    """A connection pool with retries; its methods block.

    StorageFailed is raised if the database is unreachable for longer than ``patience`` seconds, is full or
    refuses; while it is known to be unreachable, no call waits. An address may hold a password, so no message
    shows it."""

    def __init__(
        self, url: str, *, patience: float = PATIENCE, pause: float = PAUSE, connections: int = CONNECTIONS
    ) -> None:
        """Configure the pool; it connects at the first call.

        Args:
            url: The address.
            patience: Seconds for which a transaction is retried.
            pause: Seconds of inactivity within a transaction after which the database ends it, as its process may be
                stopped.
            connections: Most connections.

        Raises:
            InvalidInput: The address is not valid.
        """
        self.url = url
        self._limits = {
            "idle_in_transaction_session_timeout": round(pause * 1000),
            "lock_timeout": round(patience * 1000),
        }
        self._patience = patience
        try:
            given = psycopg.conninfo.conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            raise InvalidInput("TALEKEEPER_DATABASE must be an address like postgresql://USER@HOST/NAME.") from None
        self.options: dict[str, Any] = {name: value for name, value in _USUAL.items() if name not in given}
        """Options of every connection, in addition to those of the address."""
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
        """Return why there is no connection, which the pool does not say; PoolTimeout if all connections are in use."""
        try:
            if isinstance(failure, PoolTimeout):
                psycopg.connect(self.url, **self.options).close()
        except psycopg.OperationalError as error:
            return error
        return failure

    def run(self, what: str, work: Work[T], *, patience: float | None = None) -> T:
        """Run work on a connection, each statement a transaction by itself unless the work begins one.

        The work may be repeated, even after its commit, if the answer to that was lost.

        Args:
            what: Begins the message of an error, for example "The game could not be saved".
            work: What to run.
            patience: Seconds for which it is retried; the database's by default.

        Raises:
            StorageFailed: The database is unreachable or refuses.
            psycopg.IntegrityError: As raised by the work.
        """
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
                    raise StorageFailed(f"{what}: {database_reason(error)}.") from None
                self._pool.check()
            except psycopg.IntegrityError:
                raise
            except psycopg.Error as error:
                raise StorageFailed(f"{what}: {database_reason(error)}.") from None
            if time.monotonic() + _RETRY > until:
                failure = self._refusal(failure)
                self._is_away = self._is_away or (patience > 0 and not isinstance(failure, PoolTimeout))
                raise StorageFailed(f"{what}: {database_reason(failure)}.") from None
            time.sleep(_RETRY)

    def rows(self, what: str, query: str, given: Given = (), *, patience: float | None = None) -> list[Row]:
        """Return the rows of one statement; otherwise as `run`."""
        return self.run(what, lambda one: one.execute(query, given, binary=True).fetchall(), patience=patience)

    def changed(self, what: str, statement: str, given: Given = (), *, patience: float | None = None) -> int:
        """Return how many rows one statement changes; otherwise as `run`."""
        return self.run(what, lambda one: one.execute(statement, given).rowcount, patience=patience)

    def close(self) -> None:
        self._pool.close()


def database_reason(error: Exception) -> str:
    """Describe an error on one line, without any part of an address."""
    match error:
        case errors.DiskFull():
            return "the database's disk is full"
        case errors.InsufficientPrivilege():
            return "the database's role may not do this"
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.UndefinedFunction():
            return "the database lacks tables; `talekeeper database migrate` makes them"
        case errors.InvalidAuthorizationSpecification() | errors.InvalidCatalogName():
            return "the database does not let this role in, or is not there"
        case psycopg.OperationalError() if any(words in str(error) for words in _NOT_LET_IN):
            return "the database does not let this role in, or is not there"
        case PoolTimeout():
            return "the database has too many requests; try again"
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return "the database cannot be reached; try again"
    return f"the database refused it ({type(error).__name__})"


def migrations() -> list[tuple[int, str]]:
    """List the migrations in order, each with number and statements.

    The first makes the tables of procrastinate with notifications switched off: they would be sent within the
    commits of games, and every worker polls."""
    folder = files("app.stores.postgres") / "schema"
    scripts = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    steps = sorted((int(file.name[:3]), file.read_text()) for file in scripts)
    jobs = SchemaManager.get_schema() + "ALTER TABLE procrastinate_jobs DISABLE TRIGGER USER;"
    return [(1, steps[0][1] + jobs), *steps[1:]]


def missing_migrations(database: Database) -> list[int]:
    """List the migrations that the database lacks.

    Raises:
        InvalidInput: It has migrations of a newer version.
    """

    def look(connection: Connection[Row]) -> set[int]:
        if connection.execute("SELECT to_regclass('schema_versions')").fetchone() == (None,):
            return set()
        return {row[0] for row in connection.execute("SELECT version FROM schema_versions")}

    done = database.run("The database could not be read", look)
    known = [number for number, _ in migrations()]
    if newer := done - {*known}:
        raise InvalidInput(f"The database was made by a newer version of Talekeeper (schema {max(newer)}).")
    return [number for number in known if number not in done]


def migrate(database: Database) -> list[int]:
    """Run the missing migrations, each in its own transaction, and return their numbers.

    Two servers may do so at once: the row of the number is written first, and the second server waits for it and
    then skips the migration."""
    done = []
    for number, statements in migrations():
        if number not in missing_migrations(database):
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
                f"The database lacks migration {number} and could not be changed. {error} Let its owner run "
                "`talekeeper database migrate`."
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
    """Log a StorageFailed of the block instead of raising it, for work that may fail without harm, such as a cache."""
    try:
        yield
    except StorageFailed as error:
        logger.warning("{}: {}", what, error)
