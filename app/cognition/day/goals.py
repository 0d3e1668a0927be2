"""What people get done for their goals: each item of a plan that was made for one brings it a step further."""

from collections.abc import Iterable

from app.cognition.day.intents import because
from app.cognition.day.plan_items import readable
from app.events.commands.character import UpdateGoalCommand
from app.events.commands.mind import UpdatePlanItemCommand
from app.memory.stream.goals import goal_served, open_goals
from app.models.command import Command
from app.models.state.game_state import GameState
from app.models.state.plan import DONE, PlanItem, PlanStatus

STEP = 10
"""Points of 100 by which an item that is completed brings its goal further."""


def goal_steps(state: GameState, orders: Iterable[Command]) -> list[UpdateGoalCommand]:
    """What orders that complete items of plans do for people's goals; one step for an item, however often ordered."""
    completed = dict.fromkeys(
        (order.npc_id, order.item_id)
        for order in orders
        if isinstance(order, UpdatePlanItemCommand) and order.status is PlanStatus.COMPLETED
    )
    found = (_step(state, npc_id, item_id) for npc_id, item_id in completed)
    return [step for step in found if step is not None]


def _step(state: GameState, npc_id: str, item_id: str) -> UpdateGoalCommand | None:
    item = _under_way(state, npc_id, item_id)
    goal = goal_served(item.description, open_goals(state, npc_id)) if item is not None else None
    if item is None or goal is None:
        return None
    progress, note = min(DONE, goal.progress + STEP), because(state, "goal-step", what=readable(item.description))
    return UpdateGoalCommand(npc_id=npc_id, goal_id=goal.id, progress=progress, note=note)


def _under_way(state: GameState, npc_id: str, item_id: str) -> PlanItem | None:
    over = (PlanStatus.COMPLETED, PlanStatus.CANCELLED)
    plan = state.npc(npc_id).plan
    return next((item for item in plan if item.id == item_id and item.status not in over), None)
