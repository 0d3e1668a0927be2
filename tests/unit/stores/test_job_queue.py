"""Calls for work that waits: one for each game that has some, until it is done, whoever was to do it."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest

from app.errors import CorruptSave, Moved, StorageFailed, TalekeeperError
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.job_queue import JobQueue
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from tests.databases import PATIENCE, cut_connections, new_database
from tests.integration.stores.cutting import line_to
from tests.unit.stores.journals import header, opening, turn

pytestmark = pytest.mark.long


GAME = "game-1"
LEASE = 2.0
JOBS = "SELECT count(*) FROM procrastinate_jobs"
NOT_DUE = f"{JOBS} WHERE status = 'todo' AND scheduled_at > now() + interval '1 minute'"
DUE = "UPDATE procrastinate_jobs SET scheduled_at = now()"
LAPSED = "UPDATE games SET lease_until = clock_timestamp()"
SLOW = """
    CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN NEW.last_heartbeat = now() - interval '1 hour'; RETURN NEW; END$$;
    CREATE TRIGGER late BEFORE UPDATE ON procrastinate_workers FOR EACH ROW EXECUTE FUNCTION late()
"""
AT_ONCE = """
    CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN NEW.scheduled_at = now(); RETURN NEW; END$$;
    CREATE TRIGGER at_once BEFORE INSERT OR UPDATE ON procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION at_once()
