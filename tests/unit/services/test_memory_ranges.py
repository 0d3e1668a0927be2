"""Long visits, several events, several scopes: which range each request covers, and when it is done."""

import asyncio

import pytest

from app.models.memory import CaptureFacts
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import uncondensed
from app.testing import FakeSummarizer
from tests.unit.services.remembering import (
    GUARD,
    MARA,
    MARKET,
    WORLD,
    deferred,
    end_turn,
    memory_over,
    play_turn,
    ranges,
    remembered_anywhere,
)
from tests.worlds import new_game


@pytest.fixture
def state() -> GameState:
    return new_game()


@pytest.fixture
def summarizer() -> FakeSummarizer:
    return FakeSummarizer()


# -- long visits and several events -------------------------------------------------------------------------------


async def test_of_a_100_message_visit_every_message_reaches_the_summarizer_in_pieces(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    for n in range(50):
        play_turn(state, f"word {n}", f"answer {n}", addressee_ids=("guard-1",))
    await memory_over(summarizer).on_location_exit(state)
    for scope in (MARKET, GUARD):
        pieces = summarizer.asked_for(scope.key)
        covered = ranges(state, scope)
        assert sorted({index for asked in pieces for index in asked.indexes}) == list(range(100))
        assert len(pieces) == 3
        assert [first for first, _ in covered] == [0, *(last + 1 for _, last in covered[:-1] if last is not None)]
        assert all(25 <= len(asked.indexes) <= 36 for asked in pieces)
        assert state.cursor(scope) == covered[-1][1] == 99
        assert {entry.visit for entry in state.memories(scope)} == {"market-1"}


@pytest.mark.parametrize(("messages", "pieces"), [(1, 1), (30, 1), (44, 1), (46, 2), (60, 2), (91, 3), (3001, 100)])
async def test_pieces_are_of_about_thirty_messages(
    state: GameState, summarizer: FakeSummarizer, messages: int, pieces: int
) -> None:
    play_turn(state, *(["word"] * messages))
    await memory_over(summarizer).on_location_exit(state)
    asked = [len(call.indexes) for call in summarizer.asked_for(MARKET.key)]
    assert (len(asked), sum(asked)) == (pieces, messages)
    assert max(asked) - min(asked) <= 1


async def test_two_events_of_one_turn_give_two_memories_of_the_same_range(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    """Deferred and immediate alike."""
    play_turn(state, "earlier")
    immediate, later = state, state.model_copy(deep=True)
    for game in (immediate, later):
        play_turn(game, "The owl is gone.")
    tower = {"location_id": "tower"}
    for memory, game in ((memory_over(summarizer), immediate), (deferred(), later)):
        await memory.on_world_event(game, event_kind="encounter_completed", related={**tower, "encounter_id": "owl"})
        await memory.on_world_event(game, event_kind="location_cleared", related=tower)
    end_turn(later)
    await memory_over(summarizer).settle(later)
    for game in (immediate, later):
        assert ranges(game, WORLD) == [(0, 1), (0, 1)]
        assert [entry.tags[0] for entry in game.memories(WORLD)] == [
            "world:encounter_completed",
            "world:location_cleared",
        ]


async def test_an_event_of_the_next_turn_covers_only_what_came_since(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    memory = deferred()
    for line in ("one", "two"):
        play_turn(state, line)
        await memory.on_world_event(state, event_kind="quest_completed")
        end_turn(state)
    await memory_over(summarizer).settle(state)
    assert ranges(state, WORLD) == [(0, 0), (1, 1)]


async def test_of_more_than_sixty_messages_the_world_is_shown_the_newest_sixty(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    play_turn(state, *(["word"] * 100))
    await memory_over(summarizer).on_world_event(state, event_kind="quest_completed")
    assert summarizer.history[0].indexes == list(range(40, 100))
    assert ranges(state, WORLD) == [(40, 99)]
    assert state.cursor(WORLD) == 99


async def test_asking_twice_in_one_turn_asks_once(state: GameState, summarizer: FakeSummarizer) -> None:
    play_turn(state, "Hello, guard.", addressee_ids=("guard-1",))
    memory = deferred()
    await memory.on_npc_exit(state, "guard-1")
    await memory.on_location_exit(state)
    await memory.on_location_exit(state)
    end_turn(state)
    await memory_over(summarizer).settle(state)
    assert sorted(asked.scope for asked in summarizer.history) == ["location/market", "npc/guard-1"]


async def test_the_deferred_service_asks_no_summarizer_and_changes_only_what_is_pending(state: GameState) -> None:
    play_turn(state, "Hello, guard.", addressee_ids=("guard-1",))
    before = state.model_dump(exclude={"pending"})
    await deferred().on_location_exit(state)
    assert state.model_dump(exclude={"pending"}) == before
    assert set(state.pending) == {"location/market", "npc/guard-1"}


async def test_deferred_then_settled_equals_immediate_for_the_same_messages() -> None:
    """Memories, cursors, and what the summarizer was shown."""
    games, askers = (new_game(), new_game()), (FakeSummarizer(), FakeSummarizer())
    for state, asker in zip(games, askers, strict=True):
        memory = memory_over(asker) if state is games[0] else deferred()
        for n in range(4):
            play_turn(state, *[f"line {n}"] * 20, addressee_ids=("guard-1",))
            await memory.on_world_event(state, event_kind="objective_completed", related={"quest_id": "light"})
            await memory.on_world_event(state, event_kind="quest_completed", related={"quest_id": "light"})
            if n % 2:
                await memory.on_npc_exit(state, "guard-1")
                await memory.on_location_exit(state)
            end_turn(state)
    await memory_over(askers[1]).settle(games[1])
    assert games[0].model_dump() == games[1].model_dump()
    for scope in games[0].scopes():
        assert askers[0].asked_for(scope.key) == askers[1].asked_for(scope.key)
    assert remembered_anywhere(games[0]) == 8 + 2 * 2


# -- side by side -------------------------------------------------------------------------------------------------


async def test_the_summaries_of_one_exit_are_asked_for_at_the_same_time(state: GameState) -> None:
    """All three calls have begun before any is answered."""
    state.npc("mara").current_location_id = "market"
    play_turn(state, "Hello, both.", addressee_ids=("guard-1", "mara"))
    go_on = asyncio.Event()
    summarizer = FakeSummarizer(go_on, go_on, go_on)
    leaving = asyncio.create_task(memory_over(summarizer).on_location_exit(state))
    for _ in range(20):
        await asyncio.sleep(0)
    assert sorted(asked.scope for asked in summarizer.history) == ["location/market", "npc/guard-1", "npc/mara"]
    assert summarizer.answered == 0
    assert remembered_anywhere(state) == 0
    go_on.set()
    await leaving
    assert remembered_anywhere(state) == 3


async def test_within_a_scope_requests_are_done_in_order(state: GameState) -> None:
    """The second piece is not even asked for while the first is being condensed."""
    play_turn(state, *(["word"] * 60))
    first = asyncio.Event()
    summarizer = FakeSummarizer(first)
    leaving = asyncio.create_task(memory_over(summarizer).on_location_exit(state))
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(summarizer.history) == 1
    first.set()
    await leaving
    assert ranges(state, MARKET) == [(0, 29), (30, 59)]


async def test_a_scope_whose_only_message_was_the_first_goes_on_with_the_second(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    memory = memory_over(summarizer)
    for word in ("one", "two"):
        play_turn(state, word)
        await memory.on_location_exit(state)
    assert ranges(state, MARKET) == [(0, 0), (1, 1)]
    assert uncondensed(state, "market") == 0


async def test_what_no_capture_was_asked_for_is_counted_per_place(state: GameState) -> None:
    play_turn(state, "one", "two")
    play_turn(state, "three", location_id="inn")
    assert (uncondensed(state, "market"), uncondensed(state, "inn"), uncondensed(state, "tower")) == (2, 1, 0)
    await deferred().on_location_exit(state)
    end_turn(state)
    play_turn(state, "four")
    assert uncondensed(state, "market") == 1


@pytest.mark.parametrize(
    ("place", "present", "visit"), [("inn", ("mara",), "inn-3"), ("tower", ("mara",), "tower-0"), (None, (), None)]
)
async def test_a_request_says_where_the_person_was_who_else_was_there_and_which_quests_were_open(
    state: GameState, place: str | None, present: tuple[str, ...], visit: str | None
) -> None:
    state.npc("mara").current_location_id = place
    state.place("inn").visits, state.place("tower").visits = 3, 0
    for number, quest in enumerate(state.scenario.quests.values()):
        quest.status = QuestStatus.ACTIVE if number == 0 else QuestStatus.COMPLETED
    await deferred().on_npc_exit(state, "mara")
    [request] = state.queue(MARA)
    assert request.facts == CaptureFacts(
        location_id=place, present_ids=present, quest_ids=(next(iter(state.scenario.quests)),), visit=visit
    )


async def test_the_range_that_the_events_of_a_turn_share_ends_with_that_turn(state: GameState) -> None:
    ends = []
    for word in ("one", "two"):
        play_turn(state, word)
        if word == "one":
            await deferred().on_world_event(state, event_kind="quest_completed")
        end_turn(state)
        assert state.scenario.last_world_request is not None
        ends.append(state.scenario.last_world_request.last)
    assert ends == [0, 0]
