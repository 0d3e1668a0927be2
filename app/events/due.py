"""What completes by itself: objectives, then quests, then acts."""

from app.events.commands.quest import CompleteObjectiveCommand, CompleteQuestCommand, ProgressActCommand
from app.models.command import Command
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


def due_command(state: GameState) -> Command | None:
    """The next command that is due, or None. Objectives without a condition wait for a command of their own."""
    active = [quest for quest in state.scenario.quests.values() if quest.status is QuestStatus.ACTIVE]
    for quest in active:
        for objective in state.sheets.quest(quest.quest_id).objectives:
            if (
                objective.condition is not None
                and objective.id not in quest.completed_objectives
                and holds(objective.condition, state)
            ):
                return CompleteObjectiveCommand(quest_id=quest.quest_id, objective_id=objective.id)
    for quest in active:
        if len(quest.completed_objectives) == len(state.sheets.quest(quest.quest_id).objectives):
            return CompleteQuestCommand(quest_id=quest.quest_id)
    act_id = state.scenario.current_act_id
    if act_id is not None and holds(state.sheets.act(act_id).condition, state):
        return ProgressActCommand(act_id=next_act(state))
    return None


def next_act(state: GameState) -> str | None:
    """The act after the current one; None after the last."""
    order = [act.id for act in state.sheet.acts]
    current = state.scenario.current_act_id
    position = order.index(current) + 1 if current in order else len(order)
    return order[position] if position < len(order) else None
