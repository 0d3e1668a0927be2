"""Turns at one server and at several, in the same games, for `benchmarks.scale`.

Each round plays in a copy of the same games, at servers that were started for it, so that all counts of servers get the
same turns. What a process does once, as compiling patterns, is done before: each server plays as many warm turns in
games of its own. Then the games are opened and a few turns played in each; settling is waited for and counted.
"""

import asyncio
import shutil
import statistics
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.container import Container
from app.settings import Settings
from app.stores.copying import copy_game
from app.stores.opening import in_database, in_files
from benchmarks.scale_fleet import (
    Postgres,
    cpu_of_tree,
    open_games,
    passed_on,
    running,
    until_quiet,
    until_settled,
    value,
)
from benchmarks.scale_load import Plan, Played, play
from benchmarks.service_games import SCENARIOS, lines_of
from benchmarks.service_load import Server
from tests.databases import name_of, new_database

SETTLED = 20.0
"""Seconds that work of the turns may take behind the last of them."""
FIRST = 2
"""Turns in each game before it is measured: the first one makes an index."""
Games = list[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Figure:
    """What one round took. CPU in seconds; ``records`` are all commits, those of settling and minds included."""

    servers: float
    database: float
    turns: int
    records: int = 0
    wal: int = 0
    grown: int = 0
    passed: float = 0.0
    connections: int = 0
    idle_server: float = 0.0
    idle_database: float = 0.0
    opening_server: float = 0.0
    opening_database: float = 0.0
    megabytes: float = 0.0
    """What a game has added to its server's resident memory when it was opened."""
    played: Played = field(default_factory=Played)

    @property
    def server_ms(self) -> float:
        return 1000 * self.servers / max(1, self.turns)

    @property
    def database_ms(self) -> float:
        return 1000 * self.database / max(1, self.turns)

    @property
    def milliseconds(self) -> float:
        return self.server_ms + self.database_ms


@dataclass(frozen=True)
class Tables:
    """Games that every round begins with, in a database that is copied for each."""

    postgres: Postgres
    template: str
    games: Games
    spare: Games
    """So many for each server to warm up in as there are scenarios."""
    embedder: str
    bytes_of_a_game: float

    def settings(self, url: str) -> dict[str, str]:
        given = {"database": url, "embedder": self.embedder, "model": "offline"}
        return {f"TALEKEEPER_{name.upper()}": text for name, text in given.items()}


@contextmanager
def begun(postgres: Postgres, count: int, embedder: str, servers: int) -> Iterator[Tables]:
    """So many games of the scenarios that ship, in turn, at their beginning, with the vectors of their texts, and more
    for so many servers to warm up in."""
    with new_database(postgres.url) as url:
        stores = in_database(url, 600.0)
        assert stores.upkeep is not None
        stores.upkeep.migrate()
        stores.close()
        empty = int(value(url, "SELECT pg_database_size(current_database())"))
        games = asyncio.run(_begin(url, count + servers * len(SCENARIOS), embedder))
        grown = int(value(url, "SELECT pg_database_size(current_database())")) - empty
        yield Tables(postgres, url, games[:count], games[count:], embedder, grown / len(games))


async def _begin(url: str, count: int, embedder: str) -> Games:
    container = Container()
    container.settings.override(Settings.model_validate({"database": url, "model": "offline", "embedder": embedder}))
    turns, library, scenarios = container.turns(), container.library(), container.scenarios()
    sheets = [scenarios.load(name) for name in SCENARIOS]
    games: Games = []
    for number in range(count):
        sheet = sheets[number % len(sheets)]
        game_id = library.begin(sheet, "Elan", seed=number)
        await container.recall().prepare(turns.state(game_id))
        await turns.close(game_id)
        games.append((game_id, lines_of(sheet)))
    await asyncio.to_thread(container.stores().close)
    return games


def round_of(tables: Tables, count: int, options: Namespace, folder: Path, idle: float = 0.0) -> Figure:
    """One round at so many servers."""
    with (
        new_database(tables.postgres.url, name_of(tables.template)) as url,
        running(count, folder, tables.settings(url)) as servers,
    ):
        return _measured(tables, servers, url, options, idle)


def _measured(tables: Tables, servers: list[Server], url: str, options: Namespace, idle: float) -> Figure:
    ids, postgres = [game_id for game_id, _ in tables.games], tables.postgres

    def cpu() -> tuple[float, float]:
        return sum(cpu_of_tree(server.pid) for server in servers), postgres.cpu

    warm_up(tables, servers, options.warm)
    memory, before = sum(server.resident for server in servers), cpu()
    open_games(servers, ids)
    opening = [(after - earlier) / len(ids) for after, earlier in zip(cpu(), before, strict=True)]
    memory = (sum(server.resident for server in servers) - memory) / len(ids)
    play(plan_of(tables.games, servers, options, seed=1, turns=FIRST * len(ids)))
    until_settled(url, SETTLED)
    resting = [0.0, 0.0]
    if idle:
        before = cpu()
        time.sleep(idle)
        resting = [(after - earlier) / idle for after, earlier in zip(cpu(), before, strict=True)]
    passed, rows = passed_on(servers), _rows(url)
    before = cpu()
    played = play(plan_of(tables.games, servers, options, seed=2, turns=options.turns))
    until_settled(url, SETTLED)
    used = [after - earlier for after, earlier in zip(cpu(), before, strict=True)]
    records, wal, size, connections = (
        after - earlier for after, earlier in zip(_rows(url), (*rows[:3], 0), strict=True)
    )
    answered = len(played.turns)
    return Figure(
        servers=used[0],
        database=used[1],
        turns=answered,
        records=records,
        wal=wal,
        grown=size,
        passed=(passed_on(servers) - passed) / max(1, answered),
        connections=connections,
        idle_server=resting[0] / len(servers),
        idle_database=resting[1],
        opening_server=opening[0],
        opening_database=opening[1],
        megabytes=memory,
        played=played,
    )


def warm_up(tables: Tables, servers: Sequence[Server], turns: int) -> None:
    """So many turns at each server, in games that no other one holds, all servers at once."""
    share = len(SCENARIOS)

    def one(number: int) -> None:
        games = tables.spare[number * share : (number + 1) * share]
        open_games([servers[number]], [game_id for game_id, _ in games])
        play(Plan([servers[number].url], games, share, 0, turns))

    with ThreadPoolExecutor(len(servers)) as threads:
        for warm in [threads.submit(one, number) for number in range(len(servers))]:
            warm.result()


def plan_of(games: Games, servers: Sequence[Server], options: Namespace, *, seed: int, turns: int) -> Plan:
    clients = min(options.clients, len(games))
    return Plan([server.url for server in servers], games, clients, seed, turns)


def _rows(url: str) -> list[int]:
    """Records, bytes of WAL, of the database, and connections to it besides this one."""
    queries = (
        "SELECT count(*) FROM records",
        "SELECT (pg_current_wal_lsn() - '0/0')::bigint",
        "SELECT pg_database_size(current_database())",
        "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'",
    )
    return [int(value(url, query)) for query in queries]


def rounds(tables: Tables, options: Namespace, folder: Path) -> dict[int, list[Figure]]:
    """All counts of servers in turn, again and again."""
    found: dict[int, list[Figure]] = {count: [] for count in options.servers}
    for number in range(options.rounds):
        for count in options.servers:
            idle = 0.0 if number else options.idle
            found[count].append(round_of(tables, count, options, folder / f"{number}-{count}", idle))
            said = found[count][-1]
            print(f"  round {number + 1}, {count} servers: {said.milliseconds:.2f} ms of CPU a turn", flush=True)
    return found


def middle(figures: Sequence[Figure], name: str) -> float:
    return statistics.median(float(getattr(figure, name)) for figure in figures)


def refused(figures: Sequence[Figure]) -> str:
    counts = sum((figure.played.refused for figure in figures), Counter[str]())
    return "; ".join(f"{count} x {what}" for what, count in counts.most_common(3)) or "none"


# -- files against the database --------------------------------------------------------------------------------------


def copied_to_files(tables: Tables, folder: Path) -> None:
    """The same games in the folder ``saves`` of the one given."""
    source, target = in_database(tables.template, 600.0), in_files(folder / "saves")
    for game_id, _ in (*tables.games, *tables.spare):
        copy_game(source, target, game_id)
    for stores in (source, target):
        stores.close()


def round_in_files(tables: Tables, options: Namespace, source: Path, folder: Path) -> Figure:
    """One round at a server whose games are files; the database has nothing to do with it."""
    shutil.copytree(source, folder / "server-0")
    settings = tables.settings("")
    with running(1, folder, settings) as servers:
        (server,) = servers
        warm_up(tables, servers, options.warm)
        open_games(servers, [game_id for game_id, _ in tables.games])
        play(plan_of(tables.games, servers, options, seed=1, turns=FIRST * len(tables.games)))
        until_quiet(server.pid, SETTLED)
        before = cpu_of_tree(server.pid)
        played = play(plan_of(tables.games, servers, options, seed=2, turns=options.turns))
        until_quiet(server.pid, SETTLED)
        used = cpu_of_tree(server.pid) - before
    return Figure(used, 0.0, len(played.turns), played=played)
