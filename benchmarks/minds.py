"""What people's minds cost as a world grows old: time and bytes for each simulated day, recalls, writes and pruning.

    python -m benchmarks.minds [--days 30] [--npcs 25] [--scenario before-the-thaw] [--seed 1]
    python -m benchmarks.minds --quality [--days 3] [--npcs 25] [--seeds 1 2 3] [--people [NAME …]]
    python -m benchmarks.minds --party [--npcs 25] [--seed 1]

A world is simulated offline, in steps of ten minutes, exactly as `python -m app simulate` does it: journal, fsync and
all. After day 3 and after the last day each person recalls, remembers and forgets once, and the median and the slowest
are shown. What must hold of people (plans, reflections, limits) is counted along the way.

``--quality`` shows instead whether those days mean something (`minds_quality`), and with ``--people`` the days of some
(by default of the two who concluded most) as a diary. ``--party`` is the party test (`minds_party`).
"""

import argparse
import asyncio
import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import benchmarks.one_thread  # noqa: F401  # before numpy is imported
from app.container import Container
from app.embeddings.vectors import WORDS
from app.language.language import default_language
from app.memory.entries.markers import is_inactive
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.condensing import is_condensed
from app.memory.stream.pruner import MemoryLimits, prune
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.minds.mind_state import TICK
from app.models.minds.plan import PLAN_HOUR
from app.models.state.game_state import GameState
from app.services.game.simulation import Simulation, begin_simulation
from app.services.game.turns.turn_service import TurnService
from app.settings import Settings
from benchmarks import minds_party
from benchmarks.lived_days import Lived
from benchmarks.lived_days import live as live_through
from benchmarks.minds_diary import diary, most_thoughtful, people_called
from benchmarks.minds_quality import table, told_gatherings
from benchmarks.turns import Samples, calibrate

EARLY = 3
"""The day that the last one is compared with."""
CALIBRATED, LOOP = 30, 100_000
"""Game minutes from one calibration loop to the next while a day is simulated, and its length."""
OBSERVED = (MemoryKind.OBSERVATION, MemoryKind.CONVERSATION)


@dataclass
class Day:
    """Seconds, those of CPU also in calibration loops run in between, and what a day has left behind."""

    cpu: float
    loops: float
    wall: float
    kilobytes: float
    records: int
    memories: int


@dataclass
class People:
    """What must hold of everybody, counted."""

    mornings: int = 0
    good_mornings: int = 0
    reflections: dict[tuple[str, int], int] = field(default_factory=dict)
    most_observed: int = 0
    most_reflections: int = 0
    old_talks: int = 0

    def look(self, state: GameState) -> None:
        """After each step: little enough to cost nothing."""
        if state.clock.minutes % MINUTES_PER_DAY == PLAN_HOUR + 20:
            self.mornings += len(state.npcs)
            self.good_mornings += sum(5 <= len(npc.plan) <= 8 for npc in state.npcs.values())
        for npc_id, npc in state.npcs.items():
            self.reflections.update({(npc_id, day): times for day, times in npc.mind.reflections.items()})

    def look_closely(self, state: GameState) -> None:
        """After each day."""
        for npc_id in state.npcs:
            entries = state.memories(Scope.npc(npc_id))
            standing = [entry for entry in entries if not is_inactive(state.status(entry.id))]
            self.most_observed = max(self.most_observed, sum(entry.kind in OBSERVED for entry in standing))
            reflections = sum(entry.kind is MemoryKind.REFLECTION for entry in standing)
            self.most_reflections = max(self.most_reflections, reflections)
            self.old_talks += _old_talks(state, standing)

    def told(self, people: int, first_day: int, last_day: int) -> str:
        """All of it in a few lines."""
        days = [
            self.reflections.get((npc_id, day), 0) for npc_id, day in self.reflections if first_day < day < last_day
        ]
        wanted = people * (last_day - first_day - 1)
        return (
            f"plans of 5-8 items: {self.good_mornings} of {self.mornings} mornings; "
            f"1-2 reflections: {sum(1 <= times <= 2 for times in days)} of {wanted} whole days; "
            f"at most {self.most_observed} observations, {self.most_reflections} reflections; "
            f"lines of talks uncondensed after 48 h: {self.old_talks}"
        )


def _old_talks(state: GameState, standing: list[MemoryEntry]) -> int:
    """Count the lines that stand as they were said two days and a tick ago."""
    old = state.clock.minutes - 2 * MINUTES_PER_DAY - TICK
    lines = (entry for entry in standing if entry.kind is MemoryKind.CONVERSATION and not is_condensed(entry))
    return sum((entry.game_time or 0) < old for entry in lines)


