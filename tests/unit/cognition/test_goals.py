"""What people get done for their goals, and what their minds are told of them."""

from typing import Any

import pytest

from app.cognition.minds import goal_steps
from app.cognition.portrait import portrait
from app.cognition.remembering.recalling import reinforce_decisive
from app.events.commands.mind import EatCommand, UpdateGoalCommand, UpdatePlanItemCommand
from app.interfaces.agents.mind import MemoryExcerpt
from app.memory.stream.stream import MemoryStream
from app.models.command import Command
from app.models.memory import Scope
from app.models.minds.plan import Goal, PlanItem, PlanStatus
from app.models.state.game_state import GameState
from tests.unit.events.sheets import changed_sheet, game_in
from tests.unit.memory.recall.streams import context, observed
from tests.worlds import small_sheet

FOR_THE_LIGHT = "Do something about a goal: a light for the tower"


@pytest.fixture
def state() -> GameState:
    """Mara wants a light and sleep, and does something about it."""
    people = [npc.model_copy(update={"goals": ("a light for the tower", "to sleep")}) for npc in small_sheet().npcs]
    state = game_in(changed_sheet(npcs=tuple(people)))
    planned(state, FOR_THE_LIGHT, "Have breakfast")
    return state


def planned(state: GameState, *items: str, status: PlanStatus = PlanStatus.ACTIVE) -> None:
    state.npc("mara").plan = [
        PlanItem.model_construct(id=f"plan-mara-1-{n}", description=text, time=0, status=status)
        for n, text in enumerate(items, 1)
    ]


def done(number: int, status: PlanStatus = PlanStatus.COMPLETED, npc_id: str = "mara") -> UpdatePlanItemCommand:
    return UpdatePlanItemCommand(npc_id=npc_id, item_id=f"plan-mara-1-{number}", status=status)


def steps(state: GameState, *orders: Command) -> list[tuple[str, int]]:
    return [(step.goal_id, step.progress) for step in goal_steps(state, orders)]


def test_an_item_made_for_a_goal_brings_it_ten_points_further(state: GameState) -> None:
    [step] = goal_steps(state, [EatCommand(npc_id="mara"), done(1), done(2)])
    assert step == UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=10, note=f"Done: {FOR_THE_LIGHT}")


def test_an_item_ordered_twice_is_one_step(state: GameState) -> None:
    assert steps(state, done(1), done(1)) == [("goal-1", 10)]


@pytest.mark.parametrize("status", [PlanStatus.ACTIVE, PlanStatus.CANCELLED, PlanStatus.PENDING])
def test_what_is_not_completed_is_no_step(state: GameState, status: PlanStatus) -> None:
    assert steps(state, done(1, status)) == []


@pytest.mark.parametrize("status", [PlanStatus.COMPLETED, PlanStatus.CANCELLED])
def test_what_is_over_already_is_no_step(state: GameState, status: PlanStatus) -> None:
    planned(state, FOR_THE_LIGHT, status=status)
    assert steps(state, done(1)) == []


def test_an_item_of_nobodys_plan_is_no_step(state: GameState) -> None:
    assert steps(state, done(9), done(1, npc_id="guard-1")) == []


def test_a_goal_ends_at_a_hundred_and_takes_no_steps_beyond(state: GameState) -> None:
    state.npc("mara").goals[0] = Goal(id="goal-1", text="a light for the tower", progress=95)
    assert steps(state, done(1)) == [("goal-1", 100)]
    state.npc("mara").goals[0] = Goal(id="goal-1", text="a light for the tower", progress=100)
    assert steps(state, done(1)) == []


def test_whatever_an_item_is_called_its_step_can_be_ordered(state: GameState) -> None:
    planned(state, "to\x00 sleep\n " + "x" * 290, "to sleep\x1b[31m", "to sleep")
    assert steps(state, done(2), done(3)) == [("goal-2", 10), ("goal-2", 10)]
    assert all("\x1b" not in step.note for step in goal_steps(state, [done(2)]))
    goal_steps(state, [done(1)])


# -- minds ---------------------------------------------------------------------------------------------------------


def test_a_mind_is_told_the_goals_that_are_open(state: GameState) -> None:
    assert portrait(state, "mara").goals == ("a light for the tower", "to sleep")
    state.npc("mara").goals[0] = Goal(id="goal-1", text="a light for the tower", progress=100)
    assert portrait(state, "mara").goals == ("to sleep",)
    state.npc("mara").goals[1] = Goal(id="goal-2", text="to sleep", progress=100)
    assert portrait(state, "mara").goals == ()


@pytest.mark.parametrize(
    ("reason", "strengths"),
    [
        ("The lantern broke in the cellar, so I look there.", [1, 0, 0]),
        ("An owl took lambs; the lantern broke in the cellar.", [1, 1, 0]),
        ("I am bored.", [0, 0, 0]),
        ("", [0, 0, 0]),
    ],
)
def test_memories_that_a_decision_speaks_of_become_stronger(
    state: GameState, reason: str, strengths: list[int]
) -> None:
    stream = MemoryStream(state, Scope.npc("mara"))
    texts = ("The lantern broke in the cellar.", "The owl took two lambs.", "Guard snores.")
    entries = observed(stream, [context(text) for text in texts])
    given: tuple[Any, ...] = tuple(MemoryExcerpt(entry.id or "", entry.summary, 0) for entry in entries)
    reinforce_decisive(state, "mara", given, reason)
    assert [stream.status(entry.id or "").strength for entry in entries] == strengths
