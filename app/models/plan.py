"""A person's plan for one day."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Id, Mutable


class PlanStatus(StrEnum):
    """How far an item of a plan has come."""

    PENDING = "pending"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class PlanItem(Mutable):
    """One thing to do; ``time`` in minutes since day 1, 00:00."""

    id: Id
    description: str
    place: Id | None = None
    time: int = Field(ge=0)
    with_ids: list[Id] = []
    priority: int = Field(default=3, ge=1, le=5, description="5 is highest")
    status: PlanStatus = PlanStatus.PENDING
