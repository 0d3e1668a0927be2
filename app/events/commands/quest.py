"""Orders about quests and acts."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import Command


class StartQuestCommand(Command):
    """Take on a quest."""

    kind: Literal["start_quest"] = "start_quest"
    quest_id: Id


class CompleteObjectiveCommand(Command):
    """Complete one objective of an active quest; its condition must hold."""

    kind: Literal["complete_objective"] = "complete_objective"
    quest_id: Id
    objective_id: Id


class CompleteQuestCommand(Command):
    """Complete an active quest whose objectives are all done."""

    kind: Literal["complete_quest"] = "complete_quest"
    quest_id: Id


class ProgressActCommand(Command):
    """End the current act and begin the next; after the last act the game ends."""

    kind: Literal["progress_act"] = "progress_act"
    act_id: Id | None = Field(default=None, description="the act to begin; None after the last act: the end")
