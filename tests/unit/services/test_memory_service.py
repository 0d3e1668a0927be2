"""What places, people and the world remember, and of which messages."""

import pytest

from app.errors import InvalidInput, NotFound
from app.models.memory import MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.messages.message import Role
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.testing import USUAL_SUMMARY, FakeSummarizer
from tests.unit.services.remembering import (
    GUARD,
    INN,
    MARA,
    MARKET,
    WORLD,
    deferred,
    end_turn,
    memory_over,
    play_turn,
    ranges,
    remembered_anywhere,
    summaries,
)
from tests.wording import raises_in_words
from tests.worlds import NOW, new_game, say


@pytest.fixture
def state() -> GameState:
    return new_game()


@pytest.fixture
def summarizer() -> FakeSummarizer:
    return FakeSummarizer()


# -- the three kinds ----------------------------------------------------------------------------------------------


async def test_memory_service_location_exit_creates_entries_and_updates_cursors(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    """The place and the person who was spoken to; not the other guard, not the world."""
    state.quest("light").status = QuestStatus.ACTIVE
    play_turn(state, "Any news?", addressee_ids=("guard-1",))
    play_turn(state, "None.", role=Role.NPC, speaker_id="guard-1", addressee_ids=("player",))

    await memory_over(summarizer).on_location_exit(state)

    (place,), (person,) = state.memories(MARKET), state.memories(GUARD)
    assert (place.source, place.summary, place.kind) == (MemorySource.LOCATION, USUAL_SUMMARY, MemoryKind.SUMMARY)
    assert (place.id, place.location_id, place.npc_ids) == ("market-001", "market", ("guard-1",))
    assert place.tags == ("session", "location:market")
    assert (place.first_message_index, place.since_message_index, place.turn) == (0, 1, 2)
    assert (place.since_timestamp, place.created_at, place.game_time) == (NOW, NOW, 480)
    assert (place.scene, place.visit, place.origin) == ("day-001/scene-01", "market-1", MemoryOrigin.PERCEPTION)
    assert (person.source, person.id, person.npc_ids) == (MemorySource.NPC, "guard-1-001", ("guard-1",))
    assert person.tags == ("npc-session", "location:market", "npc:guard-1")
    assert (person.location_id, person.origin) == ("market", MemoryOrigin.DIALOGUE)
    assert state.scenario.last_location_message_index == {"market": 1}
    assert state.scenario.last_npc_message_index == {"guard-1": 1}
    assert state.scenario.last_world_message_index == -1
    assert state.pending == {}
    assert remembered_anywhere(state) == 2


async def test_memory_service_npc_entries_only_for_present_and_mentioned(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    """The guard is here and nobody speaks of him; Mara is spoken of and is not here."""
    play_turn(state, "What would Mara say to this?", npc_ids=("mara",))
    await memory_over(summarizer).on_location_exit(state)
    assert state.memories(GUARD) == state.memories(MARA) == []
    assert state.scenario.last_npc_message_index == {}
    assert [asked.scope for asked in summarizer.history] == ["location/market"]

    play_turn(state, "The guard yawns.", npc_ids=("guard-1",))
    await memory_over(summarizer).on_location_exit(state)
    assert len(state.memories(GUARD)) == 1
    assert state.memories(MARA) == state.memories(Scope.npc("guard-2")) == []


async def test_memory_service_world_event_creates_world_memory(state: GameState, summarizer: FakeSummarizer) -> None:
    """It covers every message of any place since the world's cursor, and carries the ids of its event."""
    play_turn(state, "Good day.")
    state.scenario.current_location_id = "inn"
    play_turn(state, "Your lantern, Mara.", addressee_ids=("mara",))
    related = {"quest_id": "light", "objective_id": "bring-lantern"}

    await memory_over(summarizer).on_world_event(
        state, event_kind="objective_completed", tags=["deed"], related=related
    )

    (entry,) = state.memories(WORLD)
    assert (entry.source, entry.summary, entry.id) == (MemorySource.WORLD, USUAL_SUMMARY, "world-001")
    assert (entry.quest_id, entry.objective_id, entry.act_id) == ("light", "bring-lantern", None)
    assert entry.tags == ("world:objective_completed", "deed")
    assert (entry.location_id, entry.npc_ids, entry.visit) == ("inn", ("mara",), None)
    assert ranges(state, WORLD) == [(0, 1)]
    assert state.scenario.last_world_message_index == 1
    (asked,) = summarizer.history
    assert (asked.event_kind, asked.related, asked.indexes) == ("objective_completed", related, [0, 1])
    assert state.scenario.last_location_message_index == {}


@pytest.mark.parametrize(
    ("kind", "related", "field"),
    [
        ("quest_completed", {"quest_id": "light"}, "quest_id"),
        ("act_progressed", {"act_id": "act-2"}, "act_id"),
        ("location_cleared", {"location_id": "tower"}, "location_id"),
        ("encounter_completed", {"location_id": "tower", "encounter_id": "owl"}, "encounter_id"),
    ],
)
async def test_the_ids_of_an_event_become_fields_of_its_memory(
    state: GameState, kind: str, related: dict[str, str], field: str
) -> None:
    play_turn(state, "It is done.")
    await memory_over(FakeSummarizer()).on_world_event(state, event_kind=kind, related=related)
    (entry,) = state.memories(WORLD)
    assert getattr(entry, field) == related[field]
    assert entry.tags == (f"world:{kind}",)


@pytest.mark.parametrize("kind", ["npc_id", "npc_ids"])
async def test_every_id_of_a_list_reaches_the_memory_of_an_event(state: GameState, kind: str) -> None:
    """Of each kind the first is in the entry's field, people are all in theirs; the others are among its subjects."""
    play_turn(state, "It is done, guard.", addressee_ids=("guard-1",))
    related = {"quest_ids": ["light", "owl-hunt"], "location_id": ["tower", "inn"], kind: ["mara", "guard-2"]}
    await memory_over(FakeSummarizer()).on_world_event(state, event_kind="quest_completed", related=related)
    (entry,) = state.memories(WORLD)
    assert entry.npc_ids == ("mara", "guard-2", "guard-1")
    assert (entry.quest_id, entry.location_id) == ("light", "tower")
    in_fields = {entry.quest_id, entry.location_id}
    assert {*entry.subjects, *in_fields} >= {"light", "owl-hunt", "tower", "inn", "mara", "guard-2"}


async def test_one_person_of_an_event_reaches_its_memory(state: GameState) -> None:
    play_turn(state, "It is done.")
    await memory_over(FakeSummarizer()).on_world_event(state, event_kind="sworn", related={"npc_id": "mara"})
    (entry,) = state.memories(WORLD)
    assert entry.npc_ids == ("mara",)


# -- whose messages -----------------------------------------------------------------------------------------------


async def test_two_cells_of_one_name_never_mix(state: GameState, summarizer: FakeSummarizer) -> None:
    memory = memory_over(summarizer)
    for cell, line in (("cell-1", "Water drips here."), ("cell-2", "A guard snores here."), ("cell-1", "Still drips.")):
        state.scenario.current_location_id = cell
        play_turn(state, line)
        await memory.on_location_exit(state)
    one, two = Scope.location("cell-1"), Scope.location("cell-2")
    assert [asked.indexes for asked in summarizer.asked_for(one.key)] == [[0], [2]]
    assert [asked.indexes for asked in summarizer.asked_for(two.key)] == [[1]]
    assert (state.cursor(one), state.cursor(two)) == (2, 1)


async def test_of_two_people_of_one_name_only_the_one_who_was_there_remembers(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    play_turn(state, "Hello, guard.", addressee_ids=("guard-1",), npc_ids=("guard-1",))
    await memory_over(summarizer).on_location_exit(state)
    assert len(state.memories(GUARD)) == 1
    assert state.memories(Scope.npc("guard-2")) == []


async def test_the_turn_that_leaves_is_in_the_old_places_memory_and_its_witnesses_not_the_newcomers(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    """Deferred, as in play: what is told after the request still belongs to the turn; the arrival to the new place."""
    state.turn = 1
    say(state, "Farewell, guard. To the inn!", addressee_ids=("guard-1",))
    await deferred().on_location_exit(state)
    say(state, "He waves.", role=Role.NARRATOR, speaker_id=None)
    state.scenario.current_location_id = "inn"
    say(state, "You step into the inn.", role=Role.NARRATOR, speaker_id=None)
    end_turn(state)
    await memory_over(summarizer).settle(state)

    assert summarizer.asked_for(MARKET.key)[0].indexes == [0, 1]
    assert summarizer.asked_for(GUARD.key)[0].indexes == [0, 1]
    assert state.memories(MARA) == []

    play_turn(state, "Good evening.", addressee_ids=("mara",))
    await memory_over(summarizer).on_location_exit(state)
    assert summarizer.asked_for(INN.key)[0].indexes == [2, 3]
    assert summarizer.asked_for(MARA.key)[0].indexes == [2, 3]


async def test_a_person_that_leaves_first_remembers(state: GameState, summarizer: FakeSummarizer) -> None:
    play_turn(state, "Guard, I owe you a drink.", addressee_ids=("guard-1",))
    await memory_over(summarizer).on_npc_exit(state, "guard-1")
    state.npc("guard-1").current_location_id = "inn"
    play_turn(state, "He is gone.")
    await memory_over(summarizer).on_location_exit(state)
    assert ranges(state, GUARD) == [(0, 0)]
    assert summaries(state, MARKET) == [USUAL_SUMMARY]
    assert state.memories(GUARD)[0].location_id == "market"


async def test_a_person_that_is_talked_to_without_its_name_remembers(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    play_turn(state, "Good day.", addressee_ids=("guard-1",))
    play_turn(state, "Is it true what they say?", addressee_ids=("guard-1",))
    await memory_over(summarizer).on_location_exit(state)
    assert summarizer.asked_for(GUARD.key)[0].indexes == [0, 1]


async def test_a_person_is_shown_one_witnessed_message_before_and_after_from_the_same_place(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    play_turn(state, "far before", "just before", "Guard!", "just after", "far after")
    state.conversation_history[2] = state.conversation_history[2].model_copy(update={"npc_ids": ("guard-1",)})
    say(state, "elsewhere", location_id="inn", witness_ids=())
    await memory_over(summarizer).on_location_exit(state)
    assert summarizer.asked_for(GUARD.key)[0].indexes == [1, 2, 3]
    assert ranges(state, GUARD) == [(2, 2)]


async def test_context_comes_only_from_what_the_person_witnessed(state: GameState, summarizer: FakeSummarizer) -> None:
    state.turn = 1
    say(state, "a secret before he came", witness_ids=())
    say(state, "Guard!", npc_ids=("guard-1",))
    say(state, "a secret after he slept", witness_ids=())
    await memory_over(summarizer).on_location_exit(state)
    assert summarizer.asked_for(GUARD.key)[0].indexes == [1]


async def test_interrupted_messages_are_not_condensed(state: GameState, summarizer: FakeSummarizer) -> None:
    play_turn(state, "Guard, wait.", addressee_ids=("guard-1",))
    play_turn(state, "The guard lo", interrupted=True, npc_ids=("guard-1",))
    await memory_over(summarizer).on_location_exit(state)
    await memory_over(summarizer).on_world_event(state, event_kind="quest_completed")
    assert {index for asked in summarizer.history for index in asked.indexes} == {0}


async def test_text_recalled_from_memory_never_reaches_the_summarizer(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    """It stays in the conversation, and what was said around it is condensed."""
    line = "You said: the bell rang at noon. I have not forgotten."
    start, end = line.index("the bell"), line.index(" I have")
    play_turn(state, line, role=Role.NPC, speaker_id="guard-1", addressee_ids=("player",), quoted=((start, end),))
    memory = memory_over(summarizer)
    await memory.on_location_exit(state)
    await memory.on_world_event(state, event_kind="quest_completed")
    shown = [message.content for asked in summarizer.history for message in asked.messages]
    assert len(shown) == 3
    assert not any("bell" in content for content in shown)
    assert all("I have not forgotten" in content for content in shown)
    assert state.conversation_history[0].content == line


async def test_no_new_messages_means_no_call_no_memory_no_moved_cursor(
    state: GameState, summarizer: FakeSummarizer
) -> None:
    memory = memory_over(summarizer)
    play_turn(state, "Hello, guard.", addressee_ids=("guard-1",))
    await memory.on_location_exit(state)
    await memory.on_world_event(state, event_kind="quest_completed")
    asked, before = len(summarizer.history), state.model_dump()
    asked_last = state.scenario.last_world_request
    state.turn += 1
    await memory.on_location_exit(state)
    await memory.on_npc_exit(state, "guard-1")
    await memory.on_world_event(state, event_kind="act_progressed")
    assert len(summarizer.history) == asked
    state.turn, state.scenario.last_world_request = 1, asked_last
    assert state.model_dump() == before


async def test_nothing_was_ever_said_so_nothing_is_remembered(state: GameState, summarizer: FakeSummarizer) -> None:
    memory = memory_over(summarizer)
    await memory.on_location_exit(state)
    await memory.on_npc_exit(state, "mara")
    await memory.on_world_event(state, event_kind="quest_completed")
    assert summarizer.history == []
    assert state.pending == {}


async def test_a_place_other_than_the_current_one_can_be_meant(state: GameState, summarizer: FakeSummarizer) -> None:
    play_turn(state, "Hello.")
    state.scenario.current_location_id = "inn"
    await memory_over(summarizer).on_location_exit(state, "market")
    assert summaries(state, MARKET) == [USUAL_SUMMARY]


async def test_leaving_nowhere_fails_fast(state: GameState, summarizer: FakeSummarizer) -> None:
    state.scenario.current_location_id = None
    for memory in (memory_over(summarizer), deferred()):
        with raises_in_words(InvalidInput, match="nowhere"):
            await memory.on_location_exit(state)
    assert state.pending == {}


async def test_unknown_places_and_people_are_not_found(state: GameState) -> None:
    with pytest.raises(NotFound):
        await deferred().on_location_exit(state, "atlantis")
    with pytest.raises(NotFound):
        await deferred().on_npc_exit(state, "nobody")
    assert state.pending == {}
