"""Putting memories away: the newest stay, and what is pinned."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.events.commands import AddMemoryCommand, ArchiveMemoryCommand, PinMemoryCommand, ReplaceMemoryCommand
from app.events.handlers.memory_handler import MemoryHandler
from app.memory.entries.markers import is_hand_made, is_inactive
from app.memory.stream.pruner import MemoryLimits
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from app.models.state.game_state import GameState
from app.services.game.memory_service import CaptureLimits, MemoryService
from app.testing import FakeSummarizer
from tests.unit.services.remembering import (
    GUARD,
    MARKET,
    WORLD,
    memory_over,
    play_turn,
    summaries,
)
from tests.worlds import NOW, new_game


@pytest.fixture
def state() -> GameState:
    """Something was said to the guard in the market."""
    state = new_game()
    play_turn(state, "Hello, guard.", "The guard nods.", addressee_ids=("guard-1",))
    return state


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

    limited = memory_over(FakeSummarizer(), CaptureLimits(memories=MemoryLimits(summaries=2)))
    result = await limited.prune(state)

    assert result.summaries_archived == 3
    archived = [entry.id for entry in state.memories(MARKET) if state.status(entry.id).archived_by]
    assert archived == ["market-001", "market-003", "market-004"]
    assert summaries(state, MARKET) == before, "nothing is deleted"
    assert (await limited.prune(state)).summaries_archived == 0


async def test_each_scope_keeps_its_own_newest_as_the_game_goes_on(state: GameState) -> None:
    memory = memory_over(FakeSummarizer(), CaptureLimits(memories=MemoryLimits(summaries=2)))
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


async def test_a_correction_stays_and_takes_nobodys_place(state: GameState) -> None:
    """The replaced one does not count either."""
    await grown(state, 4, memory_over(FakeSummarizer()))
    await MemoryHandler().replace(ReplaceMemoryCommand(memory_id="market-001", text="No."), state)
    limited = memory_over(FakeSummarizer(), CaptureLimits(memories=MemoryLimits(summaries=2)))
    assert (await limited.prune(state)).summaries_archived == 1
    standing = [entry.id for entry in state.memories(MARKET) if not is_inactive(state.status(entry.id))]
    assert standing == ["market-003", "market-004", "market-005"]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("capture"), st.just(0)),
        st.tuples(st.sampled_from(["add", "pin", "unpin", "archive", "replace", "prune"]), st.integers(0, 9)),
    ),
    max_size=30,
)


@given(STEPS, st.integers(1, 3))
def test_whatever_is_pinned_or_made_by_hand_survives_any_prune(steps: list[tuple[str, int]], keep: int) -> None:
    async def scenario() -> None:
        state, handler = new_game(), MemoryHandler()
        limited = memory_over(FakeSummarizer(), CaptureLimits(memories=MemoryLimits(summaries=keep)))
        for step, number in [*steps, ("prune", 0)]:
            entries = state.memories(MARKET)
            which = entries[number % len(entries)].id or "" if entries else ""
            status = state.status(which)
            if step == "capture":
                state.remember(MARKET, MemoryEntry(created_at=NOW, source=MemorySource.LOCATION, summary="It rained."))
            elif step == "add":
                await handler.add(AddMemoryCommand(scope=MARKET, text="Snow."), state)
            elif step == "prune":
                safe = [e for e in entries if is_hand_made(e) or state.status(e.id).pinned]
                stood = [entry.id for entry in safe if not is_inactive(state.status(entry.id))]
                await limited.prune(state)
                assert all(not is_inactive(state.status(memory_id)) for memory_id in stood)
                others = [e for e in entries if e not in safe and e.kind is MemoryKind.SUMMARY]
                if not any(step == "unpin" for step, _ in steps):
                    assert sum(not is_inactive(state.status(entry.id)) for entry in others) <= keep
            elif which and status.pinned == (step == "unpin") and not is_inactive(status):
                if step == "archive":
                    await handler.archive(ArchiveMemoryCommand(memory_id=which), state)
                elif step == "replace":
                    await handler.replace(ReplaceMemoryCommand(memory_id=which, text="Hail."), state)
                else:
                    await handler.pin(PinMemoryCommand(memory_id=which, pinned=step == "pin"), state)

    asyncio.run(scenario())
