"""A person's plan for one day."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.clock import MINUTES_PER_DAY
from app.models.memory_id import MemoryId

PLAN_HOUR = 6 * 60
"""Minutes after midnight at which a day's plan is made, and at which the one before is over."""


class PlanStatus(StrEnum):
    """How far an item of a plan has come."""

    PENDING = "pending"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class PlanItem(Frozen):
    """One thing to do; ``time`` in minutes since day 1, 00:00."""

    id: MemoryId = Field(description="plan-mara-3-1: whose, the day, the number within it")
    description: str = Field(min_length=1, max_length=300)
    place: Id | None = None
    time: int = Field(ge=0)
    with_ids: tuple[Id, ...] = ()
    priority: int = Field(default=3, ge=1, le=5, description="5 is highest")
    status: PlanStatus = PlanStatus.PENDING


def plan_end(made: int) -> int:
    """When a plan made at this game time is over: the next 06:00."""
    midnight = (made - PLAN_HOUR) // MINUTES_PER_DAY * MINUTES_PER_DAY
    return midnight + MINUTES_PER_DAY + PLAN_HOUR
