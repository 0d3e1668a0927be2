"""What the people who are here remember; a person reads only its own memories."""

from app.memory.prompt_data import data_line
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Line, Viewer
from app.services.ai.context_builders.memory_lines import last_memories


def build_npc_memory(state: GameState, viewer: Viewer) -> Draft:
    """The last memories of each person present, or of the one who reads."""
    lines: list[Line] = []
    if viewer.npc_id is not None:
        lines = last_memories(state, Scope.npc(viewer.npc_id), state.name(viewer.npc_id))
    else:
        for npc in state.present():
            name = state.name(npc.instance_id)
            label = f"{data_line(name)} [{npc.instance_id}] remembers, "
            lines.extend(last_memories(state, Scope.npc(npc.instance_id), name, label))
    return Draft("NPC Memory", tuple(lines), priority=91, required=True)
