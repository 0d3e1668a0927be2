"""A person's goals, and its plan for one day."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.clock import MINUTES_PER_DAY
from app.models.memory_id import MemoryId

DONE = 100
MAX_GOALS = 24


class Goal(Frozen):
    """A goal; ``progress`` runs from 0 to 100, and what has reached 100 is over."""

    id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    text: str = Field(min_length=1, max_length=600)
    progress: int = Field(default=0, ge=0, le=DONE)
    note: str = Field(default="", max_length=600, description="what moved it last")


PLAN_HOUR = 6 * 60  # minutes after midnight at which a day's plan is made, and at which the one before is over


class PlanStatus(StrEnum):
    """How far an item of a plan has come."""

    PENDING = "pending"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class Purpose(StrEnum):
    """What an item is for that comes back every day by rule."""

    MEAL = "meal"
    WORK = "work"
    COMPANY = "company"
    REST = "rest"
    SAFETY = "safety"
    GATHERING = "gathering"  # what was agreed, or what somebody was invited to or has heard of
    ERRAND = "errand"  # looking for somebody, to ask or to tell something


class PlanItem(Frozen):
    """One thing to do; ``time`` in minutes since day 1, 00:00. ``purpose`` is None, and ``about`` "", where a mind says
    in words what it is; ``about`` quotes the matter that it takes up: a goal, or what was left undone; ``because`` is
    the id of the commitment or memory it comes from."""

    id: MemoryId = Field(description="plan-mara-3-1: whose, the day, the number within it")
    description: str = Field(min_length=1, max_length=300)
    place: Id | None = None
    time: int = Field(ge=0)
    with_ids: tuple[Id, ...] = ()
    priority: int = Field(default=3, ge=1, le=5, description="5 is highest")
    status: PlanStatus = PlanStatus.PENDING
    purpose: Purpose | None = None
    about: str = ""
    because: str = Field(default="", max_length=120)


def plan_end(made: int) -> int:
    """When a plan made at this game time is over: the next 06:00."""
    return ((made - PLAN_HOUR) // MINUTES_PER_DAY + 1) * MINUTES_PER_DAY + PLAN_HOUR
