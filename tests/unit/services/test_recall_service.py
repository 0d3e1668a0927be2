"""Asking what somebody remembers, with meaning and without."""

from threading import get_ident

import pytest

from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.events.play import NPCMoved, TopicTold
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.payload import EventPayload
from app.models.state.game_state import GameState
from app.services.game.captures.recall_service import ASKED, LATEST, OFFERED, RecallService
from tests.fakes.vectors import FakeVectors
from tests.worlds import NOW, new_game, say

MEANINGS = ("boat", "ferry", "vessel"), ("money", "coin", "price")


def remembering() -> GameState:
    state = new_game()
    for summary in ("Mara bought a vessel with red sails.", "The guard counted every coin twice."):
        state.remember(Scope.npc("mara"), MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=summary))
    return state


async def test_a_question_in_other_words_finds_what_was_meant() -> None:
    service = RecallService(Recaller(vectors=FakeVectors(*MEANINGS)))
    hits = await service.recall(remembering(), Scope.npc("mara"), "which ferry?")
    assert hits[0].memory.id == "mara-001"
    assert hits[0].components["meaning"] > 0
    assert "meaning" in hits[0].why


async def test_without_an_embedder_words_must_do() -> None:
    vectors = FakeVectors(*MEANINGS, there=False)
    state = remembering()
    hits = await RecallService(Recaller(vectors=vectors)).recall(state, Scope.npc("mara"), "the red sails")
    assert hits[0].memory.id == "mara-001"
    assert vectors.asked == ["the red sails"], "nothing is embedded for a question that could not be"


async def test_a_command_of_a_player_is_not_recalled_as_something_said() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    say(state, "inventory", said=())
    say(state, "Mara, what is in your inventory?", said=((0, 32),))
    hits = await RecallService(Recaller()).recall(state, Scope.npc("mara"), "inventory")
    assert [hit.memory.summary.partition(": ")[2] for hit in hits] == ["Mara, what is in your inventory?"]


async def test_what_was_embedded_once_is_not_embedded_again() -> None:
    vectors = FakeVectors(*MEANINGS)
    service, state = RecallService(Recaller(vectors=vectors)), remembering()
    await service.recall(state, Scope.npc("mara"), "which ferry?")
    before = len(vectors.asked)
    await service.recall(state, Scope.npc("mara"), "what price?")
    assert vectors.asked[before:] == ["what price?"]


async def test_asking_changes_nothing_in_the_game() -> None:
    state = remembering()
    before = state.model_dump()
    await RecallService(Recaller(vectors=FakeVectors(*MEANINGS))).recall(state, Scope.npc("mara"), "which ferry?")
    assert state.model_dump() == before


@pytest.mark.parametrize("preset", [preset for preset in Preset if preset is not Preset.CHRONICLE])
async def test_every_preset_answers_within_the_limit_and_says_why(preset: Preset) -> None:
    state = remembering()
    say(state, "Mara, where is the ferry?", npc_ids=("mara",), witness_ids=("mara",))
    service = RecallService(Recaller(vectors=FakeVectors(*MEANINGS)))
    hits = await service.recall(state, Scope.npc("mara"), "the ferry", preset=preset, limit=2)
    assert 1 <= len(hits) <= 2
    assert all(hit.why.startswith(preset.value) for hit in hits)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


async def test_a_chronicle_with_a_topic_goes_by_tags() -> None:
    state = remembering()
    tagged = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="It sank.", tags=("ferry",))
    state.remember(Scope.npc("mara"), tagged)
    service = RecallService(Recaller(vectors=FakeVectors(*MEANINGS)))
    hits = await service.recall(state, Scope.npc("mara"), "the ferry", preset=Preset.CHRONICLE)
    assert [hit.memory.summary for hit in hits] == ["It sank."]


async def test_nobody_recalls_what_another_remembers() -> None:
    service = RecallService(Recaller(vectors=FakeVectors(*MEANINGS)))
    assert await service.recall(remembering(), Scope.npc("guard-1"), "which ferry?") == []


