"""Which games a process keeps in memory, and how it lets go of them."""

import asyncio
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytest_mock import MockerFixture

from app.errors import Conflict, CorruptSave, NotFound, StorageFailed, TalekeeperError
from app.interfaces.stores import IGameStore
from app.models.records.folding import fold_journal
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import from_journal, in_thread
from app.services.game.games.game_library import LOCKS
from app.services.game.hosting import BYTES_OF_A_GAME, GameHost, size_of
from app.services.game.turns import turn_service
from app.services.game.turns.turn_service import TurnService
from app.testing import FakeNarrator, FakeSummarizer, InMemoryGameStore
from tests.integration.turns.table import begin, new_store, new_table

pytestmark = pytest.mark.of_stores


GRACE = 30.0


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def hosted(table: TurnService, clock: Clock, **limits: Any) -> GameHost:
    return GameHost(table.library, table, table.settler, clock=clock, **limits or {"idle_seconds": 100})


@pytest.fixture
def host(table: TurnService, clock: Clock) -> GameHost:
    return hosted(table, clock)


async def new_games(table: TurnService, number: int) -> list[str]:
    """Games that are in no memory."""
    games = [begin(table) for _ in range(number)]
    for game_id in games:
        await table.close(game_id)
    return games


def in_memory(host: GameHost) -> list[str]:
    return list(host.library.in_memory())


async def others_come(until: Callable[[], object]) -> None:
    while not until():  # noqa: ASYNC110  # of threads, too
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)


async def look_at(host: GameHost, *games: str) -> None:
    for game_id in games:
        async with host.using(game_id):
            pass


# -- loading and unloading ----------------------------------------------------------------------------------------


async def test_a_game_is_loaded_when_it_is_used_and_unloaded_when_it_was_idle_long_enough(
    tmp_path: Path, table: TurnService, host: GameHost, clock: Clock
) -> None:
    [game_id] = await new_games(table, 1)
    async with host.using(game_id) as session:
        assert session is table.library.open(game_id)
        clock.seconds = 500
        assert await host.sweep() == []
    clock.seconds += 99
    assert await host.sweep() == []
    clock.seconds += 1
    assert await host.sweep() == [game_id]
    assert in_memory(host) == []
    new_store(tmp_path).acquire(game_id)


async def test_what_the_first_turn_will_need_is_prepared_when_a_game_is_loaded(
    table: TurnService, host: GameHost, clock: Clock
) -> None:
    prepared: list[str] = []

    async def prepare(state: GameState) -> None:
        prepared.append(state.game_id)

    table.settler.prepare = prepare
    [game_id] = await new_games(table, 1)
    for _ in range(2):
        async with host.using(game_id):
            await others_come(lambda: prepared)
    assert prepared == [game_id]
    clock.seconds += 1000
    assert await host.sweep() == [game_id]
    async with host.using(game_id):
        await others_come(lambda: len(prepared) > 1)
    assert prepared == [game_id, game_id]


async def test_a_game_that_is_unloaded_is_prepared_no_longer(table: TurnService, host: GameHost, clock: Clock) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def prepare(_: GameState) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    table.settler.prepare = prepare
    [game_id] = await new_games(table, 1)
    async with host.using(game_id):
        await begun.wait()
    clock.seconds += 1000
    assert await host.sweep() == [game_id]
    assert ended.is_set()


async def test_a_game_that_others_have_opened_is_idle_from_when_it_is_first_seen(
    table: TurnService, host: GameHost, clock: Clock
) -> None:
    game_id = begin(table)
    clock.seconds = 1_000
    assert await host.sweep() == []
    clock.seconds += 100
    assert await host.sweep() == [game_id]


async def test_those_beyond_the_number_go_the_longest_idle_first_but_none_that_is_used(
    table: TurnService, clock: Clock
) -> None:
    host = hosted(table, clock, games_in_memory=2)
    games = await new_games(table, 4)
    async with host.using(games[0]):
        for game_id in games[1:]:
            clock.seconds += 1
            await look_at(host, game_id)
        assert in_memory(host) == [games[0], games[3]]
        async with host.using(games[2]):
            async with host.using(games[1]):
                assert in_memory(host) == [games[0], games[2], games[1]]
            clock.seconds += 1
        assert await host.sweep() == [games[1]]


