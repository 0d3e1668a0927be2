"""A person without a mind: it is seen and remembers, and does nothing by itself; a seat may play it."""

from pathlib import Path

import pytest

from app.container import Container
from app.mcp.seats import open_game, take_seat
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind
from app.models.minds.mind_state import Job, JobKind
from app.models.sheets.scenario import ScenarioSheet
from tests.integration.mcp.serving import begun, new_container

OWN = {MemoryKind.PLAN, MemoryKind.REFLECTION, MemoryKind.CONVERSATION}


def with_tove(container: Container, *, has_mind: bool) -> ScenarioSheet:
    sheet = container.scenarios().load("tide-bell")
    people = (npc.model_copy(update={"has_mind": has_mind or npc.id != "tove"}) for npc in sheet.npcs)
    return sheet.model_copy(update={"npcs": tuple(people)})


async def lived(folder: Path, *, has_mind: bool) -> NPCInstance:
    """Tove after three days."""
    container = new_container(folder)
    async with open_game(container, begun(container, with_tove(container, has_mind=has_mind))) as game_id:
        turns = container.turns()
        await turns.take_turn(game_id, "Good evening, everybody!")
        for _ in range(6):
            await container.narrator_seat(game_id).call("advance_time", {"minutes": 12 * 60})
            await turns.settler.settle(game_id)
        return turns.state(game_id).npc("tove")


@pytest.mark.parametrize("has_mind", [True, False])
async def test_it_neither_plans_nor_moves_nor_reflects_nor_talks_and_remembers(
    tmp_path: Path,
    has_mind: bool,
) -> None:
    tove = await lived(tmp_path, has_mind=has_mind)
    kinds = {entry.kind for entry in tove.npc_memories}
    assert bool(kinds & OWN) is has_mind
    assert bool(tove.plan) is has_mind
    assert (tove.hunger < 100) is has_mind
    assert MemoryKind.OBSERVATION in kinds


async def test_what_was_asked_of_its_mind_before_it_had_none_is_dropped(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    async with open_game(container, begun(container, with_tove(container, has_mind=False))) as game_id:
        turns = container.turns()
        for kind in (JobKind.PLAN, JobKind.REFLECT, JobKind.DECIDE):
            turns.state(game_id).minds.ask(Job(kind=kind, npc_id="tove", asked_at=930))
        await turns.take_turn(game_id, "wait")
        await turns.settler.settle(game_id)
        tove, minds = turns.state(game_id).npc("tove"), turns.state(game_id).minds
        assert not any(job.npc_id == "tove" for job in minds.jobs)
        assert (tove.plan, [entry.kind for entry in tove.npc_memories if entry.kind in OWN]) == ([], [])


async def test_a_seat_may_play_it(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    async with open_game(container, begun(container, with_tove(container, has_mind=False))) as game_id:
        seat = await take_seat(container, game_id, "tove")
        said = await seat.call("say", {"text": "The bell has been still for three nights."})
        assert said["said"].startswith("The bell")
        going = container.turns().state(game_id).npc("tove").current_location_id
        assert going is not None
