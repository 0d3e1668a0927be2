"""Putting memories away: the newest stay, and what is pinned."""

import pytest

from app.models.game_state import GameState
from app.models.memory import MemoryStatus
from app.services.game.memory_service import CaptureLimits, MemoryService
from tests.fakes.agents import FakeSummarizer
from tests.unit.services.remembering import (
    GUARD,
    MARKET,
    WORLD,
    memory_over,
    play_turn,
    summaries,
)
from tests.worlds import new_game


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
