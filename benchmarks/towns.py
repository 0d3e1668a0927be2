"""What a person-day costs as a town grows, and as a place fills: CPU, memories and journal, each in one run.

    python -m benchmarks.towns [--people 25 200] [--crowds 5 20] [--seed 1] [--profile 25]

Each row is a synthetic town (`town`) simulated for a day in steps of ten minutes, exactly as `python -m app simulate`
does it: journal, fsync and all. The towns are of equal density; the crowds are of `--crowded` people with so many in
each place. ``--profile`` prints the functions that the last town's day spent most in. One size alone, as
``--people 1000 --crowds``, runs with a bar that says how far the day has come.
"""

import argparse
import asyncio
import cProfile
import gc
import os
import pstats
import resource
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import benchmarks.one_thread  # noqa: F401  # before numpy is imported
from app.models.clock import MINUTES_PER_DAY
from app.models.minds.mind_state import TICK, JobKind
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.simulation import Simulation, begin_simulation
from benchmarks.lived_days import lived_memories
from benchmarks.minds import CALIBRATED, LOOP, table_in
from benchmarks.town import crowd, town
from benchmarks.turns import Samples, calibrate


@dataclass(frozen=True)
class PersonDay:
    """What a day has cost for each of its people; ``beside`` is how many others stood with somebody, over the day."""

    people: int
    beside: float
    cpu: float
    loops: float
    memories: float
    talks: float
    kilobytes: float
    wall: float
    megabytes: int
    """Wall seconds of the whole day, and the most memory that the process has had by its end."""


class _Watch:
    """Looks at the game after each step, and tells apart what looking costs."""

    def __init__(self, progress: Progress, label: str, steps: int) -> None:
        self._progress, self._bar = progress, progress.add_task(label, total=steps)
        self.pace, self.aside, self.beside = Samples(), Samples(), list[float]()

    def __call__(self, state: GameState) -> None:
        with self.aside.one():
            self._progress.advance(self._bar)
            here = Counter(npc.current_location_id for npc in state.npcs.values())
            self.beside.append(sum(number * (number - 1) for number in here.values()) / len(state.npcs))
            if state.clock.minutes % CALIBRATED == 0:
                with self.pace.one():
                    sum(number * number % 7 for number in range(LOOP))


async def live(sheet: ScenarioSheet, folder: Path, seed: int, profile: cProfile.Profile | None = None) -> PersonDay:
    """Simulate one day of a scenario's people."""
    container = table_in(folder)
    turns = container.turns()
    game_id = begin_simulation(container.library(), sheet, seed=seed)
    journal, people = folder / game_id / "journal.jsonl", len(sheet.npcs)
    size, until = journal.stat().st_size, sheet.start_minutes + MINUTES_PER_DAY
    turns.state(game_id)
    gc.freeze()  # as `simulate` does once a day
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        watch = _Watch(progress, f"{sheet.title}, {people} people", MINUTES_PER_DAY // TICK)
        cpu, wall = time.process_time(), time.perf_counter()
        if profile is not None:
            profile.enable()
        await Simulation(turns, game_id, until=until).run(watch)
        if profile is not None:
            profile.disable()
        cpu = time.process_time() - cpu - sum(watch.aside.cpu) / 1000
        wall = time.perf_counter() - wall - sum(watch.aside.wall) / 1000
    state = turns.state(game_id)
    remembered = list(chain.from_iterable(lived_memories(state, npc_id) for npc_id in state.npcs))
    await turns.close(game_id)
    return PersonDay(
        people=people,
        beside=statistics.mean(watch.beside),
        cpu=cpu / people,
        loops=1000 * cpu / statistics.mean(watch.pace.cpu) / people,
        memories=len(remembered) / people,
        talks=2 * state.minds.done.get(JobKind.CONVERSE, 0) / people,
        kilobytes=(journal.stat().st_size - size) / 1000 / people,
        wall=wall,
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )


def table(days: Sequence[PersonDay]) -> list[str]:
    """A column for each, and how many times the first the last is."""
    rows = {
        "beside each, mean": ("beside", "{:.1f}"),
        "CPU a person-day, s": ("cpu", "{:.3f}"),
        "CPU a person-day, loops": ("loops", "{:.1f}"),
        "memories a person-day": ("memories", "{:.1f}"),
        "talks a person-day": ("talks", "{:.1f}"),
        "journal a person-day, KB": ("kilobytes", "{:.1f}"),
        "wall, s in all": ("wall", "{:.0f}"),
        "memory of the process so far, MB": ("megabytes", "{:,}"),
    }
    lines = [
        f"| | {' | '.join(f'{day.people} people' for day in days)} | last : first |",
        "| --- " * (len(days) + 2) + "|",
    ]
    for name, (field, form) in rows.items():
        values = [getattr(day, field) for day in days]
        ratio = f"{values[-1] / values[0]:.2f}" if len(values) > 1 and values[0] else ""
        lines.append(f"| {name} | {' | '.join(map(form.format, values))} | {ratio} |")
    return lines


def measure(sheets: Sequence[ScenarioSheet], seed: int, profile: cProfile.Profile | None = None) -> list[PersonDay]:
    """One after the other, the last one with the profile."""
    days = []
    for number, sheet in enumerate(sheets, 1):
        with TemporaryDirectory() as folder:
            days.append(asyncio.run(live(sheet, Path(folder), seed, profile if number == len(sheets) else None)))
    return days


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs="*", default=[25, 200], help="of the towns")
    parser.add_argument("--crowds", type=int, nargs="*", default=[5, 20], help="people in each place of the crowds")
    parser.add_argument("--crowded", type=int, default=40, help="people of each crowd")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", type=int, default=0, metavar="ROWS", help="of the last town")
    options = parser.parse_args()
    before = calibrate()
    if options.people:
        profile = cProfile.Profile() if options.profile else None
        towns = [town(people, options.seed) for people in options.people]
        print("towns of equal density", "", *table(measure(towns, options.seed, profile)), "", sep="\n", flush=True)
        if profile is not None:
            statistics_of = pstats.Stats(profile)
            statistics_of.sort_stats("tottime").print_stats(options.profile)
            statistics_of.sort_stats("cumulative").print_stats(options.profile)
    if options.crowds:
        crowds = [crowd(options.crowded, in_each, options.seed) for in_each in options.crowds]
        said = " and ".join(map(str, options.crowds))
        print(f"{said} people in each place", "", *table(measure(crowds, options.seed)), "", sep="\n")
    print(f"{os.cpu_count()} cores; calibration loop {before:.0f} ms before, {calibrate():.0f} ms after")


if __name__ == "__main__":
    main()
