"""A database that is restarted, cut off, away or full while clients send turns to servers: what was answered is there
once, what was refused says so, and the servers go on by themselves."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx2
import pytest

from tests.databases import DatabaseServer, new_database
from tests.integration.servers.fleet import PAUSE, SECONDS, Fleet, Load, client, fleet, until_answered

LEASE = 1.5
GAMES, CLIENTS = 3, 3
AWAY = 8.0
"""Seconds, longer than the patience with a database and a lease together."""
CUTS = 40
CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
WAITS = "SELECT game_id FROM games WHERE work_waits"
REFUSED = {507: "storage-failed", 409: "conflict"}
FULL = """
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
    CREATE TRIGGER disk_is_full BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION disk_is_full()
"""
ROOM = "DROP TRIGGER disk_is_full ON records; DROP FUNCTION disk_is_full"


@dataclass
class Refusals(Load):
    """Turns are sent again under their keys until they are answered; what was said until then is kept."""

    refused: list[httpx2.Response] = field(default_factory=list)

    async def take_turn(self, asking: httpx2.AsyncClient, game_id: str, line: str) -> dict[str, Any]:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            url = f"{self.servers.url(self.chance.choice(self.servers.ports))}/v1/games/{game_id}/turns"
            answer = await asking.post(url, json={"text": line}, headers={"Idempotency-Key": line.replace(" ", "-")})
            if answer.is_success:
                self.answered[f"{game_id} {line}"] = told = answer.json()
                return dict(told)
            self.refused.append(answer)
            await asyncio.sleep(PAUSE)
        raise AssertionError(f"nobody answers: {self.refused[-1].text}")

    def check_refused(self) -> None:
        for answer in self.refused:
            problem = answer.json()
            assert problem["type"] == f"urn:talekeeper:problem:{REFUSED[answer.status_code]}"
            detail = problem["detail"]
            assert detail.endswith((".", "again"))
            assert "\n" not in detail
            assert not any(words in detail for words in ("postgres", "socket", "/tmp", "Error", "Traceback"))


@dataclass
class Played:
    """Servers on a database, and turns that are being sent."""

    servers: Fleet
    load: Refusals

    async def answers(self, count: int) -> None:
        """Wait for so many more answers."""
        wanted = len(self.load.answered) + count
        until = time.monotonic() + SECONDS
        while len(self.load.answered) < wanted:
            assert time.monotonic() < until, self.load.refused[-1:]
            await asyncio.sleep(PAUSE)


@pytest.fixture(scope="module")
def url(own_database_server: DatabaseServer) -> Iterator[str]:
    with new_database(own_database_server.url) as url:
        yield url


@pytest.fixture(scope="module")
def servers(url: str) -> Iterator[Fleet]:
    """They are not started anew between the tests."""
    with fleet(2, url, LEASE) as servers:
        pids = [servers.pid(port) for port in servers.ports]
        yield servers
        assert pids == [servers.pid(port) for port in servers.ports]


@asynccontextmanager
async def playing(servers: Fleet) -> AsyncIterator[Played]:
    """Clients send turns until the end of the block; in the end all that was answered is there once."""
    async with client() as asking:
        given = {"json": {"scenario": "tide-bell", "players": ["Élan"]}}
        urls = [f"{servers.url(port)}/v1/games" for port in servers.ports]
        games = [(await until_answered(asking, "POST", *urls, **given))["id"] for _ in range(GAMES)]
    load = Refusals(servers, games, random.Random(7))
    sending = asyncio.create_task(load.play(CLIENTS, 10**9))
    played = Played(servers, load)
    await played.answers(CLIENTS)
    yield played
    await played.answers(2 * CLIENTS)
    load.sent = 10**9  # the clients end after the turn that each has sent
    await sending
    await load.check()
    load.check_refused()


async def until_nothing_waits(servers: Fleet) -> None:
    until = time.monotonic() + SECONDS
    while waiting := await asyncio.to_thread(servers.asked, WAITS):
        assert time.monotonic() < until, waiting
        await asyncio.sleep(PAUSE)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_database_that_is_restarted_costs_no_turn(
    servers: Fleet, own_database_server: DatabaseServer, mode: Literal["fast", "immediate"]
) -> None:
    async with playing(servers) as played:
        for _ in range(2):
            await asyncio.to_thread(own_database_server.restart, mode)
            await played.answers(CLIENTS)


async def test_connections_that_are_cut_again_and_again_cost_no_turn(servers: Fleet) -> None:
    async with playing(servers) as played:
        for _ in range(CUTS):
            await asyncio.to_thread(servers.asked, CUT)
            await asyncio.sleep(played.load.chance.uniform(0, 0.3))


async def test_while_the_database_is_away_a_turn_is_refused_and_then_answered_once(
    servers: Fleet, own_database_server: DatabaseServer
) -> None:
    async with playing(servers) as played:
        await asyncio.to_thread(own_database_server.stop)
        before = len(played.load.answered)
        await asyncio.sleep(AWAY)
        refused = len(played.load.refused)
        assert len(played.load.answered) <= before + CLIENTS
        await asyncio.to_thread(own_database_server.start)
        assert refused > 0
    assert any("the database cannot be reached; try again" in answer.json()["detail"] for answer in played.load.refused)
    await until_nothing_waits(servers)


async def test_while_the_disk_is_full_a_turn_is_refused_and_then_answered_once(servers: Fleet) -> None:
    async with playing(servers) as played:
        await asyncio.to_thread(servers.asked, FULL)
        until = time.monotonic() + SECONDS
        while len(played.load.refused) < 3 * CLIENTS:
            assert time.monotonic() < until
            await asyncio.sleep(PAUSE)
        answered = len(played.load.answered)
        await asyncio.sleep(1)
        assert len(played.load.answered) == answered
        await asyncio.to_thread(servers.asked, ROOM)
    assert {answer.status_code for answer in played.load.refused} == {507}
    assert all("the database's disk is full" in answer.json()["detail"] for answer in played.load.refused)
