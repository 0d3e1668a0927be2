"""A person in one game."""

from pydantic import Field

from app.models.base import Id, Mutable
from app.models.imported import ImportedAgent
from app.models.memory import MemoryEntry
from app.models.messages.carried import MAX_CARRIED, CarriedMessage
from app.models.minds.activity import Activity
from app.models.minds.mind_state import MindState
from app.models.minds.plan import MAX_GOALS, Goal, PlanItem
from app.models.sheets.condition import Attitude

__all__ = ["Activity", "NPCInstance"]


class NPCInstance(Mutable):
    """The state of a person in one game. Meters run from 0 to 100 (``hunger`` 100 is well fed), relationships from -10
    to +10."""

    instance_id: Id
    current_location_id: Id | None = None
    attitude: Attitude = Attitude.NEUTRAL
    activity: Activity = Activity.IDLE
    energy: float = Field(default=100.0, ge=0, le=100)
    hunger: float = Field(default=100.0, ge=0, le=100)
    mood: float = Field(default=60.0, ge=0, le=100)
    relationships: dict[Id, float] = {}
    items: list[Id] = []
    items_received: list[Id] = Field(default=[], description="what the party has ever given it")
    items_parted_with: list[Id] = Field(
        default=[], exclude_if=lambda items: not items, description="what it has ever given the party"
    )
    topics_told: list[Id] = []
    carries: list[CarriedMessage] = Field(
        default=[],
        max_length=MAX_CARRIED,
        exclude_if=lambda carried: not carried,
        description="messages for others that it has not passed on yet",
    )
    dead: bool = Field(default=False, exclude_if=lambda dead: not dead)
    goals: list[Goal] = Field(default=[], max_length=MAX_GOALS)
    plan: list[PlanItem] = []
    mind: MindState = Field(default_factory=MindState)
    importance_accumulator: float = Field(default=0.0, ge=0, description="of what was remembered since it reflected")
    agent: ImportedAgent | None = Field(
        default=None, exclude_if=lambda agent: agent is None, description="the agent that was imported as this person"
    )
    npc_memories: list[MemoryEntry] = []
