"""A person's goals, and its plan for one day."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.clock import MINUTES_PER_DAY
from app.models.memory_id import MemoryId

DONE = 100
MAX_GOALS = 24
MAX_PLANNED = 16  # items of a plan


class Goal(Frozen):
    """A goal of a person; ``progress`` runs from 0 to 100 (reached), and ``note`` says what moved it last."""

    id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    text: str = Field(min_length=1, max_length=600)
    progress: int = Field(default=0, ge=0, le=DONE)
    note: str = Field(default="", max_length=600, description="what moved it last")


PLAN_HOUR = 6 * 60  # minutes after midnight at which the plan of a day begins and the one before ends


class PlanStatus(StrEnum):
    """The status of an item of a plan."""

    PENDING = "pending"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class Purpose(StrEnum):
    """The purpose of an item of a plan that rules made."""

    MEAL = "meal"
    WORK = "work"
    COMPANY = "company"
    REST = "rest"
    SAFETY = "safety"
    GATHERING = "gathering"  # a meeting that was agreed, or a gathering that the person is invited to or heard of
    ERRAND = "errand"  # looking for a person, to ask or to tell something


class PlanItem(Frozen):
    """One item of a plan; ``time`` in minutes since day 1, 00:00. ``about`` quotes the goal or unfinished item that it
    takes up; ``because`` is the id of the commitment or memory that it comes from. An item in words only has no
    ``purpose`` and no ``about``."""

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


def plan_end(made: int, plan_hour: int = PLAN_HOUR) -> int:
    """Return the game time at which a plan ends that is made at game time ``made``: the next 06:00, or the minute of
    the day ``plan_hour``."""
    return ((made - plan_hour) // MINUTES_PER_DAY + 1) * MINUTES_PER_DAY + plan_hour