async def test_those_beyond_the_bytes_go(table: TurnService, clock: Clock) -> None:
    games = await new_games(table, 3)
    host = hosted(table, clock, megabytes_in_memory=3 * BYTES_OF_A_GAME / 1_000_000)
    for game_id in games:
        clock.seconds += 1
        await look_at(host, game_id)
    assert await host.sweep() == [games[0]]


async def test_a_game_is_estimated_by_its_messages_and_memories(table: TurnService, game_id: str) -> None:
    sizes = [size_of(table.state(game_id))]
    await table.take_turn(game_id, "to the inn")
    sizes.append(size_of(table.state(game_id)))
    await table.settle(game_id)
    sizes.append(size_of(table.state(game_id)))
    assert sizes[0] < sizes[1] < sizes[2]


async def test_a_game_that_settles_stays_and_what_waits_to_be_condensed_outlasts_the_unloading(
    store: IGameStore, clock: Clock
) -> None:
    gate = asyncio.Event()
    table = new_table(store, summarizer=FakeSummarizer(gate))
    host = hosted(table, clock)
    game_id = begin(table)
    async with host.using(game_id):
        await table.take_turn(game_id, "to the inn")
    settling = asyncio.create_task(table.settle(game_id))
    await asyncio.sleep(0)
    clock.seconds = 1_000
    assert await host.sweep() == []
    await table.settler.cancel(game_id)
    await settling
    assert await host.sweep() == [game_id]
    async with host.using(game_id) as session:
        assert session.state.pending


async def test_whoever_comes_while_a_game_is_unloaded_has_it_loaded_again(
    table: TurnService, host: GameHost, clock: Clock
) -> None:
    game_id = begin(table)
    await host.sweep()
    clock.seconds = 100
    sweeping = asyncio.create_task(host.sweep())

    async def play() -> int:
        async with host.using(game_id):
            return (await table.take_turn(game_id, "wait")).turn

    playing = [asyncio.create_task(play()) for _ in range(3)]
    assert sorted(await asyncio.gather(*playing)) == [1, 2, 3]
    await sweeping


async def test_one_that_came_first_keeps_the_game(table: TurnService, host: GameHost, clock: Clock) -> None:
    game_id = begin(table)
    await host.sweep()
    clock.seconds = 100
    async with host.using(game_id):
        assert await host.sweep() == []


async def test_a_game_that_does_not_exist_is_not_remembered(host: GameHost) -> None:
    for _ in range(2):
        with pytest.raises(NotFound):
            await look_at(host, "nowhere-1")
    assert host._hosted == {}


async def test_a_game_that_cannot_be_closed_in_order_is_let_go_of(
    table: TurnService, host: GameHost, clock: Clock, mocker: MockerFixture, log_lines: list[str]
) -> None:
    game_id = begin(table)
    await host.sweep()
    clock.seconds = 100
    mocker.patch.object(table, "close", side_effect=CorruptSave("It is damaged."))
    assert await host.sweep() == [game_id]
    assert in_memory(host) == []
    assert ["damaged" in line for line in log_lines] == [True]


async def test_a_deleted_game_ends_its_streams_and_is_in_the_trash(table: TurnService, host: GameHost) -> None:
    games = [begin(table), *await new_games(table, 1)]
    for game_id in games:
        subscription = table.library.feed.subscribe(game_id)
        async with host.using(game_id):
            await host.delete(game_id)
            with pytest.raises(NotFound):
                await table.take_turn(game_id, "wait")
        assert subscription.closed
    assert {game.game_id for game in table.library.store.trash()} == set(games)


async def test_sweeping_goes_on_until_it_is_cancelled(table: TurnService, host: GameHost, clock: Clock) -> None:
    game_id = begin(table)
    await host.sweep()
    clock.seconds = 100
    sweeping = asyncio.create_task(host.keep_sweeping(every=0))
    while game_id in in_memory(host):  # noqa: ASYNC110  # it tells nobody
        await asyncio.sleep(0)
    assert not sweeping.done()
    sweeping.cancel()