"""
"""Makes each call due as it is made, instead of when the lease of its game may be over."""
NOT_AT_ONCE = "DROP FUNCTION IF EXISTS at_once CASCADE"
NOT_SLOW = "DROP TRIGGER late ON procrastinate_workers; DROP FUNCTION late"
WAITS = "SELECT count(*) FROM games WHERE work_waits"


@dataclass
class Place:
    """A game of a server in whose last turn work is left, and what calls for it."""

    database: Database
    wakeups: JobQueue
    owner: PostgresGameStore
    other: PostgresGameStore
    settled: list[str] = field(default_factory=list)
    errors: list[TalekeeperError] = field(default_factory=list)
    """What settling fails with, one after the other."""

    def asked(self, query: str) -> Any:
        with psycopg.connect(self.database.url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall()[0][0] if cursor.description else None

    async def until(self, query: str, value: object) -> None:
        """Ask over one connection: for each new one the server starts a process."""
        deadline = time.monotonic() + PATIENCE
        async with await psycopg.AsyncConnection.connect(self.database.url, autocommit=True) as connection:
            while await (await connection.execute(query)).fetchone() != (value,):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.05)

    async def settle(self, game_id: str) -> None:
        """As another server."""
        self.settled.append(game_id)
        if self.errors:
            raise self.errors.pop(0)
        await asyncio.to_thread(self._done, game_id)

    def _done(self, game_id: str) -> None:
        self.other.acquire(game_id)
        last = self.other.read(game_id).last_seq
        self.other.append(game_id, turn(last + 1), last)

    async def hurry(self) -> None:
        await asyncio.to_thread(self.asked, f"{NOT_AT_ONCE}; {AT_ONCE}; {DUE}")

    @asynccontextmanager
    async def answering(self, *, at_once: bool = True) -> AsyncIterator[None]:
        """Answer calls, with ``at_once`` without waiting until they would be due."""
        if at_once:
            await self.hurry()
        task = asyncio.create_task(self.wakeups.run(self.settle))
        yield
        assert not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture(scope="module")
def database(database_server: str) -> Iterator[Database]:
    with new_database(database_server) as url:
        made = Database(url)
        migrate(made)
        yield made
        made.close()


@pytest.fixture
def place(database: Database) -> Iterator[Place]:
    wakeups = JobQueue(database, LEASE)
    leases = [Leases(database, 300.0) for _ in "ab"]
    owner, other = (PostgresGameStore(database, each, wakeups.defer) for each in leases)
    made = Place(database, wakeups, owner, other)
    made.owner.create(header(), opening())
    made.owner.append(GAME, turn(1), 0, work_waits=True)
    yield made
    for each in leases:
        each.close()
    made.asked(f"{NOT_AT_ONCE}; TRUNCATE games, procrastinate_jobs, procrastinate_workers CASCADE")


def test_commits_that_leave_work_call_once(place: Place) -> None:
    place.owner.append(GAME, turn(2), 1, work_waits=True)
    place.owner.append(GAME, turn(3), 2)
    assert place.asked(JOBS) == 1
    assert place.owner.read(GAME).last_seq == 3


def test_a_commit_that_is_refused_calls_nobody(place: Place) -> None:
    place.asked("TRUNCATE procrastinate_jobs CASCADE")
    place.asked(LAPSED)
    place.other.acquire(GAME)
    with pytest.raises(Moved):
        place.owner.append(GAME, turn(2), 1, work_waits=True)
    assert place.asked(JOBS) == 0


def test_a_commit_whose_call_fails_is_none(place: Place) -> None:
    place.asked("TRUNCATE procrastinate_jobs CASCADE")
    place.asked("ALTER FUNCTION procrastinate_defer_jobs_v1 RENAME TO away")
    with pytest.raises(StorageFailed, match="lacks tables"):
        place.owner.append(GAME, turn(2), 1, work_waits=True)
    place.asked("ALTER FUNCTION away RENAME TO procrastinate_defer_jobs_v1")
    assert (place.asked(JOBS), place.owner.read(GAME).last_seq) == (0, 1)
    place.owner.append(GAME, turn(2), 1, work_waits=True)
    assert place.asked(JOBS) == 1


async def test_a_game_is_left_to_its_owner_and_looked_at_again_when_that_may_be_gone(place: Place) -> None:
    async with place.answering(at_once=False):
        for _ in range(2):
            await asyncio.to_thread(place.asked, DUE)
            await place.until(NOT_DUE, 1)
            await place.until(JOBS, 1)  # the one that was done is gone a moment later
        assert place.settled == []


@pytest.mark.parametrize("is_given_up", [True, False])
async def test_work_of_a_game_that_nobody_holds_is_done_by_who_is_called(place: Place, is_given_up: bool) -> None:
    if is_given_up:
        place.owner.release(GAME)
    else:
        place.asked(LAPSED)
    async with place.answering():
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)
    assert place.settled == [GAME]


async def test_nobody_is_called_any_more_where_nothing_waits(place: Place) -> None:
    place.owner.append(GAME, turn(2), 1)
    place.owner.release(GAME)
    async with place.answering():
        await place.until(JOBS, 0)
    assert place.settled == []


async def test_who_was_not_able_to_is_called_again(place: Place) -> None:
    place.owner.release(GAME)
    place.errors += [Moved("It is another's."), StorageFailed("The database is away.")]
    async with place.answering():
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)
    assert place.settled == [GAME] * 3


async def test_for_a_game_that_cannot_be_opened_nobody_is_called_again(place: Place, log_lines: list[str]) -> None:
    place.owner.release(GAME)
    place.errors += [CorruptSave("It is damaged.")]
    async with place.answering():
        await place.until(JOBS, 0)
    assert place.settled == [GAME]
    assert any("It is damaged." in line for line in log_lines)


@pytest.mark.parametrize("is_called_again", [False, True])
@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_a_call_whose_server_is_gone_is_anothers(place: Place, is_forgotten: bool, is_called_again: bool) -> None:
    place.asked(DUE)
    place.asked("SELECT procrastinate_fetch_job_v2(ARRAY['games'], (SELECT procrastinate_register_worker_v1()))")
    if is_called_again:
        place.owner.append(GAME, turn(2), 1, work_waits=True)
    assert place.asked(f"{JOBS} WHERE status = 'doing'") == 1
    if is_forgotten:
        place.asked("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'")
    else:
        place.asked("UPDATE procrastinate_workers SET last_heartbeat = now()")
    place.owner.release(GAME)
    async with place.answering():
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)
    assert place.settled[0] == GAME


async def test_calls_are_read_again_after_connections_were_cut(place: Place) -> None:
    place.asked("UPDATE procrastinate_jobs SET scheduled_at = now() + interval '1 hour'")
    async with place.answering(at_once=False):
        await place.until("SELECT count(*) FROM procrastinate_workers", 1)
        for _ in range(3):
            await asyncio.to_thread(cut_connections, place.database.url)
            await asyncio.sleep(LEASE / 4)
        await asyncio.to_thread(place.asked, f"{LAPSED}; {DUE}")
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)


async def test_calls_are_read_once_the_database_is_there(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    url = place.database.url
    place.owner.release(GAME)
    await place.hurry()
    monkeypatch.setattr(place.database, "url", f"{url.replace('/data', '/nowhere')}&connect_timeout=2")
    async with place.answering(at_once=False):
        await asyncio.sleep(LEASE)
        monkeypatch.setattr(place.database, "url", url)
        await place.until(WAITS, 0)


async def test_a_call_is_done_though_it_could_not_be_noted(place: Place) -> None:
    place.owner.release(GAME)
    with line_to(place.database.url) as line, closing(Database(line.url)) as away:
        place.wakeups = JobQueue(away, LEASE)
        lost = line.lose_request(b"procrastinate_finish_job")
        async with place.answering():
            await place.until(WAITS, 0)
            await place.until(JOBS, 0)
    assert lost.has_happened


async def test_a_call_whose_server_shuts_down_is_anothers(place: Place) -> None:
    begun = asyncio.Event()

    async def settle(game_id: str) -> None:
        begun.set()
        await asyncio.sleep(PATIENCE)

    place.owner.release(GAME)
    await place.hurry()
    answering = asyncio.create_task(place.wakeups.run(settle))
    await begun.wait()
    answering.cancel()
    with suppress(asyncio.CancelledError):
        await answering
    assert await asyncio.to_thread(place.asked, JOBS) == 1
    async with place.answering():
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)


async def test_a_call_is_not_lost_where_the_next_one_could_not_be_made(place: Place) -> None:
    place.asked(DUE)
    with line_to(place.database.url) as line, closing(Database(line.url)) as away:
        place.wakeups = JobQueue(away, LEASE)
        lost = line.lose_request(b"procrastinate_defer_jobs")
        async with place.answering(at_once=False):
            await place.until(NOT_DUE, 1)
    assert lost.has_happened


async def test_a_call_is_not_lost_where_its_worker_was_only_slow(place: Place) -> None:
    begun, may_end = [asyncio.Event(), asyncio.Event()], asyncio.Event()
    failures: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, failure: failures.append(str(failure)))

    async def settle(game_id: str) -> None:
        next(each for each in begun if not each.is_set()).set()
        await may_end.wait()
        raise Moved("It is another's.")

    place.owner.release(GAME)
    await place.hurry()
    await asyncio.to_thread(place.asked, SLOW)
    slow = asyncio.create_task(place.wakeups.run(settle))
    for each in begun:
        await each.wait()
    await asyncio.to_thread(place.asked, NOT_SLOW)
    begun += [asyncio.Event() for _ in range(100)]
    may_end.set()
    await begun[2].wait()
    slow.cancel()
    with suppress(asyncio.CancelledError):
        await slow
    async with place.answering():
        await place.until(WAITS, 0)
        await place.until(JOBS, 0)
    gc.collect()  # of tasks that nobody has waited for
    assert failures == []
