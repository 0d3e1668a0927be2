"""What `benchmarks.beside` measures in a tree, printed as JSON.

    python -m benchmarks.probes NAME [--messages 100000] [--games 200]

For an earlier commit it is run as a script whose path begins with the tree of that commit, and imports what is there:
each probe only what it needs, so that it runs wherever that existed. `typed_lines` does since 28 November 2026.

Figures are milliseconds of CPU unless their name says otherwise; the environment names the folder of saves.
"""

import argparse
import asyncio
import gc
import inspect
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.container import Container

SAVES = Path(os.environ.get("TALEKEEPER_SAVES", "saves"))
SCENARIOS = ("tide-bell", "before-the-thaw")
GAME = "long-game"
LINES = Path(__file__).with_name("typed_lines.json")
"""Lines by what they do and where they are typed: such as are understood alike at each commit since f20f6ae7."""
SLICE = 20.0
"""Milliseconds that no step of an event loop should take."""

Figures = dict[str, float]


class Times(defaultdict[str, list[float]]):
    """Milliseconds of CPU of this process, by what took them."""

    def __init__(self) -> None:
        super().__init__(list)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        before = time.process_time()
        yield
        self[name].append((time.process_time() - before) * 1000)

    def medians(self) -> Figures:
        return {name: statistics.median(each) for name, each in self.items()}


