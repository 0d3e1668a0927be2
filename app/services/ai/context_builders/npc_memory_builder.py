"""The section of the memories of the people present, or of the person who reads."""

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
        """Build it from the memories of each person present, oldest first; for a person from its own.

        Returns:
            The section, or None if none of them has memories.
        """
        lines = [
            line
            for scope in map(Scope.npc, remembering_people(state, viewer))
            for line in last_memories(state, viewer, scope, self.max_entries, owner_label(state, viewer, scope))
        ]
        return Draft(self.name, tuple(lines), priority=91, required=True, share=Share.MEMORY) if lines else None


def remembering_people(state: GameState, viewer: PromptViewer) -> tuple[str, ...]:
    """List the ids of the people whose memories a reader is shown: everyone present, for a person only itself."""
    if viewer.npc_id is not None:
        return (viewer.npc_id,)
    return tuple(npc.instance_id for npc in state.present())
