"""What comes of orders that no author foresaw: forty lines by strangers, played offline.

    python -m benchmarks.orders [--lines tests/data/orders/worked.jsonl] [--quiet]

Each line is typed in a new game at its place, with every thing in hand that it names and that can be carried. It counts
as changing something if the state has changed and what is seen still differs after two more turns; as closed if an
action was carried out, or was refused in words; else as not understood.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.agents.narrator.acting.places import as_now
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.telling import descriptions
from app.agents.narrator.understanding import naming
from app.events.actions.effects import apply
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.interfaces.agents.narrator import NarrationContext
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.messages.passage import Passage
from app.models.prompt import Prompt
from app.models.sheets.effect import MoveItem, MoveParty
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.things import carried, lying_at
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.location_service import LocationService
from app.services.game.memory_service import DeferredMemoryService
from app.settings import PROJECT

LINES = PROJECT / "tests" / "data" / "orders" / "worked.jsonl"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """One line: the row, what was commanded and read, and whether a change shows two turns later."""

    row: dict[str, Any]
    commands: tuple[str, ...]
    text: str
    understood: bool
    changed: bool

    @property
    def result(self) -> str:
        return "changed" if self.changed else "closed" if self.understood else "not understood"


def staged(row: dict[str, Any], library: ScenarioLibrary) -> GameState:
    """Return a new game at the place of a row, with the things in hand that its line names."""
    sheet = library.load(row["story"])
    state = begin(sheet, "orders", [PlayerCharacter(name="Ann")])
    apply(MoveParty(to=next(place.id for place in sheet.locations if place.name == row["place"])), state)
    portable = naming.items(state, (item.id for item in sheet.items if item.portable))
    for thing in naming.named_in(row["line"], portable):
        apply(MoveItem(item_id=thing.id, to="party"), state)
    return state


def seen(state: GameState) -> str:
    """Return all that a look around, at everything here, and at what is carried shows."""
    parts = [passage.text for passage in descriptions.place_in_full(state)]
    parts += [as_now(state, feature.id, feature) for feature in state.here.features]
    at_hand = (*lying_at(state, state.here.id), *carried(state))
    parts += [as_now(state, item, state.sheets.item(item)) for item in at_hand]
    return "\n".join([*parts, descriptions.carried(state)])


async def _no_prompt(_: str | None = None) -> Prompt:
    raise LookupError("The offline narrator reads no prompt.")


async def _type(state: GameState, line: str) -> tuple[list[str], str, bool]:
    bus = CommandBus(handlers(LocationService(), DeferredMemoryService()), edge=worded)
    commands, told = list[str](), list[str]()

    async def execute(command: Command) -> Outcome:
        commands.append(str(getattr(command, "action_id", "") or command.model_dump()["kind"]))
        return await bus.execute(command, state)

    def tell(passage: Passage, *, is_shown: bool = False) -> None:  # noqa: ARG001  # of the port
        told.append(passage.text)

    state.open_turn(NOW)
    context = NarrationContext(
        state=state,
        text=line,
        speaker=state.party.players[0],
        prompt=_no_prompt,
        prompt_for_npc=_no_prompt,
        execute=execute,
        tell=tell,
        show=lambda _: None,
        begin_part=lambda _: None,
    )
    turn = await OfflineNarrator().carry_out(context)
    state.close_turn()
    return commands, " / ".join(told), turn.understood


async def play(row: dict[str, Any], library: ScenarioLibrary) -> Played:
    """Play one line, and two looks after it."""
    state = staged(row, library)
    place, before = state.here.id, seen(state)
    commands, text, understood = await _type(state, row["line"])
    for _ in range(2):
        await _type(state, "look")
    has_moved = state.here.id != place
    return Played(row, tuple(commands), text, understood, not has_moved and seen(state) != before)


async def played(rows: Iterable[dict[str, Any]]) -> list[Played]:
    """Play all lines, each in a game of its own."""
    library = ScenarioLibrary([PROJECT / "app" / "content"])
    return [await play(row, library) for row in rows]


def main() -> None:
    """Play the lines and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=Path, default=LINES)
    parser.add_argument("--quiet", action="store_true")
    given = parser.parse_args()
    found = asyncio.run(played(map(json.loads, given.lines.read_text("utf-8").splitlines())))
    for each in () if given.quiet else found:
        print(f"[{each.result}] {each.row['place']}: {each.row['line']}\n    {each.text}")
    print(dict(Counter(each.result for each in found)))


if __name__ == "__main__":
    main()