def table_in(folder: Path) -> Container:
    """Everything as `simulate` has it."""
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline", embedder=WORDS))
    container.turns().settle_in_background = False
    return container


async def live(folder: Path, options: argparse.Namespace) -> tuple[list[Day], dict[int, dict[str, Samples]], str]:
    """Simulate; each day's cost, the figures of single operations by day, and what was counted."""
    container = table_in(folder)
    turns, scenario = container.turns(), container.scenarios().load(options.scenario)
    game_id = begin_simulation(container.library(), scenario, seed=options.seed, people=options.npcs)
    journal = folder / game_id / "journal.jsonl"
    began = turns.state(game_id).clock.minutes
    days: list[Day] = []
    single: dict[int, dict[str, Samples]] = {}
    people = People()
    for number in range(1, options.days + 1):
        gc.freeze()  # as `simulate` does once a day
        simulation = Simulation(turns, game_id, until=began + number * MINUTES_PER_DAY)
        days.append(await _a_day(turns, game_id, simulation, journal, people.look))
        people.look_closely(turns.state(game_id))
        print(
            f"day {number}: {days[-1].cpu:.1f} s CPU, {days[-1].wall:.1f} s, {days[-1].kilobytes:,.0f} KB", flush=True
        )
        if number in (EARLY, options.days):
            single[number] = one_by_one(turns.state(game_id))
    last = day_of(turns.state(game_id).clock.minutes)
    counted = people.told(len(turns.state(game_id).npcs), day_of(began), last)
    await turns.close(game_id)
    return days, single, counted


async def _a_day(
    turns: TurnService, game_id: str, simulation: Simulation, journal: Path, look: Callable[[GameState], None]
) -> Day:
    size, seq = _bytes(journal), turns.library.open(game_id).last_seq
    remembered, pace = _remembered(turns.state(game_id)), Samples()

    def step(state: GameState) -> None:
        look(state)
        if state.clock.minutes % CALIBRATED == 0:
            with pace.one():
                sum(number * number % 7 for number in range(LOOP))

    cpu, wall = time.process_time(), time.perf_counter()
    await simulation.run(step)
    cpu, wall = time.process_time() - cpu - sum(pace.cpu) / 1000, time.perf_counter() - wall - sum(pace.wall) / 1000
    return Day(
        cpu=cpu,
        loops=1000 * cpu / statistics.mean(pace.cpu),
        wall=wall,
        kilobytes=(_bytes(journal) - size) / 1000,
        records=turns.library.open(game_id).last_seq - seq,
        memories=_remembered(turns.state(game_id)) - remembered,
    )


def _bytes(journal: Path) -> int:
    return journal.stat().st_size


def _remembered(state: GameState) -> int:
    return sum(len(npc.npc_memories) for npc in state.npcs.values())


def one_by_one(state: GameState) -> dict[str, Samples]:
    """What single operations take, each person's stream once. What is added stays in the world, as a turn's would."""
    recall, hybrid, write, forget = Samples(), Samples(), Samples(), Samples()
    recaller, now = Recaller(), state.clock.minutes
    for npc_id, npc in state.npcs.items():
        stream = MemoryStream(state, Scope.npc(npc_id))
        stream.index.follow_messages(state)
        by_rule = RecallQuery(
            now=now, terms=default_language().lines("recall.plan"), limit=15, preset=Preset.SITUATIONAL
        )
        question = RecallQuery(now=now, text="Who came to the square at noon?", limit=8)
        recaller.recall(stream, question)  # the first one indexes what has been remembered since the last
        with recall.one():
            recaller.recall(stream, by_rule)
        with hybrid.one():
            recaller.recall(stream, question)
        context = MemoryContext(
            content="Saw somebody count the days on a beam.",
            created_at=state.written_at,
            location_id=npc.current_location_id,
            importance=2.0,
        )
        with write.one():
            stream.add(MemoryKind.OBSERVATION, context)
            len(stream.index.entries)
        for _ in range(20):
            stream.add(MemoryKind.OBSERVATION, context)
        len(stream.index.entries)
        with forget.one():
            prune(state, stream.scope, MemoryLimits())
    return {"recall, situational": recall, "recall, hybrid": hybrid, "write": write, "prune 20 too many": forget}


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, help="30, of --quality 3")
    parser.add_argument("--npcs", type=int, default=25)
    parser.add_argument("--scenario", default="before-the-thaw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quality", action="store_true", help="what the days mean, instead of what they cost")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="of --quality: a column each")
    parser.add_argument(
        "--people", nargs="*", metavar="NAME", help="of --quality: print the first seed's days of these"
    )
    parser.add_argument("--party", action="store_true", help="who hears of an occasion, plans to come, and comes")
    options = parser.parse_args()
    options.days = options.days or (3 if options.quality else 30)
    if options.party:
        print_parties(options)
    elif options.quality:
        print_quality(options)
    else:
        print_costs(options)


