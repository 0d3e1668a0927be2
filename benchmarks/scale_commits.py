"""What a commit costs by a game's length, in files and in the database, and how many a database takes: the part
`commit` of `benchmarks.scale`, and the commit times of its part `store`. `append` of stores is called directly."""

import asyncio
import os
import statistics
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from app.container import Container
from app.interfaces.stores import IGameStore
from app.models.records.record import Journal, Opening, Record
from app.settings import Settings
from app.stores.json_store import JsonGameStore
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.job_queue import JobQueue
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from benchmarks.scale_fleet import Postgres, value
from tests.databases import new_database

LEASE = 3_600.0
"""Seconds: none is renewed while commits are measured, and no job is due."""
PLAYED = 12
"""Turns of a game, of whose records the one of middle size is written again and again."""
PAGE = b"x" * 4096


@dataclass
class Costs:
    """Milliseconds: of CPU in the thread that commits and in the database, in the middle of the batches, and all that
    passed for each commit."""

    client: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def both(self) -> list[float]:
        return [client + database for client, database in zip(self.client, self.database, strict=True)]


@dataclass
class Store:
    """A store, and how many records each of its games has."""

    games: IGameStore
    sample: Journal
    heads: dict[str, int] = field(default_factory=dict)

    def write(self, game_id: str, length: int) -> None:
        records = tuple(self._record(number) for number in range(1, length + 1))
        header, state = self.sample.header, self.sample.opening.state
        self.games.create(
            header.model_copy(update={"game_id": game_id}),
            Opening(state=state.model_copy(update={"game_id": game_id})),
            records,
        )
        self.games.acquire(game_id)
        self.heads[game_id] = length

    def append(self, game_id: str, *, waits: bool = False) -> None:
        head = self.heads[game_id]
        self.games.append(game_id, self._record(head + 1), head, work_waits=waits)
        self.heads[game_id] = head + 1

    def _record(self, seq: int) -> Record:
        return self.sample.records[0].model_copy(update={"seq": seq, "parent": seq - 1, "turn": seq})


@dataclass(frozen=True)
class Opened:
    """A store in the database with what it is made of."""

    url: str
    database: Database
    leases: Leases
    store: Store


async def _sample(folder: Path) -> Journal:
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline", embedder="words"))
    turns, library, sheet = container.turns(), container.library(), container.scenarios().load("tide-bell")
    turns.settle_in_background = False
    game_id = library.begin(sheet, "Elan", seed=1)
    for line in sheet.walkthrough[:PLAYED]:
        await turns.take_turn(game_id, line)
    await turns.close(game_id)
    journal = library.read(game_id)
    by_size = sorted(journal.records, key=lambda record: len(record.model_dump_json()))
    return journal.model_copy(update={"records": (by_size[len(by_size) // 2],)})


@contextmanager
def opened(postgres: Postgres, journal: Journal, connections: int) -> Iterator[Opened]:
    with new_database(postgres.url) as url:
        database = Database(url, connections=connections)
        migrate(database)
        leases = Leases(database, LEASE)
        store = PostgresGameStore(database, leases, JobQueue(database, LEASE).defer)
        try:
            yield Opened(url, database, leases, Store(store, journal))
        finally:
            database.close()


def by_length(postgres: Postgres, journal: Journal, folder: Path, options: Namespace) -> dict[str, dict[int, Costs]]:
    """Batches of commits to a game of each length, in turn, so that all are measured under the same conditions."""
    with opened(postgres, journal, 1) as there:
        files = Store(JsonGameStore(folder), journal)
        for length in options.lengths:
            for store in (files, there.store):
                store.write(f"long-{length}", length)
        there.database.run("It could not be put in order", lambda one: one.execute("VACUUM ANALYZE"))
        there.database.run("It could not be put in order", lambda one: one.execute("CHECKPOINT"))
        ways: dict[str, tuple[Store, bool]] = {
            "files": (files, False),
            "PostgreSQL": (there.store, False),
            "PostgreSQL, work waits": (there.store, True),
        }
        found = {name: {length: Costs() for length in options.lengths} for name in ways}
        for number in range(options.batches + 1):
            for length in options.lengths:
                for name, (store, waits) in ways.items():
                    costs = found[name][length] if number else Costs()  # the first batch is not counted
                    _batch(postgres, store, f"long-{length}", options.appends, costs, waits=waits)
        for length in options.lengths:
            files.games.release(f"long-{length}")
    return found


def _batch(postgres: Postgres, store: Store, game_id: str, appends: int, costs: Costs, *, waits: bool) -> None:
    database, client = postgres.cpu, time.thread_time()
    for _ in range(appends):
        began = time.perf_counter()
        store.append(game_id, waits=waits)
        costs.wall.append((time.perf_counter() - began) * 1000)
    costs.client.append((time.thread_time() - client) * 1000 / appends)
    costs.database.append((postgres.cpu - database) * 1000 / appends)


def commit_times(postgres: Postgres, journal: Journal, folder: Path, commits: int) -> dict[str, list[float]]:
    """Wall milliseconds of writing and syncing 4 KB, and of commits to files and to the database, in turn."""
    with opened(postgres, journal, 1) as there, (folder / "page").open("wb", buffering=0) as page:
        files = Store(JsonGameStore(folder / "saves"), journal)
        for store in (files, there.store):
            store.write("timed", 100)

        def sync() -> None:
            page.seek(0)
            page.write(PAGE)
            os.fsync(page.fileno())

        ways: dict[str, Callable[[], None]] = {
            "fsync of 4 KB": sync,
            "files": lambda: files.append("timed"),
            "PostgreSQL": lambda: there.store.append("timed"),
        }
        found: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(commits + 5):
            for name, work in ways.items():
                began = time.perf_counter()
                work()
                if number >= 5:
                    found[name].append((time.perf_counter() - began) * 1000)
        files.games.release("timed")
    return found


@dataclass(frozen=True)
class Rate:
    """Of commits that several threads make to games of their own."""

    commits: float
    """A second."""
    database_ms: float
    client_ms: float
    database_cores: float
    wal: float
    """Bytes a commit."""


def at_once(postgres: Postgres, journal: Journal, threads: int, seconds: float) -> Rate:
    with opened(postgres, journal, threads) as there:
        store, counts = there.store, [0] * threads
        for number in range(threads):
            store.write(f"game-{number}", 100)
        until = 0.0

        def work(number: int) -> None:
            while time.perf_counter() < until:
                store.append(f"game-{number}")
                counts[number] += 1

        before = _wal(there.url)
        database, client, began = postgres.cpu, time.process_time(), time.perf_counter()
        until = began + seconds
        working = [Thread(target=work, args=(number,)) for number in range(threads)]
        for thread in working:
            thread.start()
        for thread in working:
            thread.join()
        passed, done = time.perf_counter() - began, max(1, sum(counts))
        used, own = postgres.cpu - database, time.process_time() - client
        wal = (_wal(there.url) - before) / done
    return Rate(done / passed, used * 1000 / done, own * 1000 / done, used / passed, wal)


def _wal(url: str) -> int:
    return int(value(url, "SELECT (pg_current_wal_lsn() - '0/0')::bigint"))


def sample(folder: Path) -> Journal:
    """A game with one record, of the middle size of those of a short game."""
    return asyncio.run(_sample(folder))


def p50_p95(values: Sequence[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(values, n=100, method="inclusive") if len(values) > 1 else [*values] * 99
    return cuts[49], cuts[94]
