"""The set-up of examples/deploy/several: its roles in a database, and its servers as processes, with what its compose
file gives them."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import psycopg
import pytest
from psycopg import errors
from ruamel.yaml import YAML

from app.settings import PROJECT
from app.stores.opening import in_database
from tests.databases import DatabaseServer, new_database
from tests.e2e.serving import PATIENCE, environment
from tests.integration.servers.fleet import SECONDS, free_ports, until_answered
from tests.unit.stores.journals import header, opening, turn

SEVERAL = PROJECT / "examples" / "deploy" / "several"
OWNER, SERVER = "talekeeper_owner", "talekeeper_server"
SECRETS = {
    "TALEKEEPER_OWNER_PASSWORD": "the owner's: %/@",
    "TALEKEEPER_SERVER_PASSWORD": "the servers': ?#&",
    "TALEKEEPER_ADMIN_TOKEN": "the-admin-of-these-tests",
}
_SECRET = re.compile(r"\$\{(\w+):\?.*\}")
ADMIN = {"Authorization": f"Bearer {SECRETS['TALEKEEPER_ADMIN_TOKEN']}"}
LINE = "look around"
LEASE = 15.0
"""Seconds, where nothing else is set."""


@dataclass(frozen=True)
class Deployed:
    """A database as the compose file has it made, and what it gives to its services."""

    url: str
    services: dict[str, Any]

    def url_of(self, role: str) -> str:
        return urlsplit(self.url)._replace(netloc=f"{role}@").geturl()

    def environment_of(self, service: str) -> dict[str, str]:
        given = {**self.services[service]["environment"]}
        given["TALEKEEPER_DATABASE"] = self.url_of(str(urlsplit(given["TALEKEEPER_DATABASE"]).username))
        filled = {
            name: re.sub(r"\$\{(\w+):\?.*\}", lambda secret: SECRETS[secret[1]], value) for name, value in given.items()
        }
        return environment(embedder="words") | filled

    def migrate(self) -> str:
        (_, *command) = self.services["migrate"]["command"]
        done = subprocess.run(
            [sys.executable, "-m", "app", *command],
            env=self.environment_of("migrate"),
            cwd=PROJECT,
            timeout=PATIENCE,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def deployed(own_database_server: DatabaseServer) -> Iterator[Deployed]:
    with new_database(own_database_server.url) as url:
        own_database_server.run_file(url, SEVERAL / "roles.sql", **SECRETS)
        own_database_server.ask_for_passwords(OWNER, SERVER)
        found = YAML(typ="safe").load((SEVERAL / "compose.yaml").read_text(encoding="utf-8"))
        made = Deployed(url, found["services"])
        assert "Migration 1 is done." in made.migrate()
        yield made


@pytest.fixture
def as_server(deployed: Deployed, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of the database for the role of servers, whose password is in the environment."""
    monkeypatch.setenv("PGPASSWORD", SECRETS["TALEKEEPER_SERVER_PASSWORD"])
    return deployed.url_of(SERVER)


def test_roles_get_in_by_their_own_passwords_alone(as_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for password in (SECRETS["TALEKEEPER_OWNER_PASSWORD"], ""):
        monkeypatch.setenv("PGPASSWORD", password)
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(as_server)


def test_a_server_does_with_games_all_that_there_is_to_do(as_server: str) -> None:
    stores = in_database(as_server, 15.0)
    with closing(stores):
        stores.games.create(header("game-1"), opening("game-1"))
        stores.games.append("game-1", turn(1), 0, work_waits=True)
        stores.games.append("game-1", turn(2), 1, work_waits=True)
        stores.games.release("game-1")
        stores.games.append("game-1", turn(3), 2)
        assert {summary.game_id: summary.turn for summary in stores.games.list()}["game-1"] == 3
        stores.games.delete("game-1")
        assert "game-1" in [summary.game_id for summary in stores.games.trash()]
        stores.games.restore("game-1")
        assert [record.seq for record in stores.games.read("game-1").records] == [1, 2, 3]
        assert stores.upkeep is not None
        assert [fact.text for fact in stores.upkeep.facts() if not fact.good or fact.warns] == []
        assert stores.upkeep.migrate() == []
        stores.games.delete("game-1")


async def test_a_server_answers_calls_for_games_that_wait(as_server: str) -> None:
    first, second = in_database(as_server, 0.5), in_database(as_server, 0.5)
    first.games.create(header("game-2"), opening("game-2"))
    first.games.append("game-2", turn(1), 0, work_waits=True)
    first.close()
    settled = asyncio.Event()

    async def settle(game_id: str) -> None:
        assert game_id == "game-2"
        settled.set()

    with closing(second):
        running = asyncio.create_task(second.wakeups.run(settle))
        async with asyncio.timeout(SECONDS):
            await settled.wait()
        running.cancel()
        await asyncio.wait([running])
        second.games.delete("game-2")


def test_what_the_page_for_operators_has_the_database_do_is_done(as_server: str) -> None:
    page = (PROJECT / "docs" / "how-to" / "several-servers.md").read_text(encoding="utf-8")
    (statement,) = re.findall(r"^```sql\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    with closing(in_database(as_server, LEASE)) as stores, psycopg.connect(as_server, autocommit=True) as connection:
        for game_id in ("game-3", "game-4"):
            stores.games.create(header(game_id), opening(game_id), (turn(1),))
            stores.tokens.change(game_id, lambda _: ())
            stores.games.delete(game_id)
        connection.execute("UPDATE games SET deleted_at = now() - interval '31 days' WHERE game_id = 'game-3'")
        connection.execute(statement)
        assert "game-3" not in [summary.game_id for summary in stores.games.trash()]
        for table in ("games", "records", "private"):
            of_both = f"SELECT DISTINCT game_id FROM {table} WHERE game_id IN ('game-3', 'game-4')"
            assert connection.execute(of_both).fetchall() == [("game-4",)]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE another (id text)",
        "CREATE TEMPORARY TABLE another (id text)",
        "CREATE SCHEMA another",
        "CREATE FUNCTION another() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "DROP TABLE records",
        "ALTER TABLE games ADD COLUMN another text",
        "TRUNCATE games CASCADE",
        "ALTER TABLE procrastinate_jobs ENABLE TRIGGER USER",
        "CREATE ROLE another",
        f"SET ROLE {OWNER}",
    ],
)
def test_a_server_cannot_change_what_there_is(as_server: str, statement: str) -> None:
    with psycopg.connect(as_server, autocommit=True) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)


