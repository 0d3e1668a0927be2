"""What somebody makes: the maker keeps it as its own work, those who are there and awake have seen it."""

from app.events.commands import (
    ChangeLocationCommand,
    CreateArtifactCommand,
    GiveItemCommand,
    MoveNPCCommand,
    SetActivityCommand,
    TakeItemCommand,
)
from app.language.rendering.perspective import in_own_words
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import comparable

CARVE = CreateArtifactCommand(
    npc_id="mara", description="an owl\nof limewood", path="works/owl.txt", style_tags=("carving", "rustic", "carving")
)
TO_MARA = MoveNPCCommand(npc_id="guard-1", location_id="inn")
WORK = ("carving", "rustic", "owl", "limewood")
MADE = 'Mara Ironhand made something: "An owl of limewood".'


def of_kind(state: GameState, npc_id: str, kind: MemoryKind) -> list[MemoryEntry]:
    return [entry for entry in state.npc(npc_id).npc_memories if entry.kind is kind]


async def test_the_maker_remembers_its_own_work(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, CARVE)
    state = table.state(game_id)
    [work] = of_kind(state, "mara", MemoryKind.ARTIFACT)
    assert work.summary == MADE
    assert in_own_words(work.summary, ["Mara Ironhand"], []) == 'I made something: "An owl of limewood".'
    assert (work.tags, work.importance, dict(work.metadata)) == (
        ("own-work", "carving", "rustic", "owl", "limewood"),
        6,
        {"artifact_path": "works/owl.txt", "style_tags": ("carving", "rustic", "carving")},
    )
    assert (work.location_id, work.subjects, work.origin) == ("inn", ("mara",), MemoryOrigin.PERCEPTION)
    assert (work.turn, work.scene) == (1, state.clock.scene_id)
    assert of_kind(state, "mara", MemoryKind.OBSERVATION) == []


async def test_artifact_who_was_not_there_or_slept_does_not_know(table: TurnService, game_id: str) -> None:
    """Guard 1 sees it; guard 2 is in his cell at first, and later sleeps beside it."""
    sleeps = SetActivityCommand(npc_id="guard-2", activity=Activity.SLEEPING)
    await table.execute(game_id, TO_MARA, CARVE)
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-2", location_id="inn"), sleeps, CARVE)
    state = table.state(game_id)
    seen = [entry for entry in of_kind(state, "guard-1", MemoryKind.OBSERVATION) if entry.summary == MADE]
    assert [(entry.importance, entry.subjects, entry.tags) for entry in seen] == [(6, ("mara",), WORK)] * 2
    assert not any("owl" in entry.summary for entry in state.npc("guard-2").npc_memories)
    assert all("owl" not in entry.summary for entry in state.place("market").location_memories)


async def test_an_undo_takes_the_work_and_what_was_seen_of_it(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TO_MARA)
    before = comparable(table.state(game_id))
    await table.execute(game_id, CARVE)
    await table.undo(game_id)
    assert comparable(table.state(game_id)) == before


async def test_what_is_made_in_the_partys_sight_is_told(table: TurnService, game_id: str) -> None:
    out_of_sight = await table.execute(game_id, CARVE)
    assert "made" not in out_of_sight.changes
    await table.execute(game_id, MoveNPCCommand(npc_id="mara", location_id="market"))
    in_sight = await table.execute(game_id, CARVE)
    assert in_sight.changes.startswith("! made by Mara Ironhand: an owl of limewood · ")
    assert [event.kind for event in in_sight.events] == ["artifact_created"]


async def test_who_sleeps_knows_only_what_was_handed_to_it(table: TurnService, game_id: str) -> None:
    asleep = SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING)
    take, go = TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn")
    await table.execute(game_id, asleep, take, go, GiveItemCommand(item_id="lantern", npc_id="mara"), TO_MARA)
    seen = of_kind(table.state(game_id), "mara", MemoryKind.OBSERVATION)
    assert [entry.summary for entry in seen] == ["Élan gave Mara Ironhand the lantern."]
