"""What a database does for games and servers beside commits, for `benchmarks.scale`: renewals, jobs, notices, lists."""

import asyncio
import contextlib
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack

import psycopg

from app.models.records.record import Journal
from app.stores.postgres.commit_notifier import CHANNEL
from app.stores.postgres.database import Row
from app.stores.postgres.job_queue import JobQueue
from benchmarks.scale_commits import Opened, opened
from benchmarks.scale_fleet import Postgres, value

RENEWED, NOTICES, LISTENERS = 20, 300, (1, 16)
DUE = 1.0
"""Lease in seconds of the jobs that are worked off, after which they are due."""


def upkeep(postgres: Postgres, journal: Journal, options: Namespace) -> dict[str, float]:
    """Milliseconds of CPU and bytes, by the names of `scale_simulation.Measured`."""
    with opened(postgres, journal, 4) as there:
        for number in range(options.held):
            there.store.write(f"held-{number}", 0)
        return {
            **_renewals(postgres, there, options.held),
            **_jobs(postgres, there, options.held),
            **_notices(postgres, there),
            **_lists(postgres, there, options.held),
        }


def _used(postgres: Postgres, work: Callable[[], object], times: int) -> tuple[float, float]:
    """Milliseconds of CPU for one of so many: in this process, and in the database."""
    own, database = time.process_time(), postgres.cpu
    work()
    return (time.process_time() - own) * 1000 / times, (postgres.cpu - database) * 1000 / times


def _renewals(postgres: Postgres, there: Opened, held: int) -> dict[str, float]:
    query = "SELECT (pg_current_wal_lsn() - '0/0')::bigint"
    there.leases.renew()
    before = int(value(there.url, query))

    def renew() -> None:
        for _ in range(RENEWED):
            there.leases.renew()

    _, database = _used(postgres, renew, RENEWED * held)
    return {"renewal_ms": database, "renewal_wal": (int(value(there.url, query)) - before) / RENEWED / held}


def _jobs(postgres: Postgres, there: Opened, held: int) -> dict[str, float]:
    """A job that finds nothing to do any more, as most do: from being deferred to its end."""
    wakeups = JobQueue(there.database, DUE)

    def defer_all(connection: psycopg.Connection[Row]) -> None:
        for number in range(held):
            wakeups.defer(connection, f"held-{number}")

    def defer() -> None:
        there.database.run("Jobs could not be made", defer_all)

    async def settle(_: str) -> None:
        """Nobody has anything to settle."""

    def wait() -> None:
        while value(there.url, "SELECT EXISTS (SELECT FROM procrastinate_jobs)"):
            time.sleep(0.5)

    async def until_done() -> None:
        working = asyncio.create_task(wakeups.run(settle))
        await asyncio.to_thread(wait)
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working

    _, deferred = _used(postgres, defer, held)
    time.sleep(DUE + 0.2)
    own, done = _used(postgres, lambda: asyncio.run(until_done()), held)
    return {"job_server_ms": own, "job_database_ms": deferred + done}


def _notices(postgres: Postgres, there: Opened) -> dict[str, float]:
    """What a notice costs the database by itself and for each server that listens, and a server that hears it."""
    costs, heard = [], 0.0
    for count in LISTENERS:
        with ExitStack() as stack:
            for _ in range(count):
                listening = stack.enter_context(psycopg.connect(there.url, autocommit=True))
                listening.execute(f"LISTEN {CHANNEL}")
            sending = stack.enter_context(psycopg.connect(there.url, autocommit=True))

            def send(sending: psycopg.Connection[tuple[object, ...]] = sending) -> None:
                for number in range(NOTICES):
                    sending.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"a-game-of-many-{number}:{number}"))
                    time.sleep(0.001)

            costs.append(_used(postgres, send, NOTICES)[1])
            own = time.thread_time()
            got = len([*listening.notifies(timeout=2.0, stop_after=NOTICES)])
            heard = (time.thread_time() - own) * 1000 / max(1, got)
    each = max(0.0, (costs[1] - costs[0]) / (LISTENERS[1] - LISTENERS[0]))
    return {"notice_ms": costs[0], "listener_ms": each, "heard_ms": heard}


def _lists(postgres: Postgres, there: Opened, held: int) -> dict[str, float]:
    there.store.games.list()
    own, database = _used(postgres, there.store.games.list, held)
    return {"list_server_ms": own, "list_database_ms": database}