async def test_a_game_that_waits_for_its_store_keeps_no_other_from_being_loaded(mocker: MockerFixture) -> None:
    store = InMemoryGameStore()
    table = new_table(store)
    slow, *games = await new_games(table, 8)
    other = next(game_id for game_id in games if hash(game_id) % LOCKS != hash(slow) % LOCKS)
    may_go_on, acquire = Event(), store.acquire
    mocker.patch.object(
        store, "acquire", lambda game_id: (may_go_on.wait() if game_id == slow else None, acquire(game_id))
    )
    waiting = asyncio.create_task(table.library.opened(slow))
    await table.library.opened(other)
    assert list(table.library.in_memory()) == [other]
    may_go_on.set()
    await waiting
    assert list(table.library.in_memory()) == [other, slow]


# -- work that could not be saved ----------------------------------------------------------------------------------


@dataclass
class Failing:
    """A game in a store that fails when it is told to, with work that waits."""

    clock: Clock
    store: InMemoryGameStore = field(default_factory=InMemoryGameStore)

    def __post_init__(self) -> None:
        self.summarizer = FakeSummarizer()
        self.table = new_table(self.store, summarizer=self.summarizer)
        self.host = hosted(self.table, self.clock)
        self.game_id = begin(self.table)

    @property
    def waits(self) -> bool:
        return bool(fold_journal(self.store.read(self.game_id)).pending)

    async def settle_in_vain(self, failures: int = 1) -> None:
        self.store.failures = [StorageFailed("The disk is full.")] * failures
        with pytest.raises(StorageFailed):
            await self.host.settle(self.game_id)

    async def sweep(self, number: int) -> int:
        """How often the game was asked about in the pass that the sweep of this number begins, if it does."""
        before = len(self.summarizer.history)
        await self.host.settle_again(number)
        await others_come(lambda: not self.table.settler.is_at_work(self.game_id))
        return len(self.summarizer.history) - before


@pytest.fixture
async def failing(clock: Clock) -> Failing:
    made = Failing(clock)
    await made.table.take_turn(made.game_id, "to the inn")
    return made


async def test_work_that_could_not_be_saved_is_done_without_anybody_coming(failing: Failing) -> None:
    await failing.settle_in_vain()
    assert failing.waits
    sweeping = asyncio.create_task(failing.host.keep_sweeping(every=0))
    await others_come(lambda: not failing.waits)
    sweeping.cancel()
    assert not failing.table.settler.unsaved


async def test_work_that_comes_behind_a_turn_that_could_not_be_saved_is_done_later(failing: Failing) -> None:
    gate = asyncio.Event()
    failing.summarizer.enqueue(gate)
    failing.table.settler.settle_later(failing.game_id)
    await others_come(lambda: failing.summarizer.history)
    failing.store.failures = [StorageFailed("The disk is full.")]
    with pytest.raises(StorageFailed):
        await failing.table.take_turn(failing.game_id, "look around")
    gate.set()
    await others_come(lambda: not failing.table.settler.is_at_work(failing.game_id))
    assert failing.waits
    assert await failing.sweep(2) > 0
    assert not failing.waits


async def test_work_that_again_and_again_cannot_be_saved_is_tried_less_and_less_often(failing: Failing) -> None:
    await failing.settle_in_vain(1_000)
    tried = [number for number in range(1, 65) if await failing.sweep(number)]
    assert tried == [2, 4, 8, 16, 32, 64]
    failing.store.failures = []
    assert await failing.sweep(65) == 0
    assert await failing.sweep(128) > 0
    assert not failing.waits


async def test_work_that_could_not_be_saved_waits_in_a_game_that_was_unloaded_since(failing: Failing) -> None:
    await failing.settle_in_vain()
    failing.clock.seconds = 1_000
    assert await failing.host.sweep() == [failing.game_id]
    assert await failing.sweep(2) == 0
    assert in_memory(failing.host) == []
    assert not failing.table.settler.unsaved


async def test_a_game_that_has_settled_while_another_is_tried_is_left_alone(
    failing: Failing, mocker: MockerFixture
) -> None:
    unsaved = failing.table.settler.unsaved
    unsaved |= {failing.game_id: 1, "settled-and-unloaded": 1}
    mocker.patch.object(failing.table.settler, "settle_later", side_effect=lambda _: unsaved.clear())
    await failing.host.settle_again(2)
    assert unsaved == {}


