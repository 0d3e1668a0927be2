"""The last memories of a scope as lines: the pieces of one visit count as one, and stand on one line."""

from collections.abc import Iterable

from app.memory.fence import data_line
from app.models.clock import time_text
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.services.ai.context_builders.draft import Line

MAX_ENTRIES = 3


def last_memories(state: GameState, scope: Scope, owner: str, limit: int = MAX_ENTRIES) -> list[Line]:
    """The last ``limit`` captured memories of a scope, oldest first, with their game time."""
    groups: list[list[MemoryEntry]] = []
    for entry in reversed(state.memories(scope)):
        if entry.kind is not MemoryKind.SUMMARY or _is_put_away(state, entry):
            continue
        if groups and entry.visit is not None and entry.visit == groups[-1][-1].visit:
            groups[-1].append(entry)
        elif len(groups) == limit:
            break
        else:
            groups.append([entry])
    return [_line(reversed(group), owner) for group in reversed(groups)]


def _is_put_away(state: GameState, entry: MemoryEntry) -> bool:
    status = state.status(entry.id)
    return status.archived_by is not None or status.superseded_by is not None


def _line(group: Iterable[MemoryEntry], owner: str) -> Line:
    entries = list(group)
    when = time_text(entries[-1].game_time) if entries[-1].game_time is not None else "earlier"
    text = " ".join(entry.summary for entry in entries)
    ids = ", ".join(entry.id or "?" for entry in entries)
    return Line(
        f"- {when}: {data_line(text)}",
        reason=f"{ids}: one of the last {MAX_ENTRIES} of {owner}",
        memories=tuple((entry.id or "", entry.summary) for entry in entries),
    )
