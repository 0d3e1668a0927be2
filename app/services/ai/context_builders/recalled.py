"""Older memories, and things said long ago, that recall found relevant: each with its place, its time and why."""

from collections.abc import Collection, Sequence

from app.language.rendering.phrases import time_text
from app.memory.index.message_view import message_text
from app.memory.prompt_data import data_line, passage
from app.models.memory import MemorySource, Scope
from app.models.memory_id import parse_message_id
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import Draft, Line, Viewer

MAX_LINE = 700
"""Characters of one memory or message; of a longer one the sentences around what was asked."""


def build_recalled(
    state: GameState, viewer: Viewer, recalled: Sequence[RecalledMemory], question: str, shown: Collection[str]
) -> Draft:
    """The recalled memories, oldest first, without those already ``shown`` (ids). The lowest ranked are dropped
    first."""
    lines = [
        (_time(state, memory), _line(state, viewer, memory, question, rank))
        for rank, memory in enumerate(recalled)
        if memory.memory_id not in shown
    ]
    lines.sort(key=lambda timed: timed[0])
    return Draft("Recalled", tuple(line for _, line in lines), priority=0)


def _time(state: GameState, memory: RecalledMemory) -> int:
    position = parse_message_id(memory.memory_id)
    if position is not None:
        return state.conversation_history[position].game_time
    return state.memory(memory.scope, memory.memory_id).game_time or 0


def _line(state: GameState, viewer: Viewer, memory: RecalledMemory, question: str, rank: int) -> Line:
    position = parse_message_id(memory.memory_id)
    if position is not None:
        message = state.conversation_history[position]
        place, text, game_time = message.location_id, message_text(message) or "", message.game_time
        at = f" at {data_line(state.name(place))}" if place is not None else ""
        label = f"said{at}, {time_text(game_time)}"
        kept = message.fresh_content
    else:
        entry = state.memory(memory.scope, memory.memory_id)
        kept = text = entry.summary
        label = _owner(state, viewer, memory.scope)
        label += time_text(entry.game_time) if entry.game_time is not None else "earlier"
    return Line(
        f"- {label}: {data_line(passage(text, question, MAX_LINE))}",
        reason=f"{memory.memory_id}: {memory.why}",
        memories=((memory.memory_id, kept),),
        age=rank,
    )


def _owner(state: GameState, viewer: Viewer, scope: Scope) -> str:
    if scope.source is MemorySource.NPC and scope.owner_id != viewer.npc_id:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}] remembers, "
    if scope.source is MemorySource.LOCATION:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}], "
    return ""