class Process:
    """A server as the compose file has it, listening at a port of the loopback interface."""

    def __init__(self, deployed: Deployed, name: str, port: int, log: Path) -> None:
        self.url, self.log = f"http://127.0.0.1:{port}", log
        with log.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", "--port", str(port)],
                env=deployed.environment_of(name) | {"TALEKEEPER_ADDRESS": self.url},
                cwd=PROJECT,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    async def end(self) -> int:
        return await asyncio.to_thread(self._process.wait, PATIENCE)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


async def test_a_server_that_is_stopped_ends_its_turns_and_another_has_its_games_at_once(
    deployed: Deployed, tmp_path: Path
) -> None:
    named = zip(("server-1", "server-2"), free_ports(2), strict=True)
    first, second = (Process(deployed, name, port, tmp_path / name) for name, port in named)
    try:
        async with httpx2.AsyncClient(headers=ADMIN, timeout=SECONDS, verify=False) as asking:
            for server in (first, second):
                await until_answered(asking, "GET", f"{server.url}/v1/ready")
            await _play(asking, deployed, first, second)
        second.stop()
        assert await second.end() == 0
    finally:
        for server in (first, second):
            server.kill()
    assert [server.log.read_text() for server in (first, second)] == ["", ""]


async def _play(asking: httpx2.AsyncClient, deployed: Deployed, first: Process, second: Process) -> None:
    begun = {"scenario": "tide-bell", "players": ["Élan"]}
    one, two = [(await asking.post(f"{first.url}/v1/games", json=begun)).json()["id"] for _ in range(2)]
    for server in (first, second):
        await _turn(asking, server, one)

    async with _committing(deployed, two) as is_committing:
        slow = asyncio.create_task(_turn(asking, first, two))
        await is_committing()
        first.stop()
        assert await _status(asking, first, 503) == 503
        assert await _status(asking, second, 200) == 200
        later = [asyncio.create_task(_turn(asking, server, one)) for server in (first, second)]
        await asyncio.sleep(0.2)
        assert not slow.done()
    ended = time.monotonic()
    await asyncio.gather(slow, *later)
    for game_id, turns in ((one, 4), (two, 1)):
        answer = await asking.get(f"{second.url}/v1/games/{game_id}/turns")
        assert [each["player_input"] for each in answer.json()["items"]] == [LINE] * turns
        await _turn(asking, second, game_id)
    assert time.monotonic() - ended < LEASE - 1.0
    assert await first.end() == 0


@asynccontextmanager
async def _committing(deployed: Deployed, game_id: str) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Until the end no commit of the game comes to its end; what it gives waits for one that is made."""
    waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    async def is_committing() -> None:
        async with await psycopg.AsyncConnection.connect(deployed.url, autocommit=True) as looking:
            for _ in range(3_000):
                if (await looking.execute(waits)).rowcount:
                    return
                await asyncio.sleep(0.02)
        raise AssertionError("nothing is committed")

    async with await psycopg.AsyncConnection.connect(deployed.url) as holding:
        await holding.execute("SELECT FROM games WHERE game_id = %s FOR UPDATE", (game_id,))
        yield is_committing


async def _turn(asking: httpx2.AsyncClient, server: Process, game_id: str) -> None:
    answer = await asking.post(f"{server.url}/v1/games/{game_id}/turns", json={"text": LINE})
    assert answer.status_code == 200, answer.text


async def _status(asking: httpx2.AsyncClient, server: Process, wanted: int) -> int:
    """That of its readiness, once it is the one that is wanted."""
    for _ in range(3_000):
        if (status := (await asking.get(f"{server.url}/v1/ready")).status_code) == wanted:
            break
        await asyncio.sleep(0.02)
    return status
