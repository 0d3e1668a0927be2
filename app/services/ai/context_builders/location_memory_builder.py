"""The section of the place's memories."""

from dataclasses import dataclass

from app.models.memory import Scope
from app.models.prompt import Share
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import NARRATOR, Draft, PromptViewer
from app.services.ai.context_builders.memory_sections import MAX_ENTRIES, last_memories, shown_entries
from app.services.ai.context_builders.npc_memory_builder import remembering_people


@dataclass(frozen=True)
class LocationMemoryBuilder:
    """Build the section "Recent Location Memory".

    Args:
        max_entries: How many captured memories it shows, the newest; the pieces of one visit count as one.
    """

    max_entries: int = MAX_ENTRIES

    def build(self, state: GameState, viewer: PromptViewer = NARRATOR) -> Draft | None:
        """Build it from the memories of the reader's place, oldest first.

        Memories that people there hold in the same words are left out, since they are shown with them.

        Returns:
            The section, or None if the reader is nowhere or its place has no memories.
        """
        place_id = viewer.place_id(state)
        if place_id is None:
            return None
        already_shown = [
            entry
            for npc_id in remembering_people(state, viewer)
            for entry in shown_entries(state, viewer, Scope.npc(npc_id), self.max_entries)
        ]
        lines = last_memories(state, viewer, Scope.location(place_id), self.max_entries, already_shown=already_shown)
        if not lines:
            return None
        return Draft("Recent Location Memory", tuple(lines), priority=90, required=True, share=Share.MEMORY)
