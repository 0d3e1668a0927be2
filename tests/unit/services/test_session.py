"""One open game without a table: event loops, what is kept for undo, what it may cost."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from threading import Event, get_ident
from typing import Any

import pytest

from app.errors import BudgetExhausted, Conflict, InvalidInput, StorageFailed
from app.interfaces.metering import Meter
from app.models.memory import MemoryEntry, Scope
from app.models.records.folding import fold_journal
from app.models.records.record import Record, RecordKind
from app.models.spend import Spend
from app.services.game.games import session as session_module
from app.services.game.games.concurrency import in_thread
from app.services.game.games.session import Caps, GameSession
from app.testing import InMemoryGameStore
from app.testing.store import MemoryDisk
from tests.unit.stores.journals import header, opening
from tests.waiting import HANG
from tests.wording import raises_in_words
from tests.worlds import NOW, say

LOG_SIZE = 600
"""Estimated bytes that a commit keeps which has only added messages: the lengths of two logs, and the turn."""


@pytest.fixture
def store() -> InMemoryGameStore:
    made = InMemoryGameStore()
    made.create(header(), opening())
    return made


@pytest.fixture
def session(store: InMemoryGameStore) -> GameSession:
    return GameSession(store, store.read("game-1"), lambda: NOW)


async def played(
    session: GameSession, text: str = "I look around.", meter: Meter | None = None, **fields: Any
) -> Record:
    """A turn in which this is said."""
    async with session.turn():
        session.state.open_turn(NOW)
        say(session.state, text)
        session.state.close_turn()
        record = session.record(RecordKind.TURN, meter=meter, **fields)
        await session.append(record, meter)
    return record


def play(session: GameSession, text: str = "I look around.", meter: Meter | None = None, **fields: Any) -> Record:
    return asyncio.run(played(session, text, meter, **fields))


def said(session: GameSession) -> list[str]:
    return [message.content for message in session.state.conversation_history]


def numbers(records: list[Record]) -> list[int]:
    return [record.seq for record in records]


# -- event loops --------------------------------------------------------------------------------------------------


class Loops:
    """Event loops that are closed in the end, and turns that were left open in them."""

    def __init__(self) -> None:
        self.made: list[asyncio.AbstractEventLoop] = []
        self._turns: list[AbstractAsyncContextManager[None]] = []

    def enter(self, session: GameSession, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.AbstractEventLoop:
        """The loop in which the session was entered."""

        async def entered() -> None:
            session.enter()

        found = loop or asyncio.new_event_loop()
        self.made.append(found)
        found.run_until_complete(entered())
        return found

    def leave_a_turn_open(self, session: GameSession, loop: asyncio.AbstractEventLoop) -> None:
        self._turns.append(session.turn())
        loop.run_until_complete(self._turns[-1].__aenter__())


@pytest.fixture
def loops() -> Iterator[Loops]:
    made = Loops()
    yield made
    for loop in made.made:
        loop.close()


def test_a_session_keeps_its_locks_within_one_loop_and_has_new_ones_in_the_next(
    session: GameSession, loops: Loops
) -> None:
    before = session.settling
    session.enter()  # outside of any loop
    assert session.settling is before
    first = loops.enter(session)
    settling, preparing = session.settling, session.preparing
    assert settling is not before
    loops.enter(session, first)
    assert (session.settling, session.preparing) == (settling, preparing)
    loops.enter(session)
    assert session.settling is not settling
    assert session.preparing is not preparing
    assert not session.stale


def test_a_turn_open_in_a_loop_that_may_go_on_is_a_conflict_and_leaves_a_stale_state_in_one_that_was_closed(
    session: GameSession, loops: Loops
) -> None:
    first = loops.enter(session)
    loops.leave_a_turn_open(session, first)
    loops.enter(session, first)
    with raises_in_words(Conflict, match="another event loop"):
        loops.enter(session)
    assert not session.stale
    first.close()
    loops.enter(session)
    assert session.stale


def test_a_stale_session_stays_so_in_another_loop(session: GameSession, loops: Loops) -> None:
    session.stale = True
    loops.enter(session)
    loops.enter(session)
    assert session.stale


async def test_a_game_that_is_entered_in_a_running_loop_is_a_conflict_in_another(session: GameSession) -> None:
    async def entered() -> None:
        session.enter()

    session.enter()
    with raises_in_words(Conflict, match="another event loop"):
        await asyncio.to_thread(asyncio.run, entered())


# -- what is kept for undo ----------------------------------------------------------------------------------------


def test_recent_turns_are_the_last_so_many_newest_first_without_what_is_no_turn(session: GameSession) -> None:
    for _ in range(3):
        play(session)
        asyncio.run(session.append(session.record(RecordKind.SETTLE)))
    asyncio.run(session.label("here"))
    assert {count: numbers(session.recent_turns(count)) for count in range(5)} == {
        0: [],
        1: [5],
        2: [5, 3],
        3: [5, 3, 1],
        4: [],
    }


@pytest.mark.parametrize(
    ("most", "kept"),
    [
        (0, 1),
        (LOG_SIZE - 1, 1),
        (LOG_SIZE, 1),
        (2 * LOG_SIZE - 1, 1),
        (2 * LOG_SIZE, 2),
        (3 * LOG_SIZE - 1, 2),
        (3 * LOG_SIZE, 3),
        (100 * LOG_SIZE, 4),
    ],
)
def test_of_the_last_commits_as_many_are_kept_as_fit_and_one_at_least(
    session: GameSession, monkeypatch: pytest.MonkeyPatch, most: int, kept: int
) -> None:
    monkeypatch.setattr(session_module, "MOST_KEPT", most)
    for _ in range(4):
        play(session)
    found = [numbers(session.recent_turns(count)) for count in range(1, 5)]
    assert [turns for turns in found if turns] == [list(range(4, 4 - count, -1)) for count in range(1, kept + 1)]


async def test_going_back_before_what_is_kept_forgets_all_of_it(
    session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was undone is no recent turn, and the next undo does not take its messages for its own."""
    monkeypatch.setattr(session_module, "MOST_KEPT", 2 * LOG_SIZE)
    for text in ("one", "two", "three", "four"):
        await played(session, text)
    shared = session.state.conversation_history[0]
    await session.go_back(1, for_good=True)
    assert said(session) == ["one"]
    assert session.state.conversation_history[0] is shared
    assert session.recent_turns(1) == []
    await played(session, "two again")
    assert numbers(session.recent_turns(1)) == [6]
    assert session.recent_turns(2) == []
    await session.go_back(1, for_good=True)
    assert said(session) == ["one"]
    assert fold_journal(session.read()).model_dump() == session.state.model_dump()


