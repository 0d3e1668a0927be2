"""What the people who are here remember; a person reads only its own memories."""

from app.models.game_state import GameState
from app.models.memory import Scope
from app.services.ai.context_builders.draft import Draft, Line, Viewer
from app.services.ai.context_builders.memory_lines import last_memories


def build_npc_memory(state: GameState, viewer: Viewer) -> Draft:
    """The last memories of each person present, or of the one who reads."""
    present = [npc.instance_id for npc in state.present(viewer.place_id(state))]
    owners = [viewer.npc_id] if viewer.npc_id is not None else present
    lines: list[Line] = []
    for npc_id in owners:
        remembered = last_memories(state, Scope.npc(npc_id), state.name(npc_id))
        if remembered and viewer.npc_id is None:
            lines.append(Line(f"{state.name(npc_id)} [{npc_id}] remembers:"))
        lines.extend(remembered)
    return Draft("NPC Memory", tuple(lines), priority=91, required=True)
