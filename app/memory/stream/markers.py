"""Marks in the metadata of memories, hand-made and gifted ones, and their status."""

from collections.abc import Iterable

from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus

HAND_MADE = "hand_made"
"""True for a memory that a person wrote: it is never cleaned away."""

REPLACES = "replaces"
"""The id of the memory whose place a hand-made one takes."""


def is_inactive(status: MemoryStatus) -> bool:
    return status.archived_by is not None or status.superseded_by is not None


def is_hand_made(entry: MemoryEntry) -> bool:
    return entry.metadata.get(HAND_MADE) is True


def is_protected(entry: MemoryEntry, status: MemoryStatus) -> bool:
    """Whether it is pinned or hand-made: it neither counts towards limits nor leaves."""
    return status.pinned or is_hand_made(entry)


def replaced_id(entry: MemoryEntry) -> str | None:
    replaced = entry.metadata.get(REPLACES) if is_hand_made(entry) else None
    return replaced if isinstance(replaced, str) else None


TYPE = "type"
CATEGORY = "category"
ABOUT = "about"
"""The id of the person that it is knowledge of."""
INDEXED_BY = "indexed_by"
"""The canonical queries or the keys by which it is found at once."""
PART = "part"
"""A number that only grows along a long text: its chunks in their order."""

CHARACTER = "character"
SCENE = "scene"
EPISODIC = "episodic"
KNOWLEDGE = "character_knowledge"
LORE = "lore"

SELF_TYPES = (CHARACTER, SCENE, KNOWLEDGE)
"""Who and where somebody is, and whom it knows: no experience, so recall of experience leaves them out."""
GIFTED_TYPES = (*SELF_TYPES, LORE)

ASSOCIATION = "association"
"""A link between two memories, which are its evidence."""
NON_EVENTS = (*SELF_TYPES, ASSOCIATION)


def type_of(entry: MemoryEntry) -> str:
    return _text(entry, TYPE) or EPISODIC


def category_of(entry: MemoryEntry) -> str | None:
    return _text(entry, CATEGORY)


def about_of(entry: MemoryEntry) -> str | None:
    return _text(entry, ABOUT)


def indexed_by(entry: MemoryEntry) -> tuple[str, ...]:
    found = entry.metadata.get(INDEXED_BY)
    return tuple(query for query in found if isinstance(query, str)) if isinstance(found, tuple) else ()


def part_of(entry: MemoryEntry) -> float:
    part = entry.metadata.get(PART)
    return float(part) if isinstance(part, int | float) else 0.0


def without_gifted(entries: Iterable[MemoryEntry]) -> tuple[MemoryEntry, ...]:
    return tuple(entry for entry in entries if entry.kind is not MemoryKind.GIFTED)


def _text(entry: MemoryEntry, key: str) -> str | None:
    found = entry.metadata.get(key)
    return found if isinstance(found, str) else None
