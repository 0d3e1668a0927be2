"""Rollback, undo and retry without reading the journal; what has to read it does so in another thread."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput, ModelUnavailable, NotFound, NotPossible, StorageFailed, TalekeeperError
from app.events.commands import (
    AddNoteCommand,
    AdvanceTimeCommand,
    ArchiveMemoryCommand,
    ChangeLocationCommand,
    FormMemoryCommand,
    ReinforceMemoryCommand,
)
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.memory.index import growing
from app.memory.index.stream_index import StreamIndex
from app.models.command import Command
from app.models.memory import MemoryEntry, Scope
from app.models.messages.message import Message
from app.models.records.folding import fold_journal
from app.models.records.record import Journal, Record
from app.models.state.game_state import GameState
from app.services.game.games import session as session_module
from app.services.game.games.concurrency import off_loop
from app.services.game.turns import past_turns, turn_service
from app.stores.json_store import JsonGameStore
from tests.examples import examples
from tests.integration.turns.table import ScriptedNarrator, begin, new_table
from tests.waiting import HANG
from tests.worlds import is_unchanged

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


REFUSED = ChangeLocationCommand(location_id="cell-2")
NOTE = AddNoteCommand(text="Remember the owl.")
FEAR = FormMemoryCommand(npc_id="mara", text="I fear the owl.")


class CountingStore(JsonGameStore):
    """Notes which threads read a game, and fails the appends that it is told to."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.readers: list[int] = []
        self.failures: list[TalekeeperError] = []
        self.reading = threading.Event()
        self.before_read: Callable[[], object] = lambda: None

    def read(self, game_id: str) -> Journal:
        self.reading.set()
        self.before_read()
        self.readers.append(threading.get_ident())
        return super().read(game_id)

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        if self.failures:
            raise self.failures.pop()
        super().append(game_id, record, expected_seq)

    def taken_readers(self) -> list[int]:
        readers, self.readers = self.readers, []
        return readers


class Failing(ScriptedNarrator):
    """Fails after its commands and words when asked to."""

    fails = False

    async def narrate(self, context: NarrationContext) -> Narration:
        narration = await super().narrate(context)
        if self.fails:
            raise ModelUnavailable("The model is away.")
        return narration


class Table:
    def __init__(self, folder: Path) -> None:
        self.store = CountingStore(folder)
        self.narrator = Failing()
        self.turns = new_table(self.store, narrator=self.narrator, capture_after=4)
        self.game_id = begin(self.turns)

    @property
    def state(self) -> GameState:
        return self.turns.state(self.game_id)

    def loaded(self) -> GameState:
        return fold_journal(JsonGameStore.read(self.store, self.game_id))

    async def say(self, *texts: str) -> None:
        for text in texts:
            await self.turns.take_turn(self.game_id, text)

    async def fail(self, text: str, *, retry: bool = False) -> None:
        self.narrator.fails = True
        with pytest.raises(ModelUnavailable):
            await (self.turns.retry(self.game_id) if retry else self.turns.take_turn(self.game_id, text))
        self.narrator.fails = False


@pytest.fixture
def at(tmp_path: Path) -> Table:
    return Table(tmp_path)


# -- nothing is read ----------------------------------------------------------------------------------------------


async def test_no_failed_turn_reads_the_journal(at: Table) -> None:
    await at.say("take the lantern", "to the inn")
    at.store.taken_readers()
    before = at.state.model_dump()

    with pytest.raises(NotPossible):
        await at.turns.execute(at.game_id, REFUSED)
    with pytest.raises(NotPossible):
        await at.turns.execute(at.game_id, AdvanceTimeCommand(minutes=30), NOTE, FEAR, REFUSED)
    await at.fail("drop the lantern")

    assert at.store.taken_readers() == []
    assert at.state.model_dump() == before == at.loaded().model_dump()


async def test_undo_and_retry_of_turns_played_here_read_nothing(at: Table) -> None:
    await at.say("take the lantern")
    after_one = at.state.model_dump()
    await at.say("to the inn", "ask Mara about the owl")
    await at.turns.settle(at.game_id)
    at.store.taken_readers()

    await at.turns.retry(at.game_id)
    await at.turns.undo(at.game_id, 2)

    assert at.store.taken_readers() == []
    assert at.state.model_dump() == after_one == at.loaded().model_dump()


