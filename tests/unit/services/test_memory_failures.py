"""Summarizers that fail, hang or write nonsense: nothing bad is stored, and no message is lost."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import BudgetExhausted, ModelUnavailable, StorageFailed
from app.models.game_state import GameState
from app.models.memory import MemoryStatus, Scope
from app.models.message import Message
from app.services.game.memory_service import Capture, CaptureLimits, MemoryService
from tests.fakes.agents import USUAL_SUMMARY, Answer, FakeSummarizer
from tests.unit.services.remembering import (
    EXTRACT,
    GUARD,
    MARKET,
    WORLD,
    deferred,
    end_turn,
    memory_over,
    play_turn,
    remembered_anywhere,
    summaries,
)
from tests.worlds import NOW, new_game, say

TINY = CaptureLimits(summary_timeout=0.005)


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


async def test_a_hanging_summarizer_runs_into_the_timeout_and_costs_only_its_scope(state: GameState) -> None:
    summarizer = FakeSummarizer(by_scope={GUARD.key: [asyncio.Event()]})
    await memory_over(summarizer, TINY).on_location_exit(state)
    assert summaries(state, MARKET) == [USUAL_SUMMARY]
    assert state.memories(GUARD) == []
    await memory_over(summarizer, TINY).settle(state)
    assert summaries(state, GUARD) == [USUAL_SUMMARY]


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

    async def full_disk(_capture: Capture) -> bool:
        raise StorageFailed("no space left")

    await deferred().on_location_exit(state)
    end_turn(state)
    with pytest.raises(StorageFailed, match="no space left"):
        await memory_over(Slow()).drain(lambda: state, full_disk)
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


# -- bad summaries ------------------------------------------------------------------------------------------------

BAD_SUMMARIES = [
    "",
    "   \n\t ",
    "…",
    "Certainly!",
    "Certainly! Here is a summary of the session: they met the guard.",
    "Sure, here's the summary.",
    "Here is what happened: the player greeted the guard.",
    "I'm sorry, but I cannot help with that.",
    "As an AI language model, I cannot summarize this conversation.",
    "No messages were provided.",
    "<think>The user wants a summary.</think> They talked.",
    "They talked. </think>",
    "<summary>They talked for a while.</summary>",
    "**They talked** about the weather.",
    "- They talked.\n- The guard nodded.",
    "# Summary\nThey talked for a while.",
    '{"summary": "They talked for a while."}',
    "```\nThey talked for a while.\n```",
    "Guard: Hello.\nÉlan: Hello to you.",
    "What do you do next?",
    "You greet the guard and he nods at you.",
    "I talked to the guard and he nodded.",
    "Suddenly, a dragon burst through the gate and everyone screamed.",
    "They will meet again at dawn and the story continues.",
    "They talked about the weather and then the",
    "They gave the guard 300 coins.",
    "Mara Ironhand promised them a key.",
    "They took the brass key from the guard.",
    "They talked. They talked. They talked. They talked.",
    "talk talk talk talk talk talk talk talk talk talk talk talk",
    "Они поговорили со стражником и разошлись по домам.",
    "They talked for a while. " * 60,
    "word " * 5000,
    "\ud800\ud800 They talked for a while.",
    "They talked \x1b[31mfor a while.",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
]


@pytest.mark.parametrize("bad", BAD_SUMMARIES, ids=range(len(BAD_SUMMARIES)))
async def test_a_bad_summary_stores_nothing_and_keeps_the_cursor(
    state: GameState, bad: str, log_lines: list[str]
) -> None:
    summarizer = FakeSummarizer(by_scope={MARKET.key: [bad], GUARD.key: [bad]})
    await memory_over(summarizer).on_location_exit(state)
    assert remembered_anywhere(state) == 0
    assert (state.cursor(MARKET), state.cursor(GUARD)) == (-1, -1)
    assert len(log_lines) == 2
    assert all("bad summary" in line for line in log_lines)


def test_the_table_of_bad_summaries_is_long_enough() -> None:
    assert len(set(BAD_SUMMARIES)) >= 20


@pytest.mark.parametrize(
    "good",
    [
        USUAL_SUMMARY,
        EXTRACT,
        "Élan greeted the guard, who nodded.",
        "  They spoke at the market.\n",
        'The guard said "hello" and nodded. Nothing else happened at the Market.',
    ],
)
async def test_a_good_summary_is_stored_trimmed(state: GameState, good: str) -> None:
    await memory_over(FakeSummarizer(by_scope={MARKET.key: [good]})).on_location_exit(state)
    assert summaries(state, MARKET) == [good.strip()]


async def test_what_a_good_summary_left_out_is_kept_in_its_keywords(state: GameState) -> None:
    say(state, "Mara gave me 40 coins for the lantern.", npc_ids=("mara",))
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert {"Mara Ironhand", "40", "lantern"} <= set(state.memories(MARKET)[0].keywords)


# -- applying -----------------------------------------------------------------------------------------------------


async def caught(state: GameState, summarizer: FakeSummarizer) -> list[Capture]:
    """The captures of a settle, before they are applied."""
    captures: list[Capture] = []

    async def keep(capture: Capture) -> bool:
        captures.append(capture)
        return False

    await memory_over(summarizer).drain(lambda: state, keep)
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


async def test_a_capture_of_other_messages_is_dropped_and_its_request_stays(state: GameState) -> None:
    """As after an undo and another turn of the same length."""
    await deferred().on_location_exit(state)
    end_turn(state)
    captures = await caught(state, FakeSummarizer())
    state.conversation_history[1] = state.conversation_history[1].model_copy(update={"content": "He frowns."})
    memory = memory_over(FakeSummarizer())
    for capture in captures:
        memory.apply(state, capture)
    assert remembered_anywhere(state) == 0
    assert set(state.pending) == {MARKET.key, GUARD.key}


async def test_an_open_range_waits_for_the_end_of_its_turn(state: GameState) -> None:
    await deferred().on_location_exit(state)
    assert await caught(state, FakeSummarizer()) == []
    assert set(state.pending) == {MARKET.key, GUARD.key}


# -- in any order -------------------------------------------------------------------------------------------------

steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("say"),
            st.sampled_from(["market", "inn"]),
            st.integers(1, 40),
            st.sampled_from([(), ("guard-1",), ("mara",)]),
            st.booleans(),
        ),
        st.tuples(st.just("leave"), st.sampled_from(["market", "inn"])),
        st.tuples(st.just("goes"), st.sampled_from(["guard-1", "mara"])),
        st.tuples(st.just("event"), st.integers(1, 2)),
        st.tuples(st.just("settle"), st.lists(st.sampled_from([USUAL_SUMMARY, "Certainly!", None]), max_size=6)),
    ),
    max_size=14,
)


@given(steps)
@settings(max_examples=60)
def test_in_any_order_with_any_failures_each_message_is_condensed_exactly_once(
    plan: Sequence[tuple[object, ...]],
) -> None:
    """For places and people; the world's events of one turn share theirs. Cursors stand at the last one condensed."""

    async def scenario() -> None:
        state, memory = new_game(), deferred()
        for step in plan:
            state.turn += 1
            await _take(state, memory, step)
            end_turn(state)
        for place in ("market", "inn"):
            await memory.on_location_exit(state, place)
        end_turn(state)
        await memory_over(FakeSummarizer()).settle(state)
        assert state.pending == {}
        for scope in (MARKET, Scope.location("inn"), GUARD, Scope.npc("mara")):
            own = [m.index for m in state.conversation_history if _concerns(m, scope)]
            covered = [
                index
                for entry in state.memories(scope)
                for index in range(entry.first_message_index or 0, (entry.since_message_index or 0) + 1)
                if index in own
            ]
            assert covered == own
            assert state.cursor(scope) == (own[-1] if own else -1)

    async def _take(state: GameState, memory: object, step: tuple[object, ...]) -> None:
        match step:
            case ("say", str(place), int(count), tuple(spoken_to), bool(interrupted)):
                state.scenario.current_location_id = place
                here = {npc.instance_id for npc in state.present()}
                addressed = tuple(npc_id for npc_id in spoken_to if npc_id in here)
                say(state, *(["word"] * count), addressee_ids=addressed, interrupted=interrupted)
            case ("leave", str(place)):
                await deferred().on_location_exit(state, place)
            case ("goes", str(npc_id)):
                await deferred().on_npc_exit(state, npc_id)
            case ("event", int(count)):
                for _ in range(count):
                    await deferred().on_world_event(state, event_kind="quest_completed")
            case ("settle", list(answers)):
                given = [RuntimeError("bug") if answer is None else answer for answer in answers]
                await memory_over(FakeSummarizer(*given)).settle(state)

    asyncio.run(scenario())