def help_shown(_options: argparse.Namespace) -> Figures:
    """The command line in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "app", "--help"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"--help": (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000}


def simulation(_options: argparse.Namespace) -> Figures:
    """A day of 25 people, and the steps of its loop that are over 20 ms."""
    over: list[float] = []
    run_step = asyncio.Handle._run  # noqa: SLF001  # what a loop calls for each step

    def timed_step(self: asyncio.Handle) -> None:
        before = time.thread_time()
        run_step(self)
        if (took := (time.thread_time() - before) * 1000) > SLICE:
            over.append(took)

    asyncio.Handle._run = timed_step  # type: ignore[method-assign]  # noqa: SLF001
    from app.cli.main import run

    times = Times()
    with times.of("a day of 25 people"):
        code = run(("simulate", "before-the-thaw", "--days", "1", "--npcs", "25"))
    assert code == 0
    return {**times.medians(), "its steps over 20 ms (number)": len(over), "its longest step": max(over, default=0.0)}


def _record_kind() -> Any:
    try:
        return import_module("app.models.records.record").RecordKind
    except ImportError:  # where it was before it had a room of its own
        return import_module("app.models.record").RecordKind


async def _committed(session: Any) -> None:
    kind = _record_kind().SETTLE
    done = session.commit(kind) if hasattr(session, "commit") else session.append(session.record(kind))
    if inspect.isawaitable(done):  # at earlier commits it is done
        await done


async def walked(turns: Any, container: "Container", scenario: str, times: Times) -> str:
    """A game played to its end; its id."""
    turns.settle_in_background = False
    sheet = container.scenarios().load(scenario)
    game: str = container.library().begin(sheet, "Elan", seed=5)
    for line in sheet.walkthrough:
        with times.of(f"a turn of {scenario}"):
            await turns.take_turn(game, line)
        with times.of(f"settling a turn of {scenario}"):
            await turns.settle(game)
    return game


def played(_options: argparse.Namespace) -> Figures:
    """Each walkthrough: its turns, settling them, and then commits of a minute that has passed."""
    from app.container import Container

    times = Times()
    for scenario in SCENARIOS:
        container = Container()
        game = asyncio.run(walked(container.turns(), container, scenario, times))
        session = container.library().open(game)
        with asyncio.Runner() as runner:
            for _ in range(60):
                session.state.clock.advance(1)
                with times.of(f"a commit of {scenario}"):
                    runner.run(_committed(session))
    return times.medians()


def typed_lines(_options: argparse.Namespace) -> Figures:
    """Typed lines, each in a new game: reading them, what is done, and what the player reads; the mean of their
    medians."""
    from app.container import Container
    from app.events.actions.effects import apply
    from app.models.sheets.effect import MoveParty
    from app.models.state.opening import begin

    library, figures = Container().scenarios(), Figures()
    sheets = {scenario: library.load(scenario) for scenario in SCENARIOS}
    for what, by_place in json.loads(LINES.read_text("utf-8")).items():
        times = Times()
        for place, lines in by_place.items():
            scenario, place_id = place.split(": ")
            for line, _ in ((line, number) for number in range(9) for line in lines):
                state = begin(sheets[scenario], GAME)
                apply(MoveParty(to=place_id), state)
                asyncio.run(_typed(state, line, times))
        figures[f"a typed line: {what}"] = statistics.mean(times.medians().values())
    return figures


async def _typed(state: Any, line: str, times: Times) -> None:
    from app.agents.narrator.offline import OfflineNarrator
    from app.events.bus import CommandBus
    from app.events.command_table import handlers
    from app.interfaces.agents.narrator import NarrationContext
    from app.language.rendering.refusing import worded
    from app.services.game.location_service import LocationService
    from app.services.game.memory_service import DeferredMemoryService

    bus = CommandBus(handlers(LocationService(), DeferredMemoryService()), edge=worded)

    async def execute(command: Any) -> Any:
        return await bus.execute(command, state)

    async def no_prompt(_: str | None = None) -> Any:
        raise LookupError("The offline narrator reads no prompt.")

    state.open_turn(datetime(2026, 1, 1, tzinfo=UTC))
    context = NarrationContext(
        state=state,
        text=line,
        speaker=state.party.players[0],
        prompt=no_prompt,
        prompt_for_npc=no_prompt,
        execute=execute,
        tell=lambda *_, **__: None,
        show=lambda _: None,
        begin_part=lambda _: None,
    )
    with times.of(f"{state.here.id}: {line}"):
        await OfflineNarrator().carry_out(context)


def long_game(options: argparse.Namespace) -> Figures:
    """A game of very many messages: loading it, what is refused in it, what is taken back, closing it."""
    from app.container import Container

    _write([GAME], options.messages)
    times, turns = Times(), Container().turns()
    turns.settle_in_background = False
    with times.of("loading a long game"):
        turns.state(GAME)
    asyncio.run(_gone_back(turns, times))
    return times.medians()


async def _gone_back(turns: Any, times: Times) -> None:
    from app.errors import TalekeeperError
    from app.events.commands import ChangeLocationCommand

    for number in range(5):
        with times.of("a later turn in it" if number else "the first turn in it"):
            await turns.take_turn(GAME, f"say the road is open, number {number}")
    for _ in range(3):
        with times.of("a refused command in it"), suppress(TalekeeperError):
            await turns.execute(GAME, ChangeLocationCommand(location_id="nowhere"))
        with times.of("undo in it"):
            await turns.undo(GAME)
        with times.of("retry in it"):
            await turns.retry(GAME)
    with times.of("closing it"):
        await turns.close(GAME)


def open_games(options: argparse.Namespace) -> Figures:
    """Many games of 1,000 messages: what they hold, and what is left when all are closed."""
    from app.container import Container

    games = [f"game-{number}" for number in range(options.games)]
    _write(games, 1_000)
    return asyncio.run(_opened(Container().turns(), games))


async def _opened(turns: Any, games: list[str]) -> Figures:
    before = _resident()
    for game in games:
        turns.state(game)
    held = _resident() - before
    for game in games:
        await turns.close(game)
    gc.collect()
    return {f"{len(games)} open games (MB)": held, "left when they are closed (MB)": _resident() - before}


def _write(games: list[str], messages: int) -> None:
    """Write games in another process, so that what writing holds is not counted."""
    from app.stores.json_store import JsonGameStore
    from benchmarks.long_game import write_game

    if (child := os.fork()) == 0:
        for game in games:
            write_game(JsonGameStore(SAVES), game, messages)
        os._exit(0)
    os.waitpid(child, 0)


def _resident() -> float:
    """Resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


PROBES = {probe.__name__: probe for probe in (help_shown, simulation, played, typed_lines, long_game, open_games)}


def main() -> None:
    """Run one probe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe", choices=PROBES)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    os.fsync = os.fstat  # type: ignore[assignment]  # the disk is not measured
    print("\n" + json.dumps(PROBES[options.probe](options)))


if __name__ == "__main__":
    main()
