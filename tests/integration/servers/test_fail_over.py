"""Servers that are killed and stopped past their leases while clients play through any of them: what was answered is
there once, streams go on without a gap, and what waits is done in the end.

``TALEKEEPER_TEST_FAILURES`` sets how often (4 by default), ``TALEKEEPER_TEST_PAUSE`` how many seconds a client waits
before its next turn. From 100 failures on it is a long run: 4 servers, 50 games, 20 clients with pauses of 4.5 s in
the mean, and the times until games are taken over are checked, unless there is no pause: turns then wait for
processors.
"""

import asyncio
import os
import random
import time
from contextlib import suppress

from app.log import logger
from app.models.records.folding import check
from app.models.records.record import RecordKind
from app.stores.opening import in_database
from tests.integration.servers.fleet import Fleet, Follower, Load, Trouble, client, fleet, until_answered

FAILURES = int(os.environ.get("TALEKEEPER_TEST_FAILURES", "4"))
IS_LONG = FAILURES >= 100
SERVERS, GAMES, CLIENTS, STREAMS = (4, 50, 20, 10) if IS_LONG else (3, 4, 6, 4)
PAUSE = float(os.environ.get("TALEKEEPER_TEST_PAUSE", "4.5" if IS_LONG else "0"))
LEASE = 2.0
WAITS = "SELECT game_id FROM games WHERE work_waits"


def test_every_answered_turn_is_there_once_whatever_becomes_of_servers(database_url: str) -> None:
    chance = random.Random(7)
    with fleet(SERVERS, database_url, LEASE) as servers:
        games = asyncio.run(_begun(servers, chance))
        load = Load(servers, games, chance, pause=PAUSE)
        trouble = Trouble(servers, load, LEASE, chance)
        followers = [Follower(servers, game_id, chance) for game_id in games[:STREAMS]]
        asyncio.run(_played(load, trouble, followers))
        asyncio.run(load.check())
        for follower in followers:
            follower.check()
        _settled(servers)
    took = sorted(trouble.took)
    within = [round(took[min(len(took) * share // 100, len(took) - 1)], 2) for share in (50, 99, 100) if took]
    logger.info("{} turns, {} games taken over: half, 99 % and all in {} s", len(load.answered), len(took), within)
    _check_journals(database_url, games)
    if IS_LONG:
        assert len(load.answered) >= 10 * FAILURES
        assert not PAUSE or took[-1] < LEASE + 1.0, took[-10:]


async def _begun(servers: Fleet, chance: random.Random) -> list[str]:
    async with client() as asking:
        given = {"scenario": "tide-bell", "players": ["Élan"]}
        urls = [f"{servers.url(chance.choice(servers.ports))}/v1/games" for _ in range(GAMES)]
        return [(await until_answered(asking, "POST", url, json=given))["id"] for url in urls]


async def _played(load: Load, trouble: Trouble, followers: list[Follower]) -> None:
    following = [asyncio.create_task(follower.follow()) for follower in followers]
    playing = asyncio.create_task(load.play(CLIENTS, 10**9))
    await trouble.make(FAILURES)
    load.sent = max(load.sent, 10**9)  # the clients end after the turn that each has sent
    await playing
    await load.play(CLIENTS, 10**9 + CLIENTS)
    await asyncio.sleep(1)
    for task in following:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _settled(servers: Fleet) -> None:
    """Everything that waits is done, also in games that nobody asks for any more."""
    until = time.monotonic() + 60
    while waiting := servers.asked(WAITS):
        assert time.monotonic() < until, waiting
        time.sleep(0.2)


def _check_journals(url: str, games: list[str]) -> None:
    """Nothing is missing, nothing stands beside the other, and each journal folds."""
    stores = in_database(url, LEASE)
    for game_id in games:
        journal = stores.games.read(game_id)
        check(journal)
        assert [record.seq for record in journal.records] == list(range(1, len(journal.records) + 1))
        assert all(record.parent == record.seq - 1 for record in journal.records)
        keys = [record.request_id for record in journal.records if record.kind is RecordKind.TURN]
        assert len(keys) == len({*keys})
    stores.close()
