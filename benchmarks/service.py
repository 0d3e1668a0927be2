"""Many games in one server: how soon turns are answered, how long its event loop is held, and what a game holds.

    python -m benchmarks.service [--only offline model listing] [--games 200] [--messages 1000] [--players 50]
        [--every 10] [--seconds 120] [--warm 30] [--listed 1000] [--keep FOLDER] [--steps REPORT]

The server is a process of its own on loopback, players and the model another. A turn is timed at its player, until all
of its answer is there; the event loop by the server itself (``talekeeper_loop_hold_seconds`` of ``/metrics``). Games
settle while players play. ``--steps`` times each step of the loop and writes the longest, with where they stood; it
slows the server. A smaller run:

    --games 20 --messages 300 --players 10 --every 2 --seconds 20 --warm 5 --listed 50

Linux only (/proc). ``--keep`` writes the games into a folder and takes those that it finds there; players change them.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from itertools import zip_longest
from json import loads
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import httpx2

from app.container import Container
from app.stores.json_store import JsonGameStore
from benchmarks.service_games import lines_of
from benchmarks.service_load import PATIENCE, Load, Server, SlowModel, held
from benchmarks.turns import calibrate

MODEL_SECONDS = 2.0
LISTED_MESSAGES = 100

Row = tuple[str, str, str]
"""What, how much, and the target."""


def write_games(folder: Path, games: int, messages: int) -> list[tuple[str, Sequence[str]]]:
    """Games in ``folder/saves``, the scenarios in turn, with the lines for each."""
    if not (folder / "games.json").exists():
        arguments = [str(folder), "--games", str(games), "--messages", str(messages)]
        subprocess.run([sys.executable, "-m", "benchmarks.service_games", *arguments], check=True, stdout=sys.stderr)
    scenarios = Container().scenarios()
    written = loads((folder / "games.json").read_text("utf-8"))
    each = [[(game_id, lines_of(scenarios.load(name))) for game_id in ids] for name, ids in written.items()]
    return [game for row in zip_longest(*each) for game in row if game is not None][:games]


async def load_all(server: Server, games: Sequence[tuple[str, Sequence[str]]]) -> None:
    async with httpx2.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
        for game_id, _ in games:
            (await client.get(f"/v1/games/{game_id}")).raise_for_status()


async def served(folder: Path, options: argparse.Namespace, model_seconds: float) -> list[Row]:
    """A server with all games in memory, and players in them."""
    games = write_games(folder, options.games, options.messages)
    async with AsyncExitStack() as stack:
        settings = {"TALEKEEPER_MODEL": "offline", "TALEKEEPER_HOST_GAMES": str(options.games)}
        if model_seconds:
            model = await stack.enter_async_context(SlowModel(model_seconds))
            settings |= {"TALEKEEPER_MODEL": "openai-chat:slow", "TALEKEEPER_BASE_URL": model.url}
            settings |= {"TALEKEEPER_MIND_MODEL": "offline"}  # it does not answer as a mind has to
        server = Server(folder, options.steps, **settings)
        stack.callback(server.stop)
        await held(server.url)
        empty = server.resident
        await load_all(server, games)
        opened, loading = server.resident, await held(server.url)
        await Load(server.url, options.players, options.every, options.warm, 1, games).run()
        before, cpu = await held(server.url), server.cpu
        server.begin_steps()
        load = Load(server.url, options.players, options.every, options.seconds, 2, games)
        await load.run()
        cpu, after, played = server.cpu - cpu, await held(server.url), server.resident
    return [
        *turn_rows(load, model_seconds),
        ("CPU of the server a turn, settling included, ms", f"{cpu * 1000 / max(1, len(load.turns)):.1f}", ""),
        *held_rows("while players play", after, before),
        *held_rows("while games are loaded", loading, {}),
        ("memory a game: loaded, then played, MB", _listed((opened - empty, played - empty), 1 / len(games)), ""),
    ]


def turn_rows(load: Load, model_seconds: float) -> list[Row]:
    whole = [turn.seconds * 1000 for turn in load.turns]
    rows = [
        ("turns, turns a second", f"{len(whole)}, {len(whole) / load.seconds:.2f}", ""),
        ("a turn: p50, p95, p99, longest, ms", _listed(_percentiles(whole)), "" if model_seconds else "p99 ≤ 250"),
    ]
    if model_seconds:
        own = [(turn.seconds - turn.calls * model_seconds) * 1000 for turn in load.turns]
        calls = Counter(turn.calls for turn in load.turns)
        rows += [
            ("… less the time of its model calls", _listed(_percentiles(own)), "p95 ≤ 50"),
            ("turns by model calls", ", ".join(f"{count}: {turns}" for count, turns in sorted(calls.items())), ""),
        ]
    refused = Counter(load.refused).most_common(3)
    return [*rows, ("refused", "; ".join(f"{count} x {what}" for what, count in refused) or "none", "none")]


def held_rows(when: str, after: dict[str, float], before: dict[str, float]) -> list[Row]:
    longest = [after[f'talekeeper_loop_hold_seconds_max{{time="{kind}"}}'] for kind in ("wall", "cpu")]

    def over(milliseconds: int) -> int:
        total, bucket = (
            "talekeeper_loop_hold_seconds_count",
            f'talekeeper_loop_hold_seconds_bucket{{le="{milliseconds / 1000}"}}',
        )
        return round(after[total] - before.get(total, 0) - after[bucket] + before.get(bucket, 0))

    counts = ", ".join(str(over(limit)) for limit in (10, 20, 50))
    return [
        (f"longest hold of the loop {when}: wall, CPU, ms", _listed(longest, 1000), "≤ 20"),
        (f"holds {when} over 10, 20, 50 ms", counts, ""),
    ]


def listing(folder: Path, saves: int) -> list[Row]:
    """Listing saves against reading their bytes and computing the checksum of each line; pages of files are cached."""
    write_games(folder, saves, LISTED_MESSAGES)
    root = folder / "saves"
    files = [path for path in root.glob("*/*") if path.is_file() and path.stat().st_size]
    size = sum(path.stat().st_size for path in files)

    def read() -> None:
        for path in files:
            for line in path.read_bytes().splitlines(keepends=True):
                zlib.crc32(line)

    read()
    plain = min(_timed(read) for _ in range(3))
    stores = [JsonGameStore(root) for _ in range(3)]
    new = min(_timed(store.list) for store in stores)
    again = min(_timed(stores[0].list) for _ in range(3))
    return [
        (f"reading and checking {saves} saves of {size / 1e6:.0f} MB: CPU / wall, ms", _shown(plain), ""),
        (
            "listing them in a new process",
            f"{_shown(new)} ({new[0] / plain[0]:.2f} / {new[1] / plain[1]:.2f})",
            "≤ 1.5",
        ),
        ("listing them again", f"{_shown(again)} ({again[0] / plain[0]:.2f} / {again[1] / plain[1]:.2f})", "≤ 1.5"),
    ]


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of CPU, and of wall time."""
    wall, cpu = perf_counter(), process_time()
    work()
    return (process_time() - cpu) * 1000, (perf_counter() - wall) * 1000


