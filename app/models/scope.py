"""The owner of a memory, and how the owner came to know it."""

from enum import StrEnum
from functools import lru_cache

from app.models.base import Frozen, Id


class MemorySource(StrEnum):
    """What kind of owner a memory has."""

    LOCATION = "location"
    NPC = "npc"
    WORLD = "world"


class MemoryOrigin(StrEnum):
    """How the owner of a memory came to know it: seen, heard said, thought, or heard of from others."""

    PERCEPTION = "perception"
    DIALOGUE = "dialogue"
    INTERNAL = "internal"
    SOCIAL = "social"


class Scope(Frozen):
    """The owner of memories: a place, a person or the world. Make one with ``Scope.location(id)``, ``Scope.npc(id)`` or
    ``Scope.world()``.

    Args:
        source: The kind of owner: ``location``, ``npc`` (a person) or ``world``.
        owner_id: The id of the place or person; None for the world. The constructor does not check that both fit
            together; `AddMemoryCommand` does.

    Raises:
        pydantic.ValidationError: There is no such kind of owner, or ``owner_id`` is not an `Id`.
    """

    source: MemorySource
    owner_id: Id | None = None

    @property
    def key(self) -> str:
        """The scope as a text, such as ``location/tavern``, ``npc/mara`` or ``world``. It is the key of values that are
        kept for each scope."""
        return self.source.value if self.owner_id is None else f"{self.source.value}/{self.owner_id}"

    @classmethod
    @lru_cache(maxsize=4096)
    def location(cls, location_id: str) -> "Scope":
        """Return the scope of a place, which need not exist.

        Args:
            location_id: The id of the place.

        Raises:
            pydantic.ValidationError: The id is not a valid `Id`: at most 64 characters, words of lower-case letters and
                digits that are joined by ``-`` or ``_``.
        """
        return cls(source=MemorySource.LOCATION, owner_id=location_id)

    @classmethod
    @lru_cache(maxsize=4096)
    def npc(cls, npc_id: str) -> "Scope":
        """Return the scope of a person, who need not exist.

        Args:
            npc_id: The id of the person.

        Raises:
            pydantic.ValidationError: The id is not a valid `Id`: at most 64 characters, words of lower-case letters and
                digits that are joined by ``-`` or ``_``.
        """
        return cls(source=MemorySource.NPC, owner_id=npc_id)

    @classmethod
    @lru_cache(maxsize=4096)
    def world(cls) -> "Scope":
        """Return the scope of the world, whose memories everybody may know."""
        return cls(source=MemorySource.WORLD)
