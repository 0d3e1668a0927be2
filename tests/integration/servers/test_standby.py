"""A database whose machine is lost, and its standby, which takes its place: what was answered is there once, and the
servers go on by themselves, as their address names both."""

import asyncio
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from app.log import logger
from tests.databases import PATIENCE, DatabaseServer
from tests.integration.servers.fleet import PAUSE, SECONDS, Load, client, fleet, until_answered

LEASE = 2.0
GAMES, CLIENTS = 3, 3
NAME = "talekeeper"
SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
READING_CALLS = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '2 seconds'"
KEPT = """
    "$0" start --wait --silent --pgdata="$1" --log="$1/log" || exit 1
    echo started
    read -r _
    "$0" stop --mode=immediate --silent --pgdata="$1"
"""
"""Keeps a server until nobody holds its input open any more."""


class Standby:
    """A copy of a server that follows it, until it is promoted."""

    def __init__(self, primary: DatabaseServer) -> None:
        self._of = primary.process
        self._pg_ctl = Path(self._of.program)
        self.data = str(primary.folder / "standby")
        (primary.folder / "standby").mkdir(mode=0o700)
        if self._of.user is not None:
            subprocess.run(["chown", self._of.user, self.data], check=True)
        source = f"--dbname={primary.url}"
        self._run(self._pg_ctl.with_name("pg_basebackup"), source, f"--pgdata={self.data}", "--write-recovery-conf")
        for copied in Path(self.data).glob(".s.PGSQL.*.lock"):  # the primary's socket is in its folder
            copied.unlink()
        with (Path(self.data) / "postgresql.conf").open("a") as settings:
            settings.write(f"unix_socket_directories = '{self.data}'\n")
        self._keeping = subprocess.Popen(
            ["sh", "-c", KEPT, self._pg_ctl, self.data],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            user=self._of.user,
            cwd="/",
            start_new_session=True,
            encoding="utf-8",
        )
        assert self._keeping.stdout is not None
        assert self._keeping.stdout.readline() == "started\n", (Path(self.data) / "log").read_text()

    def promote(self) -> None:
        self._run(self._pg_ctl, "promote", "--wait", "--silent", f"--pgdata={self.data}")

    def close(self) -> None:
        assert self._keeping.stdin is not None
        assert self._keeping.stdout is not None
        self._keeping.stdin.close()
        self._keeping.stdout.close()
        self._keeping.wait(PATIENCE)

    def _run(self, program: Path, *arguments: str) -> None:
        subprocess.run([program, *arguments], check=True, user=self._of.user, cwd="/")


@pytest.fixture
def standby(own_database_server: DatabaseServer) -> Iterator[Standby]:
    """Nothing is committed any more that it does not have."""
    made = Standby(own_database_server)
    with psycopg.connect(own_database_server.url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + PATIENCE
        while connection.execute(SYNCHRONOUS).fetchone() != (1,):
            assert time.monotonic() < until
            time.sleep(PAUSE)
        connection.execute(f"CREATE DATABASE {NAME}")
    yield made
    made.close()


def test_every_answered_turn_is_there_once_when_a_standby_takes_over(
    own_database_server: DatabaseServer, standby: Standby
) -> None:
    primary = str(conninfo_to_dict(own_database_server.url)["host"])
    hosts = ",".join(quote(folder, safe="") for folder in (primary, standby.data))
    url = f"postgresql://postgres@/{NAME}?host={hosts}&target_session_attrs=read-write"
    with fleet(2, url, LEASE) as servers:
        pids = [servers.pid(port) for port in servers.ports]
        load = Load(servers, [], random.Random(7))
        asyncio.run(_played(load, own_database_server, standby))
        asyncio.run(load.check())
        assert pids == [servers.pid(port) for port in servers.ports]
        assert servers.asked("SELECT pg_is_in_recovery()") == [False]
        for query in (LISTENING, READING_CALLS):
            until = time.monotonic() + SECONDS
            while servers.asked(query) != [2]:
                assert time.monotonic() < until, query
                time.sleep(PAUSE)


async def _played(load: Load, primary: DatabaseServer, standby: Standby) -> None:
    async with client() as asking:
        given = {"json": {"scenario": "tide-bell", "players": ["Élan"]}}
        urls = [f"{load.servers.url(port)}/v1/games" for port in load.servers.ports]
        load.games += [(await until_answered(asking, "POST", *urls, **given))["id"] for _ in range(GAMES)]
    playing = asyncio.create_task(load.play(CLIENTS, 10**9))
    await _answered(load, 5 * CLIENTS)
    await asyncio.to_thread(primary.stop, "immediate")
    gone = time.monotonic()
    await asyncio.sleep(LEASE)
    await asyncio.to_thread(standby.promote)
    promoted, before = time.monotonic(), len(load.answered)
    await _answered(load, before + 1)
    logger.info("promoted after {:.2f} s, answered {:.2f} s later", promoted - gone, time.monotonic() - promoted)
    await _answered(load, before + 5 * CLIENTS)
    load.sent = 10**9  # the clients end after the turn that each has sent
    await playing


async def _answered(load: Load, count: int) -> None:
    until = time.monotonic() + SECONDS
    while len(load.answered) < count:
        assert time.monotonic() < until
        await asyncio.sleep(PAUSE)
