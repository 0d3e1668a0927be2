"""The section of a person's own memories as its chronicle."""

from dataclasses import dataclass

from app.memory.entries.markers import NON_EVENTS
from app.memory.recall.presets import latest_with_reflections
from app.memory.recall.query import Preset, RecallQuery
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.prompt import Share
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, PromptViewer
from app.services.ai.context_builders.memory_sections import recalled_line


@dataclass(frozen=True)
class ChronicleBuilder:
    """Build a person's memories by the preset `chronicle`.

    Args:
        name: The heading.
    """

    name: str = "Your Memories"

    def build(self, state: GameState, viewer: PromptViewer) -> Draft | None:
        """Build it from the last 50 memories of the reader and all of its reflections, oldest first.

        Where the room does not suffice, the oldest memories are dropped first, and reflections last.

        Returns:
            The section, or None if the reader is no person or has no memories.
        """
        if viewer.npc_id is None:
            return None
        scope = Scope.npc(viewer.npc_id)
        query = RecallQuery(now=state.clock.minutes, preset=Preset.CHRONICLE, without_types=NON_EVENTS)
        hits = latest_with_reflections(MemoryStream(state, scope).index.entries, query)
        lines = []
        for age, hit in enumerate(reversed(hits)):
            is_thought = hit.memory.depth > 0
            line = recalled_line(state, viewer, hit.recalled_from(scope), "", 0 if is_thought else 1 + age)
            lines += [line[1]] if line is not None else []
        lines.reverse()
        return Draft(self.name, tuple(lines), priority=91, share=Share.MEMORY) if lines else None
