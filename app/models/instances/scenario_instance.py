"""The state of the world in one game: its sheet, places, quests and acts, its memories and their cursors."""

from pydantic import Field

from app.models.base import Frozen, Id, Mutable
from app.models.instances.location_state import LocationState
from app.models.memory import MemoryEntry
from app.models.sheets.quest import QuestProgress
from app.models.sheets.scenario import ScenarioSheet


class WorldRequest(Frozen):
    """The turn and range of the world's last capture request, which the events of one turn share."""

    turn: int
    first: int
    last: int | None = None


class ScenarioInstance(Mutable):
    """The state of a scenario in one game. Cursors (``last_…_message_index``) are the index of the last condensed
    message, -1 for none."""

    sheet: ScenarioSheet
    current_location_id: Id | None = None
    location_states: dict[Id, LocationState] = {}
    quests: dict[Id, QuestProgress] = {}
    current_act_id: Id | None = None
    completed_acts: list[Id] = []
    ended: bool = False
    tags: list[str] = []
    world_memories: list[MemoryEntry] = []
    last_world_message_index: int = Field(default=-1, ge=-1)
    last_location_message_index: dict[Id, int] = {}
    last_npc_message_index: dict[Id, int] = {}
    last_world_request: WorldRequest | None = None
