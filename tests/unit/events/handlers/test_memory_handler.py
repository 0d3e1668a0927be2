"""Editing by hand what a game remembers."""

from datetime import timedelta

import pytest

from app.errors import InvalidInput, NotFound
from app.events.commands import (
    AddMemoryCommand,
    ArchiveMemoryCommand,
    PinMemoryCommand,
    ReplaceMemoryCommand,
    RestoreMemoryCommand,
)
from app.events.handlers.memory_handler import MemoryHandler
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.pruner import countable_positions
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.events.play import MemoryAdded, MemoryArchived, MemoryPinned, MemoryReplaced, MemoryRestored
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.state.game_state import GameState
from tests.unit.events.refusals import refused
from tests.wording import raises_in_words
from tests.worlds import NOW

MARA, INN, WORLD = Scope.npc("mara"), Scope.location("inn"), Scope.world()
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def handler() -> MemoryHandler:
    return MemoryHandler()


@pytest.fixture
def state(state: GameState) -> GameState:
    """A turn in progress; Mara remembers one visit."""
    state.turn = 4
    state.open_turn(LATER)
    state.clock.minutes = 700
    state.remember(MARA, CAPTURED)
    return state


CAPTURED = MemoryEntry(
    created_at=NOW,
    source=MemorySource.NPC,
    summary="Élan promised Mara forty crowns.",
    tags=("npc-session", "location:inn"),
    location_id="inn",
    npc_ids=("mara",),
    quest_id="light",
    since_timestamp=NOW,
    since_message_index=9,
    first_message_index=3,
    turn=2,
    importance=6,
    game_time=500,
    scene="day-001/scene-02",
    subjects=("player",),
    keywords=("forty",),
    visit="inn-1",
    metadata={"type": "episodic"},
)


async def add(handler: MemoryHandler, state: GameState, text: str = "It snows.", scope: Scope = MARA) -> str:
    result = await handler.add(AddMemoryCommand(scope=scope, text=text), state)
    [event] = result.events
    assert isinstance(event, MemoryAdded)
    return event.memory_id


async def test_a_subject_of_blanks_is_refused(handler: MemoryHandler, state: GameState) -> None:
    before = state.memories(MARA)[:]
    with raises_in_words(InvalidInput, match="no blank"):
        await handler.add(AddMemoryCommand(scope=MARA, text="It snows.", subjects=("the owl", "  ")), state)
    assert state.memories(MARA)[:] == before


async def replace(handler: MemoryHandler, state: GameState, memory_id: str, text: str) -> MemoryEntry:
    await handler.replace(ReplaceMemoryCommand(memory_id=memory_id, text=text), state)
    return state.memories(MARA)[-1]


def recalled(state: GameState, question: str, preset: Preset = Preset.HYBRID) -> list[str]:
    query = RecallQuery(now=state.clock.minutes, text=question, preset=preset)
    return [hit.memory.summary for hit in Recaller().recall(MemoryStream(state, MARA), query)]


# -- adding --------------------------------------------------------------------------------------------------------


async def test_what_is_added_is_remembered_as_of_now_and_marked_as_made_by_hand(
    handler: MemoryHandler, state: GameState
) -> None:
    command = AddMemoryCommand(
        scope=MARA, text="  The key is under the third stair. ", importance=8, subjects=("key",), location_id="inn"
    )
    result = await handler.add(command, state)
    entry = state.memories(MARA)[-1]
    assert entry == MemoryEntry(
        created_at=LATER,
        source=MemorySource.NPC,
        summary="The key is under the third stair.",
        id="mara-002",
        location_id="inn",
        npc_ids=("mara",),
        turn=5,
        kind=MemoryKind.SEMANTIC,
        importance=8,
        game_time=700,
        scene="day-001/scene-01",
        subjects=("key",),
        metadata={"hand_made": True},
    )
    assert result.events == (MemoryAdded(scope=MARA, memory_id="mara-002", text=entry.summary, pinned=False),)
    assert recalled(state, "where is the key?")[0] == entry.summary


@pytest.mark.parametrize(("scope", "memory_id"), [(INN, "inn-001"), (WORLD, "world-001"), (MARA, "mara-002")])
async def test_places_people_and_the_world_can_be_given_memories(
    handler: MemoryHandler, state: GameState, scope: Scope, memory_id: str
) -> None:
    result = await handler.add(AddMemoryCommand(scope=scope, text="Élan was here.", pinned=True), state)
    assert result.events == (MemoryAdded(scope=scope, memory_id=memory_id, text="Élan was here.", pinned=True),)
    assert state.memories(scope)[-1].id == memory_id
    assert state.status(memory_id).pinned


async def test_without_an_importance_it_waits_for_one(handler: MemoryHandler, state: GameState) -> None:
    await add(handler, state)
    assert [entry.summary for entry in MemoryStream(state, MARA).all() if entry.importance is None] == ["It snows."]


