"""What servers keep of each other in the database."""

import asyncio
from collections.abc import Mapping
from contextlib import closing

import psycopg

from app.stores.postgres.commit_notifier import CommitNotifier
from app.stores.postgres.database import Database
from app.stores.postgres.leases import Leases
from app.stores.postgres.servers import PostgresServers
from tests.waiting import HANG


class Usage:
    """Of one client, whose count elsewhere is told."""

    def __init__(self) -> None:
        self.told = asyncio.Event()

    def own(self) -> Mapping[str, int]:
        return {"address 192.0.2.1": 3}

    def take(self, others: Mapping[str, int]) -> None:
        self.told.set()


async def test_counts_of_clients_and_servers_that_are_gone_do_not_stay(database_url: str) -> None:
    database = Database(database_url)
    leases, usage = Leases(database), Usage()
    servers = PostgresServers(database, leases, CommitNotifier(database))
    with closing(leases), closing(database), psycopg.connect(database_url, autocommit=True) as looking:
        servers.join("http://127.0.0.1:1", "1")
        looking.execute("INSERT INTO usage VALUES ('gone', 'address 192.0.2.2', 5, now() - interval '2 minutes')")
        counting = asyncio.create_task(servers.keep_in_touch(usage))
        async with asyncio.timeout(HANG):
            await usage.told.wait()
        counting.cancel()
        await asyncio.wait([counting])
        servers.drain()  # tells the others, and clears away what is old
        assert looking.execute("SELECT client FROM usage").fetchall() == [("address 192.0.2.1",)]
