"""What many open games hold: memory, open descriptors, and what is left when all are closed.

    python -m benchmarks.open_games [--games 200] [--messages 1000]

Resident memory in MB above that before the first game; descriptors by the names of their files. Linux only (/proc).
"""

import argparse
import asyncio
import os
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from app.container import Container
from app.settings import Settings
from app.stores.json_store import JsonGameStore
from benchmarks.long_game import write_game


def resident() -> float:
    """Resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def files_in(folder: Path) -> Counter[str]:
    """The files of a folder that this process holds open, by name."""
    links = [f"/proc/self/fd/{entry}" for entry in os.listdir("/proc/self/fd")]
    names = [os.readlink(link) for link in links if os.path.lexists(link)]
    return Counter(Path(name).name for name in names if Path(name).is_relative_to(folder))


async def measure(folder: Path, games: int, *, play: bool) -> None:
    """Open every game, with a turn or without, then close them."""
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline"))
    turns, library = container.turns(), container.library()
    before, cpu = resident(), time.process_time()
    for number in range(games):
        if play:
            await turns.take_turn(f"game-{number}", "look")
        else:
            library.open(f"game-{number}")
    opened, files = resident() - before, files_in(folder)
    cpu = time.process_time() - cpu
    for number in range(games):
        await turns.close(f"game-{number}")
    what = "open, one turn each" if play else "open"
    held = ", ".join(f"{count} {name}" for name, count in files.items())
    print(
        f"| {what} | {opened:.0f} | {resident() - before:.0f} | {held} | {len(files_in(folder))} | {cpu:.1f} |",
        flush=True,
    )


def main() -> None:
    """Write the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args()
    print("| | MB | MB after closing all | files held open | after closing all | CPU, s |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for play in (False, True):
        with TemporaryDirectory() as folder:
            if (child := os.fork()) == 0:  # so that what writing has used is not counted
                store = JsonGameStore(Path(folder))
                for number in range(options.games):
                    write_game(store, f"game-{number}", options.messages)
                os._exit(0)
            os.waitpid(child, 0)
            if (child := os.fork()) == 0:
                asyncio.run(measure(Path(folder), options.games, play=play))
                os._exit(0)
            os.waitpid(child, 0)


if __name__ == "__main__":
    main()
