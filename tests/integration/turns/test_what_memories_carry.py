"""Whom memories are about, the topics they are tagged with, and that those an answer used are marked as recalled."""

import pytest

from app.events.commands import ChangeLocationCommand, CreateArtifactCommand, FormMemoryCommand, MoveNPCCommand
from app.interfaces.stores import IGameStore
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import captured, lived
from tests.integration.turns.test_first_hour import THAW, Game

CARVE = CreateArtifactCommand(npc_id="mara", description="an owl of limewood", style_tags=("carving",))


def tagged(state: GameState, npc_id: str, topic: str) -> list[MemoryEntry]:
    query = RecallQuery(preset=Preset.CHRONICLE, text=topic, now=state.clock.minutes)
    return [hit.memory for hit in Recaller().recall(MemoryStream(state, Scope.npc(npc_id)), query)]


@pytest.fixture
async def thaw(store: IGameStore) -> Game:
    """A visit to Hedda at which Sunniva, who is elsewhere, is spoken of."""
    game = Game(store, THAW)
    await game.do("go down", "go east", "Hedda, Sunniva lent me her gloves.", "go west")
    return game


async def test_a_captured_talk_is_about_who_spoke_was_spoken_to_or_named(thaw: Game) -> None:
    [own] = captured(thaw.state.npc("hedda").npc_memories)
    [of_place] = lived(thaw.state.place("bakehouse").location_memories)
    for entry in (own, of_place):
        assert {"player", "hedda", "sunniva"} <= set(entry.subjects)
        assert len(set(entry.subjects)) == len(entry.subjects)


async def test_a_player_who_is_only_named_is_one_whom_it_is_about(table: TurnService, game_id: str) -> None:
    to_inn = ChangeLocationCommand(location_id="inn")
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-1", location_id="inn"), to_inn)
    await table.speak(game_id, "mara", "That Élan owes me for the bed.", ("guard-1",))
    await table.execute(game_id, ChangeLocationCommand(location_id="market"))
    await table.settle(game_id)
    [own, *_] = captured(table.state(game_id).npc("guard-1").npc_memories)
    assert {"mara", "guard-1", "player"} <= set(own.subjects)


async def test_what_is_remembered_of_somebody_is_found_by_its_id(thaw: Game) -> None:
    state = thaw.state
    query = RecallQuery(now=state.clock.minutes, subjects=("sunniva",), kinds=(MemoryKind.SUMMARY,))
    assert Recaller().recall(MemoryStream(state, Scope.npc("hedda")), query)


async def test_what_is_seen_is_recalled_by_the_kind_of_event_and_by_the_things_in_it(
    table: TurnService, game_id: str
) -> None:
    await table.take_turn(game_id, "take the lantern")
    state = table.state(game_id)
    [entry] = tagged(state, "guard-1", "the lantern")
    assert entry.tags == ("item_taken", "lantern")
    assert tagged(state, "guard-1", "what was taken") == [entry]
    assert tagged(state, "guard-1", "the weather") == []


@pytest.mark.parametrize("topic", ["owls", "carving", "limewood"])
async def test_a_work_is_recalled_by_what_it_is_by_maker_and_witness(
    table: TurnService, game_id: str, topic: str
) -> None:
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-1", location_id="inn"), CARVE)
    state = table.state(game_id)
    assert [entry.kind for entry in tagged(state, "mara", topic)] == [MemoryKind.ARTIFACT]
    assert [entry.kind for entry in tagged(state, "guard-1", topic)] == [MemoryKind.OBSERVATION]


async def test_what_somebody_notes_about_a_matter_is_tagged_with_it_and_not_with_people(
    table: TurnService, game_id: str
) -> None:
    form = FormMemoryCommand(npc_id="mara", text="It grows each week.", subjects=("the debt", "Élan"))
    await table.execute(game_id, form)
    [entry] = tagged(table.state(game_id), "mara", "debt")
    assert (entry.tags, entry.subjects) == (("the debt",), ("the debt", "player"))


async def test_an_offline_answer_marks_the_memory_it_was_made_of(thaw: Game) -> None:
    [own] = captured(thaw.state.npc("hedda").npc_memories)
    assert thaw.state.status(own.id).recalls == 0
    await thaw.do("go east", "hello Hedda")
    status = thaw.state.status(own.id)
    assert (status.recalls, status.last_recalled is not None) == (1, True)
    record = thaw.table.library.read(thaw.id).records
    assert own.id in {each.memory_id for one in record for each in one.answered_from}
