"""Commands about memories: edits by hand, which no narrator is offered; and those that a character's player or agent
gives about the character's own memories."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from app.events.commands.mind import Line
from app.models.base import Id, Name
from app.models.command import Command, PersonCommand
from app.models.imported import MAX_IMPORTED, ImportedAgent, ImportedMemory, checked_text
from app.models.memory import MemoryKind, MemorySource, Scope
from app.models.memory_id import MemoryId
from app.models.memory_kinds import FormedKind, HandMadeKind

MAX_SUBJECTS = 20
MAX_TAGS = 20
MAX_CAUSES = 12
MAX_TIME = 10**9  # minutes: some 1,900 years


def _whole(scope: Scope) -> Scope:
    if (scope.source is MemorySource.WORLD) != (scope.owner_id is None):
        raise ValueError("the world has no owner, a place's or a person's memory has its id as owner")
    return scope


MemoryText = Annotated[
    str, Field(min_length=1, max_length=1000), AfterValidator(checked_text), AfterValidator(str.strip)
]
"""The text of a memory that is written by hand: 1 to 1,000 readable characters, without outer blanks."""


class AddMemoryCommand(Command):
    """Add a memory, written by hand, to a place, a person or the world; its time is now.

    Args:
        scope: The owner of the memory: a place, a person or the world.
        text: 1 to 1,000 characters, not all of them blanks.
        memory_kind: A kind that may be written by hand (`HAND_MADE_KINDS`), as ``observation`` or ``emotional``; by
            default ``semantic`` (a fact).
        importance: From 1 to 10; None leaves the rating to the game.
        subjects: At most 20 ids or names of its subjects, each 1 to 120 characters.
        location_id: The id of the place where it happened; None for none.
        pinned: Whether it is never archived when old memories are pruned.

    Raises:
        NotFound: The game has no such owner or place.
        InvalidInput: A subject holds nothing but blanks.
    """

    scope: Annotated[Scope, AfterValidator(_whole)]
    text: MemoryText
    memory_kind: HandMadeKind = MemoryKind.SEMANTIC
    importance: float | None = Field(
        default=None, ge=1, le=10, allow_inf_nan=False, description="None: the game rates it"
    )
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="ids or names of its subjects")
    location_id: Id | None = Field(default=None, description="where it happened")
    pinned: bool = False


class PinMemoryCommand(Command):
    """Pin a memory, so that it is never archived when old memories are pruned, or unpin it.

    Args:
        memory_id: The memory.
        pinned: True pins it; False unpins it.

    Raises:
        NotFound: The game has no such memory.
        NotPossible: It is pinned already (or not pinned, if it is to be unpinned); or it is to be pinned, and is
            archived or superseded by a newer memory.
    """

    memory_id: MemoryId
    pinned: bool = True


class ArchiveMemoryCommand(Command):
    """Archive a memory: it is neither shown nor recalled any more.

    Args:
        memory_id: A memory that is neither archived nor superseded.

    Raises:
        NotFound: The game has no such memory.
        NotPossible: It is archived, or superseded by a newer memory, already.
    """

    memory_id: MemoryId


class RestoreMemoryCommand(Command):
    """Restore a memory that was archived, by hand or by the game.

    Args:
        memory_id: An archived memory.

    Raises:
        NotFound: The game has no such memory.
        NotPossible: It is not archived; a newer memory supersedes it; or the owner has a newer memory of the same fact.
    """

    memory_id: MemoryId


class ReplaceMemoryCommand(Command):
    """Replace the text of a memory: a new memory supersedes the old one.

    Args:
        memory_id: A memory that is neither archived nor superseded. If it is pinned, the new one is pinned too.
        text: The new text, 1 to 1,000 characters.

    Raises:
        NotFound: The game has no such memory.
        NotPossible: It is archived, or superseded by a newer memory.
    """

    memory_id: MemoryId
    text: MemoryText


class ImportMemoriesCommand(PersonCommand):
    """Import memories of an agent of another program as a person's own, and what else the agent is.

    Args:
        npc_id: The person.
        first_id: The id that the person's next memory has, so that an import happens once.
        memories: The memories to append, at most 5,000, oldest first; empty for none.
        agent: What else the agent is, kept for an export; None for nothing. Its importance accumulator (how much it
            remembered since it last reflected) and its plan for the day, if it has them, replace those of the person.
            Memories or an agent must be given.

    Raises:
        NotFound: The game has no such person, or no place or company of an item of the plan.
        Conflict: ``first_id`` is not the id of the person's next memory.
        NotPossible: Two items of the plan have one id.
    """

    first_id: MemoryId
    memories: tuple[ImportedMemory, ...] = Field(default=(), max_length=MAX_IMPORTED)
    agent: ImportedAgent | None = None

    @model_validator(mode="after")
    def _brings_something(self) -> Self:
        if not self.memories and self.agent is None:
            raise ValueError("memories or an agent must be given")
        return self


class SeedMemoriesCommand(Command):
    """Bring the memories that people, places and the world have from the start up to date with the scenario: those that
    have changed are superseded, all others stay.

    Missing ones are added, those that the scenario no longer has are archived, and edits by hand are kept.

    Raises:
        NotPossible: There is nothing to add, to supersede or to archive.
    """


class FormMemoryCommand(PersonCommand):
    """Form a memory of a person; its time is now, and its place where the person is.

    Args:
        npc_id: The person.
        text: 1 to 1,000 characters, not all of them blanks.
        memory_kind: A kind that a person may form (`FORMED_KINDS`), as ``reflection`` (a conclusion), ``emotional`` or
            ``semantic`` (a fact); by default ``observation``.
        importance: From 1 to 10; None has it computed.
        subjects: At most 20 ids or names of its subjects, each 1 to 120 characters.
        tags: At most 20 labels by which it can be recalled, each 1 to 120 characters.
        because: At most 12 ids of the person's memories, or of messages that it heard, from which it follows.

    Raises:
        NotFound: The game has no such person, or the person no such memory or message (``because``).
        InvalidInput: A subject or a label (``tags``) holds nothing but blanks.
    """

    text: MemoryText
    memory_kind: FormedKind = MemoryKind.OBSERVATION
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None: it is computed")
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="its subjects: ids, names")
    tags: tuple[Annotated[Name, AfterValidator(str.strip)], ...] = Field(
        default=(), max_length=MAX_TAGS, description="labels to recall it by"
    )
    because: tuple[MemoryId, ...] = Field(default=(), max_length=MAX_CAUSES, description="memories it follows from")


class ReinforceMemoryCommand(PersonCommand):
    """Strengthen a person's memory: it decays more slowly from now on.

    Args:
        npc_id: The person.
        memory_id: One of its memories, neither archived nor superseded. Its strength rises by 1; at 100 it stays as it
            is, without an error. The first ten steps make it decay more slowly.

    Raises:
        NotFound: The game has no such person, the person no such memory, or the id is one of a message (``m-<index>``).
        NotPossible: The memory is archived, or superseded by a newer one.
    """

    memory_id: MemoryId


class AssociateMemoriesCommand(PersonCommand):
    """Link two memories of one person by a relation; the link is a memory with both as its evidence.

    Args:
        npc_id: The person.
        first_id: One of its memories, or ``m-<index>`` of a message that it heard.
        second_id: Another one of its memories, or ``m-<index>`` of another message that it heard.
        relation: How the first relates to the second, as ``explains``; 1 to 1,000 characters on one line.

    Raises:
        NotFound: The game has no such person, or the person no such memory or message.
        NotPossible: The two ids are one, a memory is archived or superseded, or there is an active link from the first
            to the second by the same relation, compared without case.
    """

    first_id: MemoryId
    second_id: MemoryId
    relation: Annotated[Line, AfterValidator(str.strip), Field(min_length=1, max_length=1000, pattern=r"\S")]


class RememberCommand(Command):
    """Add a memory to a person, a place or the world, without a turn of a story.

    In a memory alone people and places are made when they are first named.

    Args:
        owner: The whole name, or the id, of the person or place that remembers it, or ``world`` for everybody; a
            person of this name is made if there is none, in a memory alone.
        text: 1 to 1,000 characters, not all of them blanks.
        memory_kind: A kind that a person may form (`FORMED_KINDS`), as ``reflection`` (a conclusion), ``emotional`` or
            ``semantic`` (a fact); by default ``observation``.
        about: At most 20 ids or names of its subjects, each 1 to 120 characters.
        at: When it happened, in minutes of game time; None for now. In a memory alone a time later than the clock moves
            the clock.
        place: The whole name, or the id, of the place where it happened, which in a memory alone is made if there is
            none; None for none.
        importance: From 1 to 10; None has it computed.
        said_by: The name or id of the speaker, if the text is a speech; None otherwise.
        is_confidential: Whether it was said in confidence.

    Raises:
        NotPossible: The owner or the place is new, or the time later than the clock, in a game with a story; or a
            memory alone has 1,000 people or places.
        InvalidInput: A subject holds nothing but blanks.
    """

    owner: Name
    text: MemoryText
    memory_kind: FormedKind = MemoryKind.OBSERVATION
    about: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="ids or names of its subjects")
    at: int | None = Field(default=None, ge=0, le=MAX_TIME, description="game time, minutes; None: now")
    place: Name | None = Field(default=None, description="where it happened, by name")
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None: it is computed")
    said_by: Name | None = Field(default=None, description="whose words the text is")
    is_confidential: bool = False

    @property
    def is_lived_through(self) -> bool:
        """False: people do not act in the time between two memories."""
        return False
