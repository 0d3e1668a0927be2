"""Games that are kept for later versions to read: a short one of each scenario that ships with Talekeeper.

``python -m tests.integration.stores.kept_saves`` plays and writes the game of the current version that is not there
yet. It writes over none.
"""

import asyncio
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dependency_injector import providers
from pydantic import BaseModel

from app import __version__
from app.events.commands import (
    AddMemoryCommand,
    AddNoteCommand,
    CreateItemCommand,
    CreatePersonCommand,
    CreatePlaceCommand,
    CreateStateCommand,
    CreateTimerCommand,
    EstablishFactCommand,
    SetNarrationStyleCommand,
    SetStateCommand,
    UpdatePlayerSheetCommand,
)
from app.events.commands.canon import MadeWay
from app.models.command import Command
from app.models.memory import MemorySource, Scope
from app.models.records.folding import fold_journal
from app.models.records.record import Journal
from app.models.sheets.narration import NarrationLength, NarrationStyle
from app.models.sheets.player import PlayerSheet
from app.stores.transfer import export_game
from tests.fakes.clock import FakeClock
from tests.integration.mcp.serving import new_container

DATA = Path(__file__).parents[2] / "data"
LABEL = "before the promise"
OTHERWISE = "say I promise to be back before dark"
"""Taken back in every kept game, before its last line."""
BRANCHED_AT = 6
"""The turn from which a kept game branches off another one."""


@dataclass(frozen=True)
class Kept:
    """A kept game.

    Attributes:
        folder: Where it lies.
        scenario: The id of its scenario, and its name in the folder.
        turns: How many turns it has.
        lines: How many of these are lines that a player typed.
    """

    folder: Path
    scenario: str
    turns: int
    lines: int

    @property
    def game_id(self) -> str:
        """The id of the game, and the name of its folder among saves."""
        return f"{self.scenario}-kept"

    def __str__(self) -> str:
        return self.scenario


FORMAT_1 = DATA / "saves" / "format-1"
CURRENT = DATA / "frozen" / __version__ / "saves"
FIRST = Kept(FORMAT_1, "tide-bell", 14, 14), Kept(FORMAT_1, "before-the-thaw", 17, 17)
"""By the first version with format 1: lines of the walkthrough alone."""
CANDIDATE = Kept(DATA / "frozen" / "1.0.0rc1" / "saves", "last-boat", 20, 9)
"""By 1.0.0rc1, with all that came until then: two players with sheets, canon, states, timers, notes, memories by hand,
a way of telling, and a turn that was brought back."""
PLAYERS = (
    PlayerSheet(name="Mara", pronouns="she/her", occupation="bell founder", goals=("catch the boat",)),
    PlayerSheet(name="Ben", likes=("strong tea",), skills={"climbing": 2}),
)
LINES = (
    "look",
    "examine the timetable",
    "talk to Aldous",
    "ask Aldous about the boat",
    "say I promise to write to you, Aldous",
    "take the carpet bag",
    "ask Aldous about the town",
    "go to the waiting room",
)
"""Each is settled; after the last one of the game, which leaves a place, a capture waits."""
LAST_LINE = "go to the quay"
ORDERS: tuple[Command, ...] = (
    CreatePlaceCommand(name="Boat Shed", description="Tar and rope.", ways=(MadeWay(to="quay", name="the shed door"),)),
    CreatePersonCommand(name="Ottilie", description="A woman with an oilskin.", occupation="ferry hand", can_join=True),
    CreateItemCommand(name="Lantern", description="Brass, and dented.", tags=("light",), price=3),
    CreateStateCommand(of="carpet-bag", name="open", shown=True),
    SetStateCommand(of="carpet-bag", name="open", value=True),
    CreateTimerCommand(name="Whistle", minutes=30, text="A whistle, far out.", repeats=True),
    EstablishFactCommand(subject="aldous", attribute="brother", value="Ivo, a pilot"),
    AddNoteCommand(text="The lantern was his brother's.", pinned=True, owner_id="player"),
    AddMemoryCommand(
        scope=Scope(source=MemorySource.NPC, owner_id="aldous"), text="Ivo never came back from the sands.", pinned=True
    ),
    SetNarrationStyleCommand(narration=NarrationStyle(style="plain", length=NarrationLength.SHORT)),
    UpdatePlayerSheetCommand(player_id="player", home="the island", known_to=("aldous",)),
)
"""Carried out after the lines, each as a turn of its own."""


def lean(model: BaseModel) -> Any:
    """A model as JSON without what has its default value: a field that comes later changes nothing here."""
    return model.model_dump(mode="json", exclude_defaults=True)


def lean_state(journal: Journal) -> Any:
    """The state at the head of a game in this form, without the scenario's sheet, which is in the opening."""
    state = lean(fold_journal(journal))
    del state["scenario"]["sheet"]
    return state


async def keep(folder: Path) -> None:
    """Play a game with captures, one branched off it with an undo, and write the second one with its export and state.

    Args:
        folder: Where ``<game>/journal.jsonl``, ``<game>.export.json`` and ``<game>.state.json`` go.
    """
    saves = Path(tempfile.mkdtemp())
    container = new_container(saves)
    container.now.override(providers.Object(FakeClock()))
    library, turns = container.library(), container.turns()
    turns.settle_in_background = False
    sheet = container.scenarios().load(CANDIDATE.scenario)
    first = library.begin(sheet, PLAYERS, 7)
    for line in LINES[:BRANCHED_AT]:
        await turns.take_turn(first, line)
        await turns.settle(first)
    library.new_suffix = lambda: "kept"
    kept = await turns.branch(first, turn=BRANCHED_AT)
    for line in LINES[BRANCHED_AT:]:
        await turns.take_turn(kept, line)
        await turns.settle(kept)
    for order in ORDERS:
        await turns.execute(kept, order)
    await turns.undo(kept)
    await container.answers().redo(kept)
    await turns.label(kept, LABEL)
    await turns.take_turn(kept, OTHERWISE)
    await turns.undo(kept)
    await turns.take_turn(kept, LAST_LINE)
    journal = library.read(kept)
    await turns.close(first)
    await turns.close(kept)
    target = folder / CANDIDATE.scenario
    target.mkdir(parents=True)
    shutil.copy(saves / kept / "journal.jsonl", target / "journal.jsonl")
    _write(folder / f"{CANDIDATE.scenario}.export.json", json.loads(export_game(journal)))
    _write(folder / f"{CANDIDATE.scenario}.state.json", lean_state(journal))
    shutil.rmtree(saves)


def _write(path: Path, value: Any) -> None:
    """Write JSON in little room."""
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Keep a game of the current version if it has none."""
    if not CURRENT.exists():
        asyncio.run(keep(CURRENT))


if __name__ == "__main__":
    main()
