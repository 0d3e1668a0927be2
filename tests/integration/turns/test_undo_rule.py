"""The undo rule of the design: whatever derives from a turn goes when the turn goes, in any order of things."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.errors import NotFound, NotPossible
from app.events.commands import (
    AddNoteCommand,
    AdvanceTimeCommand,
    ArchiveMemoryCommand,
    AssociateMemoriesCommand,
    ChangeLocationCommand,
    CreateItemCommand,
    CreatePersonCommand,
    CreatePlaceCommand,
    EstablishFactCommand,
    FormMemoryCommand,
    MoveNPCCommand,
    PlayCharacterCommand,
    ReinforceMemoryCommand,
    RenameCommand,
    RestoreMemoryCommand,
    SeedMemoriesCommand,
    SetNarrationStyleCommand,
    UpdateGoalCommand,
)
from app.events.commands.canon import MadeWay
from app.interfaces.agents.summarizer import ISummarizer
from app.interfaces.stores import IGameStore
from app.models.memory import MemoryKind
from app.models.records.folding import fold_journal
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.scenario import CanonLevel
from app.services.game.memory_service import CaptureLimits
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.examples import examples
from tests.integration.turns.table import IN_POSTGRES, WORDS, comparable, new_table, suffixes
from tests.postgres_stores import until_end
from tests.stores_of_games import STORES
from tests.unit.events.sheets import changed_sheet
from tests.worlds import small_sheet

TALK = (
    "Mara, I promise to bring your lantern back.",
    "The owl is loud tonight.",
    "hello Guard, who are you?",
    "Mara, come to the market in half an hour.",
    "Yes, gladly.",
    "Here is the lantern, as I promised.",
)
COMMANDS = (
    AdvanceTimeCommand(minutes=30),
    AddNoteCommand(text="Remember the owl.", pinned=True),
    SetNarrationStyleCommand(narration=NarrationStyle(style="Dry.", author_note="The owl is near.")),
    SetNarrationStyleCommand(narration=NarrationStyle()),
    MoveNPCCommand(npc_id="mara", location_id="market"),
    MoveNPCCommand(npc_id="mara", location_id="inn"),
    MoveNPCCommand(npc_id="guard-1", location_id="cell-1"),
    FormMemoryCommand(npc_id="mara", text="I fear the owl.", memory_kind=MemoryKind.EMOTIONAL),
    FormMemoryCommand(npc_id="mara", text="The owl, a horror I fear.", subjects=("guard-1", "Élan")),
    ReinforceMemoryCommand(npc_id="mara", memory_id="mara-001"),
    AssociateMemoriesCommand(npc_id="mara", first_id="mara-001", second_id="m-0", relation="explains"),
    UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=30, note="A step."),
    UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=60, note="Another."),
    PlayCharacterCommand(npc_id="guard-1"),
    ArchiveMemoryCommand(memory_id="mara-002"),
    RestoreMemoryCommand(memory_id="mara-002"),
    SeedMemoriesCommand(),
    CreatePersonCommand(name="Odo Finn", description="A small man with a lamp.", can_join=True),
    CreatePersonCommand(id="made-odo-finn", occupation="keeper"),
    CreateItemCommand(name="brass lamp", description="Heavy.", to="made-odo-finn"),
    CreatePlaceCommand(name="Lamp House", description="White.", ways=(MadeWay(to="market"),)),
    MoveNPCCommand(npc_id="made-odo-finn", location_id="made-lamp-house"),
    ChangeLocationCommand(location_id="made-lamp-house"),
    EstablishFactCommand(subject="mara", attribute="mother", value="Ottilie"),
    EstablishFactCommand(subject="made-odo-finn", attribute="mother", value="Maud"),
    RenameCommand(of="mara", name="Mara of the Inn"),
    FormMemoryCommand(npc_id="made-odo-finn", text="I came from nowhere."),
)
Step = tuple[str, Any]


class Dawdling(ExtractiveSummarizer):
    """A function of its input like any summarizer here, but slow: turns and undos overtake it."""

    model = "dawdling"  # turns wait for what goes by rules

    async def summarize_location_session(self, *given: Any) -> str:
        return await self._late(super().summarize_location_session(*given))

    async def summarize_npc_interactions(self, *given: Any) -> str:
        return await self._late(super().summarize_npc_interactions(*given))

    async def summarize_world_update(self, *given: Any) -> str:
        return await self._late(super().summarize_world_update(*given))

    async def _late(self, summary: Awaitable[str]) -> str:
        for _ in range(30):
            await asyncio.sleep(0)
        return await summary


def small_table(store: IGameStore, summarizer: ISummarizer, new_suffix: Callable[[], str]) -> TurnService:
    """A table with limits so small that long visits in several pieces happen within a few turns."""
    return new_table(
        store,
        summarizer=summarizer,
        capture_limits=CaptureLimits(piece_size=6),
        capture_after=9,
        piece_size=6,
        new_suffix=new_suffix,
    )


async def at_once(*awaitables: Awaitable[Any]) -> None:
    """Wait for all, also where one is refused: a commit that is still being written is in the state and not yet in the
    journal. Then raise the first error."""
    for ended in await asyncio.gather(*awaitables, return_exceptions=True):
        if isinstance(ended, BaseException):
            raise ended


def begin(table: TurnService) -> str:
    """A game in the small world, where people want something and a game master may add to it."""
    people = [npc.model_copy(update={"goals": ("a light for the tower",)}) for npc in small_sheet().npcs]
    return table.library.begin(changed_sheet(npcs=tuple(people), canon=CanonLevel.OPEN), "Élan", seed=7)


class AnyOrder(RuleBasedStateMachine):
    """Turns, commands, late captures, kills, undo, retry and branches in any order, against a replay from scratch."""

    kind = "postgres" if IN_POSTGRES else "files"

    @initialize()
    def sit_down(self) -> None:
        self.ending = ExitStack()
        self.folder = Path(self.ending.enter_context(TemporaryDirectory()))
        self.ending.enter_context(until_end())
        self.loop = asyncio.new_event_loop()
        self.new_suffix = suffixes()
        self.table = self._table("played")
        self.game_id = begin(self.table)
        self.steps: list[Step] = []
        """What was done and not undone: words, commands and settles."""

    def _table(self, name: str) -> TurnService:
        self.store = STORES[self.kind](self.folder / name)
        return small_table(self.store, Dawdling(), self.new_suffix)

    def _run(self, awaitable: Any) -> Any:
        return self.loop.run_until_complete(awaitable)

    @rule(words=st.sampled_from([*WORDS, *TALK]))
    def take_a_turn(self, words: str) -> None:
        self._run(self.table.take_turn(self.game_id, words))
        self.steps.append(("words", words))

    @rule(command=st.sampled_from(COMMANDS))
    def execute_a_command(self, command: Any) -> None:
        try:
            self._run(self.table.execute(self.game_id, command))
        except (NotFound, NotPossible):
            return
        self.steps.append(("command", command))

    @rule(npc_id=st.sampled_from(["mara", "guard-1"]), words=st.sampled_from(TALK))
    def let_a_person_speak(self, npc_id: str, words: str) -> None:
        self._run(self.table.speak(self.game_id, npc_id, words, then=(PlayCharacterCommand(npc_id=npc_id),)))
        self.steps.append(("speech", (npc_id, words)))

    @rule()
    def settle(self) -> None:
        self._run(self.table.settle(self.game_id))
        self.steps.append(("settle", None))

    @rule(turns=st.integers(1, 3), words=st.sampled_from(TALK))
    def undo_while_captures_are_under_way(self, turns: int, words: str) -> None:
        """A settle runs beside an undo and a turn; whatever it condenses late may only be what still holds."""
        if self._turns_played() < turns:
            return

        self._run(at_once(self.table.settle(self.game_id), self._undo_then_play(turns, words)))
        self._forget(turns)
        self.steps.append(("words", words))

    async def _undo_then_play(self, turns: int, words: str) -> None:
        await asyncio.sleep(0)
        await self.table.undo(self.game_id, turns)
        await self.table.take_turn(self.game_id, words)

    @rule(turns=st.integers(1, 4))
    def undo(self, turns: int) -> None:
        if self._turns_played() < turns:
            return
        self._run(self.table.undo(self.game_id, turns))
        self._forget(turns)

    @rule()
    def retry(self) -> None:
        try:
            result = self._run(self.table.retry(self.game_id))
        except NotPossible:
            return
        self._forget(1)
        self.steps.append(("words", result.player_input))

    @rule(back=st.integers(1, 4), words=st.sampled_from(TALK), is_settling=st.booleans())
    def edit(self, back: int, words: str, is_settling: bool) -> None:  # hypothesis gives it
        """Also while a settle runs beside it; whatever it condenses late may only be what still holds."""

        settling = [self.table.settle(self.game_id)] if is_settling else []
        try:
            self._run(at_once(*settling, self._edit(back, words)))
        except (NotFound, NotPossible):  # it was never played, or nobody typed it
            return
        self._forget(back)
        self.steps.append(("words", words))

    async def _edit(self, back: int, words: str) -> None:
        await asyncio.sleep(0)
        await self.table.edit(self.game_id, self._turns_played() - back + 1, words)

    @rule()
    def kill_and_load(self) -> None:
        """Nothing that is only in memory counts: a new process opens the same folder."""
        self.store.release(self.game_id)
        self.table = self._table("played")

    @rule()
    def branch_and_go_on_there(self) -> None:
        branch = self._run(self.table.branch(self.game_id))
        self.table.library.close(self.game_id)
        self.game_id = branch

    def _turns_played(self) -> int:
        return sum(kind != "settle" for kind, _ in self.steps)

    def _forget(self, turns: int) -> None:
        while turns:
            kind, _ = self.steps.pop()
            turns -= kind != "settle"

    @invariant()
    def what_is_loaded_equals_what_was_played(self) -> None:
        if not hasattr(self, "table"):
            return
        loaded = fold_journal(self.table.library.read(self.game_id))
        assert loaded.model_dump() == self.table.state(self.game_id).model_dump()

    @precondition(lambda self: hasattr(self, "steps"))
    @rule()
    def settled_it_equals_a_game_without_what_was_undone(self) -> None:
        branch = self._run(self.table.branch(self.game_id))
        self._run(self.table.settle(branch))
        replayed = self._replay()
        assert comparable(self.table.state(branch)) == replayed
        self.table.library.close(branch)

    def _replay(self) -> dict[str, Any]:
        """Always in files: whichever store is played on has to come to the same."""
        with TemporaryDirectory() as folder:
            table = small_table(JsonGameStore(Path(folder)), ExtractiveSummarizer(), suffixes())
            game_id = begin(table)
            for kind, what in self.steps:
                if kind == "words":
                    self._run(table.take_turn(game_id, what))
                elif kind == "command":
                    self._run(table.execute(game_id, what))
                elif kind == "speech":
                    npc_id, words = what
                    self._run(table.speak(game_id, npc_id, words, then=(PlayCharacterCommand(npc_id=npc_id),)))
                else:
                    self._run(table.settle(game_id))
            self._run(table.settle(game_id))
            return comparable(table.state(game_id))

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.settled_it_equals_a_game_without_what_was_undone()
            self.table.library.close(self.game_id)
            self.loop.close()
            self.ending.close()


class AnyOrderInMemory(AnyOrder):
    kind = "memory"


class AnyOrderInPostgres(AnyOrder):
    kind = "postgres"


TestAnyOrder = pytest.mark.usefixtures("postgres_stores")(AnyOrder.TestCase)
TestAnyOrderInMemory = pytest.mark.usefixtures("postgres_stores")(AnyOrderInMemory.TestCase)
TestAnyOrderInPostgres = pytest.mark.usefixtures("postgres_stores")(AnyOrderInPostgres.TestCase)
TestAnyOrder.settings = settings(max_examples=examples(20, usual=0.15), stateful_step_count=16, deadline=None)
for fewer in (TestAnyOrderInMemory, TestAnyOrderInPostgres):
    fewer.settings = settings(max_examples=examples(6, usual=0.25), stateful_step_count=16, deadline=None)
