"""Events of people's minds: what they mean to do, do, make and feel."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import Event
from app.models.state.activity import Activity
from app.models.state.plan import PlanStatus


class PlanSet(Event):
    kind: Literal["plan_set"] = "plan_set"
    npc_id: Id
    items: int = Field(ge=0)
    until: int


class PlanItemUpdated(Event):
    kind: Literal["plan_item_updated"] = "plan_item_updated"
    npc_id: Id
    item_id: str
    status: PlanStatus


class ActivityChanged(Event):
    kind: Literal["activity_changed"] = "activity_changed"
    npc_id: Id
    activity: Activity


class MealEaten(Event):
    kind: Literal["meal_eaten"] = "meal_eaten"
    npc_id: Id
    location_id: Id


class RelationshipChanged(Event):
    """A person likes somebody (``party`` for the players) more or less: by how much, and what it is now."""

    kind: Literal["relationship_changed"] = "relationship_changed"
    npc_id: Id
    other_id: Id
    change: float
    value: float
    reason: str


class ArtifactCreated(Event):
    kind: Literal["artifact_created"] = "artifact_created"
    npc_id: Id
    location_id: Id
    description: str
    path: str = ""
    style_tags: tuple[str, ...] = ()


MindEvent = PlanSet | PlanItemUpdated | ActivityChanged | MealEaten | RelationshipChanged | ArtifactCreated
"""What people's minds bring about."""
