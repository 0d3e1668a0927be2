"""Quests and acts: the sheets and how far a game has come with them."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Id, Mutable, Named, Prose
from app.models.sheets.condition import Condition


class ObjectiveSheet(Named):
    """One step of a quest. With a condition it completes by itself, without one only by a command."""

    description: Prose = ""
    condition: Condition | None = None
    done_text: Prose = ""


class QuestSheet(Named):
    """Something to achieve; complete when all its objectives are."""

    description: Prose
    giver_id: Id | None = None
    act_id: Id | None = Field(default=None, description="the act it belongs to, if to one")
    starts_at_once: bool = False
    start_condition: Condition | None = Field(default=None, description="what taking it on needs")
    objectives: tuple[ObjectiveSheet, ...] = Field(min_length=1)
    done_text: Prose = ""


class ActSheet(Named):
    """A chapter of the story. It is over when its condition holds; the next then begins, or the game ends."""

    opening: Prose = Field(description="what the player reads when it begins")
    condition: Condition
    closing: Prose = Field(default="", description="what the player reads when it is over")


class QuestStatus(StrEnum):
    """The status of a quest."""

    NOT_STARTED = "not_started"
    ACTIVE = "active"
    COMPLETED = "completed"
    FAILED = "failed"


class QuestProgress(Mutable):
    """The state of a quest in one game."""

    quest_id: Id
    status: QuestStatus = QuestStatus.NOT_STARTED
    completed_objectives: list[Id] = []
