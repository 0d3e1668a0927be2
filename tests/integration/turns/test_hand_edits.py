"""Edits by hand are turns: committed, loaded again, undone and named."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import NotFound, NotPossible
from app.events.commands import (
    AddMemoryCommand,
    AddNoteCommand,
    ArchiveMemoryCommand,
    PinMemoryCommand,
    ReplaceMemoryCommand,
    RestoreMemoryCommand,
)
from app.memory.entries.markers import SELF_TYPES
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.command import Command
from app.models.events.play import MemoryAdded, MemoryPinned, MemoryReplaced
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.prompt import Agent
from app.models.records.folding import fold_journal
from app.models.records.record import PromptRecipe
from app.services.ai.context_service import ContextService
from app.services.game.turns.turn_service import TurnService
from tests.examples import examples
from tests.integration.cli.tables import container_in
from tests.integration.turns.table import comparable, lived, stores_until_end
from tests.worlds import at_once, small_sheet

pytestmark = pytest.mark.of_stores


MARA, MARKET = Scope.npc("mara"), Scope.location("market")
SILVER = "The silver lies under the third stair."


def table_in(folder: Path) -> TurnService:
    """Everything as it is in play; what is pending is condensed when a test says so."""
    table: TurnService = container_in(folder).turns()
    table.settle_in_background = False
    return table


def begin(table: TurnService) -> str:
    return table.library.begin(small_sheet(), "Élan", seed=7)


@pytest.fixture
def table(tmp_path: Path) -> TurnService:
    return table_in(tmp_path)


@pytest.fixture
def game_id(table: TurnService) -> str:
    return begin(table)


async def remembered(table: TurnService, game_id: str) -> MemoryEntry:
    """A visit, and what Mara keeps of it."""
    for line in ("go to the inn", "Mara, I promise to bring your lantern back.", "go to the market"):
        await table.take_turn(game_id, line)
    await table.settle(game_id)
    [captured] = [entry for entry in table.state(game_id).memories(MARA) if entry.kind is MemoryKind.SUMMARY]
    return captured


def found(table: TurnService, game_id: str, question: str) -> list[str]:
    state = table.state(game_id)
    query = RecallQuery(now=state.clock.minutes, text=question, without_types=SELF_TYPES)
    return [hit.memory.summary for hit in Recaller().recall(MemoryStream(state, MARA), query)]


def shown_to_mara(table: TurnService, game_id: str) -> list[str]:
    recipe = PromptRecipe(model="m", mode="guided", budget=6000)
    prompt = at_once(ContextService().build(table.state(game_id), Agent.NPC, "hello", recipe, npc_id="mara"))
    return list(prompt.shown_memories.values())


async def test_what_was_added_is_recalled_until_it_is_undone_and_then_named(table: TurnService, game_id: str) -> None:
    result = await table.execute(game_id, AddMemoryCommand(scope=MARA, text=SILVER, importance=7, pinned=True))
    assert result.changes == "! by hand: a memory was added · Market · Day 1, 08:00"
    assert found(table, game_id, "where is the silver?") == [SILVER]
    [undone] = await table.undo(game_id)
    assert undone.edits == (MemoryAdded(scope=MARA, memory_id="mara-005", text=SILVER, pinned=True),)
    assert (undone.turn, undone.player_input, undone.commands) == (1, None, ("add_memory",))
    assert found(table, game_id, "where is the silver?") == []
    assert table.state(game_id).memory_status == {}


async def test_every_edit_that_is_undone_is_named(table: TurnService, game_id: str) -> None:
    captured = await remembered(table, game_id)
    old = captured.id or ""
    await table.execute(game_id, PinMemoryCommand(memory_id=old))
    await table.take_turn(game_id, "look")
    await table.execute(
        game_id, ReplaceMemoryCommand(memory_id=old, text="She was promised a lamp."), AddNoteCommand(text="x")
    )
    new = table.state(game_id).memories(MARA)[-1].id or ""
    taken_back = await table.undo(game_id, 3)
    assert [turn.edits for turn in taken_back] == [
        (MemoryReplaced(scope=MARA, memory_id=new, replaced_id=old, text="She was promised a lamp."),),
        (),
        (MemoryPinned(scope=MARA, memory_id=old, text=captured.summary, pinned=True),),
    ]
    assert taken_back[0].commands == ("replace_memory", "add_note")


async def test_a_retry_does_not_drop_an_edit(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "look")
    await table.execute(game_id, AddMemoryCommand(scope=MARA, text=SILVER))
    with pytest.raises(NotPossible, match="no words"):
        await table.retry(game_id)
    assert found(table, game_id, "silver") == [SILVER]


async def test_of_several_edits_either_all_are_made_or_none(table: TurnService, game_id: str) -> None:
    with pytest.raises(NotFound):
        await table.execute(game_id, AddMemoryCommand(scope=MARA, text=SILVER), PinMemoryCommand(memory_id="mara-099"))
    assert lived(table.state(game_id).memories(MARA)) == []
    assert table.state(game_id).turn == 0


async def test_what_is_loaded_equals_what_was_edited(table: TurnService, game_id: str) -> None:
    old = (await remembered(table, game_id)).id or ""
    await table.execute(
        game_id,
        AddMemoryCommand(scope=Scope.world(), text="Snow.", subjects=("mara",), location_id="inn", pinned=True),
        PinMemoryCommand(memory_id=old),
        ReplaceMemoryCommand(memory_id=old, text="She was promised a lamp."),
        ArchiveMemoryCommand(memory_id="world-001"),
    )
    loaded = fold_journal(table.library.read(game_id))
    assert loaded.model_dump() == table.state(game_id).model_dump()
    assert loaded.memories(MARA)[-1].metadata == {"hand_made": True, "replaces": old}


async def test_a_correction_is_shown_where_the_wrong_memory_was(table: TurnService, game_id: str) -> None:
    wrong = await remembered(table, game_id)
    assert shown_to_mara(table, game_id) == [wrong.summary]
    await table.execute(game_id, ReplaceMemoryCommand(memory_id=wrong.id or "", text="She was promised a lamp."))
    assert shown_to_mara(table, game_id) == ["She was promised a lamp."]


async def test_an_edit_is_no_part_of_the_story(table: TurnService, game_id: str) -> None:
    """Nobody hears of it, nobody remembers it, and it does not make anybody remember anything."""
    captured = await remembered(table, game_id)
    await table.take_turn(game_id, "go to the inn")
    for text in ("One.", "Two.", "Three."):
        await table.execute(game_id, AddMemoryCommand(scope=MARA, text=text))
    await table.execute(game_id, PinMemoryCommand(memory_id=captured.id or ""))
    await table.take_turn(game_id, "go to the market")
    await table.settle(game_id)
    state = table.state(game_id)
    assert [entry for entry in state.memories(MARA) if entry.kind is MemoryKind.SUMMARY] == [captured]
    told = [entry.summary for scope in state.scopes() for entry in state.memories(scope)]
    assert not any("by hand" in summary or "memory was" in summary for summary in told)
    assert all(message.npc_ids == () for message in state.conversation_history if "by hand" in message.content)


Step = tuple[str, str | Command]
LINES = ("look", "go to the inn", "go to the market", "Mara, I promise to bring your lantern back.")
EDITS: tuple[Command, ...] = (
    AddMemoryCommand(scope=MARA, text=SILVER, pinned=True),
    AddMemoryCommand(scope=MARKET, text="The stalls burnt once."),
    *(PinMemoryCommand(memory_id=f"mara-00{n}", pinned=n != 6) for n in (1, 5, 6)),
    *(ReplaceMemoryCommand(memory_id=f"mara-00{n}", text="Otherwise.") for n in (1, 5, 6)),
    ArchiveMemoryCommand(memory_id="mara-005"),
    ArchiveMemoryCommand(memory_id="market-003"),
    RestoreMemoryCommand(memory_id="mara-005"),
    RestoreMemoryCommand(memory_id="market-003"),
)
"""Four memories are given to Mara at the opening, two to the market."""
steps: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        st.tuples(st.just("line"), st.sampled_from(LINES)),
        st.tuples(st.just("edit"), st.sampled_from(EDITS)),
        st.tuples(st.just("settle"), st.just("")),
    ),
    max_size=10,
)


async def carry_out(table: TurnService, game_id: str, step: Step) -> bool:
    """Whether it became a turn."""
    kind, what = step
    if kind == "settle":
        await table.settle(game_id)
        return False
    try:
        if isinstance(what, str):
            await table.take_turn(game_id, what)
        else:
            await table.execute(game_id, what)
    except (NotFound, NotPossible):
        return False
    return True


@given(steps, st.integers(1, 4))
@settings(max_examples=examples(6), deadline=None)
def test_after_an_undo_the_game_is_as_if_the_edits_had_never_been_made(played: list[Step], turns: int) -> None:
    async def scenario() -> None:
        with TemporaryDirectory() as folder, stores_until_end():
            table = table_in(Path(folder))
            game_id, other = begin(table), begin(table)
            stands: list[tuple[Step, bool]] = [(step, await carry_out(table, game_id, step)) for step in played]
            count = min(turns, sum(is_turn for _, is_turn in stands))
            if not count:
                return
            undone = await table.undo(game_id, count)
            for turn in undone:
                assert len(turn.edits) == sum(name.endswith("_memory") for name in turn.commands)
            while count:
                count -= stands.pop()[1]
            for step, _ in stands:
                await carry_out(table, other, step)
            for each in (game_id, other):
                await table.settle(each)
            assert comparable(table.state(game_id)) == comparable(table.state(other))
            for each in (game_id, other):
                await table.close(each)

    asyncio.run(scenario())
