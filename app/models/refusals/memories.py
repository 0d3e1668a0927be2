"""Why a memory cannot be changed, kept or linked."""

from app.models.base import Id
from app.models.memory_id import MemoryId
from app.models.refusals.base import Refusal
from app.models.scope import Scope


class MemoryRefusal(Refusal):
    """A refusal about one memory, or one message by its id as a memory."""

    memory: MemoryId


class MemoryNoneToSeed(Refusal):
    """All gifted memories are as the sheets have them."""


class MemoryInStory(Refusal):
    """The game has a story: to remember something there makes nobody and lets no time pass."""


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


class MemoryUnknown(Refusal):
    """No owner has an id that the memory's is made of; ``example`` is an id of the right form."""

    memory: str
    example: str


class MemoryNotOf(Refusal):
    """The owner of the id has no such memory, but ``held`` others, from ``first`` to ``last`` ("" for none)."""

    memory: str
    owner: Scope
    held: int
    first: str = ""
    last: str = ""


class MemoryNotHere(Refusal):
    """The owner does not have the memory."""

    memory: str


class MemoryIsMessage(Refusal):
    """The id is that of a message, which cannot be changed as a memory."""

    memory: str


class MemoryNotYours(Refusal):
    """The person does not have the memory; the sentence is for whoever plays it."""

    memory: str


class MemoryToForm(Refusal):
    """The id is that of a message, which has no strength; the sentence is for whoever plays the person."""

    memory: str


class Unsure(Refusal):
    """The person is unsure, and gives no memory as a reason."""


class ConsultFirst(Refusal):
    """The person must consult its memories before it says or does something."""


class OwnerUnknown(Refusal):
    """No owner of memories has the name; ``there`` are all owners."""

    name: str
    there: tuple[Scope, ...]


class OwnerUnclear(Refusal):
    """Several owners of memories have the name; ``owners`` are their ids, ``world`` for the world."""

    owners: tuple[str, ...]


class AgentUnknown(Refusal):
    """Nobody of the name remembers anything in a memory alone; ``there`` are those who do."""

    name: str
    there: tuple[Id, ...]


class StoryOfItsOwn(Refusal):
    """The game is no memory alone, so that nothing can be remembered from outside."""


class TimeAhead(Refusal):
    """The memory goes by real time, and the given time is yet to come."""
