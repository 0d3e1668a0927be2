"""What many games would take of servers and of their one database, and what of it runs out first: the part `simulation`
of `benchmarks.scale`.

It is arithmetic over mean rates and the figures that the other parts measured, no play of events: it says where a
resource is used up, and nothing of how long anybody waits before. Where measured figures overlap, as that of a turn
holds some of what a server costs that rests, both are counted. No figure is carried over to another machine: all limits
are those of the machine that was measured, with its cores, its disk, and clients beside the database.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from app.stores.postgres.commit_notifier import BATCH_SECONDS
from app.stores.postgres.leases import RENEWALS

DAY = 86_400
MOST = 10**9
"""Games beyond which no limit is looked for."""


@dataclass(frozen=True)
class Measured:
    """Milliseconds are of CPU. A turn is counted with all that comes of it: settling, minds, their commits and jobs."""

    server_ms: float
    """Of a turn, in the server that was asked and holds the game."""
    passing_ms: float
    """More in all servers together where another one was asked."""
    database_ms: float
    commits: float
    wal: float
    stored: float
    """Commits a turn, and bytes of WAL and of tables and indexes."""
    game_bytes: float
    """Of a game that has begun, in the database."""
    loaded_mb: float
    """Of a game in a server's memory."""
    load_server_ms: float
    load_database_ms: float
    """Of opening a game."""
    idle_server_ms: float
    idle_database_ms: float
    """A second of a server that has nothing to do: itself, and what it asks of the database."""
    connections: float
    """That one server holds."""
    max_connections: float
    renewal_ms: float
    renewal_wal: float
    """In the database, for each game whose lease is renewed."""
    job_server_ms: float
    job_database_ms: float
    notice_ms: float
    listener_ms: float
    heard_ms: float
    """In the database for a notice, for each server that hears it, and in that server."""
    list_server_ms: float
    list_database_ms: float
    """For each game when all games are listed."""
    ceiling_commits: float
    """Commits a second of the one database, at most."""
    cores: float
    """Of the machine, as if the database had all of them."""

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Self:
        """KeyError names a figure that no part has measured."""
        return cls(**{each.name: float(figures[each.name]) for each in fields(cls)})


@dataclass(frozen=True)
class Habits:
    """How games are played, and how servers are run. Times in seconds."""

    played: float = 0.05
    """Of all games, at any moment."""
    every: float = 30.0
    """Between two turns of a game that is played."""
    session: float = 3_600.0
    """For which a game is played before it rests again."""
    settled: float | None = None
    """Commits of settling and minds a turn; None: as measured."""
    lease: float = 15.0
    idle: float = 900.0
    """Until a game that nobody uses is unloaded."""
    full: float = 0.7
    """Of a core, that a server may use before another one is started: it computes on one."""
    megabytes: float = 4_000.0
    """Of games in the memory of one server."""
    game_mb: float | None = None
    """Of a game in memory; None: as measured, just after it was begun."""
    notices: float = 1 / BATCH_SECONDS
    """A second that one server sends at most."""


@dataclass(frozen=True)
class Demand:
    """What so many games take. Everything that has no other unit is a second."""

    games: int
    turns: float
    commits: float
    jobs: float
    loaded: float
    renewals: float
    notices_heard: float
    servers: int
    server_cores: float
    database_cores: float
    by_turns: float
    by_renewals: float
    by_jobs: float
    by_servers: float
    by_notices: float
    by_loads: float
    """Parts of ``database_cores``."""
    connections: float
    wal_day: float
    stored_day: float
    at_rest: float
    """Bytes a day, and bytes of all games at their beginning."""
    loaded_mb: float
    """In the memory of each server."""


@dataclass(frozen=True)
class Limit:
    name: str
    games: int
    used: float
    """Of it by the games that were asked about."""


def demand(games: int, measured: Measured, habits: Habits) -> Demand:
    """With as few servers as do; what these cost themselves makes them more. OverflowError where none are enough: each
    hears the notices of all."""
    servers = 1
    while (needed := _needed(found := _with(servers, games, measured, habits), habits)) > servers:
        servers = needed
        if servers > MOST:
            raise OverflowError(f"No servers are enough for {games:,} games: they cannot hear each other's notices.")
    return found


def _needed(found: Demand, habits: Habits) -> int:
    memory = found.loaded_mb * found.servers / habits.megabytes
    return max(1, math.ceil(max(found.server_cores / habits.full, memory)))


