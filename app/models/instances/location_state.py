"""A place in one game."""

from pydantic import Field

from app.models.base import Id, Mutable
from app.models.memory import MemoryEntry
from app.models.sheets.condition import DangerLevel
from app.models.sheets.effect import WayStatus


class LocationState(Mutable):
    """The state of a place in one game; its sheet is what the author wrote."""

    location_id: Id
    visits: int = Field(default=0, ge=0)
    danger_level: DangerLevel = DangerLevel.SAFE
    completed_encounters: list[Id] = []
    discovered_secrets: list[Id] = []
    items: list[Id] = []
    lasting_changes: list[str] = Field(default=[], description="what shows there from now on")
    ways: dict[Id, WayStatus] = Field(
        default={}, exclude_if=lambda ways: not ways, description="by goal what effects made of the ways out"
    )
    location_memories: list[MemoryEntry] = []