@pytest.mark.parametrize(
    "command",
    [
        AddMemoryCommand(scope=Scope.npc("nobody"), text="x"),
        AddMemoryCommand(scope=Scope.location("mara"), text="x"),
        AddMemoryCommand(scope=Scope.npc("inn"), text="x"),
        AddMemoryCommand(scope=MARA, text="x", location_id="atlantis"),
    ],
)
async def test_who_or_what_is_not_there_is_given_no_memory(
    handler: MemoryHandler, state: GameState, command: AddMemoryCommand
) -> None:
    await refused(handler, command, state, NotFound)


# -- pinning -------------------------------------------------------------------------------------------------------


async def test_a_memory_is_pinned_and_unpinned(handler: MemoryHandler, state: GameState) -> None:
    for pinned in (True, False):
        result = await handler.pin(PinMemoryCommand(memory_id="mara-001", pinned=pinned), state)
        expected = MemoryPinned(scope=MARA, memory_id="mara-001", text=CAPTURED.summary, pinned=pinned)
        assert result.events == (expected,)
        assert state.status("mara-001").pinned is pinned
        words = await refused(handler, PinMemoryCommand(memory_id="mara-001", pinned=pinned), state)
        assert words == f"mara-001 is {'pinned already' if pinned else 'not pinned'}."


async def test_what_was_put_away_cannot_be_pinned_only_unpinned(handler: MemoryHandler, state: GameState) -> None:
    await handler.pin(PinMemoryCommand(memory_id="mara-001"), state)
    await handler.archive(ArchiveMemoryCommand(memory_id="mara-001"), state)
    await handler.pin(PinMemoryCommand(memory_id="mara-001", pinned=False), state)
    await refused(handler, PinMemoryCommand(memory_id="mara-001"), state)


# -- archiving -----------------------------------------------------------------------------------------------------


async def test_an_archived_memory_is_neither_recalled_nor_lost(handler: MemoryHandler, state: GameState) -> None:
    result = await handler.archive(ArchiveMemoryCommand(memory_id="mara-001"), state)
    assert result.events == (MemoryArchived(scope=MARA, memory_id="mara-001", text=CAPTURED.summary),)
    assert state.status("mara-001").archived_by == "hand"
    assert recalled(state, "forty crowns") == []
    assert len(state.memories(MARA)) == 1


async def test_what_is_archived_or_superseded_is_not_archived_again(handler: MemoryHandler, state: GameState) -> None:
    await replace(handler, state, "mara-001", "Fifty crowns.")
    words = await refused(handler, ArchiveMemoryCommand(memory_id="mara-001"), state)
    assert words == "mara-001 holds no longer: mara-002 has replaced it. Edit that one."
    await handler.archive(ArchiveMemoryCommand(memory_id="mara-002"), state)
    words = await refused(handler, ArchiveMemoryCommand(memory_id="mara-002"), state)
    assert words == "mara-002 is archived already (hand). What still holds can be added again."


# -- restoring -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["hand", "pruned"])
async def test_what_was_put_away_is_recalled_and_counted_again(
    handler: MemoryHandler, state: GameState, by: str
) -> None:
    stream = MemoryStream(state, MARA)
    kind = stream.get("mara-001").kind
    stream.archive(["mara-001"], by=by)
    assert countable_positions(state, MARA, 0, kind) == []
    result = await handler.restore(RestoreMemoryCommand(memory_id="mara-001"), state)
    assert result.events == (MemoryRestored(scope=MARA, memory_id="mara-001", text=CAPTURED.summary),)
    assert state.status("mara-001").archived_by is None
    assert recalled(state, "forty crowns") == [CAPTURED.summary]
    assert countable_positions(state, MARA, 0, kind) == [0]
    await handler.archive(ArchiveMemoryCommand(memory_id="mara-001"), state)
    await handler.restore(RestoreMemoryCommand(memory_id="mara-001"), state)
    assert countable_positions(state, MARA, 0, kind) == [0], "once, also where nobody looked meanwhile"


async def test_only_what_is_archived_and_has_no_successor_is_restored(handler: MemoryHandler, state: GameState) -> None:
    words = await refused(handler, RestoreMemoryCommand(memory_id="mara-001"), state)
    assert words == "mara-001 is not archived."
    await replace(handler, state, "mara-001", "Fifty crowns.")
    words = await refused(handler, RestoreMemoryCommand(memory_id="mara-001"), state)
    assert words == "mara-001 holds no longer: mara-002 has replaced it. Edit that one."


async def test_a_fact_does_not_come_back_beside_the_one_that_holds(handler: MemoryHandler, state: GameState) -> None:
    stream, key = MemoryStream(state, MARA), ("tobin", "job")
    smith, baker = (
        MemoryContext(content=content, created_at=NOW, subject_key=key) for content in ("a smith", "a baker")
    )
    first = stream.add(MemoryKind.SEMANTIC, smith).id or ""
    await handler.archive(ArchiveMemoryCommand(memory_id=first), state)
    second = stream.add(MemoryKind.SEMANTIC, baker).id or ""
    words = await refused(handler, RestoreMemoryCommand(memory_id=first), state)
    assert f"{second} has replaced it" in words
    await handler.archive(ArchiveMemoryCommand(memory_id=second), state)
    await handler.restore(RestoreMemoryCommand(memory_id=second), state)
    assert [entry.summary for entry in stream.active()] == [CAPTURED.summary, "a baker"]


