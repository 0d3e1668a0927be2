"""A mind that is broken, in whatever way, costs its person a deed, and never the players their turn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from app.agents.mind.offline import HeuristicMind
from app.cognition import minds as minds_module
from app.cognition.day.planning import PlanWork
from app.container import Container
from app.events.commands import AdvanceTimeCommand
from app.interfaces.agents.mind import IMind, PlannedItem, PlanRequest
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.mind_state import Job, JobKind
from app.models.records.folding import fold_journal
from app.models.state.game_state import GameState
from app.settings import Settings

pytestmark = pytest.mark.long

HOUR = AdvanceTimeCommand(minutes=60)
SCENARIO = "before-the-thaw"


def container(root: Path, mind: IMind | None = None) -> Container:
    """Everything real; settling waits until it is asked for."""
    made = Container()
    made.settings.override(providers.Object(Settings(saves=root, embedder="words")))
    if mind is not None:
        made.mind.override(providers.Object(mind))
    made.turns().settle_in_background = False
    return made


def begin(made: Container) -> str:
    return made.library().begin(made.scenarios().load(SCENARIO), "Anna", seed=7)


def broken_for(npc_id: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a defect that shows for one person only."""

    def broken(state: GameState, npc: NPCInstance, *more: Any) -> Any:
        if npc.instance_id == npc_id:
            raise KeyError("a defect")
        return function(state, npc, *more)

    return broken


@pytest.mark.parametrize("function", ["notice", "plan_commands", "plan_is_due", "scoring_is_due", "reflection_is_due"])
async def test_a_defect_in_one_persons_mind_leaves_the_turn_and_all_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    monkeypatch.setattr(minds_module, function, broken_for("jorun", getattr(minds_module, function)))
    made = container(tmp_path)
    game_id = begin(made)
    for _ in range(3):
        await made.turns().execute(game_id, HOUR)
        await made.turns().settle(game_id)
    others = [npc for npc in made.turns().state(game_id).npcs.values() if npc.instance_id != "jorun"]
    assert all(npc.plan for npc in others)


@pytest.mark.parametrize("function", ["meetings", "forgetting_jobs", "take_intents", "surprises"])
async def test_a_defect_in_what_concerns_everybody_leaves_the_turn_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("a defect")

    monkeypatch.setattr(minds_module, function, broken)
    made = container(tmp_path)
    game_id = begin(made)
    await made.turns().execute(game_id, HOUR)
    await made.turns().settle(game_id)
    await made.turns().execute(game_id, HOUR)
    assert all(npc.plan for npc in made.turns().state(game_id).npcs.values()) == (function != "take_intents")


class OddMind(HeuristicMind):
    """A model's adapter that has a defect."""

    model = "odd"

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        raise ValueError("a defect")


async def test_where_a_model_adapter_raises_anything_the_heuristic_answers(tmp_path: Path) -> None:
    made = container(tmp_path, OddMind())
    game_id = begin(made)
    await made.turns().execute(game_id, HOUR)
    await made.turns().settle(game_id)
    minds = made.turns().state(game_id).minds
    assert not [job for job in minds.jobs if job.kind is JobKind.PLAN]
    assert minds.fallbacks[JobKind.PLAN] == 8


@pytest.mark.parametrize("function", ["prepare", "think", "apply"])
async def test_a_job_that_cannot_be_done_is_given_up_and_holds_no_other_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise AttributeError("a defect")

    monkeypatch.setattr(PlanWork, function, broken)
    made = container(tmp_path)
    game_id = begin(made)
    await made.turns().execute(game_id, HOUR)
    waiting = {job.kind for job in made.turns().state(game_id).minds.jobs}
    await made.turns().settle(game_id)
    minds = made.turns().state(game_id).minds
    assert JobKind.PLAN in waiting
    assert not minds.jobs
    assert minds.dropped == {JobKind.PLAN: 8}


async def test_what_a_failed_job_has_changed_halfway_is_no_part_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def halfway(self: PlanWork, state: GameState, job: Job, *_: object, **__: object) -> None:
        state.npc(job.npc_id or "").mind.reason = "half of it"
        raise AttributeError("a defect")

    monkeypatch.setattr(PlanWork, "apply", halfway)
    made = container(tmp_path)
    game_id = begin(made)
    await made.turns().execute(game_id, HOUR)
    await made.turns().settle(game_id)
    state = made.turns().state(game_id)
    assert "half of it" not in {npc.mind.reason for npc in state.npcs.values()}
    assert fold_journal(made.library().read(game_id)).model_dump() == state.model_dump()
