"""How memories are marked that a person wrote, in their metadata."""

from app.models.memory import MemoryEntry, MemoryStatus

HAND_MADE = "hand_made"
"""True for a memory that a person wrote: it is never cleaned away."""

REPLACES = "replaces"
"""The id of the memory whose place a hand-made one takes."""


def is_hand_made(entry: MemoryEntry) -> bool:
    """Whether a person wrote it."""
    return entry.metadata.get(HAND_MADE) is True


def is_kept_apart(entry: MemoryEntry, status: MemoryStatus) -> bool:
    """Whether it neither counts where memories are limited nor leaves: a person pinned it, or wrote it."""
    return status.pinned or is_hand_made(entry)


def replaced_id(entry: MemoryEntry) -> str | None:
    """The memory in whose place this one stands; None for one that has a place of its own."""
    replaced = entry.metadata.get(REPLACES) if is_hand_made(entry) else None
    return replaced if isinstance(replaced, str) else None
