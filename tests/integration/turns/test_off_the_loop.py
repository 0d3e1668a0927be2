"""What does not keep other games waiting."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from app import gc_tuning
from app.memory.index import growing, stream_index
from app.memory.index.player_statements import PlayerStatements
from app.memory.index.stream_index import StreamIndex
from app.memory.recall.recaller import Recaller
from app.models.memory import Scope
from app.models.records.record import Record
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.services.game.captures.recall_service import RecallService
from app.services.game.games import session as session_module
from app.services.game.games.session import Caps
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import begin, new_table
from tests.waiting import HANG
from tests.worlds import new_game, say

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


class SlowStore(JsonGameStore):
    """Appends when it is told to go on."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.began, self.go_on = Event(), Event()
        self.waits: list[bool] = []

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        self.began.set()
        assert self.go_on.wait(HANG)
        super().append(game_id, record, expected_seq)
        self.waits.append(work_waits)


async def test_a_turn_that_is_cancelled_when_it_is_being_written_stands(tmp_path: Path) -> None:
    store = SlowStore(tmp_path)
    table = new_table(store)
    game_id = begin(table)
    turn = asyncio.create_task(table.take_turn(game_id, "hello"))
    while not store.began.is_set():  # noqa: ASYNC110  # of another thread
        await asyncio.sleep(0)
    turn.cancel()
    store.go_on.set()
    assert (await turn).turn == 1
    assert table.state(game_id).turn == 1
    assert [record.turn for record in table.library.read(game_id).records] == [1]


async def spend(table: TurnService, game_id: str) -> None:
    """Money that no commit books."""
    session = table.library.open(game_id)
    meter = session.open_meter(Caps())
    meter.add(Spend(calls=1, input_tokens=10))
    await session.close_meters(meter)


@pytest.mark.parametrize(
    "write",
    [
        lambda table, game_id: table.take_turn(game_id, "hello"),
        lambda table, game_id: table.undo(game_id),
        lambda table, game_id: table.label(game_id, "here"),
        lambda table, game_id: table.rename(game_id, "The owl"),
        lambda table, game_id: table.settle(game_id),
        spend,
    ],
    ids=["turn", "undo", "label", "title", "settled", "money"],
)
async def test_the_event_loop_goes_on_while_anything_is_written(
    tmp_path: Path, write: Callable[[TurnService, str], Coroutine[Any, Any, object]]
) -> None:
    store = SlowStore(tmp_path)
    table = new_table(store)
    game_id = begin(table)
    store.go_on.set()
    await table.take_turn(game_id, "to the inn")
    store.began.clear()
    store.go_on.clear()
    before = table.library.read(game_id).last_seq
    writing = asyncio.create_task(write(table, game_id))
    while not store.began.is_set():  # noqa: ASYNC110  # of another thread
        await asyncio.sleep(0)
    for _ in range(3):
        await asyncio.sleep(0)
    assert not writing.done()
    assert table.library.read(game_id).last_seq == before
    store.go_on.set()
    await writing
    assert table.library.read(game_id).last_seq > before


@pytest.mark.parametrize("kept", [session_module.MOST_KEPT, 0], ids=["in memory", "from the journal"])
async def test_a_store_is_told_with_each_record_whether_work_waits_when_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """That of an undo is the earlier game, not the one that is left."""
    monkeypatch.setattr(session_module, "MOST_KEPT", kept)
    store = SlowStore(tmp_path)
    store.go_on.set()
    table = new_table(store)
    game_id = begin(table)
    steps: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
        "nothing was left": lambda: table.take_turn(game_id, "hello"),
        "the market was left": lambda: table.take_turn(game_id, "to the inn"),
        "a name while that waits": lambda: table.label(game_id, "here"),
        "money while that waits": lambda: spend(table, game_id),
        "the last of what waits is done": lambda: table.settle(game_id),
        "a name while nothing waits": lambda: table.label(game_id, "there"),
        "the inn was left": lambda: table.take_turn(game_id, "to the market"),
    }
    told = {}
    for what, step in steps.items():
        await step()
        told[what] = store.waits[-1]
        assert told[what] is bool(table.state(game_id).pending), what
    assert [*told.values()] == [False, True, True, True, False, False, True]
    await table.undo(game_id)
    assert store.waits[-1] is bool(table.state(game_id).pending) is False
    await table.undo(game_id)
    assert store.waits[-1] is bool(table.state(game_id).pending) is False


@pytest.mark.parametrize("kept", [session_module.MOST_KEPT, 0], ids=["in memory", "from the journal"])
async def test_an_undo_that_brings_back_what_was_done_says_that_work_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(session_module, "MOST_KEPT", kept)
    store = SlowStore(tmp_path)
    store.go_on.set()
    table = new_table(store)
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, "hello")
    await table.settle(game_id)
    assert not table.state(game_id).pending
    await table.undo(game_id)
    assert table.state(game_id).pending
    assert store.waits[-1]


