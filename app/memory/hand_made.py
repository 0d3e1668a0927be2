"""How memories are marked that a person wrote, in their metadata."""

from app.models.memory import MemoryEntry

HAND_MADE = "hand_made"
"""True for a memory that a person wrote: it is never cleaned away."""

REPLACES = "replaces"
"""The id of the memory whose place a hand-made one takes."""


def is_hand_made(entry: MemoryEntry) -> bool:
    """Whether a person wrote it."""
    return entry.metadata.get(HAND_MADE) is True


def replaced_id(entry: MemoryEntry) -> str | None:
    """The memory in whose place this one stands; None for one that has a place of its own."""
    replaced = entry.metadata.get(REPLACES) if is_hand_made(entry) else None
    return replaced if isinstance(replaced, str) else None
