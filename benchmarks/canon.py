"""What canon costs: turns, orders, undo and loading of a game with many made people and facts, beside one without.

    python -m benchmarks.canon [--people 200] [--facts 1000] [--turns 10] [--games 9]

Milliseconds, medians, offline. The last row plays as many games with canon by turns in one process.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.container import Container
from app.events.command_table import parse_command
from app.models.records.folding import fold_journal
from app.models.records.record import Record, RecordKind
from app.models.sheets.canon import CanonChange, CanonEntry, FactEntry, PersonEntry
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import CanonLevel
from app.settings import Settings
from app.testing.world import small_sheet

LINES = ("look", "What is your name?", "take the lantern", "Who is Person 7?", "wait")
PER_TURN = 5  # additions that a turn may make


def changes(people: int, facts: int) -> list[CanonChange]:
    """The canon of a game: people, none of whom is where the party is, and facts about them."""
    made: list[CanonChange] = []
    for number in range(people):
        any_id = f"made-person-{number}"
        sheet = NPCSheet(id=any_id, name=f"Person {number}", description="One of many.", start_location="cell-1")
        made.append(PersonEntry(sheet=sheet))
        made += [
            FactEntry(subject=any_id, attribute=f"mark {fact}", value=f"{number}")
            for fact in range(facts // people + (number < facts % people))
        ]
    return made


def new_game(container: Container, people: int, facts: int) -> str:
    """Begin a game and write its canon as a game master's turns would have."""
    library, store = container.library(), container.stores().games
    sheet = small_sheet().model_copy(update={"canon": CanonLevel.OPEN})
    game_id: str = library.begin(sheet, "Mara", seed=7)
    library.close(game_id)
    made = changes(people, facts) if people else []
    for seq, first in enumerate(range(0, len(made), PER_TURN), 1):
        canon = tuple(CanonEntry(change=change, turn=seq, game_time=480) for change in made[first : first + PER_TURN])
        record = Record(seq=seq, kind=RecordKind.TURN, parent=seq - 1, turn=seq, at=container.now()(), canon=canon)
        store.append(game_id, record, seq - 1)
    store.release(game_id)
    return game_id


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


async def measure(container: Container, name: str, game_id: str, turns: int) -> None:
    """Print the row of one game."""
    service, library = container.turns(), container.library()
    journal = library.read(game_id)
    folding = []
    for _ in range(3):
        start = time.perf_counter()
        fold_journal(journal)
        folding.append((time.perf_counter() - start) * 1000)
    first = await timed(partial(service.take_turn, game_id, "look"))
    played = [await timed(partial(service.take_turn, game_id, LINES[at % len(LINES)])) for at in range(turns)]
    thing = {"kind": "create_item", "name": "brass lamp", "description": "New."}
    fact = {"kind": "establish_fact", "subject": "mara", "attribute": "debt", "value": "ten crowns"}
    made, said, undone = [], [], []
    for _ in range(3):
        made.append(await timed(partial(service.execute, game_id, parse_command(thing))))
        undone.append(await timed(partial(service.undo, game_id)))
        said.append(await timed(partial(service.execute, game_id, parse_command(fact))))
        await service.undo(game_id)
    cells = (median(folding), first, median(played), median(made), median(said), median(undone))
    print(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |", flush=True)


async def compare(folder: Path, options: argparse.Namespace) -> None:
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline", embedder="words"))
    print("| canon | load | first turn | a turn | a thing made | a fact | undo of it |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    await measure(container, "none", new_game(container, 0, 0), options.turns)
    name = f"{options.people} people, {options.facts} facts"
    await measure(container, name, new_game(container, options.people, options.facts), options.turns)
    games = [new_game(container, options.people, options.facts) for _ in range(options.games)]
    service = container.turns()
    for game_id in games:
        await service.take_turn(game_id, "look")
    by_turns = [
        await timed(partial(service.take_turn, game_id, LINES[at % len(LINES)]))
        for at in range(options.turns)
        for game_id in games
    ]
    print(f"| {options.games} games of it, by turns | | | {median(by_turns):.1f} | | | |", flush=True)


def main() -> None:
    """Write the games, play them and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--facts", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--games", type=int, default=9)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        asyncio.run(compare(Path(folder), options))


if __name__ == "__main__":
    main()
