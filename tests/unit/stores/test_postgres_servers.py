"""What servers keep of each other in the database."""

import asyncio
from collections.abc import Mapping
from contextlib import closing

import psycopg
import pytest

from app.stores.postgres.commit_notifier import CommitNotifier
from app.stores.postgres.database import Database
from app.stores.postgres.leases import Leases
from app.stores.postgres.servers import PostgresServers
from tests.waiting import HANG

pytestmark = pytest.mark.long

CLIENT = "address 192.0.2.1"


class Usage:
    """Of one client, whose count elsewhere is told."""

    def __init__(self, own: int = 3) -> None:
        self.counts = {CLIENT: own}
        self.told: asyncio.Queue[Mapping[str, int]] = asyncio.Queue()

    def own(self) -> Mapping[str, int]:
        return self.counts

    def take(self, others: Mapping[str, int]) -> None:
        self.told.put_nowait(others)


async def test_counts_of_clients_and_servers_that_are_gone_do_not_stay(database_url: str) -> None:
    database = Database(database_url)
    leases, usage = Leases(database), Usage()
    servers = PostgresServers(database, leases, CommitNotifier(database))
    with closing(leases), closing(database), psycopg.connect(database_url, autocommit=True) as looking:
        servers.join("http://127.0.0.1:1", "1")
        looking.execute("INSERT INTO usage VALUES ('gone', 'address 192.0.2.2', 5, now() - interval '2 minutes')")
        counting = asyncio.create_task(servers.keep_in_touch(usage))
        async with asyncio.timeout(HANG):
            await usage.told.get()
        counting.cancel()
        await asyncio.wait([counting])
        servers.drain()  # tells the others, and clears away what is old
        assert looking.execute("SELECT client FROM usage").fetchall() == [(CLIENT,)]


async def test_sums_of_other_servers_do_not_outlive_the_clients_of_this_one(database_url: str) -> None:
    database = Database(database_url)
    leases, usage = Leases(database), Usage()
    servers = PostgresServers(database, leases, CommitNotifier(database))
    with closing(leases), closing(database), psycopg.connect(database_url, autocommit=True) as looking:
        servers.join("http://127.0.0.1:1", "1")
        looking.execute("INSERT INTO usage VALUES ('other', %s, 600, now() + interval '1 minute')", (CLIENT,))
        counting = asyncio.create_task(servers.keep_in_touch(usage))
        async with asyncio.timeout(HANG):
            before = await usage.told.get()
            usage.counts = {}
            while after := await usage.told.get():
                pass
        counting.cancel()
        await asyncio.wait([counting])
    assert (before, after) == ({CLIENT: 600}, {})
