"""PostgreSQL for tests: one server for a whole run, started when the first test asks for it, and databases on it.

``TALEKEEPER_TEST_DATABASE`` names another server to use, by a URL of a superuser.
"""

import json
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import psycopg
import pytest
from filelock import FileLock
from psycopg import sql

from app.settings import PROJECT
from tests.database_keeper import USERS, ServerProcess

PATIENCE = 60.0
"""Seconds after which a server that does not stop counts as hanging."""

_STARTED: list["DatabaseServer"] = []  # of a process that one has started and forgets, Python warns

EMPTY = "template0"
"""The name of a database that nobody can have written to."""


class DatabaseServer:
    """A server of one's own, in a temporary folder; it runs until it is closed or this process has ended."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="talekeeper-"))  # a short path: those of sockets are limited
        os.mkfifo(self.folder / USERS)
        reading = os.open(self.folder / USERS, os.O_RDONLY | os.O_NONBLOCK)
        self._use = os.open(self.folder / USERS, os.O_WRONLY)
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.database_keeper", self.folder],
            stdin=reading,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=PROJECT,
            start_new_session=True,  # what interrupts the tests does not reach it: it stops when they have ended
            encoding="utf-8",
        )
        os.close(reading)
        assert self._keeper.stdout is not None
        with self._keeper.stdout as output:
            said = output.read()  # the keeper closes it once the server runs
        *_, last = said.splitlines() or [""]
        if not last.startswith("{"):
            os.close(self._use)
            self._keeper.wait(PATIENCE)
            raise RuntimeError(f"PostgreSQL could not be started: {said}")
        self.process = ServerProcess(**json.loads(last))
        self.url = self.process.url
        _STARTED.append(self)

    def restart(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """Stop it and start it again; ``immediate`` is a crash."""
        self.process.pg_ctl("restart", f"--mode={mode}")

    def stop(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """Let nobody reach it until it is started."""
        self.process.pg_ctl("stop", f"--mode={mode}")

    def start(self) -> None:
        """Start it after it was stopped."""
        self.process.pg_ctl("start")

    def run_file(self, url: str, file: Path, **variables: str) -> None:
        """Have psql run a file in a database, with these environment variables."""
        command = [str(Path(self.process.program).with_name("psql")), "--no-psqlrc", "--quiet", f"--dbname={url}"]
        command += ["--set=ON_ERROR_STOP=1", f"--file={file}"]
        subprocess.run(command, check=True, env=os.environ | variables)

    def ask_for_passwords(self, *roles: str) -> None:
        """These roles get in by their passwords alone; others still without."""
        rules = self.folder / "data" / "pg_hba.conf"
        before = rules.read_text()
        rules.write_text(f"local all {','.join(roles)} scram-sha-256\n{before}")
        self.process.pg_ctl("reload")

    def close(self, patience: float = PATIENCE) -> None:
        """Use it no longer, and wait for its end, which comes when nobody else uses it either."""
        os.close(self._use)
        self._keeper.wait(patience)


@contextmanager
def shared_server(place: Path) -> Iterator[str]:
    """The URL of a server that all who name the same place share: who comes first starts it, it ends with the last."""
    with FileLock(place / "database.lock"):
        known = place / "database.json"
        found = _joined(known)
        if found is None:
            server = DatabaseServer()
            known.write_text(json.dumps([server.url, str(server.folder / USERS)]))
    if found is None:
        yield server.url
        with suppress(subprocess.TimeoutExpired):  # others still use it, and are at work for longer than this takes
            server.close(patience=5.0)
    else:
        url, use = found
        yield url
        os.close(use)


def _joined(known: Path) -> tuple[str, int] | None:
    """The URL of the server that runs, and the file that keeps it running; None if there is none."""
    with suppress(OSError):
        url, users = json.loads(known.read_text())
        return url, os.open(users, os.O_WRONLY | os.O_NONBLOCK)
    return None


@contextmanager
def new_database(server: str, template: str = EMPTY) -> Iterator[str]:
    """The URL of a database of the server, a copy of the template, which nobody may be connected to; dropped in the
    end, whoever is still connected."""
    name = f"talekeeper-{uuid.uuid4().hex}"
    _execute(server, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        _execute(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def name_of(url: str) -> str:
    """The name of the database, as a template has it."""
    return urlsplit(url).path.removeprefix("/")


def cut_connections(url: str) -> int:
    """End all connections to the database, as an administrator may; how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).rowcount


def _execute(url: str, statement: sql.Composed) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def _shared_place(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run know."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def database_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server that other tests use too."""
    if given := os.environ.get("TALEKEEPER_TEST_DATABASE"):
        yield given
        return
    with shared_server(_shared_place(tmp_path_factory)) as url:
        yield url


@pytest.fixture
def database_url(database_server: str) -> Iterator[str]:
    """The URL of an empty database, for this test alone."""
    with new_database(database_server) as url:
        yield url


@pytest.fixture(scope="module")
def own_database_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DatabaseServer]:
    """A server that tests may stop."""
    with FileLock(_shared_place(tmp_path_factory) / "database.lock"):  # as root, the first start adds a user
        server = DatabaseServer()
    yield server
    server.close()
