"""What the world remembers; for the narrator only."""

from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Viewer
from app.services.ai.context_builders.memory_lines import last_memories


def build_world_memory(state: GameState, _viewer: Viewer) -> Draft:
    """The world's last memories."""
    return Draft("World Memory", tuple(last_memories(state, Scope.world(), "the world")), priority=89, required=True)
