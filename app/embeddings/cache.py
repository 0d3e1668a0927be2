"""Cache of vectors in one SQLite file. If it is damaged, locked, full, read-only or missing, vectors are computed
again."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import TypeVar

from app.durable_files import make_folder, open_private, storage_errors
from app.errors import StorageFailed
from app.interfaces.embeddings import Vector
from app.log import logger
from app.memory.index.vector_bytes import bytes_of, text_digest, vector_of

LAYOUT = 1  # version of the table; a file with another one is emptied
BUSY_SECONDS = 2.0
_AT_ONCE = 500
_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_TABLE = """
    CREATE TABLE IF NOT EXISTS vectors (
        text BLOB NOT NULL, model TEXT NOT NULL, dimension INTEGER NOT NULL, vector BLOB NOT NULL,
        PRIMARY KEY (text, model, dimension)
    )
"""

T = TypeVar("T")


class VectorCache:
    """Vectors by SHA-256 of the text, model and dimension, shared by threads and processes. A damaged file is moved to
    ``<name>.damaged``."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = Lock()
        self._has_warned = False

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        """Return the cached vectors by text, as far as there are any."""
        by_key = {text_digest(text): text for text in texts}

        def read(connection: sqlite3.Connection) -> dict[str, Vector]:
            keys, cached = list(by_key), dict[str, Vector]()
            for start in range(0, len(keys), _AT_ONCE):
                some = keys[start : start + _AT_ONCE]
                marks = ",".join("?" * len(some))
                query = f"SELECT text, vector FROM vectors WHERE model = ? AND dimension = ? AND text IN ({marks})"
                for key, blob in connection.execute(query, [model, dimension, *some]):
                    if (vector := vector_of(blob, dimension)) is not None:
                        cached[by_key[key]] = vector
            return cached

        return self._attempt(read, {}) if by_key else {}

    def put(self, vectors: Mapping[str, Vector], model: str) -> None:
        """Store vectors by text."""
        rows = [(text_digest(text), model, len(vector), bytes_of(vector)) for text, vector in vectors.items()]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)

        if rows:
            self._attempt(write, None)

    def clear(self) -> None:
        """Delete every vector, and overwrite where they were in the file.

        Raises:
            StorageFailed: The file is in use by others, or the disk refused.
        """

        def empty(connection: sqlite3.Connection) -> bool:
            connection.execute("PRAGMA secure_delete = ON")
            with connection:
                connection.execute("DELETE FROM vectors")
            connection.execute("VACUUM")
            with closing(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")) as rows:
                is_busy, *_ = rows.fetchone()
            return not is_busy

        damaged = self._path.with_name(f"{self._path.name}.damaged")
        with storage_errors("The cache of vectors could not be emptied"):
            damaged.unlink(missing_ok=True)
        if self._path.exists() and not self._attempt(empty, otherwise=False):
            raise StorageFailed("The cache of vectors could not be emptied; delete the file, it is made again.")

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        with self._lock:
            self._disconnect()

    def _attempt(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Run database work, on a new file if the old one is damaged or missing; return ``otherwise`` if that fails,
        too."""
        with self._lock:
            for is_last in (False, True):
                try:
                    if self._connection is not None and not self._path.exists():
                        self._disconnect()
                    return work(self._connected())
                except sqlite3.OperationalError as error:
                    self._disconnect()
                    if is_last or error.sqlite_errorcode & 0xFF in _LOCKED:
                        self._warn_once(error)
                        break
                except (sqlite3.DatabaseError, OSError, OverflowError) as error:
                    self._disconnect()
                    if is_last or isinstance(error, OSError) or not self._set_aside():
                        self._warn_once(error)
                        break
        return otherwise

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            make_folder(self._path.parent)
            os.close(open_private(str(self._path), os.O_WRONLY | os.O_CREAT))
            connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, check_same_thread=False)
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _set_aside(self) -> bool:
        try:
            self._path.replace(self._path.with_name(f"{self._path.name}.damaged"))
            for ending in ("-wal", "-shm"):
                self._path.with_name(f"{self._path.name}{ending}").unlink(missing_ok=True)
        except OSError:
            return False
        logger.warning("The vector cache was damaged; a new one is started.")
        return True

    def _warn_once(self, error: Exception) -> None:
        if not self._has_warned:
            self._has_warned = True
            logger.warning("The vector cache cannot be used right now ({}).", type(error).__name__)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    with closing(connection.execute("PRAGMA user_version")) as rows:
        layout = rows.fetchone()[0]
    with connection:
        if layout not in (0, LAYOUT):
            connection.execute("DROP TABLE IF EXISTS vectors")
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
