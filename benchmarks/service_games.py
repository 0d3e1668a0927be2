"""Saved games for `benchmarks.service`, in a process of its own: what writing them holds is not the server's.

    python -m benchmarks.service_games FOLDER --games 200 --messages 1000

Each scenario that ships is played twice, with other chance, to so many messages, its captures settled after each turn;
the games are copies of these, in turn. ``FOLDER/games.json`` says which games are of which scenario.
"""

import argparse
import asyncio
import json
from pathlib import Path
from random import Random

from app.container import Container
from app.errors import TalekeeperError
from app.models.records.record import Journal
from app.models.sheets.scenario import ScenarioSheet
from app.settings import Settings

SCENARIOS = ("tide-bell", "before-the-thaw")
SEEDS = (11, 12)
LINES = Path("tests/data/lines")
WALKED = 0.6  # of the lines that players send; the rest is typed freely


def lines_of(sheet: ScenarioSheet) -> list[str]:
    """What players of a scenario type: its walkthrough, and lines of two writers who did not know the program."""
    files = [(LINES / name).read_text("utf-8").splitlines() for name in ("w1.jsonl", "w2.jsonl")]
    typed = [json.loads(line)["line"] for file in files for line in file]
    return list(sheet.walkthrough) * round(WALKED / (1 - WALKED) * len(typed) / len(sheet.walkthrough)) + typed


async def played(container: Container, scenario: str, seed: int, messages: int) -> Journal:
    """A game of at least so many messages: the walkthrough, then lines by chance."""
    turns, library = container.turns(), container.library()
    turns.settle_in_background = False
    sheet, rng = container.scenarios().load(scenario), Random(seed)
    game_id, lines = library.begin(sheet, "Elan", seed=seed), lines_of(sheet)
    walked = iter(sheet.walkthrough)
    while len(turns.state(game_id).conversation_history) < messages:
        try:
            await turns.take_turn(game_id, next(walked, None) or rng.choice(lines))
        except TalekeeperError as error:
            print(f"{scenario}: {error}", flush=True)
        await turns.settle(game_id)
    await container.recall().prepare(turns.state(game_id))  # the vectors of its texts, which all copies share
    await turns.close(game_id)
    journal = library.read(game_id)
    library.store.delete(game_id)
    return journal


async def write_games(folder: Path, games: int, messages: int) -> None:
    container = Container()
    container.settings.override(Settings(saves=folder / "saves", model="offline"))
    sources: list[tuple[str, Journal]] = []
    for seed in SEEDS[: max(1, games // len(SCENARIOS))]:
        for scenario in SCENARIOS[:games]:  # what no game is a copy of is not played
            journal = await played(container, scenario, seed, messages)
            sources.append((scenario, journal))
            print(f"{scenario}: played {len(journal.records)} records", flush=True)
    found: dict[str, list[str]] = {}
    for number in range(games):
        scenario, journal = sources[number % len(sources)]
        found.setdefault(scenario, []).append(container.library().import_journal(journal))
    (folder / "games.json").write_text(json.dumps(found), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args()
    asyncio.run(write_games(options.folder, options.games, options.messages))


if __name__ == "__main__":
    main()
