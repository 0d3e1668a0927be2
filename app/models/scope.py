"""Whose memory is meant, and how it came to be known."""

from enum import StrEnum
from functools import lru_cache

from app.models.base import Frozen, Id


class MemorySource(StrEnum):
    """Whose memory an entry is."""

    LOCATION = "location"
    NPC = "npc"
    WORLD = "world"


class MemoryOrigin(StrEnum):
    """How it came to be known."""

    PERCEPTION = "perception"
    DIALOGUE = "dialogue"
    INTERNAL = "internal"
    SOCIAL = "social"


class Scope(Frozen):
    """Whose memory is meant: a place's, a person's or the world's (``owner_id`` is None for the world only)."""

    source: MemorySource
    owner_id: Id | None = None

    @property
    def key(self) -> str:
        """``location/tavern``, ``npc/mara`` or ``world``; the key of queues, cursors and journal parts."""
        return self.source.value if self.owner_id is None else f"{self.source.value}/{self.owner_id}"

    @classmethod
    @lru_cache(maxsize=4096)
    def location(cls, location_id: str) -> "Scope":
        return cls(source=MemorySource.LOCATION, owner_id=location_id)

    @classmethod
    @lru_cache(maxsize=4096)
    def npc(cls, npc_id: str) -> "Scope":
        return cls(source=MemorySource.NPC, owner_id=npc_id)

    @classmethod
    @lru_cache(maxsize=4096)
    def world(cls) -> "Scope":
        return cls(source=MemorySource.WORLD)
