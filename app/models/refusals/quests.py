"""Why a quest, an objective or an act cannot be begun or completed."""

from app.models.base import Id
from app.models.refusals.base import Refusal
from app.models.sheets.quest import QuestStatus


class QuestRefusal(Refusal):
    """A refusal about one quest."""

    quest_id: Id


class QuestIsSo(QuestRefusal):
    """The quest has been begun."""

    status: QuestStatus


class QuestCannotBegin(QuestRefusal):
    """The condition of the quest's beginning does not hold."""


class QuestNotBegun(QuestRefusal):
    """The quest has not been begun."""


class QuestCompletedAlready(QuestRefusal):
    """The quest is completed."""


class QuestNotDone(QuestRefusal):
    """Objectives of the quest are ``left``."""

    left: tuple[Id, ...]


class ObjectiveUnknown(QuestRefusal):
    """The quest has no such objective."""

    objective: str


class ObjectiveDoneAlready(Refusal):
    """The objective is completed."""

    objective_id: Id


class ObjectiveNotDone(Refusal):
    """The condition of the objective does not hold."""

    objective_id: Id


class StoryOver(Refusal):
    """The last act has ended."""


class ActOtherComes(Refusal):
    """Another act follows, or none."""

    act_id: Id
    next_id: Id | None


class ActNotOver(Refusal):
    """The condition of the act's end does not hold."""

    act_id: Id
