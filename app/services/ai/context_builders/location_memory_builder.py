"""What the current place remembers."""

from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Viewer
from app.services.ai.context_builders.memory_lines import last_memories


def build_location_memory(state: GameState, viewer: Viewer) -> Draft:
    """The last memories of the reader's place."""
    place_id = viewer.place_id(state)
    lines = last_memories(state, Scope.location(place_id), state.name(place_id)) if place_id else []
    return Draft("Recent Location Memory", tuple(lines), priority=90, required=True)
