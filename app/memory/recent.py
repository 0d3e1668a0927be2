"""The last captured memories of a scope, where the pieces of one visit count as one."""

from collections.abc import Callable, Sequence

from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus


def last_visits(
    entries: Sequence[MemoryEntry], count: int, is_put_away: Callable[[MemoryEntry], bool]
) -> list[list[MemoryEntry]]:
    """The last ``count`` captured memories (kind summary), the newest first; of each its pieces, the newest first.

    Reads the entries from the end and stops as soon as it has enough.
    """
    visits: list[list[MemoryEntry]] = []
    for entry in reversed(entries):
        if entry.kind is not MemoryKind.SUMMARY or is_put_away(entry):
            continue
        if visits and entry.visit is not None and entry.visit == visits[-1][-1].visit:
            visits[-1].append(entry)
        elif len(visits) == count:
            break
        else:
            visits.append([entry])
    return visits


def is_put_away(status: MemoryStatus) -> bool:
    """Whether a memory is archived, or superseded by a newer fact."""
    return status.archived_by is not None or status.superseded_by is not None
