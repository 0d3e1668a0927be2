"""What does not keep other games waiting."""

import asyncio
import gc
from pathlib import Path
from threading import Event

from app import collector
from app.memory.index.stream_index import StreamIndex
from app.models.records.record import Record
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import begin, new_table


class SlowStore(JsonGameStore):
    """Appends when it is told to go on."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.began, self.go_on = Event(), Event()

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        self.began.set()
        assert self.go_on.wait(10)
        super().append(game_id, record, expected_seq)


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


async def test_a_game_that_was_opened_has_its_memories_and_its_conversation_indexed(tmp_path: Path) -> None:
    table = new_table(JsonGameStore(tmp_path))
    game_id = begin(table)
    for text in ("Guard, hello", "to the inn"):
        await table.take_turn(game_id, text)
    await table.settle(game_id)
    await table.close(game_id)
    state = (await table.library.opened(game_id)).state
    for scope in state.scopes():
        index = state.derived.get(StreamIndex, scope)
        assert index is not None
        assert len(index.entries) == len(state.memories(scope))
        assert not StreamIndex.grow(state, scope, 0)


def walked() -> set[int]:
    """The ids of what the collector walks through."""
    return {id(each) for each in gc.get_objects()}


def test_what_has_grown_is_left_out_of_later_collections_once_games_are() -> None:
    made = [[number] for number in range(10)]
    collector.unfreeze()
    collector.collect_and_freeze()
    assert walked() >= {id(each) for each in made}
    try:
        collector.freeze()
        more = [[number] for number in range(10)]
        collector.collect_and_freeze()
        assert walked().isdisjoint(id(each) for each in [*made, *more])
    finally:
        collector.unfreeze()
