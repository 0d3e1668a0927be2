"""The section of the world's memories."""

from dataclasses import dataclass

from app.models.memory import Scope
from app.models.prompt import Share
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import NARRATOR, Draft, PromptViewer
from app.services.ai.context_builders.memory_sections import MAX_ENTRIES, last_memories


@dataclass(frozen=True)
class WorldMemoryBuilder:
    """Build the section "World Memory".

    Args:
        max_entries: How many captured memories it shows, the newest.
    """

    max_entries: int = MAX_ENTRIES

    def build(self, state: GameState, viewer: PromptViewer = NARRATOR) -> Draft | None:
        """Build it from the world's memories, oldest first.

        Returns:
            The section, or None if the world has no memories.
        """
        lines = last_memories(state, viewer, Scope.world(), self.max_entries)
        return Draft("World Memory", tuple(lines), priority=89, required=True, share=Share.MEMORY) if lines else None