async def test_a_person_is_offered_its_own_memories_and_the_narrator_those_of_everybody_here() -> None:
    state = remembering()
    state.scenario.current_location_id = "inn"
    for scope in (Scope.world(), Scope.location("inn"), Scope.npc("guard-1")):
        state.remember(
            scope, MemoryEntry(created_at=NOW, source=scope.source, summary=f"A ferry sank near {scope.key}.")
        )
    service = RecallService(Recaller(vectors=FakeVectors(*MEANINGS)))
    own = await service.for_prompt(state, "mara", "Tell me of the ferry that sank.")
    assert {memory.scope for memory in own} == {Scope.npc("mara")}
    offered = await service.for_prompt(state, None, "Tell me of the ferry that sank.")
    here = {Scope.npc(npc.instance_id) for npc in state.present()}
    assert {Scope.world(), Scope.location("inn")} <= {memory.scope for memory in offered}
    assert {memory.scope for memory in offered} <= {Scope.world(), Scope.location("inn"), *here}


async def test_a_person_is_offered_what_it_heard_and_the_narrator_the_whole_conversation_once() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    say(state, "The ferry sank at Saltmouth.", witness_ids=("mara",))
    say(state, "The ferry burned at Rook Hill.", witness_ids=("guard-1",))
    say(state, *(f"Nothing of note happened, number {number}." for number in range(30)), witness_ids=())
    service = RecallService(Recaller())
    heard = await service.for_prompt(state, "mara", "What happened to the ferry?")
    assert [memory.memory_id for memory in heard] == ["m-0"]
    offered = await service.for_prompt(state, None, "What happened to the ferry?")
    ids = [memory.memory_id for memory in offered]
    assert {"m-0", "m-1"} <= set(ids)
    assert len(ids) == len(set(ids))
    assert {memory.scope for memory in offered} == {Scope.world()}


FERRY = "Tell me of the ferry that sank."


def of_the_ferry(state: GameState, *messages: str) -> None:
    """Messages that only the narrator knows, each of other words."""
    say(
        state,
        *(f"{message} {chr(97 + n // 26)}{chr(97 + n % 26)}q" for n, message in enumerate(messages)),
        witness_ids=(),
    )


async def test_few_of_the_latest_messages_are_offered_and_more_of_all_others() -> None:
    state = new_game()
    of_the_ferry(state, *["The ferry sank"] * 60)
    offered = [int(one.memory_id[2:]) for one in await RecallService(Recaller()).for_prompt(state, None, FERRY)]
    assert len([index for index in offered if index < 60 - LATEST]) == OFFERED
    assert len([index for index in offered if index >= 60 - LATEST]) == 0


async def test_a_scope_is_searched_for_twice_as_many_as_are_offered() -> None:
    """Of these the latest messages, most of which are more relevant, leave few places for others."""
    state = new_game()
    of_the_ferry(state, *["The ferry sank, as every fisher knows,"] * 20, *["The ferry sank"] * LATEST)
    offered = [int(one.memory_id[2:]) for one in await RecallService(Recaller()).for_prompt(state, None, FERRY)]
    assert len([index for index in offered if index >= 20]) == OFFERED // 2
    assert 2 * OFFERED - LATEST <= len([index for index in offered if index < 20]) < OFFERED


async def test_what_only_asks_crowds_out_nothing_that_says_something() -> None:
    state = new_game()
    of_the_ferry(state, *["The ferry that sank was old,"] * OFFERED)
    say(
        state,
        *(f"Which ferry sank that day, the {chr(97 + n)}q ferry?" for n in range(3 * OFFERED)),
        *(f"Rain again, number {n}." for n in range(LATEST)),
        witness_ids=(),
    )
    offered = [int(one.memory_id[2:]) for one in await RecallService(Recaller()).for_prompt(state, None, FERRY)]
    assert {*range(OFFERED)} == {*offered[:OFFERED]}, "a prompt without room drops the last ones first"
    assert len([index for index in offered if OFFERED <= index < 4 * OFFERED]) == ASKED


