"""The sections of memories: the last ones of place, people and world, a line for each visit; those recalled."""

from collections.abc import Collection, Sequence

from app.language.rendering.phrases import time_text
from app.memory.index.message_view import message_text
from app.memory.prompt_data import clipped, data_line, passage
from app.memory.recall.presets import last_visits
from app.memory.stream.markers import is_inactive
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.memory_id import parse_message_id
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Line, Viewer

MAX_ENTRIES = 3
MAX_LINE = 700
"""Characters of one visit's memories, the newest, at least one; of one recalled text, around what was asked."""


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
    text = " ".join(clipped(entry.summary, MAX_LINE) for entry in shown)
    ids = ", ".join(entry.id or "?" for entry in shown)
    missing = len(newest_first) - len(shown)
    return Line(
        f"- {label}{_when(newest)}: {data_line(text)}",
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
    people = [npc.instance_id for npc in state.present()] if viewer.npc_id is None else [viewer.npc_id]
    lines: list[Line] = []
    for npc_id in people:
        scope = Scope.npc(npc_id)
        lines += last_memories(state, scope, state.name(npc_id), _owner(state, viewer, scope))
    return Draft("NPC Memory", tuple(lines), priority=91, required=True)


def build_world_memory(state: GameState, _viewer: Viewer) -> Draft:
    return Draft("World Memory", tuple(last_memories(state, Scope.world(), "the world")), priority=89, required=True)


def build_recalled(
    state: GameState, viewer: Viewer, recalled: Sequence[RecalledMemory], question: str, shown: Collection[str]
) -> Draft:
    """The recalled memories, oldest first, without those ``shown`` (ids); the lowest ranked are dropped first."""
    lines = [
        _timed_line(state, viewer, memory, question, rank)
        for rank, memory in enumerate(recalled)
        if memory.memory_id not in shown
    ]
    lines.sort(key=lambda timed: timed[0])
    return Draft("Recalled", tuple(line for _, line in lines), priority=0)


def _timed_line(state: GameState, viewer: Viewer, memory: RecalledMemory, question: str, rank: int) -> tuple[int, Line]:
    game_time: int | None
    position = parse_message_id(memory.memory_id)
    if position is not None:
        message = state.conversation_history[position]
        place, text, game_time = message.location_id, message_text(message) or "", message.game_time
        at = f" at {data_line(state.name(place))}" if place is not None else ""
        label = f"said{at}, {time_text(game_time)}"
        kept = message.fresh_content
    else:
        entry = state.memory(memory.scope, memory.memory_id)
        game_time, kept, text = entry.game_time, entry.summary, entry.summary
        label = _owner(state, viewer, memory.scope) + _when(entry)
    told, why = f"- {label}: {data_line(passage(text, question, MAX_LINE))}", f"{memory.memory_id}: {memory.why}"
    return game_time or 0, Line(told, reason=why, memories=((memory.memory_id, kept),), age=rank)


def _when(entry: MemoryEntry) -> str:
    return time_text(entry.game_time) if entry.game_time is not None else "earlier"


def _owner(state: GameState, viewer: Viewer, scope: Scope) -> str:
    if scope.source is MemorySource.NPC and scope.owner_id != viewer.npc_id:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}] remembers, "
    if scope.source is MemorySource.LOCATION:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}], "
    return ""
