"""Who somebody is does not come up where what was lived through is meant; lore does, where words ask for it."""

import pytest

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.recalling import recollect
from app.cognition.remembering.recalling import on_ones_mind, recall_for_dialogue, recall_for_questions, recollections
from app.embeddings.vectors import NoVectors
from app.interfaces.agents.mind import DraftedLine
from app.memory.entries.markers import GIFTED_TYPES, SELF_TYPES, type_of
from app.memory.index.stream_index import StreamIndex
from app.memory.recall.recaller import Recaller
from app.memory.seeding.seeding import seed
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind
from app.models.sheets.lore import LoreSheet
from app.models.state.game_state import GameState
from app.scheduling import run_to_completion
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.game_library import GameLibrary
from app.testing import InMemoryGameStore
from tests.integration.turns.table import suffixes, ticking_clock
from tests.unit.memory.gifted.sheets import MARA, game, village
from tests.worlds import NOW, small_sheet

QUESTION = "did Mara of the burnt forearms see the guard by the river?"
"""Its words are in gifted memories too."""
SEEN = "Saw Guard by the river."


@pytest.fixture
def state() -> GameState:
    """Mara has seen one thing; she and the party are at the inn."""
    state = game(village(lore=(LoreSheet(text="The ledger of the weir is lost."),)))
    seed(state, NOW)
    context = MemoryContext(content=SEEN, created_at=NOW, subjects=("guard-1",), importance=5)
    MemoryStream(state, MARA).add(MemoryKind.OBSERVATION, context)
    state.scenario.current_location_id = "inn"
    return state


def entries(state: GameState) -> dict[str, MemoryEntry]:
    return {entry.id or "": entry for scope in state.scopes() for entry in state.memories(scope)}


def types(state: GameState, memory_ids: list[str]) -> set[str]:
    """The types of the gifted among these memories."""
    return {type_of(entries(state)[key]) for key in memory_ids} & set(GIFTED_TYPES)


async def test_prompts_and_recall_leave_out_who_people_are_and_keep_lore(state: GameState) -> None:
    service = RecallService(Recaller(vectors=NoVectors()))
    for npc_id in (None, "mara"):
        offered = await service.for_prompt(state, npc_id, QUESTION)
        assert state.memories(MARA)[-1].id in [one.memory_id for one in offered]
        assert types(state, [one.memory_id for one in offered]) <= {"lore"}
    offered = await service.for_prompt(state, None, "what of the ledger of the weir?")
    assert types(state, [one.memory_id for one in offered]) == {"lore"}
    hits = await service.recall(state, MARA, QUESTION, limit=50)
    assert types(state, [hit.memory.id or "" for hit in hits]) <= {"lore"}


def test_what_is_left_out_needs_no_vector(state: GameState) -> None:
    stream = MemoryStream(state, MARA)
    assert len(stream) > 10
    assert stream.unembedded() == ["The Duke of Orsenne owes for forty barrels.", SEEN]
    assert stream.unembedded(1) == ["The Duke of Orsenne owes for forty barrels."]


def test_nothing_that_never_fades_comes_to_mind_by_itself(state: GameState) -> None:
    found = recollections(state, "mara", Recaller(), limit=50, text=QUESTION)
    assert [memory.text for memory in found] == [SEEN]


def test_what_one_knows_of_another_from_the_start_is_no_news(state: GameState) -> None:
    assert [memory.text for memory in on_ones_mind(state, "mara", "guard-1", Recaller())] == [SEEN]


async def test_questions_and_dialogues_remind_of_what_was_lived_through(state: GameState) -> None:
    asked = await recall_for_questions(Recaller(), state, "mara", QUESTION)
    spoken = await recall_for_dialogue(Recaller(), state, "mara", [DraftedLine("Élan", QUESTION)], QUESTION)
    for found in (asked, spoken):
        assert SEEN in [memory.text for memory in found]
        assert types(state, [memory.id for memory in found]).isdisjoint(SELF_TYPES)


@pytest.mark.parametrize(
    "question", ["What do you know of burnt forearms?", "What are your traits?", "Who guards you?"]
)
def test_nobody_recites_its_sheet_when_a_player_asks(state: GameState, question: str) -> None:
    found = run_to_completion(recollect(Exchange(state, "mara", "Élan"), question))
    assert found is None or types(state, [source.memory_id for source in found.sources]).isdisjoint(SELF_TYPES)


def test_a_game_begins_with_its_gifts_written_down_as_of_its_beginning() -> None:
    library = GameLibrary(InMemoryGameStore(), ticking_clock(), suffixes())
    journal = library.read(library.begin(small_sheet()))
    remembered = entries(journal.opening.state)
    assert remembered["mara-001"].summary == "I am Mara Ironhand. My occupation: innkeeper."
    assert {entry.created_at for entry in remembered.values()} == {journal.header.created_at}


def test_nothing_goes_on_from_what_was_given_at_the_opening(state: GameState) -> None:
    """Otherwise what matches a gift would lift whatever was lived through first."""
    entries_of_mara = StreamIndex.of(state, MARA).entries
    assert not entries_of_mara.columns["follows"].any()
    for text in ("She waited.", "She waited on."):
        MemoryStream(state, MARA).add(MemoryKind.OBSERVATION, MemoryContext(content=text, created_at=NOW))
    assert StreamIndex.of(state, MARA).entries.columns["follows"].sum() == 2