async def test_of_what_does_not_fit_into_memory_the_last_commit_is_kept(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "MOST_KEPT", 0)
    at.turns.settle_in_background = False
    await at.say("take the lantern", "drop the lantern", "take the lantern", "drop the lantern")
    at.store.taken_readers()
    await at.turns.undo(at.game_id)
    assert at.store.taken_readers() == []
    await at.turns.undo(at.game_id)
    assert at.store.taken_readers()
    assert at.state.model_dump() == at.loaded().model_dump()


async def test_a_refused_command_leaves_the_very_state_so_that_no_thought_is_thrown_away(at: Table) -> None:
    await at.say("take the lantern")
    state, session = at.state, at.turns.library.open(at.game_id)
    with pytest.raises(NotPossible):
        await at.turns.execute(at.game_id, REFUSED)
    assert session.state is state
    assert state.turn == 1


async def test_a_turn_that_succeeds_copies_nothing(at: Table) -> None:
    state = at.state
    history, people, statuses = state.conversation_history, state.npcs, state.memory_status
    await at.say("to the inn", "hello Mara")
    assert at.state is state
    assert (state.conversation_history, state.npcs, state.memory_status) == (history, people, statuses)
    assert state.conversation_history is history


async def test_a_record_that_cannot_be_written_is_undone_in_memory(at: Table) -> None:
    await at.say("to the inn")
    before = at.state.model_dump()
    at.store.taken_readers()
    at.store.failures = [InvalidInput("No.")]
    with pytest.raises(InvalidInput):
        await at.say("take the lantern")
    assert at.state.model_dump() == before
    assert at.store.taken_readers() == []


async def test_after_a_fault_of_the_disk_the_game_is_read_again_off_the_loop(at: Table) -> None:
    await at.say("to the inn")
    before = at.state.model_dump()
    at.store.taken_readers()
    at.store.failures = [StorageFailed("Full.")]
    with pytest.raises(StorageFailed):
        await at.say("hello Mara")
    await at.fail("hello Mara")
    assert at.state.model_dump() == before
    assert at.store.readers
    assert threading.get_ident() not in at.store.taken_readers()


async def test_a_retry_that_fails_reads_the_old_turn_again_off_the_loop(at: Table) -> None:
    await at.say("to the inn", "hello Mara")
    before = at.state.model_dump()
    at.store.taken_readers()
    await at.fail("", retry=True)
    assert threading.get_ident() not in at.store.taken_readers()
    assert at.state.model_dump() == before == at.loaded().model_dump()


# -- the same as loading ------------------------------------------------------------------------------------------

_COMMANDS: tuple[Command, ...] = (
    AdvanceTimeCommand(minutes=30),
    NOTE,
    FEAR,
    ChangeLocationCommand(location_id="inn"),
    ArchiveMemoryCommand(memory_id="mara-001"),
    ReinforceMemoryCommand(npc_id="mara", memory_id="mara-002"),
)
_WORDS = ("to the inn", "to the market", "take the lantern", "drop the lantern", "Mara, I promise to bring a light.")
steps = st.one_of(
    st.tuples(st.just("say"), st.sampled_from(_WORDS)),
    st.tuples(st.just("fail"), st.sampled_from(_WORDS)),
    st.tuples(st.just("refuse"), st.lists(st.sampled_from(_COMMANDS), max_size=3)),
    st.tuples(st.just("break"), st.sampled_from(_WORDS)),
    st.tuples(st.just("order"), st.sampled_from(_COMMANDS)),
    st.tuples(st.just("settle"), st.none()),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(st.just("retry"), st.booleans()),
    st.tuples(st.just("index"), st.none()),
)


