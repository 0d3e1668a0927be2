"""Events of people's minds: what they mean to do, do, make and feel."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import PersonEvent
from app.models.state.activity import Activity
from app.models.state.plan import PlanStatus


class PlanSet(PersonEvent):
    kind: Literal["plan_set"] = "plan_set"
    items: int = Field(ge=0)
    until: int


class PlanItemUpdated(PersonEvent):
    kind: Literal["plan_item_updated"] = "plan_item_updated"
    item_id: str
    status: PlanStatus


class ActivityChanged(PersonEvent):
    kind: Literal["activity_changed"] = "activity_changed"
    activity: Activity


class MealEaten(PersonEvent):
    kind: Literal["meal_eaten"] = "meal_eaten"
    location_id: Id


class RelationshipChanged(PersonEvent):
    """A person likes somebody (``party`` for the players) more or less: by how much, and what it is now."""

    kind: Literal["relationship_changed"] = "relationship_changed"
    other_id: Id
    change: float
    value: float
    reason: str


class ArtifactCreated(PersonEvent):
    kind: Literal["artifact_created"] = "artifact_created"
    location_id: Id
    description: str
    path: str = ""
    style_tags: tuple[str, ...] = ()


MindEvent = PlanSet | PlanItemUpdated | ActivityChanged | MealEaten | RelationshipChanged | ArtifactCreated
"""What people's minds bring about."""
