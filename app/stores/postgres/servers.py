"""This server among those that share a database."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from psycopg import Connection

from app.errors import StorageFailed
from app.interfaces.servers import IUsage, Server, ServerFigures
from app.log import logger
from app.stores.postgres.commit_notifier import CommitNotifier
from app.stores.postgres.database import Database, Row, migrate
from app.stores.postgres.leases import RENEWALS, Leases

USAGE_SECONDS = 0.5
"""Seconds between two exchanges of the clients' request counts."""
_OWNER = """
    SELECT workers.server, address, key, is_draining, extract(epoch FROM alive_until - clock_timestamp())::float
    FROM games JOIN workers ON workers.server = owner
    WHERE game_id = %s AND in_trash = 0 AND owner <> %s AND lease_until > clock_timestamp()
"""
_SAY = """
    INSERT INTO workers (server, address, key, version, is_draining, alive_until)
    VALUES (%(me)s, %(address)s, %(key)s, %(version)s, %(draining)s,
            clock_timestamp() + make_interval(secs => %(seconds)s))
    ON CONFLICT (server) DO UPDATE SET alive_until = excluded.alive_until, is_draining = excluded.is_draining
"""
_THERE = """
    SELECT server, address, key, is_draining, extract(epoch FROM alive_until - clock_timestamp())::float
    FROM workers WHERE alive_until > clock_timestamp() AND server <> %s
"""
_LEAVE = "DELETE FROM workers WHERE server = %s"
_GONE = """
    DELETE FROM workers WHERE alive_until < clock_timestamp() - interval '1 hour';
    DELETE FROM usage WHERE at < clock_timestamp() - interval '1 minute'
"""
_USE = """
    INSERT INTO usage (server, client, count, at) SELECT %s, client, count, clock_timestamp()
    FROM unnest(%s::text[], %s::integer[]) AS used (client, count)
    ON CONFLICT (client, server) DO UPDATE SET count = excluded.count, at = excluded.at
"""
_USED = """
    SELECT client, sum(count)::integer FROM usage
    WHERE client = ANY(%s) AND server <> %s AND at > clock_timestamp() - interval '5 seconds' GROUP BY client
"""
_LAG = """
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(coalesce(scheduled_at, clock_timestamp()))), 0)::float
    FROM procrastinate_jobs WHERE status = 'todo' AND scheduled_at <= clock_timestamp()
"""


class _Other(NamedTuple):
    server: Server
    is_open: bool
    until: float


def _other(row: Row) -> _Other:
    return _Other(Server(*row[:3]), not row[3], monotonic() + row[4])


class PostgresServers:
    """Implements `IServers`."""

    def __init__(self, database: Database, leases: Leases, notices: CommitNotifier) -> None:
        self._database, self._leases, self._notices = database, leases, notices
        self._key = secrets.token_urlsafe(24)
        self._address = self._version = ""
        self._is_draining = False
        self._counting = Lock()
        self._commits, self._commit_seconds = 0, 0.0
        self._others: dict[str, _Other] = {}

    def holds(self, game_id: str) -> bool:
        return self._leases.held(game_id) is not None

    def owner(self, game_id: str) -> Server | None:
        given = game_id, self._leases.me
        for row in self._database.rows("The game's server could not be looked for", _OWNER, given):
            self._others[row[0]] = _other(row)
            return self._others[row[0]].server
        return None

    def others(self) -> Sequence[Server]:
        return [other.server for other in list(self._others.values()) if other.is_open and self.is_alive(other.server)]

    def is_alive(self, server: Server) -> bool:
        return (other := self._others.get(server.id)) is not None and monotonic() < other.until

    def is_own(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self._key.encode())

    def join(self, address: str, version: str) -> None:
        migrate(self._database)
        self._address, self._version = address, version
        self._exchange()
        self._leases.start(self._exchange)

    def drain(self) -> None:
        self._is_draining = True
        with suppress(StorageFailed):
            self._exchange()

    async def keep_in_touch(self, usage: IUsage) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._notices.run())
            group.create_task(self._keep_heartbeat())
            group.create_task(self._keep_counting(usage))

    def committed(self, game_id: str, seq: int, seconds: float) -> None:
        self._notices.committed(game_id, seq)
        with self._counting:
            self._commits, self._commit_seconds = self._commits + 1, self._commit_seconds + seconds

    async def wait_for_commit(self, game_id: str, behind: int) -> None:
        await self._notices.wait_for_commit(game_id, behind)

    def figures(self) -> ServerFigures:
        ((lag,),) = self._database.rows("Jobs could not be looked at", _LAG)
        return ServerFigures(len(self._leases.games()), self._leases.lost, self._commits, self._commit_seconds, lag)

    def leave(self) -> None:
        self._leases.close()
        if self._address:
            self._address = ""
            with suppress(StorageFailed):
                self._database.changed("A server could not leave", _LEAVE, (self._leases.me,), patience=0)
        self._leases.database.close()
        self._database.close()

    async def _keep_heartbeat(self) -> None:
        while True:
            self._leases.heartbeat()
            await asyncio.sleep(self._leases.seconds / RENEWALS)

    def _exchange(self) -> None:
        me = self._leases.me
        given: dict[str, Any] = {"me": me, "address": self._address, "key": self._key, "version": self._version}
        given |= {"draining": self._is_draining, "seconds": self._leases.seconds}

        def exchange(connection: Connection[Row]) -> list[Row]:
            connection.execute(_SAY, given)
            connection.execute(_GONE)
            return connection.execute(_THERE, (me,)).fetchall()

        rows = self._leases.database.run("Other servers could not be notified", exchange, patience=0)
        self._others = {row[0]: _other(row) for row in rows}

    async def _keep_counting(self, usage: IUsage) -> None:
        me = self._leases.me
        while True:
            await asyncio.sleep(USAGE_SECONDS)
            counts, totals = dict(usage.own()), dict[str, int]()

            def exchange(connection: Connection[Row], counts: dict[str, int] = counts) -> dict[str, int]:
                connection.execute(_USE, (me, [*counts], [*counts.values()]))
                return dict(connection.execute(_USED, ([*counts], me)).fetchall())

            try:
                if counts:
                    totals = await asyncio.to_thread(
                        self._database.run, "Counts could not be sent", exchange, patience=0
                    )
            except StorageFailed as error:  # old sums would refuse clients for as long as the database is away
                logger.debug("{}", error)
            usage.take(totals)
