"""Orders about what a game remembers: edits by hand, which no one in the story can give, so that no narrator is offered
them; and what a character's player or agent has it keep."""

from typing import Annotated

from pydantic import AfterValidator, Field

from app.events.commands.mind import Line
from app.models.base import Id, Name
from app.models.command import Command, PersonCommand
from app.models.imported import MAX_IMPORTED, ImportedMemory, readable
from app.models.memory import MemoryKind, MemorySource, Scope
from app.models.memory_id import MemoryId
from app.models.memory_kinds import FormedKind, HandMadeKind

MAX_SUBJECTS = 20


def _whole(scope: Scope) -> Scope:
    if (scope.source is MemorySource.WORLD) != (scope.owner_id is None):
        raise ValueError("the world has no owner, a place's or a person's memory has its id as owner")
    return scope


MemoryText = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(readable), AfterValidator(str.strip)]
"""A memory as a person writes it: readable, without outer blanks."""


class AddMemoryCommand(Command):
    """Let a place, a person or the world remember something from now on, as of now."""

    scope: Annotated[Scope, AfterValidator(_whole)]
    text: MemoryText
    memory_kind: HandMadeKind = MemoryKind.SEMANTIC
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None waits for one")
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="whom it is about: ids, names")
    location_id: Id | None = Field(default=None, description="where it happened")
    pinned: bool = False


class PinMemoryCommand(Command):
    """Keep a memory for good, or no longer."""

    memory_id: MemoryId
    pinned: bool = True


class ArchiveMemoryCommand(Command):
    """Put a memory away: it is neither shown nor recalled any more."""

    memory_id: MemoryId


class RestoreMemoryCommand(Command):
    """Bring back a memory that was put away, by hand or by the game."""

    memory_id: MemoryId


class ReplaceMemoryCommand(Command):
    """Let a memory say something else: the new one stands in the old one's place, the old one is superseded."""

    memory_id: MemoryId
    text: MemoryText


class ImportMemoriesCommand(PersonCommand):
    """Let a person remember what an agent of another program did; ``first_id`` is the id its next memory has."""

    first_id: MemoryId
    memories: tuple[ImportedMemory, ...] = Field(min_length=1, max_length=MAX_IMPORTED)


class SeedMemoriesCommand(Command):
    """Bring gifted memories up to date with the sheets: what has changed is superseded, all else stays."""


class FormMemoryCommand(PersonCommand):
    """Let a person keep something in memory, as of now and where it is."""

    text: MemoryText
    memory_kind: FormedKind = MemoryKind.OBSERVATION
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None: it is reckoned")
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="whom it is about: ids, names")


class ReinforceMemoryCommand(PersonCommand):
    """Strengthen a person's memory: it decays more slowly from now on."""

    memory_id: MemoryId


class AssociateMemoriesCommand(PersonCommand):
    """Link two memories of one person by a relation; the link is a memory with both as its evidence."""

    first_id: MemoryId
    second_id: MemoryId
    relation: Annotated[Line, AfterValidator(str.strip), Field(min_length=1, max_length=1000, pattern=r"\S")]
