"""The last captured memories of a scope, where the pieces of one visit count as one."""

from collections.abc import Callable, Iterator, Sequence

from app.memory.stream.markers import replaced_id
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus


def last_visits(
    entries: Sequence[MemoryEntry], count: int, is_put_away: Callable[[MemoryEntry], bool]
) -> list[list[MemoryEntry]]:
    """The last ``count`` captured memories (kind summary) as visits with their pieces, newest first. ``entries`` are
    all of the scope's: one that replaces another takes its position."""
    visits: list[list[MemoryEntry]] = []
    for entry in _newest_first(entries):
        if entry.kind is not MemoryKind.SUMMARY or is_put_away(entry):
            continue
        if visits and entry.visit is not None and entry.visit == visits[-1][-1].visit:
            visits[-1].append(entry)
        elif len(visits) == count:
            break
        else:
            visits.append([entry])
    return visits


def _newest_first(entries: Sequence[MemoryEntry]) -> Iterator[MemoryEntry]:
    """The entries from the end; a replacement stands where the replaced one stood."""
    waiting: dict[str | None, list[MemoryEntry]] = {}
    for entry in reversed(entries):
        standing_here = [*waiting.pop(entry.id, ()), entry]
        replaced = replaced_id(entry)
        if replaced is None:
            yield from standing_here
        else:
            waiting.setdefault(replaced, []).extend(standing_here)
    for without_place in waiting.values():
        yield from without_place


def is_put_away(status: MemoryStatus) -> bool:
    return status.archived_by is not None or status.superseded_by is not None
