"""The sections of the last memories: of the place, of people and of the world; one line for each visit."""

from collections.abc import Sequence

from app.language.rendering.phrases import time_text
from app.memory.prompt_data import clipped, data_line
from app.memory.recall.presets import last_visits
from app.memory.stream.markers import is_inactive
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Line, Viewer

MAX_ENTRIES = 3
MAX_LINE = 700
"""Characters of one visit's memories; of more pieces the newest are shown, and at least one is."""


def last_memories(state: GameState, scope: Scope, owner: str, label: str = "") -> list[Line]:
    """The last three captured memories of a scope, oldest first; ``label`` begins each line."""
    visits = last_visits(state.memories(scope), MAX_ENTRIES, lambda entry: is_inactive(state.status(entry.id)))
    return [_line(visit, owner, label, age) for age, visit in reversed(list(enumerate(visits)))]


def _line(newest_first: Sequence[MemoryEntry], owner: str, label: str, age: int) -> Line:
    newest = newest_first[0]
    shown = [newest]
    room = MAX_LINE - len(newest.summary)
    for entry in newest_first[1:]:
        room -= len(entry.summary) + 1
        if room < 0:
            break
        shown.insert(0, entry)
    when = time_text(newest.game_time) if newest.game_time is not None else "earlier"
    text = " ".join(clipped(entry.summary, MAX_LINE) for entry in shown)
    ids = ", ".join(entry.id or "?" for entry in shown)
    missing = len(newest_first) - len(shown)
    return Line(
        f"- {label}{when}: {data_line(text)}",
        reason=f"{ids}: one of the last {MAX_ENTRIES} of {owner}",
        memories=tuple((entry.id or "", entry.summary) for entry in shown),
        left_out=f"{missing} earlier pieces of the visit before {shown[0].id}" if missing else "",
        age=age,
    )


def build_location_memory(state: GameState, viewer: Viewer) -> Draft:
    place_id = viewer.place_id(state)
    lines = last_memories(state, Scope.location(place_id), state.name(place_id)) if place_id else []
    return Draft("Recent Location Memory", tuple(lines), priority=90, required=True)


def build_npc_memory(state: GameState, viewer: Viewer) -> Draft:
    lines: list[Line] = []
    if viewer.npc_id is not None:
        lines = last_memories(state, Scope.npc(viewer.npc_id), state.name(viewer.npc_id))
    else:
        for npc in state.present():
            name = state.name(npc.instance_id)
            label = f"{data_line(name)} [{npc.instance_id}] remembers, "
            lines.extend(last_memories(state, Scope.npc(npc.instance_id), name, label))
    return Draft("NPC Memory", tuple(lines), priority=91, required=True)


def build_world_memory(state: GameState, _viewer: Viewer) -> Draft:
    return Draft("World Memory", tuple(last_memories(state, Scope.world(), "the world")), priority=89, required=True)
