"""What a turn, a capture, a commit and loading cost as a game grows.

    python -m benchmarks.turns [--messages 1000 10000 100000] [--rounds 40]

Each figure is the median of the rounds, CPU and wall. Nothing is warm that would not be warm in play: a game is loaded
from disk, then turns are played in it. A first turn is measured together with opening the game, after the same line in
another game of the process; the last lines say how many times opening alone it costs, per cent of CPU in one run. What
it does not ask for is indexed in the background and not counted. fsync is left out of "commit" and measured beside it.
"""

import argparse
import asyncio
import gc
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from app.container import Container, now
from app.errors import TalekeeperError
from app.events.commands import AddNoteCommand, ChangeLocationCommand
from app.models.memory import Scope
from app.models.messages.message import Message, Role
from app.models.records.folding import fold_journal
from app.models.records.record import RecordKind
from app.services.game.captures.message_ranges import close_ranges
from app.services.game.games.session import GameSession
from app.services.game.memory_service import DeferredMemoryService, MemoryService
from app.services.game.turns.turn_service import TurnService
from app.settings import Settings
from app.stores.json_store import JsonGameStore
from benchmarks.long_game import BYSTANDERS, write_game

GAME = "long-game"
OTHER = "short-game"
FIRST_TURNS = {
    "opening": None,
    "opening, look": "look",
    "opening, words": "say the road is open",
    "opening, question": "what did we say about the mill?",
}
"""By row the line that is typed first; None: none."""


@dataclass
class Samples:
    """Milliseconds, CPU and wall, of repeated runs of one thing."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @contextmanager
    def one(self) -> Iterator[None]:
        cpu, wall = time.process_time(), time.perf_counter()
        yield
        self.cpu.append((time.process_time() - cpu) * 1000)
        self.wall.append((time.perf_counter() - wall) * 1000)

    def __str__(self) -> str:
        return f"{statistics.median(self.cpu):.3f} / {statistics.median(self.wall):.3f}"


def calibrate() -> float:
    """Milliseconds of CPU for a fixed loop: how fast this machine is right now."""
    samples = Samples()
    for _ in range(5):
        with samples.one():
            total = 0
            for number in range(1_000_000):
                total += number * number % 7
    return statistics.median(samples.cpu)


class FixedSummarizer:
    """Answers at once: the capture's own work is measured, not a summarizer's."""

    async def _answer(self, *_: object) -> str:
        return "The company talked about the road."

    summarize_location_session = summarize_npc_interactions = summarize_world_update = _answer


def measure(messages: int, rounds: int) -> dict[str, Samples | float]:
    """All figures for a game of so many messages."""
    with TemporaryDirectory() as folder:
        store = JsonGameStore(Path(folder))
        write_game(store, GAME, messages)
        journal = Path(folder) / GAME / "journal.jsonl"
        figures: dict[str, Samples | float] = {"bytes on disk": float(journal.stat().st_size)}
        figures["load"] = _loading(store)
        write_game(store, OTHER, 200)
        figures |= asyncio.run(_opening(Path(folder)))
        figures |= asyncio.run(_playing(Path(folder), rounds))
        session = GameSession(store, store.read(GAME), now)
        for name, capture in CAPTURES.items():
            figures[name] = asyncio.run(_capturing(session, capture, rounds))
        figures |= _committing(store, journal, rounds)
        return figures


def _loading(store: JsonGameStore) -> Samples:
    samples = Samples()
    for _ in range(3):
        gc.collect()
        with samples.one():
            fold_journal(store.read(GAME))
    return samples


def _turns_of(folder: Path) -> TurnService:
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline"))
    turns = container.turns()
    turns.settle_in_background = False
    return turns


async def _opening(folder: Path) -> dict[str, Samples | float]:
    """Opening the game, alone and with a first turn; in turn, so that what else is at work meets all of them."""
    found = {name: Samples() for name in FIRST_TURNS}
    with patch("os.fsync", int):
        for number in range(4):
            for name, line in FIRST_TURNS.items():
                turns = _turns_of(folder)
                await turns.take_turn(OTHER, line or "look")
                gc.collect()
                with found[name].one():
                    await turns.library.opened(GAME)
                    if line is not None:
                        await turns.take_turn(GAME, line)
                if line is not None:
                    await turns.undo(GAME)
                for game_id in (GAME, OTHER):
                    await turns.close(game_id)
            if number == 0:  # patterns are compiled, weights are read
                found = {name: Samples() for name in FIRST_TURNS}
    return {**found}


async def _playing(folder: Path, rounds: int) -> dict[str, Samples | float]:
    """Turns through the whole TurnService with the offline narrator, without fsync and without settling."""
    turns, others = _turns_of(folder), Samples()
    with patch("os.fsync", int):
        await turns.take_turn(GAME, "look")
        for number in range(rounds):
            with others.one():
                await turns.take_turn(GAME, f"say the road is open, number {number}")
    going_back = await _going_back(turns)
    tokens = (await turns.explain(GAME, turns.state(GAME).turn)).tokens
    await turns.close(GAME)
    return {"turn": others, **going_back, "prompt tokens": float(tokens)}


async def _going_back(turns: TurnService) -> dict[str, Samples]:
    """What is refused, fails, is undone or told again, of turns that were played here."""
    nowhere, note = ChangeLocationCommand(location_id="no-such-place"), AddNoteCommand(text="The road is open.")
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "refused command": lambda: turns.execute(GAME, nowhere),
        "failed turn": lambda: turns.execute(GAME, note, nowhere),
        "undo": lambda: turns.undo(GAME),
        "retry": lambda: turns.retry(GAME),
    }
    figures = {name: Samples() for name in ways}
    with patch("os.fsync"):
        for _ in range(5):
            for name, go_back in ways.items():
                with figures[name].one(), suppress(TalekeeperError):
                    await go_back()
    return figures


def _say(session: GameSession, place: str, heard: tuple[str, ...], named: tuple[str, ...]) -> None:
    state = session.state
    for _ in range(10):
        state.conversation_history.append(
            Message(
                index=len(state.conversation_history),
                turn=state.turn + 1,
                role=Role.NARRATOR,
                speaker_name="Narrator",
                content="The company talked about the road and the rain.",
                location_id=place,
                witness_ids=heard,
                npc_ids=named,
                game_time=state.clock.minutes,
                timestamp=now(),
            )
        )


def _fresh_cursor(session: GameSession) -> str:
    _say(session, "place-1", ("talker-1",), ("talker-1",))
    return "place-1"


def _no_cursor(session: GameSession) -> str:
    scope = Scope.location("place-0")
    session.state.scenario.last_location_message_index.pop(scope.owner_id or "", None)
    session.state.scenario.last_npc_message_index.pop("talker-0", None)
    _say(session, "place-0", ("talker-0",), ("talker-0",))
    return "place-0"


def _never_named(session: GameSession) -> str:
    _say(session, "place-0", tuple(f"bystander-{n}" for n in range(BYSTANDERS)), ())
    return "place-0"


CAPTURES: dict[str, Callable[[GameSession], str]] = {
    "capture, fresh cursor": _fresh_cursor,
    "capture, no cursor": _no_cursor,
    "capture, ten never named": _never_named,
}


async def _capturing(session: GameSession, prepare: Callable[[GameSession], str], rounds: int) -> Samples:
    """Request, fix, condense and apply ten new messages; each round in a place that holds no more than those."""
    summarizer = FixedSummarizer()
    memory = MemoryService(summarizer, summarizer, now)
    requests = DeferredMemoryService()
    samples = Samples()
    for _ in range(rounds):
        place = prepare(session)
        if prepare is _no_cursor:
            _only_the_last_ten(session, place)
        session.state.message_index.of(Scope.world(), 0, 0)
        with samples.one():
            await requests.on_location_exit(session.state, place)
            close_ranges(session.state, 30)
            await memory.settle(session.state)
        assert not session.state.pending, "every capture was done"
    return samples


def _only_the_last_ten(session: GameSession, place: str) -> None:
    """The rounds before have left messages here: what is measured is a place with ten messages and no cursor."""
    last = len(session.state.conversation_history) - 11
    for scope in (Scope.location(place), Scope.npc("talker-0")):
        if session.state.message_index.of(scope, 0, last):
            session.state.set_cursor(scope, last)


def _committing(store: JsonGameStore, journal: Path, rounds: int) -> dict[str, Samples | float]:
    """One turn's record: with and without fsync, and its bytes."""
    session = GameSession(store, store.read(GAME), now)
    store.acquire(GAME)
    without, with_fsync = Samples(), Samples()
    sizes: list[int] = []
    with asyncio.Runner() as runner:
        for number in range(2 * rounds):
            session.state.turn += 1
            session.state.clock.advance(1)
            _say_turn(session)
            before = journal.stat().st_size
            if number % 2:
                with with_fsync.one():
                    runner.run(session.append(session.record(RecordKind.TURN)))
            else:
                with patch("os.fsync", int), without.one():
                    runner.run(session.append(session.record(RecordKind.TURN)))
            sizes.append(journal.stat().st_size - before)
    store.release(GAME)
    return {"commit": without, "commit with fsync": with_fsync, "commit bytes": statistics.median(sizes)}