# -- replacing -----------------------------------------------------------------------------------------------------


async def test_a_replacement_keeps_what_the_old_memory_was_about(handler: MemoryHandler, state: GameState) -> None:
    result = await handler.replace(ReplaceMemoryCommand(memory_id="mara-001", text="Fifty crowns."), state)
    [old, new] = state.memories(MARA)
    replaced = MemoryReplaced(scope=MARA, memory_id="mara-002", replaced_id="mara-001", text="Fifty crowns.")
    assert result.events == (replaced,)
    changed = {"id", "created_at", "summary", "keywords", "evidence", "metadata"}
    assert new.model_dump(exclude=changed) == old.model_dump(exclude=changed)
    assert (new.summary, new.created_at, new.keywords, new.evidence) == ("Fifty crowns.", LATER, (), ("mara-001",))
    assert new.metadata == {"type": "episodic", "hand_made": True, "replaces": "mara-001"}
    assert state.status("mara-001").superseded_by == "mara-002"
    assert recalled(state, "crowns") == ["Fifty crowns."]


async def test_a_replacement_keeps_the_importance_that_was_given_later(
    handler: MemoryHandler, state: GameState
) -> None:
    MemoryStream(state, MARA).rate("mara-001", 9)
    assert (await replace(handler, state, "mara-001", "Fifty.")).importance == 9


async def test_a_replacement_of_what_is_pinned_is_pinned(handler: MemoryHandler, state: GameState) -> None:
    await handler.pin(PinMemoryCommand(memory_id="mara-001"), state)
    await replace(handler, state, "mara-001", "Fifty.")
    assert state.status("mara-002").pinned


async def test_only_what_stands_can_be_replaced(handler: MemoryHandler, state: GameState) -> None:
    await replace(handler, state, "mara-001", "Fifty.")
    assert (await replace(handler, state, "mara-002", "Sixty.")).metadata["replaces"] == "mara-002"
    words = await refused(handler, ReplaceMemoryCommand(memory_id="mara-001", text="Seventy."), state)
    assert "mara-002 has replaced it" in words
    await handler.archive(ArchiveMemoryCommand(memory_id="mara-003"), state)
    words = await refused(handler, ReplaceMemoryCommand(memory_id="mara-003", text="Seventy."), state)
    assert "archived already" in words


async def test_a_fact_that_was_corrected_is_still_superseded_by_what_comes_later(
    handler: MemoryHandler, state: GameState
) -> None:
    stream = MemoryStream(state, MARA)
    key = ("tobin", "job")
    smith = stream.add(MemoryKind.SEMANTIC, MemoryContext(content="a smith", created_at=NOW, subject_key=key))
    baker = await replace(handler, state, smith.id or "", "a baker")
    miller = stream.add(MemoryKind.SEMANTIC, MemoryContext(content="a miller", created_at=NOW, subject_key=key))
    assert state.status(baker.id).superseded_by == miller.id
    assert [entry.summary for entry in stream.active()] == [CAPTURED.summary, "a miller"]


# -- naming a memory -----------------------------------------------------------------------------------------------

UNKNOWN = [
    ("mara-002", "There is no memory 'mara-002' in this game. Mara Ironhand remembers mara-001."),
    ("mara-1", "There is no memory 'mara-1' in this game. Mara Ironhand remembers mara-001."),
    ("world-001", "There is no memory 'world-001' in this game. The world remembers nothing yet."),
    ("nobody-001", "There is no memory 'nobody-001' in this game; ids are made like market-001."),
    ("mara", "There is no memory 'mara' in this game; ids are made like market-001."),
    ("m-0", "m-0 is a message: what was said stays as it was said. Add a memory instead."),
]


@pytest.mark.parametrize(("memory_id", "words"), UNKNOWN)
async def test_an_unknown_memory_is_refused_with_what_there_is(
    handler: MemoryHandler, state: GameState, memory_id: str, words: str
) -> None:
    for command in (
        PinMemoryCommand(memory_id=memory_id),
        ArchiveMemoryCommand(memory_id=memory_id),
        RestoreMemoryCommand(memory_id=memory_id),
        ReplaceMemoryCommand(memory_id=memory_id, text="x"),
    ):
        assert await refused(handler, command, state, NotFound) == words


async def test_of_many_memories_the_first_and_the_last_are_named(handler: MemoryHandler, state: GameState) -> None:
    await add(handler, state)
    words = await refused(handler, PinMemoryCommand(memory_id="mara-009"), state, NotFound)
    assert words.endswith("Mara Ironhand remembers mara-001 to mara-002.")
