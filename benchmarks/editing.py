"""How long an edit of the larger scenario takes from saving its file until it is in the running game.

Run by hand: ``python -m benchmarks.editing``
"""

import asyncio
import io
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from time import perf_counter

from dependency_injector import providers
from rich.console import Console

from app.cli.playing.table import GameTable
from app.cli.playing.watching import edits_of
from app.cli.rendering.screen import Screen
from app.container import Container
from app.embeddings.vectors import WORDS
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.folders.writing import folder_files
from app.scenarios.scenario_writing import scenario_bytes
from app.settings import OFFLINE, Settings

SCENARIO = "before-the-thaw"
TURNS = 60
EDITS = 5


def _described(sheet: ScenarioSheet, text: str) -> ScenarioSheet:
    first, *others = sheet.locations
    return sheet.model_copy(update={"locations": (first.model_copy(update={"description": text}), *others)})


def _write_file(path: Path, sheet: ScenarioSheet) -> None:
    path.write_bytes(scenario_bytes(sheet, path.name))


def _write_folder(path: Path, sheet: ScenarioSheet) -> None:
    for name, text in folder_files(sheet).items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


async def _measured(saves: Path, path: Path, write: Callable[[Path, ScenarioSheet], None]) -> list[float]:
    """Return the seconds of each edit: from its last written byte until the game has it."""
    container = Container()
    container.settings.override(providers.Object(Settings(saves=saves, model=OFFLINE, embedder=WORDS)))
    sheet = container.scenarios().load(SCENARIO)
    write(path, sheet)
    turns, game_id = container.turns(), container.library().begin(sheet, "Mara", seed=1)
    for line in sheet.walkthrough[:TURNS]:
        await turns.take_turn(game_id, line)
    await turns.settle(game_id)
    quiet = Console(file=io.StringIO())
    table, taken = GameTable(Screen(quiet, quiet), container, game_id), asyncio.Event()
    watching = asyncio.create_task(_take_in(lambda: table.take_in(path), path, taken))
    seconds = list[float]()
    await taken.wait()  # watching has begun
    for number in range(EDITS):
        taken.clear()
        edited = _described(sheet, f"It was rebuilt {number + 1} times.")
        await asyncio.to_thread(write, path, edited)
        began = perf_counter()
        while turns.state(game_id).amended.authored != edited:
            taken.clear()
            await taken.wait()
        seconds.append(perf_counter() - began)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await table.close()
    return seconds


async def _take_in(work: Callable[[], Awaitable[None]], path: Path, taken: asyncio.Event) -> None:
    async with aclosing(edits_of(path)) as edits:
        async for _ in edits:
            await work()
            taken.set()


def main() -> None:
    print("| the scenario is | first edit | median of the others | slowest |\n| --- | --- | --- | --- |")
    for name, write in ((f"{SCENARIO}.json", _write_file), (SCENARIO, _write_folder)):
        with tempfile.TemporaryDirectory() as folder:
            first, *others = asyncio.run(_measured(Path(folder, "saves"), Path(folder, name), write))
        kind = "one file" if name.endswith(".json") else "a folder"
        middle = sorted(others)[len(others) // 2]
        print(f"| {kind} | {first:.2f} s | {middle:.2f} s | {max(first, *others):.2f} s |")


if __name__ == "__main__":
    main()
