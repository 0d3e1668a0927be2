"""Events of a character's player or agent: ids and numbers only, as players and narrators are shown events."""

from typing import Literal

from pydantic import Field

from app.models.command import Event, PersonEvent
from app.models.memory_id import MemoryId
from app.models.scope import MemoryKind


class MemoriesSeeded(Event):
    kind: Literal["memories_seeded"] = "memories_seeded"
    added: int = Field(ge=0)
    superseded: int = Field(ge=0)
    unchanged: int = Field(ge=0)


class MemoryFormed(PersonEvent):
    kind: Literal["memory_formed"] = "memory_formed"
    memory_id: MemoryId
    memory_kind: MemoryKind
    importance: float = Field(ge=1, le=10)


class MemoryReinforced(PersonEvent):
    kind: Literal["memory_reinforced"] = "memory_reinforced"
    memory_id: MemoryId
    strength: int = Field(ge=1, le=100)


class MemoriesAssociated(PersonEvent):
    """A person has linked two of its memories; ``memory_id`` is the link."""

    kind: Literal["memories_associated"] = "memories_associated"
    memory_id: MemoryId
    first_id: MemoryId
    second_id: MemoryId


class GoalUpdated(PersonEvent):
    kind: Literal["goal_updated"] = "goal_updated"
    goal_id: str
    before: int = Field(ge=0, le=100)
    progress: int = Field(ge=0, le=100)


CharacterEvent = MemoriesSeeded | MemoryFormed | MemoryReinforced | MemoriesAssociated | GoalUpdated
"""What comes of orders about a character's memory and goals."""