def _concerns(message: Message, scope: Scope) -> bool:
    if message.interrupted:
        return False
    if scope.key.startswith("location/"):
        return message.location_id == scope.owner_id
    return scope.owner_id in message.addressee_ids and scope.owner_id in message.witness_ids


# -- what is kept -------------------------------------------------------------------------------------------------


async def grown(state: GameState, memories: int, memory: MemoryService) -> None:
    for n in range(memories):
        play_turn(state, f"word {n}")
        await memory.on_location_exit(state)


async def test_without_a_limit_nothing_is_ever_put_away(state: GameState) -> None:
    memory = memory_over(FakeSummarizer())
    await grown(state, 12, memory)
    assert (await memory.prune(state)).summaries_archived == 0
    assert state.memory_status == {}


async def test_prune_archives_all_but_the_newest_and_nothing_pinned(state: GameState) -> None:
    await grown(state, 6, memory_over(FakeSummarizer()))
    state.set_status("market-002", MemoryStatus(pinned=True))
    before = summaries(state, MARKET)

    limited = memory_over(FakeSummarizer(), CaptureLimits(keep_memories=2))
    result = await limited.prune(state)

    assert result.summaries_archived == 3
    archived = [entry.id for entry in state.memories(MARKET) if state.status(entry.id).archived_by]
    assert archived == ["market-001", "market-003", "market-004"]
    assert summaries(state, MARKET) == before, "nothing is deleted"
    assert (await limited.prune(state)).summaries_archived == 0


async def test_each_scope_keeps_its_own_newest_as_the_game_goes_on(state: GameState) -> None:
    memory = memory_over(FakeSummarizer(), CaptureLimits(keep_memories=2))
    await grown(state, 4, memory)
    for _ in range(3):
        play_turn(state, "It is done.")
        await memory.on_world_event(state, event_kind="quest_completed")
    kept = {
        scope.key: [entry.id for entry in state.memories(scope) if not state.status(entry.id).archived_by]
        for scope in (MARKET, GUARD, WORLD)
    }
    assert kept[MARKET.key] == ["market-003", "market-004"]
    assert kept[WORLD.key] == ["world-002", "world-003"]
    assert kept[GUARD.key] == ["guard-1-001"]