def _with(servers: int, games: int, measured: Measured, habits: Habits) -> Demand:
    played = games * habits.played
    turns, loads = played / habits.every, played / habits.session
    loaded = played + loads * habits.idle
    renewals = loaded * RENEWALS / habits.lease
    settled = measured.commits - 1 if habits.settled is None else habits.settled
    commits = turns * (1 + settled)
    more = (1 + settled) / measured.commits
    jobs = min(turns * min(1.0, settled), loaded / habits.lease)  # a turn that leaves work behind calls once
    notices = min(commits, habits.notices * servers)
    heard = notices * servers
    by_turns = turns * measured.database_ms * more
    by_renewals = renewals * measured.renewal_ms
    by_jobs = jobs * measured.job_database_ms
    by_servers = servers * measured.idle_database_ms
    by_notices = notices * measured.notice_ms + heard * measured.listener_ms
    by_loads = loads * measured.load_database_ms
    passed = (servers - 1) / servers
    of_servers = (
        turns * (measured.server_ms + passed * measured.passing_ms)
        + loads * measured.load_server_ms
        + jobs * measured.job_server_ms
        + servers * measured.idle_server_ms
        + heard * measured.heard_ms
    )
    return Demand(
        games=games,
        turns=turns,
        commits=commits,
        jobs=jobs,
        loaded=loaded,
        renewals=renewals,
        notices_heard=heard,
        servers=servers,
        server_cores=of_servers / 1000,
        database_cores=(by_turns + by_renewals + by_jobs + by_servers + by_notices + by_loads) / 1000,
        by_turns=by_turns / 1000,
        by_renewals=by_renewals / 1000,
        by_jobs=by_jobs / 1000,
        by_servers=by_servers / 1000,
        by_notices=by_notices / 1000,
        by_loads=by_loads / 1000,
        connections=servers * measured.connections,
        wal_day=DAY * (turns * measured.wal * more + renewals * measured.renewal_wal),
        stored_day=DAY * turns * measured.stored * more,
        at_rest=games * measured.game_bytes,
        loaded_mb=loaded * (habits.game_mb or measured.loaded_mb) / servers,
    )


def limits(games: int, measured: Measured, habits: Habits) -> list[Limit]:
    """What the one database cannot give more of, the first that is used up first. Servers are no limit: there can be
    more of them, which takes connections and what each of them asks of the database."""
    wanted: dict[str, tuple[Callable[[Demand], float], float]] = {
        "CPU of the database": (lambda found: found.database_cores, measured.cores),
        "commits a second of the database": (lambda found: found.commits, measured.ceiling_commits),
        "connections of the database": (lambda found: found.connections, measured.max_connections),
    }

    def limit(name: str, use: Callable[[Demand], float], top: float) -> Limit:
        def used(number: int) -> float:
            try:
                return use(demand(number, measured, habits)) / top
            except OverflowError:
                return math.inf

        return Limit(name, _most(lambda number: used(number) <= 1), used(games))

    found = [limit(name, *way) for name, way in wanted.items()]
    return sorted(found, key=lambda limit: limit.games)


def _most(fits: Callable[[int], bool]) -> int:
    """The largest number that fits, of which all smaller ones do, to a thousandth; `MOST` if that one does too."""
    low, high = 0, 1
    while high < MOST and fits(high):
        low, high = high, high * 2
    if high >= MOST:
        return MOST
    while high - low > max(1, low // 1000):
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def rows(found: Demand, measured: Measured, habits: Habits) -> list[tuple[str, str]]:
    """What is printed: what, and how much."""
    server_list, database_list = (
        found.games * each / 1000 for each in (measured.list_server_ms, measured.list_database_ms)
    )
    shares = {
        "turns": found.by_turns,
        "renewals": found.by_renewals,
        "jobs": found.by_jobs,
        "servers that poll": found.by_servers,
        "notices": found.by_notices,
        "opening": found.by_loads,
    }
    return [
        ("turns a second", f"{found.turns:,.1f}"),
        (
            f"servers: cores; how many, {habits.full:.0%} of a core each",
            f"{found.server_cores:,.2f}; {found.servers:,}",
        ),
        ("commits a second; measured at most", f"{found.commits:,.1f}; {measured.ceiling_commits:,.0f}"),
        ("CPU of the database, cores; the machine's", f"{found.database_cores:,.2f}; {measured.cores:.0f}"),
        ("… of it", ", ".join(f"{name} {share:.3f}" for name, share in shares.items())),
        ("games in memory, a server's megabytes", f"{found.loaded:,.0f}, {found.loaded_mb:,.0f}"),
        ("leases renewed a second, rows", f"{found.renewals:,.0f}"),
        ("jobs a second", f"{found.jobs:,.1f}"),
        ("notices heard a second by all servers", f"{found.notices_heard:,.0f}"),
        ("connections; the database's most", f"{found.connections:,.0f}; {measured.max_connections:,.0f}"),
        ("WAL a day, GB", f"{found.wal_day / 1e9:,.1f}"),
        ("storage: all games at their beginning, GB", f"{found.at_rest / 1e9:,.1f}"),
        ("storage a day, GB", f"{found.stored_day / 1e9:,.1f}"),
        ("listing all games once: server, database, s of CPU", f"{server_list:,.1f}, {database_list:,.1f}"),
    ]
