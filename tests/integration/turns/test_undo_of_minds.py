"""The undo rule with people who have minds: whatever they planned, thought and did goes with the turn it came from."""

import asyncio
import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from dependency_injector import providers
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.mind.offline import HeuristicMind
from app.container import Container
from app.errors import ModelUnavailable, NotFound, NotPossible
from app.events.commands import (
    AdvanceTimeCommand,
    AssociateMemoriesCommand,
    FormMemoryCommand,
    PlayCharacterCommand,
    ReinforceMemoryCommand,
    UpdateGoalCommand,
)
from app.interfaces.agents.mind import (
    BadAnswer,
    Conversation,
    ConverseRequest,
    DecideRequest,
    Decision,
    PlannedItem,
    PlanRequest,
    Reflection,
    ReflectRequest,
)
from app.interfaces.metering import current_meter
from app.models.command import Command
from app.models.memory import MemoryKind
from app.models.records.folding import fold_journal
from app.models.sheets.scenario import ScenarioSheet
from app.models.spend import Spend
from app.settings import Settings
from tests.examples import examples
from tests.integration.turns.table import comparable
from tests.unit.cognition.people import village

pytestmark = pytest.mark.of_stores


SAID = ("look", "wait 3 hours", "go down", "hello Jorun, I promise to bring you a rope", "wait until morning")
ORDERED: tuple[Command, ...] = (
    FormMemoryCommand(npc_id="jorun", text="I fear Hedda, and I hate the wait.", memory_kind=MemoryKind.EMOTIONAL),
    FormMemoryCommand(npc_id="jorun", text="Hedda frightens me.", subjects=("hedda",)),
    ReinforceMemoryCommand(npc_id="hedda", memory_id="hedda-001"),
    AssociateMemoriesCommand(npc_id="jorun", first_id="jorun-001", second_id="jorun-002", relation="explains"),
    UpdateGoalCommand(npc_id="jorun", goal_id="goal-1", progress=50, note="Half of it."),
    UpdateGoalCommand(npc_id="jorun", goal_id="goal-1", progress=100, note="Done."),
    PlayCharacterCommand(npc_id="hedda", minutes=120),
)
"""Orders of whoever plays a character."""
Step = tuple[str, Any]


class Moody(HeuristicMind):
    """A paid model whose answers, failures and slowness are a function of what it is asked."""

    model = "moody"

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        await self._call(asked)
        return await super().plan(asked)

    async def reflect(self, asked: ReflectRequest) -> Reflection:
        await self._call(asked)
        return await super().reflect(asked)

    async def decide(self, asked: DecideRequest) -> Decision:
        await self._call(asked)
        return await super().decide(asked)

    async def converse(self, asked: ConverseRequest) -> Conversation:
        await self._call(asked)
        return await super().converse(asked)

    async def _call(self, asked: object) -> None:
        meter = current_meter()
        meter.check()
        meter.add(Spend(calls=1, input_tokens=10, output_tokens=1))
        chance = int.from_bytes(hashlib.sha256(repr(asked).encode()).digest()[:4])
        for _ in range(chance % 19):
            await asyncio.sleep(0)
        match chance % 7:
            case 0:
                raise BadAnswer("that was no answer")
            case 1:
                raise ModelUnavailable("The model is down.")
            case 2:
                raise ValueError("a defect")


def container(root: Path, *, paid: bool) -> Container:
    """Everything real but the model, with a budget so small that jobs wait and are dropped."""
    made = Container()
    given_settings = Settings(saves=root, embedder="words", mind_calls_per_tick=5, mind_calls_per_person=9)
    made.settings.override(providers.Object(given_settings))
    if paid:
        made.mind.override(providers.Object(Moody()))
    made.turns().settle_in_background = False
    return made


def begin(made: Container) -> str:
    """In a village where one person wants something."""
    sheet = village()
    people = [npc.model_copy(update={"goals": ("a long rope",)}) if npc.id == "jorun" else npc for npc in sheet.npcs]
    parts = {name: getattr(sheet, name) for name in ScenarioSheet.model_fields}
    return made.library().begin(ScenarioSheet(**parts | {"npcs": tuple(people)}), "Élan", seed=7)


async def replayed(steps: list[Step], *, paid: bool) -> dict[str, Any]:
    """The same from scratch, in one process and without anything that was taken back."""
    with TemporaryDirectory() as folder:
        made = container(Path(folder), paid=paid)
        game_id = begin(made)
        for kind, what in steps:
            await one_step(made, game_id, kind, what)
        await made.turns().settle(game_id)
        return comparable(made.turns().state(game_id))


async def one_step(made: Container, game_id: str, kind: str, what: Any) -> None:
    if kind == "words":
        await made.turns().take_turn(game_id, what)
    elif kind == "time":
        await made.turns().execute(game_id, AdvanceTimeCommand(minutes=what))
    elif kind == "order":
        await made.turns().execute(game_id, what)
    else:
        await made.turns().settle(game_id)


async def killed_while_settling(made: Container, game_id: str, after: int) -> None:
    settling = asyncio.create_task(made.turns().settle(game_id))
    for _ in range(after):
        await asyncio.sleep(0)
    settling.cancel()
    await asyncio.gather(settling, return_exceptions=True)
    made.store().release(game_id)


def taken_back(steps: list[Step], turns: int) -> list[Step]:
    kept = list(steps)
    while turns:
        turns -= kept.pop()[0] != "settle"
    return kept


ORDERS = st.lists(
    st.one_of(
        st.tuples(st.just("words"), st.sampled_from(SAID)),
        st.tuples(st.just("time"), st.integers(1, 600)),
        st.tuples(st.just("order"), st.sampled_from(ORDERED)),
        st.tuples(st.just("settle"), st.none()),
        st.tuples(st.just("undo"), st.integers(1, 3)),
        st.tuples(st.just("retry"), st.none()),
        st.tuples(st.just("branch"), st.none()),
        st.tuples(st.just("kill"), st.integers(0, 60)),
    ),
    min_size=4,
    max_size=12,
)


@given(orders=ORDERS, paid=st.booleans())
@settings(max_examples=examples(6), deadline=None)
async def test_settled_a_game_equals_one_without_what_was_undone(orders: list[Step], paid: bool) -> None:
    steps: list[Step] = []
    with TemporaryDirectory() as folder:
        made = container(Path(folder), paid=paid)
        game_id = begin(made)
        for kind, what in orders:
            played = sum(done != "settle" for done, _ in steps)
            if kind == "undo" and what <= played:
                await made.turns().undo(game_id, what)
                steps = taken_back(steps, what)
            elif kind == "retry" and played:
                try:
                    result = await made.turns().retry(game_id)
                except NotPossible:
                    continue
                steps = [*taken_back(steps, 1), ("words", result.player_input)]
            elif kind == "branch":
                branch = await made.turns().branch(game_id)
                made.library().close(game_id)
                game_id = branch
            elif kind == "kill":
                await killed_while_settling(made, game_id, what)
                made = container(Path(folder), paid=paid)
                await one_step(made, game_id, "settle", None)
                steps.append(("settle", None))
            elif kind == "order":
                try:
                    await one_step(made, game_id, kind, what)
                except (NotFound, NotPossible):
                    continue
                steps.append((kind, what))
            elif kind in ("words", "time", "settle"):
                await one_step(made, game_id, kind, what)
                steps.append((kind, what))
            assert fold_journal(made.library().read(game_id)).model_dump() == made.turns().state(game_id).model_dump()
        await made.turns().settle(game_id)
        assert comparable(made.turns().state(game_id)) == await replayed(steps, paid=paid)
        made.library().close(game_id)
