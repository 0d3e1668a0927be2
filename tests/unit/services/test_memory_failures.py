"""Summarizers that fail or hang, and disks that are full: nothing is stored twice, and no message is lost."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest
from pytest_mock import MockerFixture

from app.errors import BudgetExhausted, ModelUnavailable, StorageFailed
from app.models.state.game_state import GameState
from app.services.game.memory_service import Capture, CaptureLimits, MemoryService
from app.testing import USUAL_SUMMARY, Answer, FakeSummarizer
from tests.unit.services.remembering import (
    EXTRACT,
    GUARD,
    MARKET,
    deferred,
    end_turn,
    memory_over,
    play_turn,
    remembered_anywhere,
    summaries,
)
from tests.worlds import NOW, new_game


@pytest.fixture
def state() -> GameState:
    """Something was said to the guard in the market."""
    state = new_game()
    play_turn(state, "Hello, guard.", "The guard nods.", addressee_ids=("guard-1",))
    return state


# -- one failure --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        ModelUnavailable("no answer"),
        BudgetExhausted("cap"),
        RuntimeError("bug"),
        TimeoutError(),
        OSError("net"),
        KeyError("k"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_one_failing_summary_costs_neither_the_others_nor_a_message(
    state: GameState, error: Exception, log_lines: list[str]
) -> None:
    summarizer = FakeSummarizer(by_scope={GUARD.key: [error]})
    memory = memory_over(summarizer)
    await memory.on_location_exit(state)
    assert summaries(state, MARKET) == [USUAL_SUMMARY]
    assert state.memories(GUARD) == []
    assert state.cursor(GUARD) == -1
    assert any(line.startswith("WARNING: npc/guard-1: ") for line in log_lines)

    await memory.settle(state)
    assert summaries(state, GUARD) == [USUAL_SUMMARY]
    assert [asked.indexes for asked in summarizer.asked_for(GUARD.key)] == [[0, 1], [0, 1]]
    assert state.cursor(GUARD) == 1
    assert state.pending == {}


async def test_a_summarizer_that_fails_before_it_can_be_awaited_is_one_that_fails(state: GameState) -> None:
    class Broken(FakeSummarizer):
        def summarize_npc_interactions(self, *_: object) -> "asyncio.Future[str]":  # type: ignore[override]  # on purpose
            raise ZeroDivisionError

    await memory_over(Broken()).on_location_exit(state)
    assert summaries(state, MARKET) == [USUAL_SUMMARY]
    assert [request.failures for request in state.queue(GUARD)] == [1]


async def test_a_hanging_summarizer_runs_into_the_timeout_and_costs_only_its_scope(
    state: GameState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over as soon as the summarizer hangs, and no other time is."""
    limits: list[asyncio.Timeout] = []

    def limit_of(seconds: float) -> asyncio.Timeout:
        limits.append(timeout(None))
        return limits[-1]

    class Hanging(FakeSummarizer):
        async def summarize_npc_interactions(self, *_: object) -> str:
            limits[-1].reschedule(asyncio.get_running_loop().time())
            await asyncio.Event().wait()
            raise AssertionError

    timeout = asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", limit_of)
    await memory_over(Hanging()).on_location_exit(state)
    assert summaries(state, MARKET) == [USUAL_SUMMARY]
    assert state.memories(GUARD) == []
    await memory_over(FakeSummarizer()).settle(state)
    assert summaries(state, GUARD) == [USUAL_SUMMARY]


async def test_captures_are_delivered_in_the_order_in_which_they_were_asked_for(state: GameState) -> None:
    """By turn, then by scope, however long each takes; a model is asked for those of several scopes side by side."""
    ready: list[str] = []
    market_may_end = asyncio.Event()

    class GuardFirst(FakeSummarizer):
        async def summarize_location_session(self, *given: Any) -> str:
            await market_may_end.wait()
            ready.append("market")
            return await super().summarize_location_session(*given)

        async def summarize_npc_interactions(self, *given: Any) -> str:
            ready.append("guard")
            market_may_end.set()
            return await super().summarize_npc_interactions(*given)

    await deferred().on_location_exit(state)
    end_turn(state)
    play_turn(state, "Later, guard.", addressee_ids=("guard-1",))
    await deferred().on_location_exit(state)
    end_turn(state)
    delivered: list[tuple[int, str]] = []
    memory = memory_over(GuardFirst())

    async for capture in memory.captures(lambda: state):
        delivered.append((capture.request.turn, capture.request.scope.key))
        memory.apply(state, capture)
    assert ready[:2] == ["guard", "market"]
    assert delivered == [(turn, scope.key) for turn in (1, 2) for scope in (MARKET, GUARD)]