@pytest.mark.parametrize(
    ("said", "first_message", "places"),
    [
        ("Which ferry sank, the {}q ferry?", None, ASKED),
        ("The {}q ferry sank.", 0, ASKED),
        ("The {}q ferry sank.", None, OFFERED),
    ],
    ids=("questions", "what is found as messages", "what no message has"),
)
async def test_memories_of_moves_and_questions_and_of_what_was_said_have_the_places_of_questions(
    said: str, first_message: int | None, places: int
) -> None:
    state = new_game()
    of_the_ferry(state, *["Rain"] * (LATEST + 1))
    moved = NPCMoved(kind="npc_moved", npc_id="mara", from_id="inn", to_id="market")
    told = TopicTold(kind="topic_told", npc_id="mara", topic_id="ferry", first_time=True, text="It sank.")
    for number in range(2 * OFFERED):
        words = said.format(chr(97 + number))
        entry = MemoryEntry(
            created_at=NOW,
            source=MemorySource.WORLD,
            summary=f"Mara left for the Market. Élan asked Mara about the ferry. Élan told Mara: “{words}”",
            payload=EventPayload(kind="event", events=(moved, told)),
            first_message_index=first_message,
            since_message_index=first_message,
        )
        state.remember(Scope.world(), entry)
    assert len(await RecallService(Recaller()).for_prompt(state, None, FERRY)) == places


async def test_what_ranks_before_a_relevant_memory_is_offered_too_and_what_comes_after_all_of_them_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The score knows of people, times and neighbours; relevance only of words and meaning."""
    state = new_game()
    of_the_ferry(state, "The ferry sank", "The harbour is full", "The boat sank too", "The harbour is empty")
    say(state, *(f"Rain again, number {n}." for n in range(LATEST)), witness_ids=())
    relevant = {"m-0": True, "m-1": False, "m-2": True, "m-3": False}

    class Ranked(Recaller):
        def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
            hits = {hit.memory.id: hit for hit in super().recall(stream, query)}
            return [hits[key]._replace(rank=rank) for rank, key in enumerate(relevant, 1) if key in hits]

    monkeypatch.setattr(ScoredMemory, "is_relevant", property(lambda hit: relevant[hit.memory.id or ""]))
    offered = await RecallService(Ranked()).for_prompt(state, None, FERRY)
    assert {memory.memory_id for memory in offered} == {"m-0", "m-1", "m-2"}
    assert offered[-1].memory_id == "m-1"  # a prompt without room drops it first


async def test_what_is_no_message_is_none_of_the_latest() -> None:
    state = new_game()
    of_the_ferry(state, *["Rain"] * (LATEST + 1))
    for number in range(OFFERED - 1):
        summary = f"The ferry sank, {chr(97 + number)}q."
        entry = MemoryEntry(created_at=NOW, source=MemorySource.WORLD, summary=summary)
        state.remember(Scope.world(), entry)
    assert len(await RecallService(Recaller()).for_prompt(state, None, FERRY)) == OFFERED - 1


@pytest.mark.parametrize("aside", [False, True])
async def test_aside_is_off_the_event_loops_thread(aside: bool) -> None:
    threads: set[int] = set()

    class Watched(Recaller):
        def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
            threads.add(get_ident())
            return super().recall(stream, query)

    state = remembering()
    of_the_ferry(state, "The ferry sank")
    assert await RecallService(Watched()).for_prompt(state, None, FERRY, aside=aside)
    assert (get_ident() not in threads) is aside
    assert threads


async def test_who_is_meant_by_another_word_is_searched_for_by_name() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    of_the_ferry(state, "Mara sold the cellar", "Tobin sold the cellar", "Rain")
    service = RecallService(Recaller())
    offered = await service.for_prompt(state, None, "Did the innkeeper sell the cellar?")
    assert offered[0].memory_id == "m-0"
    assert "(mara, sell, cellar)" in offered[0].why


async def test_what_was_typed_blank_recalls_nothing() -> None:
    state = new_game()
    of_the_ferry(state, "The ferry sank")
    assert await RecallService(Recaller()).for_prompt(state, None, "  ") == ()
