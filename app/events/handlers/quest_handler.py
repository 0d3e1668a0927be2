"""Handles commands about quests and acts, and finds those that are due by themselves."""

from itertools import pairwise

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command
from app.models.events.play import ActProgressed, ObjectiveCompleted, QuestCompleted, QuestStarted
from app.models.refusals import quests
from app.models.sheets.quest import QuestProgress, QuestStatus
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


class QuestHandler(Handler):
    """The handler of the commands about quests and acts: to start and to complete them. Each completion requests a
    memory of the world. Each method carries out one command: it changes the state and returns a `HandlerResult`, or
    raises an error that it lists; nothing has changed then.

    Args:
        memory_service: Requests the summaries that become memories (an `IMemoryService`).
    """

    def __init__(self, memory_service: IMemoryService) -> None:
        self._memory = memory_service

    async def start_quest(self, command: commands.StartQuestCommand, state: GameState) -> HandlerResult:
        """Start a quest, which becomes active.

        Args:
            command: The id of the quest.
            state: The game, which is changed.

        Returns:
            A result with the event QuestStarted.

        Raises:
            NotFound: The scenario has no such quest.
            NotPossible: The quest is active, completed or failed already, or its start condition does not hold. Nothing
                has changed then.
        """
        sheet = state.sheets.quest(command.quest_id)
        quest = state.quest(command.quest_id)
        if quest.status is not QuestStatus.NOT_STARTED:
            raise NotPossible(quests.QuestIsSo(quest_id=sheet.id, status=quest.status))
        if not holds(sheet.start_condition, state):
            raise NotPossible(quests.QuestCannotBegin(quest_id=sheet.id, condition=sheet.start_condition))
        quest.status = QuestStatus.ACTIVE
        return HandlerResult(events=(QuestStarted(quest_id=sheet.id),))

    async def complete_objective(self, command: commands.CompleteObjectiveCommand, state: GameState) -> HandlerResult:
        """Complete an objective of an active quest. The world will get a memory of it, when the game does its pending
        work.

        Args:
            command: The ids of the quest and of the objective.
            state: The game, which is changed.

        Returns:
            A result with the event ObjectiveCompleted.

        Raises:
            NotFound: The scenario has no such quest, or the quest no such objective.
            NotPossible: The quest is not active, the objective is done already, or its condition does not hold. Nothing
                has changed then.
        """
        sheet = state.sheets.quest(command.quest_id)
        quest = _active(state, command.quest_id)
        if (objective := next((item for item in sheet.objectives if item.id == command.objective_id), None)) is None:
            raise NotFound(quests.ObjectiveUnknown(quest_id=sheet.id, objective=command.objective_id))
        if objective.id in quest.completed_objectives:
            raise NotPossible(quests.ObjectiveDoneAlready(objective_id=objective.id))
        if not holds(objective.condition, state):
            raise NotPossible(quests.ObjectiveNotDone(objective_id=objective.id, condition=objective.condition))
        quest.completed_objectives.append(objective.id)
        related = {"quest_id": sheet.id, "objective_id": objective.id}
        await self._memory.on_world_event(state, event_kind="objective_completed", related=related)
        return HandlerResult(events=(ObjectiveCompleted(quest_id=sheet.id, objective_id=objective.id),))

    async def complete_quest(self, command: commands.CompleteQuestCommand, state: GameState) -> HandlerResult:
        """Complete an active quest whose objectives are all completed. The world will get a memory of it, when the game
        does its pending work.

        Args:
            command: The id of the quest.
            state: The game, which is changed.

        Returns:
            A result with the event QuestCompleted.

        Raises:
            NotFound: The scenario has no such quest.
            NotPossible: The quest is not active, or some of its objectives are not done. Nothing has changed then.
        """
        sheet = state.sheets.quest(command.quest_id)
        quest = _active(state, command.quest_id)
        left = tuple(item.id for item in sheet.objectives if item.id not in quest.completed_objectives)
        if left:
            raise NotPossible(quests.QuestNotDone(quest_id=sheet.id, left=left))
        quest.status = QuestStatus.COMPLETED
        await self._memory.on_world_event(state, event_kind="quest_completed", related={"quest_id": sheet.id})
        return HandlerResult(events=(QuestCompleted(quest_id=sheet.id),))

    async def progress_act(self, command: commands.ProgressActCommand, state: GameState) -> HandlerResult:
        """End the current act and begin the next one; after the last the game has ended. The world will get a memory of
        it, when the game does its pending work.

        Args:
            command: The id of the act to begin; None after the last one.
            state: The game, which is changed.

        Returns:
            A result with the event ActProgressed.

        Raises:
            NotPossible: The story is over, ``act_id`` is not the act that follows, or the condition that ends the
                current act does not hold. Nothing has changed then.
        """
        scenario = state.scenario
        if scenario.current_act_id is None or state.world.ending is not None:
            raise NotPossible(quests.StoryOver())
        current = state.sheets.act(scenario.current_act_id)
        following = next_act(state)
        if command.act_id != following:
            raise NotPossible(quests.ActOtherComes(act_id=current.id, next_id=following))
        if not holds(current.condition, state):
            raise NotPossible(quests.ActNotOver(act_id=current.id, condition=current.condition))
        scenario.completed_acts.append(current.id)
        scenario.current_act_id = following
        scenario.ended = following is None
        tags, related = ["ending"] if following is None else None, {"act_id": following or current.id}
        await self._memory.on_world_event(state, event_kind="act_progressed", tags=tags, related=related)
        return HandlerResult(events=(ActProgressed(ended=current.id, begun=following),))


def _active(state: GameState, quest_id: str) -> QuestProgress:
    quest = state.quest(quest_id)
    if quest.status is not QuestStatus.ACTIVE:
        is_over = quest.status is QuestStatus.COMPLETED
        raise NotPossible((quests.QuestCompletedAlready if is_over else quests.QuestNotBegun)(quest_id=quest_id))
    return quest


def due_command(state: GameState) -> Command | None:
    """Return the next command that is due by itself: to complete an objective, a quest or an act; None if none is, or
    once the story has reached one of its endings.

    Objectives without a condition are never due; a command completes them.

    Args:
        state: The game, for reading.
    """
    if state.world.ending is not None:
        return None
    active = [quest for quest in state.scenario.quests.values() if quest.status is QuestStatus.ACTIVE]
    for quest in active:
        for objective in state.sheets.quest(quest.quest_id).objectives:
            is_open = objective.condition is not None and objective.id not in quest.completed_objectives
            if is_open and holds(objective.condition, state):
                return commands.CompleteObjectiveCommand(quest_id=quest.quest_id, objective_id=objective.id)
    for quest in active:
        if len(quest.completed_objectives) == len(state.sheets.quest(quest.quest_id).objectives):
            return commands.CompleteQuestCommand(quest_id=quest.quest_id)
    act_id = state.scenario.current_act_id
    if act_id is not None and holds(state.sheets.act(act_id).condition, state):
        return commands.ProgressActCommand(act_id=next_act(state))
    return None


def next_act(state: GameState) -> str | None:
    """Return the id of the act after the current one; None after the last.

    Args:
        state: The game, for reading.
    """
    current = state.scenario.current_act_id
    return next((following.id for act, following in pairwise(state.sheet.acts) if act.id == current), None)