async def test_a_summarizer_that_goes_by_rules_is_asked_for_one_after_the_other(state: GameState) -> None:
    at_work: list[str] = []

    class ByRules(FakeSummarizer):
        model = "offline"

        async def summarize_location_session(self, *given: Any) -> str:
            at_work.append("market")
            await asyncio.sleep(0)
            assert at_work == ["market"]
            return await super().summarize_location_session(*given)

        async def summarize_npc_interactions(self, *given: Any) -> str:
            at_work.append("guard")
            return await super().summarize_npc_interactions(*given)

    await memory_over(ByRules()).on_location_exit(state)
    assert at_work == ["market", "guard"]


async def test_a_summarizer_has_the_time_of_two_attempts(state: GameState, mocker: MockerFixture) -> None:
    limit = mocker.spy(asyncio, "timeout")
    await memory_over(FakeSummarizer(), CaptureLimits(summary_timeout=30)).on_location_exit(state)
    assert {call.args for call in limit.call_args_list} == {(60,)}


async def test_within_a_scope_a_failed_request_holds_those_behind_it(state: GameState) -> None:
    summarizer = FakeSummarizer(by_scope={MARKET.key: [RuntimeError("bug")]})
    memory = memory_over(summarizer)
    await memory.on_location_exit(state)
    play_turn(state, "Later.")
    await deferred().on_location_exit(state)
    end_turn(state)
    assert [(request.first, request.last) for request in state.queue(MARKET)] == [(0, 1), (2, 2)]
    await memory.settle(state)
    assert [asked.indexes for asked in summarizer.asked_for(MARKET.key)] == [[0, 1], [0, 1], [2]]
    assert [entry.since_message_index for entry in state.memories(MARKET)] == [1, 2]


async def test_what_a_commit_refuses_reaches_the_caller_and_leaves_no_work_behind(state: GameState) -> None:
    """The disk is full for one scope; the call of the other does not live on unseen."""
    cancelled = asyncio.Event()

    class Slow(FakeSummarizer):
        async def summarize_npc_interactions(self, *_: object) -> str:
            try:
                return await asyncio.Event().wait() and ""
            except asyncio.CancelledError:
                cancelled.set()
                raise

    async def settle_on_a_full_disk() -> None:
        async with aclosing(memory_over(Slow()).captures(lambda: state)) as captures:
            async for _ in captures:
                raise StorageFailed("no space left")

    await deferred().on_location_exit(state)
    end_turn(state)
    with pytest.raises(StorageFailed, match="no space left"):
        await settle_on_a_full_disk()
    assert cancelled.is_set()
    assert set(state.pending) == {MARKET.key, GUARD.key}


# -- three failures -----------------------------------------------------------------------------------------------


async def test_three_failed_settles_store_the_extractive_summary_tagged(state: GameState, log_lines: list[str]) -> None:
    summarizer = FakeSummarizer(by_scope={MARKET.key: [RuntimeError("bug")] * 9})
    memory = memory_over(summarizer)
    await memory.on_location_exit(state)
    await memory.settle(state)
    assert state.memories(MARKET) == []
    assert [request.failures for request in state.queue(MARKET)] == [2]
    await memory.settle(state)
    (entry,) = state.memories(MARKET)
    assert (entry.summary, entry.tags) == (EXTRACT, ("session", "location:market", "extractive"))
    assert (entry.first_message_index, entry.since_message_index, state.cursor(MARKET)) == (0, 1, 1)
    assert state.pending == {}
    assert "extractive" in log_lines[-1]