async def test_going_back_within_what_is_kept_keeps_what_came_before(
    store: InMemoryGameStore, session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("one", "two", "three"):
        await played(session, text)
    monkeypatch.setattr(store, "read", lambda _: pytest.fail("the journal was read"))
    await session.go_back(2, for_good=True)
    assert (session.head, said(session)) == (2, ["one", "two"])
    assert numbers(session.recent_turns(2)) == [2, 1]
    await session.go_back(0, for_good=True)
    assert (session.head, session.state.turn, said(session)) == (0, 0, [])


async def test_memories_that_both_states_hold_are_shared_after_going_back_by_the_journal(
    session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "MOST_KEPT", 0)
    world = Scope.world()
    for text in ("It rained.", "It snowed.", "It cleared.", "It thawed."):
        session.state.remember(world, MemoryEntry(created_at=NOW, source=world.source, summary=text))
        await played(session)
    before = list(session.state.memories(world))
    await session.go_back(2, for_good=False)
    after = session.state.memories(world)
    assert [entry.summary for entry in after] == ["It rained.", "It snowed."]
    assert [one is other for one, other in zip(before, after, strict=False)] == [True, True]


async def test_a_request_is_known_as_long_as_its_turn_stands(session: GameSession) -> None:
    for name in ("r-1", "r-2", "r-3"):
        await played(session, request_id=name)
    await session.go_back(2, for_good=False)
    assert session.requests == {"r-1": 1, "r-2": 2, "r-3": 3}, "until the next commit"
    session.reload()
    await session.go_back(2, for_good=True)
    assert session.requests == {"r-1": 1, "r-2": 2}
    session.reload()
    assert session.requests == {"r-1": 1, "r-2": 2}


async def test_going_back_until_the_next_commit_writes_no_mark(session: GameSession) -> None:
    await played(session, "one")
    await played(session, "two")
    await session.go_back(1, for_good=False)
    assert said(session) == ["one"]
    assert len(session.read().records) == 2
    session.reload()
    assert said(session) == ["one", "two"]


def test_rolling_back_takes_what_was_recorded_but_not_appended(session: GameSession) -> None:
    play(session, "one")
    before, state = session.state.model_dump(), session.state
    session.roll_back()
    assert session.state is state
    session.state.open_turn(NOW)
    say(session.state, "two")
    session.record(RecordKind.TURN)
    say(session.state, "three")
    session.roll_back()
    assert session.state.model_dump() == before
    assert session.head == 1
    play(session, "two again")
    assert said(session) == ["one", "two again"]


@pytest.mark.parametrize(("error", "stale"), [(InvalidInput("no"), False), (StorageFailed("no"), True)])
def test_a_failed_append_restores_the_last_commit_and_only_a_fault_of_the_file_asks_for_a_reload(
    store: InMemoryGameStore, session: GameSession, monkeypatch: pytest.MonkeyPatch, error: Exception, stale: bool
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    play(session, "one")
    before = session.state.model_dump()
    with monkeypatch.context() as broken:
        broken.setattr(store, "append", fail)
        with pytest.raises(type(error)):
            play(session, "two")
    assert session.state.model_dump() == before
    assert session.stale is stale
    session.reload()
    assert not session.stale
    assert play(session, "two").seq == 2


def test_only_a_session_that_is_open_writes_again_after_a_reload(
    store: InMemoryGameStore, session: GameSession
) -> None:
    other = InMemoryGameStore(store.disk)
    store.release("game-1")
    session.reload()
    with raises_in_words(Conflict, match="open somewhere else"):
        other.acquire("game-1")
    store.release("game-1")
    session.closed = True
    session.reload()
    other.acquire("game-1")
    with raises_in_words(Conflict, match="closed"):
        asyncio.run(session.label("here"))


def test_a_label_belongs_to_the_last_commit_also_while_an_earlier_state_is_looked_at(session: GameSession) -> None:
    play(session)
    play(session)
    asyncio.run(session.go_back(1, for_good=False))
    asyncio.run(session.label("here"))
    record = session.read().records[-1]
    assert (record.kind, record.head, record.label) == (RecordKind.MARK, 2, "here")


# -- money --------------------------------------------------------------------------------------------------------


def paid(tokens: int) -> Spend:
    return Spend(calls=1, input_tokens=tokens)


def test_a_record_holds_what_its_meter_has_counted_and_nothing_where_it_counted_nothing(session: GameSession) -> None:
    meter = session.open_meter(Caps())
    assert play(session).spend is None
    assert play(session, meter=session.open_meter(Caps())).spend is None
    meter.add(paid(30))
    assert play(session, meter=meter).spend == paid(30)
    assert session.spent == paid(30)
    session.reload()
    assert session.spent == paid(30)


def test_what_a_commit_has_booked_is_not_booked_again_when_its_meter_is_closed(session: GameSession) -> None:
    meter = session.open_meter(Caps())
    meter.add(paid(30))
    play(session, meter=meter)
    asyncio.run(session.close_meters(meter))
    assert session.spent == paid(30)
    assert len(session.read().records) == 1


def test_a_closed_meter_is_booked_once_by_itself_and_an_empty_one_not_at_all(session: GameSession) -> None:
    first, second, unused = (session.open_meter(Caps()) for _ in range(3))
    first.add(paid(30))
    second.add(paid(5))
    for meters in ((first,), (first, unused), (second,)):
        asyncio.run(session.close_meters(*meters))
    assert [record.spend for record in session.read().records] == [paid(30), paid(5)]
    assert session.spent == paid(30) + paid(5)


@pytest.mark.parametrize(("under_way", "is_left"), [(39, True), (40, False), (41, False)])
def test_the_cap_of_a_game_counts_what_is_booked_and_what_is_under_way(
    session: GameSession, under_way: int, is_left: bool
) -> None:
    caps = Caps(tokens_per_game=100)
    booked, other, meter = (session.open_meter(caps) for _ in range(3))
    booked.add(paid(60))
    asyncio.run(session.close_meters(booked))
    other.add(paid(under_way))
    if is_left:
        meter.check()
    else:
        with pytest.raises(BudgetExhausted, match="The game's cap"):
            meter.check()


def test_without_caps_anything_may_be_spent(session: GameSession) -> None:
    meter = session.open_meter(Caps(calls_at_once=None, tokens_at_once=None))
    meter.add(Spend(calls=1_000, input_tokens=10_000_000))
    meter.check()


@pytest.mark.parametrize(("caps", "message"), [(Caps(calls_at_once=2), "calls"), (Caps(tokens_at_once=20), "tokens")])
def test_a_meter_stands_under_the_caps_it_was_opened_with(session: GameSession, caps: Caps, message: str) -> None:
    meter = session.open_meter(caps)
    meter.add(paid(10))
    meter.check()
    meter.add(paid(10))
    with pytest.raises(BudgetExhausted, match=f"cap on model {message}"):
        meter.check()


class SlowStore(InMemoryGameStore):
    """Appends when it is told to go on."""

    def __init__(self, disk: MemoryDisk) -> None:
        super().__init__(disk)
        self.began, self.go_on = Event(), Event()
        self.threads: list[int] = []

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        self.threads.append(get_ident())
        self.began.set()
        assert self.go_on.wait(HANG)
        super().append(game_id, record, expected_seq)


@pytest.fixture
def slow(store: InMemoryGameStore) -> SlowStore:
    store.release("game-1")
    return SlowStore(store.disk)


async def written(slow: SlowStore, session: GameSession) -> "asyncio.Task[Record]":
    """A turn whose record is being written."""
    writing = asyncio.create_task(played(session, "one"))
    while not slow.began.is_set():  # noqa: ASYNC110  # of another thread
        await asyncio.sleep(0)
    return writing


async def test_the_event_loop_goes_on_while_a_record_is_written(slow: SlowStore) -> None:
    writing = await written(slow, GameSession(slow, slow.read("game-1"), lambda: NOW))
    await asyncio.sleep(0)
    assert not writing.done()
    slow.go_on.set()
    assert (await writing).seq == 1


async def test_who_is_cancelled_while_a_record_is_written_finds_it_written(slow: SlowStore) -> None:
    session = GameSession(slow, slow.read("game-1"), lambda: NOW)
    writing = await written(slow, session)
    writing.cancel()
    await asyncio.sleep(0)
    slow.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert session.head == session.last_seq == slow.read("game-1").last_seq == 1
    session.roll_back()
    assert said(session) == ["one"]


async def test_a_record_is_made_and_written_in_one_go_off_the_event_loop(slow: SlowStore) -> None:
    session = GameSession(slow, slow.read("game-1"), lambda: NOW)
    threads: list[int] = []

    def made() -> Record:
        threads.append(get_ident())
        return session.record(RecordKind.SETTLE)

    slow.go_on.set()
    await session.append(made)
    assert threads != [get_ident()]
    assert threads == slow.threads
    assert session.head == slow.read("game-1").last_seq == 1


async def test_nothing_is_written_where_no_record_is_made(session: GameSession) -> None:
    await session.append(lambda: None)
    assert session.head == session.last_seq == session.read().last_seq == 0


async def test_what_fails_while_a_record_is_made_leaves_the_journal_and_can_be_rolled_back(
    session: GameSession,
) -> None:
    await played(session, "one")

    def made() -> Record:
        session.record(RecordKind.TURN)
        raise InvalidInput("It could not be read again.")

    async with session.turn():
        say(session.state, "two")
        with pytest.raises(InvalidInput):
            await session.append(made)
        session.roll_back()
    assert session.last_seq == session.read().last_seq == 1
    assert said(session) == ["one"]


async def test_what_was_spent_while_a_record_is_made_is_booked_after_it(session: GameSession) -> None:
    go_on, meter = Event(), session.open_meter(Caps())
    meter.add(Spend(calls=1, input_tokens=5))

    def made() -> Record:
        assert go_on.wait(HANG)
        return session.record(RecordKind.TURN)

    async def committed() -> Record:
        async with session.turn():
            record = await in_thread(made)
            await session.append(record)
        return record

    committing = asyncio.create_task(committed())
    await asyncio.sleep(0)
    await session.close_meters(meter)
    go_on.set()
    assert (await committing).seq == 1
    assert (session.last_seq, session.spent.input_tokens) == (2, 5)


async def test_what_was_spent_while_a_record_is_written_is_booked_after_it(slow: SlowStore) -> None:
    session = GameSession(slow, slow.read("game-1"), lambda: NOW)
    meter = session.open_meter(Caps())
    meter.add(Spend(calls=1, input_tokens=5))
    writing = await written(slow, session)
    await session.close_meters(meter)
    assert session.last_seq == 0
    slow.go_on.set()
    await writing
    assert [record.kind for record in slow.read("game-1").records] == [RecordKind.TURN, RecordKind.MARK]
    assert session.spent.tokens == 5
    assert session.head == 1


async def test_what_could_not_be_booked_counts_all_the_same_and_is_booked_the_next_time(
    store: InMemoryGameStore, session: GameSession
) -> None:
    caps = Caps(tokens_per_game=100)
    first, second, meter = (session.open_meter(caps) for _ in range(3))
    first.add(paid(60))
    second.add(paid(40))
    store.failures = [StorageFailed("The disk is full.")]
    await session.close_meters(first, second)
    assert store.read("game-1").records == ()
    with pytest.raises(BudgetExhausted, match="The game's cap"):
        meter.check()
    session.reload()
    await played(session)
    assert [record.spend for record in store.read("game-1").records] == [None, paid(60), paid(40)]
    assert session.spent == paid(60) + paid(40)
