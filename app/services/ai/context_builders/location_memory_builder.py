"""The section of what the place remembers."""

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

        What people there remember in the same words is left out: it is shown with them.

        Returns:
            The section, or None where the reader is nowhere or its place remembers nothing.
        """
        place_id = viewer.place_id(state)
        if place_id is None:
            return None
        beside = [
            entry
            for npc_id in remembering_people(state, viewer)
            for entry in shown_entries(state, viewer, Scope.npc(npc_id), self.max_entries)
        ]
        lines = last_memories(state, viewer, Scope.location(place_id), self.max_entries, beside=beside)
        if not lines:
            return None
        return Draft("Recent Location Memory", tuple(lines), priority=90, required=True, share=Share.MEMORY)
