"""Free lines by strangers, each typed in its situation, offline; prints what a judge reads.

    python -m benchmarks.lines LINES [--words] [--out FILE] [--situations tests/data/free_lines/situations.json]

A situation is a scenario and the typed lines that lead to it. Each line is typed there, its turn is shown with what it
changed, and is undone. A row of the output has the line, its situation, what its writer meant, what the player read,
the commands that changed the world, the speech acts that memory keeps of it, and its cost in milliseconds of CPU.

Meaning needs the embedded model (`make`); ``--words`` does without it. No file of judged lines is opened by a test.
"""

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import AUTO, WORDS
from app.models.messages.message import Message, Role
from app.models.state.game_state import GameState
from app.settings import PROJECT, Settings

SITUATIONS = PROJECT / "tests" / "data" / "free_lines" / "situations.json"
PLAYER = "Lena"

Row = dict[str, Any]


@asynccontextmanager
async def in_situation(situation: Row, *, words: bool) -> AsyncIterator[tuple[Container, str]]:
    """Begin a game and play the lines that lead to a situation.

    Args:
        situation: Its ``story`` (an id, or a path in the project) and its ``lines``.
        words: Whether to do without the embedded model.

    Yields:
        The container and the id of the game.
    """
    with TemporaryDirectory() as folder:
        container = Container()
        settings = Settings(saves=Path(folder), embedder=WORDS if words else AUTO, model="offline")
        container.settings.override(providers.Object(settings))
        story = situation["story"]
        sheet = container.scenarios().load(str(PROJECT / story) if story.endswith(".json") else story)
        game_id = container.library().begin(sheet, PLAYER, seed=1)
        for line in situation["lines"]:
            await container.turns().take_turn(game_id, line)
        await container.turns().settle(game_id)
        yield container, game_id
        await container.turns().close(game_id)
        await container.vectors().aclose()


def _shown(state: GameState, messages: Iterable[Message]) -> str:
    names = {npc.instance_id: state.sheets.npc(npc.instance_id).name for npc in state.npcs.values()}
    told = []
    for message in messages:
        if message.role is Role.PLAYER:
            continue
        speaker = names.get(message.speaker_id or "", "")
        told.append(f"{speaker}: “{message.content}”" if speaker else message.content)
    return "\n".join(told)


async def played(situation: Row, lines: Iterable[Row], *, words: bool) -> AsyncIterator[Row]:
    """Type lines in a situation, each as the first after it.

    Args:
        situation: The situation.
        lines: The rows of the lines.
        words: Whether to do without the embedded model.

    Yields:
        For each line its row with what came of it.
    """
    async with in_situation(situation, words=words) as (container, game_id):
        turns = container.turns()
        for row in lines:
            before = turns.state(game_id)
            first, turn = len(before.conversation_history), before.turn
            started = time.process_time()
            result = await turns.take_turn(game_id, row["line"])
            spent = (time.process_time() - started) * 1000
            state = turns.state(game_id)
            messages = state.conversation_history[first:]
            acts = [
                f"{act.kind.value}: {message.content[slice(*act.span)]}"
                for message in messages
                if message.role is Role.PLAYER
                for act in message.acts
            ]
            yield row | {
                "read": _shown(state, messages),
                "events": [type(event).__name__ for event in getattr(result, "events", ())],
                "acts": acts,
                "cpu_ms": round(spent, 1),
            }
            if state.turn > turn:
                await turns.undo(game_id)


async def play_all(rows: list[Row], situations: dict[str, Row], *, words: bool) -> list[Row]:
    """Play rows, those of one situation together.

    Args:
        rows: Lines with the id of their ``situation``.
        situations: The situations by id.
        words: Whether to do without the embedded model.

    Returns:
        The rows with what came of them, in the order of the situations.
    """
    done = []
    for key, situation in situations.items():
        if mine := [row for row in rows if row["situation"] == key]:
            done += [row async for row in played(situation, mine, words=words)]
    return done


def main() -> None:
    """Play a file of lines and write the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--situations", type=Path, default=SITUATIONS)
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    situations = {each["id"]: each for each in json.loads(options.situations.read_text(encoding="utf-8"))}
    rows = [json.loads(line) for line in options.lines.read_text(encoding="utf-8").splitlines() if line.strip()]
    done = asyncio.run(play_all(rows, situations, words=options.words))
    if options.out:
        options.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in done), encoding="utf-8")
    else:
        for row in done:
            print(f"[{row['situation']}] > {row['line']}\n({row.get('means', '')})\n{row['read']}\n{row['events']}\n")


if __name__ == "__main__":
    main()