@pytest.mark.parametrize("kept", [session_module.MOST_KEPT, 0], ids=["in memory", "from the journal"])
@given(st.lists(steps, max_size=12))
@settings(max_examples=examples(8), deadline=None)
def test_going_back_gives_what_loading_gives(kept: int, story: list[tuple[str, Any]]) -> None:
    """Whatever fails or is undone, the state, its indexes and what the next commit finds are those of a loaded game."""

    async def play(folder: Path) -> None:
        at = Table(folder)
        for kind, what in story:
            await _step(at, kind, what)
            state, loaded = at.state, at.loaded()
            assert state.model_dump() == loaded.model_dump()
            assert is_unchanged(at.turns.library.open(at.game_id).baseline, state)
            assert list(state.commitments) == list(loaded.commitments)
            assert _indexed(state) == _indexed(loaded)
            assert kind not in ("fail", "refuse", "break") or state.written_at == loaded.written_at

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "MOST_KEPT", kept)
        asyncio.run(play(Path(folder)))


@given(st.lists(st.tuples(steps, st.integers(0, 5)), max_size=12))
@settings(max_examples=examples(8), deadline=None)
def test_indexing_in_slices_meanwhile_gives_what_loading_gives(story: list[tuple[tuple[str, Any], int]]) -> None:
    """However far the background has come when a turn fails or is undone."""

    async def play(folder: Path) -> None:
        at = Table(folder)
        rest = growing.growing_all(lambda: at.state)
        for (kind, what), slices in story:
            await _step(at, kind, what)
            if len([*islice(rest, slices)]) < slices:
                rest = growing.growing_all(lambda: at.state)
        state, loaded = at.state, at.loaded()
        assert _indexed(state) == _indexed(loaded)
        assert _stated(state) == _stated(loaded)

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "PORTION", 1)
        patch.setattr(growing, "STATEMENTS_AT_ONCE", 1)
        asyncio.run(play(Path(folder)))


def _stated(state: GameState) -> dict[object, list[str]]:
    return {(kind, scope): kind.of(state, scope).texts for kind, scope in growing.statement_indexes(state)}


async def _step(at: Table, kind: str, what: Any) -> None:
    """One step; what is refused because there is nothing to undo or retry is refused."""
    if kind == "fail":
        await at.fail(what)
        return
    calls: dict[str, Callable[[], Any]] = {
        "say": lambda: at.say(what),
        "refuse": lambda: at.turns.execute(at.game_id, *what, REFUSED),
        "order": lambda: at.turns.execute(at.game_id, what),
        "break": lambda: at.say(what),
        "settle": lambda: at.turns.settle(at.game_id),
        "undo": lambda: at.turns.undo(at.game_id, what),
        "retry": lambda: at.turns.retry(at.game_id),
        "index": lambda: asyncio.sleep(0, _indexed(at.state)),
    }
    at.store.failures = [StorageFailed("Full.")] if kind == "break" else []
    at.narrator.fails = kind == "retry" and what
    with suppress(NotPossible, NotFound, ModelUnavailable, StorageFailed):
        await calls[kind]()
    at.narrator.fails, at.store.failures = False, []


def _indexed(state: GameState) -> list[Any]:
    """What the indexes of a state say about some scopes."""
    scopes = [Scope.world(), Scope.npc("mara"), Scope.location("inn")]
    index = state.message_index
    found: list[Any] = [index.heard(scope) for scope in scopes] + [index.of(scope, 0, 999) for scope in scopes]
    for scope in scopes:
        stream = StreamIndex.of(state, scope)
        messages = stream.follow_messages(state)
        found += [dict(stream.entries.position_of), stream.entries.columns["inactive"].tolist()]
        found += [stream.entries.columns["importance"].tolist(), messages.columns["position"].tolist()]
    return found


# -- off the event loop -------------------------------------------------------------------------------------------


async def test_whatever_reads_a_whole_journal_does_so_in_another_thread(at: Table) -> None:
    await at.say("to the inn", "hello Mara", "to the market")
    await at.turns.close(at.game_id)
    at.store.taken_readers()

    await at.turns.take_turn(at.game_id, "hello", request_id="r1")
    await at.turns.take_turn(at.game_id, "hello", request_id="r1")
    await at.turns.explain(at.game_id, 2)
    await at.turns.undo(at.game_id, 3)
    await at.turns.retry(at.game_id)
    await at.turns.branch(at.game_id, turn=1)

    readers = at.store.taken_readers()
    assert len(readers) >= 6
    assert threading.get_ident() not in readers


