"""Events of people's minds, and of a character's memory and goals: ids and numbers only, as players and narrators are
shown events."""

from pydantic import Field

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.memory_id import MemoryId
from app.models.memory_kinds import MemoryKind
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus


class PlanSet(PersonEvent):
    """A person has a new plan of ``items`` items until a game time (minutes). Where it changes the rest of a day,
    ``reason`` gives the reason, and ``because`` the id of the memory or commitment that caused it."""

    items: int = Field(ge=0)
    until: int
    reason: str = ""
    because: str = ""


class PlanItemUpdated(PersonEvent):
    item_id: str
    status: PlanStatus


class ActivityChanged(PersonEvent):
    activity: Activity


class MealEaten(PersonEvent):
    location_id: Id


class RelationshipChanged(PersonEvent):
    """A person likes another (``party`` for the players) more or less, by ``change`` points; ``value`` is the result,
    from -10 to +10, and ``because`` the id of the memory that caused it."""

    other_id: Id
    change: float
    value: float
    reason: str
    because: str = ""


class ArtifactCreated(PersonEvent):
    location_id: Id
    description: str
    path: str = ""
    style_tags: tuple[str, ...] = ()


MindEvent = PlanSet | PlanItemUpdated | ActivityChanged | MealEaten | RelationshipChanged | ArtifactCreated
"""The events of people's minds."""


class MemoriesSeeded(Event):
    added: int = Field(ge=0)
    superseded: int = Field(ge=0)
    unchanged: int = Field(ge=0)


class MemoryFormed(PersonEvent):
    memory_id: MemoryId
    memory_kind: MemoryKind
    importance: float = Field(ge=1, le=10)


class MemoryReinforced(PersonEvent):
    memory_id: MemoryId
    strength: int = Field(ge=1, le=100)


class MemoriesAssociated(PersonEvent):
    """A person has linked two of its memories; ``memory_id`` is the link."""

    memory_id: MemoryId
    first_id: MemoryId
    second_id: MemoryId


class GoalUpdated(PersonEvent):
    goal_id: str
    before: int = Field(ge=0, le=100)
    progress: int = Field(ge=0, le=100)
    because: str = ""


CharacterEvent = MemoriesSeeded | MemoryFormed | MemoryReinforced | MemoriesAssociated | GoalUpdated
"""The events of commands about a character's memory and goals."""
