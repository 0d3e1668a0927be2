"""Games that are kept for later versions to read: a short one of each scenario that ships with Talekeeper.

``python -m tests.integration.stores.kept_saves`` plays and writes those of the current format that are not there yet.
It writes over none.
"""

import asyncio
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from dependency_injector import providers
from pydantic import BaseModel

from app.models.records.folding import fold_journal
from app.models.records.record import SAVE_FORMAT_VERSION, Journal
from app.stores.transfer import export_game
from tests.fakes.clock import FakeClock
from tests.integration.mcp.serving import new_container

KEPT = Path(__file__).parents[2] / "data" / "saves" / f"format-{SAVE_FORMAT_VERSION}"
SCENARIOS = {"tide-bell": 13, "before-the-thaw": 16}
"""By its id, how many lines of a scenario's walkthrough are played and settled; the next one leaves a place, and what
is to be condensed then waits."""
BRANCHED_AT = 6
"""The turn from which the kept game branches off another one."""
OTHERWISE = "say I promise to be back before dark"
"""Taken back in the kept game, before its last line."""
LABEL = "before the promise"


def lean(model: BaseModel) -> Any:
    """A model as JSON without what has its default value: a field that comes later changes nothing here."""
    return model.model_dump(mode="json", exclude_defaults=True)


def lean_state(journal: Journal) -> Any:
    """The state at the head of a game in this form, without the scenario's sheet, which is in the opening."""
    state = lean(fold_journal(journal))
    del state["scenario"]["sheet"]
    return state


async def keep(scenario: str, folder: Path) -> None:
    """Play a game with captures, one branched off it with an undo, and write the second one with its export and state.

    Args:
        scenario: The id of a scenario that ships.
        folder: Where ``<game>/journal.jsonl``, ``<game>.export.json`` and ``<game>.state.json`` go.
    """
    saves = Path(tempfile.mkdtemp())
    container = new_container(saves)
    container.now.override(providers.Object(FakeClock()))
    library, turns = container.library(), container.turns()
    turns.settle_in_background = False
    sheet = container.scenarios().load(scenario)
    *settled, last = sheet.walkthrough[: SCENARIOS[scenario] + 1]
    first = library.begin(sheet, "Mara", 7)
    for line in settled:
        await turns.take_turn(first, line)
        await turns.settle(first)
    library.new_suffix = lambda: "kept"
    kept = await turns.branch(first, turn=BRANCHED_AT)
    for line in settled[BRANCHED_AT:]:
        await turns.take_turn(kept, line)
        await turns.settle(kept)
    await turns.label(kept, LABEL)
    await turns.take_turn(kept, OTHERWISE)
    await turns.undo(kept)
    await turns.take_turn(kept, last)
    journal = library.read(kept)
    await turns.close(first)
    await turns.close(kept)
    (folder / scenario).mkdir(parents=True)
    shutil.copy(saves / kept / "journal.jsonl", folder / scenario / "journal.jsonl")
    _write(folder / f"{scenario}.export.json", json.loads(export_game(journal)))
    _write(folder / f"{scenario}.state.json", lean_state(journal))
    shutil.rmtree(saves)


def _write(path: Path, value: Any) -> None:
    """Write JSON in little room."""
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Keep a game of each scenario that has none."""
    for scenario in SCENARIOS:
        if not (KEPT / scenario).exists():
            asyncio.run(keep(scenario, KEPT))


if __name__ == "__main__":
    main()