async def test_a_game_that_cannot_be_read_is_tried_again(failing: Failing, mocker: MockerFixture) -> None:
    await failing.settle_in_vain()
    reading = mocker.patch.object(failing.store, "read", side_effect=StorageFailed("The disk is gone."))
    assert await failing.sweep(2) == 0
    mocker.stop(reading)
    assert await failing.sweep(4) > 0
    assert not failing.waits


# -- shutting down ------------------------------------------------------------------------------------------------


class Playing:
    """A turn in progress that waits for its narrator, within the host."""

    def __init__(self, store: IGameStore, clock: Clock) -> None:
        self.narrator = FakeNarrator(pieces=["You wait"])
        self.narrator.go_on = asyncio.Event()
        self.table = new_table(store, narrator=self.narrator)
        self.host = hosted(self.table, clock)
        self.game_id = begin(self.table)
        self.task = asyncio.create_task(self._play())

    async def _play(self) -> int:
        async with self.host.using(self.game_id):
            return (await self.table.take_turn(self.game_id, "wait")).turn


@pytest.fixture
async def playing(store: IGameStore, clock: Clock) -> Playing:
    made = Playing(store, clock)
    await made.narrator.shown.wait()
    return made


async def test_a_shutdown_waits_for_turns_in_flight_and_refuses_others(playing: Playing, tmp_path: Path) -> None:
    subscription = playing.table.library.feed.subscribe(playing.game_id)
    draining = asyncio.create_task(playing.host.drain(GRACE))
    await asyncio.sleep(0)
    with pytest.raises(Conflict, match="shutting down"):
        await look_at(playing.host, playing.game_id)
    assert not draining.done()
    assert playing.narrator.go_on is not None
    playing.narrator.go_on.set()
    await draining
    assert await playing.task == 1
    assert subscription.closed
    assert in_memory(playing.host) == []
    other = new_table(new_store(tmp_path))
    assert (await other.take_turn(playing.game_id, "go on")).turn == 2


async def test_a_turn_that_takes_too_long_to_shut_down_did_not_happen_and_its_caller_is_told(
    playing: Playing, store: IGameStore
) -> None:
    await playing.host.drain(grace=0)
    with pytest.raises(Conflict, match="was not carried out"):
        await playing.task
    assert fold_journal(store.read(playing.game_id)).turn == 0
    assert in_memory(playing.host) == []


async def test_one_that_others_cancel_is_cancelled(playing: Playing) -> None:
    playing.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing.task
    playing.narrator.go_on = None
    async with playing.host.using(playing.game_id):
        assert (await playing.table.take_turn(playing.game_id, "wait")).turn == 1


async def test_a_user_of_two_games_is_ended_once(table: TurnService, host: GameHost) -> None:
    games = await new_games(table, 2)
    begun = asyncio.Event()

    async def use_both() -> None:
        async with host.using(games[0]), host.using(games[1]), host.using(games[0]):
            begun.set()
            await asyncio.Event().wait()

    using = asyncio.create_task(use_both())
    await begun.wait()
    await host.drain(grace=0)
    with pytest.raises(TalekeeperError):
        await using
    assert using.cancelling() == 0


# -- off the event loop -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_last", [True, False])
async def test_of_a_game_that_is_let_go_only_its_logs_are_left_to_be_freed_beside_the_loop(
    table: TurnService, host: GameHost, clock: Clock, mocker: MockerFixture, *, is_last: bool
) -> None:
    games = await new_games(table, 3)
    states = [weakref.ref(table.library.open(game_id).state) for game_id in games]
    still: list[int] = []
    freed = mocker.patch.object(turn_service, "release_memory")
    freed.side_effect = lambda _: still.append(sum(state() is not None for state in states))
    if is_last:
        await host.drain(GRACE)
    else:
        await host.sweep()
        clock.seconds = 500
        await host.sweep()
    assert still == [2, 1, 0]


async def test_the_library_is_listed_exported_and_imported_beside_the_loop(
    table: TurnService, game_id: str, mocker: MockerFixture
) -> None:
    library = table.library
    reading = mocker.spy(library.store, "list")
    assert [game.game_id for game in await in_thread(library.list)] == [game_id]
    assert reading.call_count == 1
    journal = library.read(game_id)
    title = await from_journal(partial(library.read, game_id), lambda read: read.header.title.encode())
    assert title == journal.header.title.encode()
    copied = await from_journal(lambda: journal, library.import_journal)
    assert library.read(copied).header.title == journal.header.title
