"""What comes of orders that no author foresaw: forty lines by strangers, played offline.

    python -m benchmarks.orders [--lines tests/data/orders/worked.jsonl] [--quiet]

Each line is typed in a new game at its place, with every thing in hand that it names and that can be carried, and read
with the vectors of the embedded model. It counts
as changing something if what is seen still differs after two more turns, and what was done was done to a thing that the
line names: by a name or alias, or the last word of one, in either number. It counts as closed if an action was
carried out, or was refused in words; else as not understood. The last line also has how many show any difference,
whatever it was done to.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from app.agents.narrator.acting.places import as_now
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.telling import descriptions
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing
from app.agents.narrator.understanding.typed_words import name_words
from app.embeddings.minilm import LocalMiniLM
from app.events.actions.effects import apply
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.interfaces.agents.narrator import NarrationContext
from app.interfaces.embeddings import Vector
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.events.play import EffectAdded
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
    """One line: the row, what was commanded and read, whether anything looks different two turns later, and whether
    something was done to a thing that the line names."""

    row: dict[str, Any]
    commands: tuple[str, ...]
    text: str
    understood: bool
    differs: bool
    is_of_named: bool

    @property
    def result(self) -> str:
        return "changed" if self.differs and self.is_of_named else "closed" if self.understood else "not understood"


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
    return "\n".join([*parts, descriptions.names_of_carried(state)])


def is_named(line: str, names: Iterable[tuple[str, ...]]) -> bool:
    """Return whether a line has one of these names, or the last word of one, in either number.

    Args:
        line: The line.
        names: The names of a thing, each as its words.
    """
    text = f" {' '.join(map(naming.singular, name_words(line)))} "
    last_words = {name[-1] for name in names}  # a whole name or alias has its last word
    return any(f" {naming.singular(word)} " in text for word in last_words)


def _aims(command: Command, state: GameState) -> Iterator[Thing]:
    """Yield what a command is done to, and with."""
    given = command.model_dump()
    ids = {given.get(field) for field in ("target_id", "item_id", "npc_id", "complete_encounter", "with_id")}
    here = [*naming.everything_here(state), *naming.encounters_here(state, over=True)]
    yield from (thing for thing in here if thing.id in ids)


async def _no_prompt(_: str | None = None) -> Prompt:
    raise LookupError("The offline narrator reads no prompt.")


@cache
def _model() -> LocalMiniLM:
    return LocalMiniLM()


async def _vectors_of(texts: Sequence[str]) -> Sequence[Vector]:
    return list(_model().embed(texts))


async def _type(state: GameState, line: str) -> tuple[list[str], str, bool, bool]:
    bus = CommandBus(handlers(LocationService(), DeferredMemoryService()), edge=worded)
    commands, told, of_named = list[str](), list[str](), list[bool]()

    async def execute(command: Command) -> Outcome:
        commands.append(str(getattr(command, "action_id", "") or command.model_dump()["kind"]))
        is_of_named = any(is_named(line, thing.names) for thing in _aims(command, state))
        outcome = await bus.execute(command, state)
        # what a description only mentions has no other name than that of the line
        of_named.append(is_of_named or any(isinstance(event, EffectAdded) for event in outcome.events))
        return outcome

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
    turn = await OfflineNarrator(vectors_of=_vectors_of).carry_out(context)
    state.close_turn()
    return commands, " / ".join(told), turn.understood, any(of_named)


async def play(row: dict[str, Any], library: ScenarioLibrary) -> Played:
    """Play one line, and two looks after it."""
    state = staged(row, library)
    place, before = state.here.id, seen(state)
    commands, text, understood, is_of_named = await _type(state, row["line"])
    for _ in range(2):
        await _type(state, "look")
    has_moved = state.here.id != place
    differs = not has_moved and seen(state) != before
    return Played(row, tuple(commands), text, understood, differs, is_of_named)


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
    counts = Counter(each.result for each in found)
    print({**counts, "any difference": sum(each.differs for each in found)})


if __name__ == "__main__":
    main()
