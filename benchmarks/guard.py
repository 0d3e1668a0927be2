"""Judge a file of texts of game masters, and print how many good and bad ones are shown.

    python -m benchmarks.guard [FILE] [--list]

``tests/data/narration/README.md`` describes the file; without one its ``answers.jsonl`` is judged. ``--list`` also
prints the texts that are judged wrongly. Each text is judged as in mode ``guided`` (by what the model was shown) and as
in mode ``tools`` (names are not judged), both at ``balanced``. The CPU time is that of the guard alone.
"""

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

from app.agents.narrator.model.guard import NarrationGuard
from app.agents.narrator.model.told_changes import CarriedItems
from app.events.bus import CommandBus
from app.events.command_table import handlers, parse_command
from app.interfaces.services.memory import IMemoryService
from app.language.analysis.mentions import mentions_for
from app.language.analysis.text import count_words
from app.language.checks.evidence import Evidence
from app.language.language import language_of, using
from app.models.prompt import Agent
from app.models.records.record import PromptRecipe
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.location_service import LocationService
from app.settings import PROJECT
from tests.worlds import say

ANSWERS = PROJECT / "tests" / "data" / "narration" / "answers.jsonl"
USUAL_STORY = "tide-bell"
MODES = ("guided", "tools")


async def fault(row: dict[str, Any], sheet: ScenarioSheet, mode: str) -> tuple[str | None, float]:
    """Return why a text is held back, None where it is shown, and the CPU seconds of the guard."""
    state = begin(sheet, "game", [PlayerCharacter(id="mara", name="Mara")], seed=3)
    state.scenario.current_location_id = row["place"]
    say(state, sheet.opening, row["line"])
    with using(language_of(sheet)):
        recipe = PromptRecipe(model="test", mode="tools", budget=24_000, layout=NEWEST_LAYOUT)
        prompt = await ContextService().build(state, Agent.NARRATOR, row["line"], recipe)
        evidence = Evidence("\n".join((prompt.text, *row["done"])), mentions_for(sheet)) if mode == "guided" else None
        if evidence is not None:
            evidence.prepare()
        bus = CommandBus(handlers(LocationService(), AsyncMock(spec=IMemoryService)))
        items = CarriedItems(state, lambda command: bus.execute(command, state))
        guard = NarrationGuard(state, evidence=evidence, said=row["line"], items=items)
        for order in row["orders"]:
            await items.execute(parse_command(order))
        begun = time.process_time()
        reason = guard.check(row["text"])
        return reason, time.process_time() - begun


def main() -> None:
    """Judge the texts in both modes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=ANSWERS)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines() if line.strip()]
    library = ScenarioLibrary([PROJECT / "app" / "content"])
    sheets = {story: library.load(story) for story in {row.get("story", USUAL_STORY) for row in rows}}
    for mode in MODES:
        judged = [(row, *asyncio.run(fault(row, sheets[row.get("story", USUAL_STORY)], mode))) for row in rows]
        for row, reason, _ in judged if options.list else ():
            if (reason is None) != row["good"]:
                print(f"{mode} {row['id']} {'good' if row['good'] else 'bad'}: {row['why'] or reason}")
        shown = {good: [reason is None for row, reason, _ in judged if row["good"] is good] for good in (True, False)}
        passed = [(seconds, count_words(row["text"])) for row, reason, seconds in judged if reason is None]
        cost = 150_000 * sum(seconds for seconds, _ in passed) / sum(count for _, count in passed)
        print(
            f"{mode}: {sum(shown[True])} of {len(shown[True])} good and "
            f"{sum(shown[False])} of {len(shown[False])} bad texts are shown; {cost:.1f} ms of CPU for 150 words"
        )


if __name__ == "__main__":
    main()
