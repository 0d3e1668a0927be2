"""Games in which people are told things, for `python -m benchmarks.remembering`, and how its figures are shown."""

import argparse
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import AUTO, WORDS
from app.events.commands import AdvanceTimeCommand, MoveNPCCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.messages.message import Role
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.settings import Settings

Item = dict[str, Any]

SCENARIO, PLAYER = "before-the-thaw", "Élan"
_HOUR = 60


class Watched:
    """The offline narrator, for which the prompts of a turn are built as a model would get them."""

    model, mode, tools_tokens = "offline", "guided", 0

    def __init__(self, rules: INarrator) -> None:
        self._rules = rules
        self.prompts: dict[str | None, str] = {}
        self.readers: tuple[str | None, ...] = ()
        """For whom prompts are built: the narrator (None), or a person by its id."""

    async def narrate(self, context: NarrationContext) -> Narration:
        self.prompts = {}
        for npc_id in self.readers:
            prompt = await (context.prompt() if npc_id is None else context.prompt_for_npc(npc_id))
            self.prompts[npc_id] = prompt.text.replace(prompt.player_line, "")
        return await self._rules.narrate(context)


@dataclass
class Game:
    """One game of `before-the-thaw`, whose people are brought to the party."""

    container: Container
    watched: Watched
    game_id: str
    homes: dict[str, str] = field(default_factory=dict)

    @property
    def state(self) -> GameState:
        return self.container.turns().state(self.game_id)

    async def company(self, *npc_ids: str) -> None:
        """Have these people with the party, and nobody else."""
        here = self.state.here.id
        orders = []
        for npc in self.state.npcs.values():
            is_here, npc_id = npc.current_location_id == here, npc.instance_id
            if is_here and npc_id not in npc_ids:
                orders.append(MoveNPCCommand(npc_id=npc_id, location_id=self.homes[npc_id]))
            elif not is_here and npc_id in npc_ids:
                orders.append(MoveNPCCommand(npc_id=npc_id, location_id=here))
        if orders:
            await self.container.turns().execute(self.game_id, *orders)

    async def say(self, line: str, *npc_ids: str, readers: Sequence[str | None] = ()) -> str:
        """What the first of the company answers to a line typed by the player; "" if it does not speak."""
        await self.company(*npc_ids)
        if npc_ids:
            line = f'say to {npc_ids[0]} "{line}"'
        self.watched.readers = tuple(readers)
        await self.container.turns().take_turn(self.game_id, line)
        turn, history = self.state.turn, self.state.conversation_history
        said = (m.content for m in history[-20:] if m.turn == turn and m.role is Role.NPC and m.speaker_id in npc_ids)
        return " ".join(said)

    async def ask_nobody(self, line: str) -> str:
        """Return what the narrator answers to a line typed where the party is alone."""
        await self.company()
        self.watched.readers = ()
        await self.container.turns().take_turn(self.game_id, line)
        turn, history = self.state.turn, self.state.conversation_history
        return " ".join(m.content for m in history[-20:] if m.turn == turn and m.role is Role.NARRATOR)

    async def speak(self, npc_id: str, text: str, to: str) -> None:
        """Let a person say something to another, or to the ``player``."""
        listener = self.state.party.players[0].id if to == "player" else to
        await self.container.turns().speak(self.game_id, npc_id, text, [listener])

    async def wait(self, minutes: int) -> None:
        """Let time pass for everybody, an hour at a time, and let people think and talk as it does."""
        turns = self.container.turns()
        for _ in range(0, minutes, _HOUR):
            await turns.execute(self.game_id, AdvanceTimeCommand(minutes=_HOUR))
            await turns.settle(self.game_id)


def _free_to_go(sheet: ScenarioSheet) -> ScenarioSheet:
    """The scenario with everybody free to come where the party stands, also who stays at home by its sheet."""
    npcs = tuple(npc.model_copy(update={"stays_at": (), "stays_until": None}) for npc in sheet.npcs)
    return sheet.model_copy(update={"npcs": npcs})


@asynccontextmanager
async def begun(*, words: bool) -> AsyncIterator[Game]:
    """A new game in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        container = Container()
        settings = Settings(saves=Path(folder), embedder=WORDS if words else AUTO, model="offline")
        container.settings.override(providers.Object(settings))
        watched = Watched(container.offline_narrator())
        container.narrator.override(providers.Object(watched))
        sheet = _free_to_go(container.scenarios().load(SCENARIO))
        game = Game(container, watched, container.library().begin(sheet, PLAYER))
        game.homes = {npc.id: npc.home_location or npc.start_location or "" for npc in sheet.npcs}
        yield game
        await container.turns().close(game.game_id)
        await container.vectors().aclose()


def holds(text: str, marks: Iterable[str]) -> bool:
    folded = text.casefold()
    return any(mark.casefold() in folded for mark in marks)


def table(heads: Sequence[str], rows: dict[str, list[int]]) -> None:
    print(f"| {' | '.join(heads)} |")
    print(f"| {' | '.join('---' for _ in heads)} |")
    for name, counts in rows.items():
        print(f"| {name} | {' | '.join(map(str, counts))} |")
    print()


def show(missed: Sequence[str], options: argparse.Namespace) -> None:
    for line in missed[: options.missed]:
        print(f"    {line[:600]}")
