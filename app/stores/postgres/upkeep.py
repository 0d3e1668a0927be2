"""Maintenance of a database: its migrations and its condition."""

from collections.abc import Iterator, Sequence

from psycopg import Connection, Rollback

from app.errors import TalekeeperError
from app.interfaces.servers import Fact
from app.stores.postgres.database import Database, Row, migrate, migrations, missing_migrations

_SERVER = """
    SELECT current_setting('server_version'), rolsuper, coalesce(ssl, false), current_setting('synchronous_commit'),
           (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')),
           EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IS NULL)
    FROM pg_roles LEFT JOIN pg_stat_ssl ON pid = pg_backend_pid() WHERE rolname = current_user
"""
_SERVERS = "SELECT count(*) FROM workers WHERE alive_until > clock_timestamp()"
_TRY = """
    INSERT INTO games (game_id, generation, in_trash, header, checksum, head_seq, stands_at, title, turn, labels,
                       last_played)
    VALUES ('doctor', 0, -1, '', 0, 0, 0, '', 0, '{}', now())
"""


class Upkeep:
    """Implements `IUpkeep`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def newest(self) -> int:
        """The number of the newest migration that this version knows."""
        return migrations()[-1][0]

    def migrate(self) -> Sequence[int]:
        """Run the missing migrations and return their numbers.

        Raises:
            InvalidInput: The database is newer, or its role may not change it.
            StorageFailed: It is unreachable.
        """
        return migrate(self._database)

    def facts(self) -> Iterator[Fact]:
        """Yield facts about its condition; the last one is not good if the database cannot be used."""
        try:
            version, is_super, is_encrypted, commits, standbys, is_hidden = self._row(_SERVER)
            yield Fact(
                f"PostgreSQL {version.split()[0]} is reached {'with' if is_encrypted else 'without'} TLS;"
                f" synchronous_commit is {commits}, synchronous standbys:"
                f" {'hidden from this role' if is_hidden else standbys}"
            )
            if is_super:
                yield Fact("its role is a superuser; the owner of the database may do all that is needed", warns=True)
            if lacks := missing_migrations(self._database):
                numbers = ", ".join(map(str, lacks))
                yield Fact(f"it lacks migration {numbers}; `talekeeper database migrate` makes it", good=False)
                return
            self._database.run("It cannot be written", _try)
            yield Fact(f"it has migration {self.newest} and can be written; servers alive: {self._row(_SERVERS)[0]}")
        except TalekeeperError as error:
            yield Fact(str(error), good=False)

    def _row(self, query: str) -> Row:
        (row,) = self._database.rows("It could not be looked at", query)
        return row


def _try(connection: Connection[Row]) -> None:
    """Write a row and roll it back."""
    with connection.transaction():
        connection.execute(_TRY)
        raise Rollback
