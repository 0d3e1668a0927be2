"""Why a memory cannot be changed, kept or linked."""

from app.models.base import Id
from app.models.memory_id import MemoryId
from app.models.refusals.base import Refusal


class MemoryRefusal(Refusal):
    """A refusal about one memory, or one message by its id as a memory."""

    memory: MemoryId


class MemoryNoneToSeed(Refusal):
    """All gifted memories are as the sheets have them."""


class MemoryNotOwn(MemoryRefusal):
    """The person does not have the memory."""

    npc_id: Id


class MemoryIsSaid(MemoryRefusal):
    """The id is that of a message."""


class MemoryToItself(MemoryRefusal):
    """A link takes two memories."""


class MemoryLinked(MemoryRefusal):
    """The memory is the link that was asked for."""

    first: MemoryId
    second: MemoryId


class MemoryReplacedBefore(MemoryRefusal):
    """Another memory has replaced this one."""

    other: MemoryId


class MemoryReplacedEdit(MemoryRefusal):
    """Another memory has replaced this one, and can be edited instead."""

    other: MemoryId


class MemoryPutAway(MemoryRefusal):
    """The memory is archived, seen by the person who had it."""


class MemoryArchivedAlready(MemoryRefusal):
    """The memory is archived, by ``by``."""

    by: str


class MemoryNotArchived(MemoryRefusal):
    """The memory is in use."""


class MemoryPinnedAlready(MemoryRefusal):
    """The memory is pinned."""


class MemoryNotPinned(MemoryRefusal):
    """The memory is not pinned."""
