"""The section of what the people present remember, or the one who reads."""

from dataclasses import dataclass

from app.models.memory import Scope
from app.models.prompt import Share
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import NARRATOR, Draft, PromptViewer
from app.services.ai.context_builders.memory_sections import MAX_ENTRIES, last_memories, owner_label


@dataclass(frozen=True)
class NPCMemoryBuilder:
    """Build the section "NPC Memory".

    Args:
        max_entries: How many captured memories of each person it shows, the newest; the pieces of one visit count as
            one.
        name: The heading; a person reads its own memories under another one.
    """

    max_entries: int = MAX_ENTRIES
    name: str = "NPC Memory"

    def build(self, state: GameState, viewer: PromptViewer = NARRATOR) -> Draft | None:
        """Build it from the memories of everybody present, for a person from its own, of each the oldest first.

        Returns:
            The section, or None where none of them remembers anything.
        """
        lines = [
            line
            for scope in map(Scope.npc, remembering_people(state, viewer))
            for line in last_memories(state, viewer, scope, self.max_entries, owner_label(state, viewer, scope))
        ]
        return Draft(self.name, tuple(lines), priority=91, required=True, share=Share.MEMORY) if lines else None


def remembering_people(state: GameState, viewer: PromptViewer) -> tuple[str, ...]:
    """List by id whose memories a reader is shown: those of everybody present, for a person its own."""
    if viewer.npc_id is not None:
        return (viewer.npc_id,)
    return tuple(npc.instance_id for npc in state.present())
