"""Metadata markers of memories, hand-made and gifted ones, and checks of their status."""

from collections.abc import Iterable

from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus

HAND_MADE = "hand_made"
"""Metadata key, True for a memory that a user wrote: it is never pruned."""

REPLACES = "replaces"
"""Metadata key: the id of the memory that a hand-made one replaces."""


def is_inactive(status: MemoryStatus) -> bool:
    """Return whether a memory is archived or superseded."""
    return status.archived_by is not None or status.superseded_by is not None


def is_hand_made(entry: MemoryEntry) -> bool:
    return entry.metadata.get(HAND_MADE) is True


def is_protected(entry: MemoryEntry, status: MemoryStatus) -> bool:
    """Return whether a memory is pinned or hand-made: it does not count towards limits and is never pruned."""
    return status.pinned or is_hand_made(entry)


def replaced_id(entry: MemoryEntry) -> str | None:
    replaced = entry.metadata.get(REPLACES) if is_hand_made(entry) else None
    return replaced if isinstance(replaced, str) else None


TYPE = "type"
CATEGORY = "category"
ABOUT = "about"
"""Metadata key: the id of the person whom it describes."""
INDEXED_BY = "indexed_by"
"""Metadata key: the canonical queries or keys that retrieve it directly."""
PART = "part"
"""Metadata key: a number that increases along the chunks of a long text."""

CHARACTER = "character"
SCENE = "scene"
EPISODIC = "episodic"
KNOWLEDGE = "character_knowledge"
LORE = "lore"

SELF_TYPES = (CHARACTER, SCENE, KNOWLEDGE)
"""Types that describe a person, its scene and its acquaintances: no experiences, so recall of experience excludes
them."""
GIFTED_TYPES = (*SELF_TYPES, LORE)

ASSOCIATION = "association"
"""Type of a link between two memories, which are its evidence."""
NON_EVENTS = (*SELF_TYPES, ASSOCIATION)


def type_of(entry: MemoryEntry) -> str:
    return _text(entry, TYPE) or EPISODIC


def category_of(entry: MemoryEntry) -> str | None:
    return _text(entry, CATEGORY)


def about_of(entry: MemoryEntry) -> str | None:
    return _text(entry, ABOUT)


def indexed_by(entry: MemoryEntry) -> tuple[str, ...]:
    queries = entry.metadata.get(INDEXED_BY)
    return tuple(query for query in queries if isinstance(query, str)) if isinstance(queries, tuple) else ()


def chunk_number(entry: MemoryEntry) -> float:
    part = entry.metadata.get(PART)
    return float(part) if isinstance(part, int | float) else 0.0


def without_gifted(entries: Iterable[MemoryEntry]) -> tuple[MemoryEntry, ...]:
    return tuple(entry for entry in entries if entry.kind is not MemoryKind.GIFTED)


def _text(entry: MemoryEntry, key: str) -> str | None:
    value = entry.metadata.get(key)
    return value if isinstance(value, str) else None