def print_quality(options: argparse.Namespace) -> None:
    """The table, a column for each seed; then the occasions, and the diaries that were asked for."""
    columns: dict[str, Lived] = {}
    for seed in options.seeds:
        with TemporaryDirectory() as folder:
            made = live_through(
                table_in(Path(folder)),
                Path(folder),
                days=options.days,
                people=options.npcs,
                seed=seed,
                scenario=options.scenario,
            )
            columns[f"seed {seed}"] = asyncio.run(made)
    print("\n".join(table(columns)), flush=True)
    for name, lived in columns.items():
        print(*(f"{name}: {each}" for each in told_gatherings(lived)), sep="\n")
    if options.people is not None:
        lived = next(iter(columns.values()))
        for npc_id in people_called(lived, options.people) or most_thoughtful(lived):
            print("", *diary(lived, npc_id), sep="\n")


def print_parties(options: argparse.Namespace) -> None:
    """All variants and their means, the controls, and through whom each was told on."""
    known = minds_party.parties()
    outcomes: dict[minds_party.Party, minds_party.Outcome] = {}
    for party in (*known.variants, *known.controls.values()):
        with TemporaryDirectory() as folder:
            held = minds_party.hold(table_in(Path(folder)), party, people=options.npcs, seed=options.seed)
            outcomes[party] = asyncio.run(held)
        print(f"{party.event}: {minds_party.told_on(outcomes[party])}", flush=True)
    print("", *minds_party.table([outcomes[party] for party in known.variants]), sep="\n")
    for name, party in known.controls.items():
        print("", f"control, {name}:", *minds_party.table([outcomes[party]]), sep="\n")


def print_costs(options: argparse.Namespace) -> None:
    before = calibrate()
    with TemporaryDirectory() as folder:
        days, single, counted = asyncio.run(live(Path(folder), options))
    after = calibrate()
    print(f"{os.cpu_count()} cores; calibration loop {before:.0f} ms before, {after:.0f} ms after")
    print(counted)
    _print_days(days)
    _print_single(single)


def _print_days(days: list[Day]) -> None:
    """Single days, and the median of the last three beside that of the days around `EARLY`."""
    shown = list(dict.fromkeys(number for number in (1, 2, EARLY, 7, 14, 21, len(days)) if number <= len(days)))
    early, late = days[EARLY - 2 : EARLY + 1] or days[:1], days[-3:]
    header = ["day", *map(str, shown), f"last 3 : days {EARLY - 1}-{EARLY + 1}"]
    print("| " + " | ".join(header) + " |\n" + "| --- " * len(header) + "|")
    rows: dict[str, tuple[Callable[[Day], float], str]] = {
        "CPU, s": (lambda day: day.cpu, "{:.1f}"),
        "wall, s": (lambda day: day.wall, "{:.1f}"),
        "CPU, loops": (lambda day: day.loops, "{:.0f}"),
        "journal, KB": (lambda day: day.kilobytes, "{:,.0f}"),
        "records": (lambda day: day.records, "{:,.0f}"),
        "memories": (lambda day: day.memories, "{:,.0f}"),
    }
    for name, (value, form) in rows.items():
        cells = [form.format(value(days[number - 1])) for number in shown]
        ratio = statistics.median(map(value, late)) / statistics.median(map(value, early))
        print(f"| {name} | " + " | ".join(cells) + f" | {ratio:.2f} |")


def _print_single(single: dict[int, dict[str, Samples]]) -> None:
    header = ["CPU, median / slowest, ms", *(f"after day {number}" for number in single)]
    print("\n| " + " | ".join(header) + " |\n" + "| --- " * len(header) + "|")
    for name in next(iter(single.values())):
        columns = [figures[name].cpu for figures in single.values()]
        print(
            f"| {name} | " + " | ".join(f"{statistics.median(each):.2f} / {max(each):.2f}" for each in columns) + " |"
        )


if __name__ == "__main__":
    main()