async def test_a_game_asked_for_twice_at_once_is_loaded_once(at: Table) -> None:
    await at.turns.close(at.game_id)
    at.store.taken_readers()
    library = at.turns.library
    one, other = await asyncio.gather(library.opened(at.game_id), library.opened(at.game_id))
    assert one is other
    assert len(at.store.taken_readers()) == 1


async def test_no_turn_waits_for_the_loading_of_another_game(at: Table) -> None:
    other = begin(at.turns)
    await at.turns.close(other)
    may_read, waited = threading.Event(), list[bool]()
    at.store.reading.clear()
    at.store.before_read = lambda: waited.append(may_read.wait(HANG))
    loading = asyncio.create_task(at.turns.take_turn(other, "look"))
    await asyncio.to_thread(at.store.reading.wait, HANG)
    await at.say("take the lantern")
    assert waited == [], "the other game is still being read"
    may_read.set()
    await loading


async def test_a_cancelled_caller_waits_for_the_end_of_what_runs_off_the_loop() -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        may_end.wait(HANG)
        ended.set()

    task = asyncio.create_task(off_loop(work))
    await asyncio.to_thread(begun.wait, HANG)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_a_cancelled_undo_from_the_journal_changes_nothing(at: Table) -> None:
    await at.say("to the inn", "hello Mara")
    await at.turns.close(at.game_id)
    before = at.loaded().model_dump()
    at.store.reading.clear()
    task = asyncio.create_task(at.turns.undo(at.game_id))
    await asyncio.to_thread(at.store.reading.wait, HANG)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert at.state.model_dump() == before == at.loaded().model_dump()


# -- garbage ------------------------------------------------------------------------------------------------------


async def test_the_collector_does_not_walk_through_a_loaded_game(at: Table) -> None:
    await at.say("to the inn", "hello Mara")
    await at.turns.close(at.game_id)
    assert gc.get_freeze_count() == 0
    await at.turns.library.opened(at.game_id)
    walked = {id(each) for each in gc.get_objects()}
    assert at.state.conversation_history
    assert not any(id(vars(message)) in walked for message in at.state.conversation_history)
    await at.turns.close(at.game_id)
    assert gc.get_freeze_count() == 0


async def test_a_closed_game_is_freed_with_its_last_reference(at: Table) -> None:
    """No cycle keeps it: what is frozen would stay in memory."""
    await at.say("to the inn", "hello Mara", "to the market")
    with pytest.raises(NotPossible):
        await at.turns.execute(at.game_id, REFUSED)
    await at.turns.undo(at.game_id)
    _indexed(at.state)
    kept = weakref.ref(at.turns.library.open(at.game_id)), weakref.ref(at.state.conversation_history[0])
    gc.collect()
    gc.disable()
    try:
        at.turns.library.close(at.game_id)
        assert [each() for each in kept] == [None, None]
    finally:
        gc.enable()


@pytest.mark.parametrize("how", ["close", "explain"])
async def test_messages_and_memories_that_are_given_up_are_freed_off_the_event_loop(
    at: Table, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Freeing those of a long game takes tens of milliseconds."""
    await at.say("to the inn", "hello Mara", "to the market")
    await at.turns.settle(at.game_id)
    state = at.loaded()
    logs: list[list[Any]] = [state.conversation_history, *(state.memories(scope) for scope in state.scopes())]
    freed: list[tuple[int, list[type]]] = []
    for module in (turn_service, past_turns):
        monkeypatch.setattr(
            module, "release_memory", lambda things: freed.append((threading.get_ident(), [*map(type, things)]))
        )
    if how == "close":
        await at.turns.close(at.game_id)
    else:
        monkeypatch.setattr(past_turns, "fold_journal", lambda journal, _: fold_journal(journal))
        await at.turns.explain(at.game_id, 3)
    [(thread, types)] = freed
    assert thread != threading.get_ident()
    assert types.count(MemoryEntry) == sum(map(len, logs[1:])) > 0
    assert types.count(Message) >= len(logs[0]) > 0