def _say_turn(session: GameSession) -> None:
    state = session.state
    for role in (Role.PLAYER, Role.NARRATOR, Role.SYSTEM):
        state.conversation_history.append(
            Message(
                index=len(state.conversation_history),
                turn=state.turn,
                role=role,
                content="The road is open, says the company, and the rain has stopped for good this time.",
                location_id="place-1",
                witness_ids=("talker-1",),
                game_time=state.clock.minutes,
                timestamp=now(),
            )
        )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    before = calibrate()
    columns = [measure(messages, options.rounds) for messages in options.messages]
    after = calibrate()
    print(
        f"{os.cpu_count()} cores; calibration loop {before:.0f} ms before, {after:.0f} ms after; times CPU / wall in ms"
    )
    header = ["", *(f"{messages:,}" for messages in options.messages), "last : first"]
    print("| " + " | ".join(header) + " |")
    print("| --- " * len(header) + "|")
    for name in columns[0]:
        values = [column[name] for column in columns]
        print(f"| {name} | " + " | ".join(_shown(value) for value in values) + f" | {_ratio(values[0], values[-1])} |")
    for messages, column in zip(options.messages, columns, strict=True):
        load = column["load"]
        if isinstance(load, Samples):
            print(f"loading {messages:,}: {statistics.median(load.cpu) * 1000 / messages:.1f} us CPU a message")
    for messages, column in zip(options.messages, columns, strict=True):
        ratios = (f"{name.removeprefix('opening, ')} {_ratio(column['opening'], column[name])}" for name in FIRST_TURNS)
        print(f"opening {messages:,} and a first turn, as a multiple of opening: {', '.join(list(ratios)[1:])}")


def _shown(value: Samples | float) -> str:
    return str(value) if isinstance(value, Samples) else f"{value:,.0f}"


def _ratio(first: Samples | float, last: Samples | float) -> str:
    numbers = [statistics.median(value.cpu) if isinstance(value, Samples) else value for value in (first, last)]
    return f"{numbers[1] / numbers[0]:.2f}"


if __name__ == "__main__":
    main()