async def test_the_pieces_behind_a_failed_one_have_three_settles_of_their_own(state: GameState) -> None:
    play_turn(state, *(["word"] * 58))
    answers: list[Answer] = [RuntimeError("bug")] * 3
    memory = memory_over(FakeSummarizer(by_scope={MARKET.key: answers}))
    await memory.on_location_exit(state)
    await memory.settle(state)
    await memory.settle(state)
    assert summaries(state, MARKET) == [EXTRACT, USUAL_SUMMARY]
    assert ["extractive" in entry.tags for entry in state.memories(MARKET)] == [True, False]


async def test_when_even_the_extractive_summary_is_bad_nothing_is_stored_and_nothing_is_lost(
    state: GameState,
) -> None:
    broken: list[Answer] = ["Certainly!"] * 9
    memory = MemoryService(FakeSummarizer(*broken), FakeSummarizer(*broken), lambda: NOW)
    for _ in range(4):
        await memory.on_location_exit(state)
    assert remembered_anywhere(state) == 0
    assert [(request.first, request.last) for request in state.queue(MARKET)] == [(0, 1)]
    await memory_over(FakeSummarizer()).settle(state)
    assert summaries(state, MARKET) == [USUAL_SUMMARY]


# -- applying -----------------------------------------------------------------------------------------------------


async def caught(state: GameState, summarizer: FakeSummarizer) -> list[Capture]:
    """The captures of a settle, before they are applied: another game of the same messages settles."""
    other = state.model_copy(deep=True)
    other.conversation_history[:] = state.conversation_history
    memory, captures = memory_over(summarizer), []
    async for capture in memory.captures(lambda: other):
        captures.append(capture)
        memory.apply(other, capture)
    return captures


async def test_a_capture_whose_request_is_gone_is_dropped(state: GameState) -> None:
    await deferred().on_location_exit(state)
    end_turn(state)
    capture = next(c for c in await caught(state, FakeSummarizer()) if c.request.scope == MARKET)
    del state.pending[MARKET.key]
    before = state.model_dump()
    memory_over(FakeSummarizer()).apply(state, capture)
    assert state.model_dump() == before


async def test_a_capture_is_applied_once(state: GameState) -> None:
    await deferred().on_location_exit(state)
    end_turn(state)
    captures = await caught(state, FakeSummarizer())
    memory = memory_over(FakeSummarizer())
    for capture in captures * 2:
        memory.apply(state, capture)
    assert remembered_anywhere(state) == 2
    assert state.pending == {}


@pytest.mark.parametrize("is_end_alike", [False, True])
async def test_a_capture_of_other_messages_is_dropped_and_its_request_stays(
    state: GameState, is_end_alike: bool
) -> None:
    """As after an undo and another turn of the same length."""
    await deferred().on_location_exit(state)
    end_turn(state)
    captures = await caught(state, FakeSummarizer())
    changed = {0: "Hello, thief."} if is_end_alike else {1: "He frowns."}
    for position, message in enumerate(state.conversation_history):
        words = changed.get(position, message.content)
        state.conversation_history[position] = message.model_copy(update={"content": words})
    memory = memory_over(FakeSummarizer())
    for capture in captures:
        memory.apply(state, capture)
    assert remembered_anywhere(state) == 0
    assert set(state.pending) == {MARKET.key, GUARD.key}


async def test_a_capture_whose_turn_is_undone_before_it_begins_is_dropped(state: GameState) -> None:
    await deferred().on_location_exit(state)
    end_turn(state)
    undone = state.conversation_history[:]
    del state.conversation_history[-1:]
    captures = await caught(state, FakeSummarizer())
    state.conversation_history[:] = undone
    memory = memory_over(FakeSummarizer())
    for capture in captures:
        memory.apply(state, capture)
    assert remembered_anywhere(state) == 0
    assert set(state.pending) == {MARKET.key, GUARD.key}


async def test_an_open_range_waits_for_the_end_of_its_turn(state: GameState) -> None:
    await deferred().on_location_exit(state)
    assert await caught(state, FakeSummarizer()) == []
    assert set(state.pending) == {MARKET.key, GUARD.key}