def _shown(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f} / {times[1]:.0f}"


def _percentiles(values: Sequence[float]) -> list[float]:
    if len(values) < 2:
        return [*values] * 4
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return [cuts[49], cuts[94], cuts[98], max(values)]


def _listed(values: Sequence[float], factor: float = 1.0) -> str:
    return ", ".join(f"{value * factor:.1f}" for value in values)


def main() -> None:
    """Print a table for each part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--messages", type=int, default=1_000)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two lines of a player, on average")
    parser.add_argument("--seconds", type=float, default=120.0, help="measured")
    parser.add_argument("--warm", type=float, default=30.0, help="seconds of play before that")
    parser.add_argument("--listed", type=int, default=1_000, help="saves that are listed")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--steps", type=Path, help="time each step of the loop, and write the longest here")
    options = parser.parse_args()
    for part in options.only:
        with TemporaryDirectory() as made:
            folder = (options.keep or Path(made)) / ("listed" if part == "listing" else "played")
            folder.mkdir(parents=True, exist_ok=True)
            speed = calibrate()
            rows = PARTS[part](folder, options)
            print(f"\n{os.cpu_count()} cores; calibration loop {speed:.0f} ms before, {calibrate():.0f} ms after")
            print(f"| {part} | | target |\n| --- | --- | --- |")
            for row in rows:
                print(f"| {' | '.join(row)} |", flush=True)


PARTS: dict[str, Callable[[Path, argparse.Namespace], list[Row]]] = {
    "offline": lambda folder, options: asyncio.run(served(folder, options, 0.0)),
    "model": lambda folder, options: asyncio.run(served(folder, options, MODEL_SECONDS)),
    "listing": lambda folder, options: listing(folder, options.listed),
}


if __name__ == "__main__":
    main()
