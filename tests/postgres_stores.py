"""Stores in PostgreSQL for tests that otherwise have theirs in memory or in folders."""

import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from app.interfaces.stores import IGameStore
from app.stores.bundle import Stores
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.opening import open_stores
from tests.databases import cut_connections, name_of, new_database


class PostgresStores:
    """Stores that tests make where others would be in folders: those of one folder share a database."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._ending: list[ExitStack] = []
        self._urls: dict[Path, str] = {}
        self._template: str | None = None

    def store(self, folder: Path) -> IGameStore:
        if folder not in self._urls:
            self._urls[folder] = self._ending[-1].enter_context(new_database(self._server, self._migrated()))
            self._ending[-1].callback(self._urls.pop, folder)
        return self._ending[-1].enter_context(closing(_opened(self._urls[folder]))).games

    @contextmanager
    def until_end(self) -> Iterator[None]:
        """What is made meanwhile is closed and dropped in the end."""
        with ExitStack() as ending:
            self._ending.append(ending)
            ending.callback(self._ending.remove, ending)
            yield

    def _migrated(self) -> str:
        """A database with the schema: to copy it is faster than to make it."""
        if self._template is None:
            url = self._ending[0].enter_context(new_database(self._server))
            with closing(Database(url)) as database:
                migrate(database)
            cut_connections(url)
            self._template = name_of(url)
        return self._template


def _opened(url: str) -> Stores:
    return open_stores(url)


_in_use: list[PostgresStores] = []


def new_postgres_store(folder: Path | None = None) -> IGameStore:
    """A store in a database of its own, or in that of the folder."""
    return _in_use[-1].store(folder or Path(uuid.uuid4().hex))


def until_end() -> AbstractContextManager[None]:
    """Close and drop in the end what is made meanwhile, where a test makes many."""
    return _in_use[-1].until_end()


@pytest.fixture(scope="session")
def postgres_stores(database_server: str) -> Iterator[PostgresStores]:
    """Let there be stores in PostgreSQL; those that no test and no module closes end with the run."""
    stores = PostgresStores(database_server)
    with stores.until_end():
        _in_use.append(stores)
        yield stores
        _in_use.remove(stores)