def indexed(state: GameState) -> list[str]:
    """The scopes whose memories and conversation are indexed to their end, by key, in the order in which they began."""
    held = [index for scope in state.scopes() if (index := state.derived.get(StreamIndex, scope)) is not None]
    return [index.scope.key for index in held if not StreamIndex.grow(state, index.scope, 0)]


async def closed_game(table: TurnService) -> str:
    """A game in which something was said and remembered, and which is in no memory."""
    game_id = begin(table)
    for text in ("Guard, hello", "to the inn", "Mara, the owl is in the loft."):
        await table.take_turn(game_id, text)
    await table.settle(game_id)
    await table.close(game_id)
    return game_id


async def others_end() -> None:
    """Wait for everything that is at work on the loop."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.gather(*others, return_exceptions=True)


async def test_opening_a_game_and_a_turn_that_asks_for_no_memory_index_nothing(tmp_path: Path) -> None:
    table = new_table(JsonGameStore(tmp_path))
    game_id = await closed_game(table)
    state = (await table.library.opened(game_id)).state
    assert indexed(state) == []
    await table.take_turn(game_id, "hello")
    assert state.derived.get(StreamIndex, Scope.world()) is None


@pytest.mark.parametrize("by", ["a turn", "the host"])
async def test_a_game_that_was_opened_is_indexed_in_the_background(tmp_path: Path, by: str) -> None:
    table = new_table(JsonGameStore(tmp_path), recall=RecallService(Recaller()), settle_in_background=True)
    game_id = await closed_game(table)
    if by == "a turn":
        await table.take_turn(game_id, "hello")
    else:
        await table.library.opened(game_id)
        table.settler.prepare_later(game_id)
    await others_end()
    state = table.state(game_id)
    assert sorted(indexed(state)) == sorted(scope.key for scope in state.scopes())
    heard = growing.statement_indexes(state)
    assert PlayerStatements in {kind for kind, _ in heard}
    assert [kind.unread(state, scope) for kind, scope in heard] == [0] * len(heard)


async def test_closing_ends_the_indexing_and_opening_again_begins_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "PORTION", 1)
    table = new_table(JsonGameStore(tmp_path))
    game_id = await closed_game(table)
    states = []
    for _ in range(2):
        states.append((await table.library.opened(game_id)).state)
        table.settler.prepare_later(game_id)
        for _ in range(6):
            await asyncio.sleep(0)
        await table.close(game_id)
        assert asyncio.all_tasks() == {asyncio.current_task()}
    assert all(len(indexed(state)) < len(state.scopes()) for state in states)
    state = (await table.library.opened(game_id)).state
    table.settler.prepare_later(game_id)
    await others_end()
    assert len(indexed(state)) == len(state.scopes())


async def test_indexing_in_the_background_follows_an_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "PORTION", 1)
    table = new_table(JsonGameStore(tmp_path))
    game_id = await closed_game(table)
    before = (await table.library.opened(game_id)).state
    await table.take_turn(game_id, "to the market")
    table.settler.prepare_later(game_id)
    for _ in range(4):
        await asyncio.sleep(0)
    await table.undo(game_id)
    await others_end()
    state = table.state(game_id)
    assert state is not before
    assert len(indexed(state)) == len(state.scopes())


def test_who_is_present_is_indexed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "PORTION", 1)
    state = new_game()
    state.scenario.current_location_id = "inn"
    began: list[str] = []
    for _ in growing.growing_all(lambda: state):
        began += [key for key in indexed(state) if key not in began]
    assert state.present()
    assert began == []
    say(state, *"abc", witness_ids=("mara", "guard-1"), location_id="inn")
    for _ in growing.growing_all(lambda: state):
        held = [scope.key for scope in state.scopes() if (at := state.derived.get(StreamIndex, scope)) and at.messages]
        began += [key for key in held if key not in began]
    assert began[: len(state.present())] == [f"npc/{npc.instance_id}" for npc in state.present()]
    assert began[-1] == "location/inn"


async def test_a_thread_and_the_loop_that_index_the_same_index_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_index, "PORTION", 1)
    state, scope = new_game(), Scope.world()
    for number in range(300):
        say(state, f"The owl number {number}.")
    reading = [asyncio.to_thread(lambda: StreamIndex.of(state, scope).follow_messages(state)) for _ in range(3)]
    for _ in growing.growing(state, scope):
        await asyncio.sleep(0)
    await asyncio.gather(*reading)
    assert StreamIndex.of(state, scope).messages.columns["position"].tolist() == [*range(300)]


def walked() -> set[int]:
    """The ids of what the collector walks through."""
    return {id(each) for each in gc.get_objects()}


def test_what_has_grown_is_left_out_of_later_collections_once_games_are() -> None:
    made = [[number] for number in range(10)]
    gc_tuning.unfreeze()
    gc_tuning.collect_and_freeze()
    assert walked() >= {id(each) for each in made}
    try:
        gc_tuning.freeze()
        more = [[number] for number in range(10)]
        gc_tuning.collect_and_freeze()
        assert walked().isdisjoint(id(each) for each in [*made, *more])
    finally:
        gc_tuning.unfreeze()
