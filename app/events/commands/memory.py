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
    """Add a memory that was written by hand to a place, a person or the world. Its time is now.

    Args:
        scope: The owner of the memory, as ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.
        text: The text of the memory, 1 to 1,000 characters, not blank.
        memory_kind: ``semantic`` (a fact, the default), ``observation``, ``emotional`` (a feeling) or ``procedural``
            (how to do something).
        importance: From 1 to 10; None: the game rates it.
        subjects: At most 20 ids or names of people, places or things that it is about, each 1 to 120 characters.
        location_id: The id of the place where it happened; None for none.
        pinned: Whether it is never archived when old memories are pruned.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
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
        memory_id: The id of the memory.
        pinned: True pins it; False unpins it.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such memory.
        NotPossible: To pin: it is pinned already, archived, or superseded by a newer memory. To unpin: it is not
            pinned.
    """

    memory_id: MemoryId
    pinned: bool = True


class ArchiveMemoryCommand(Command):
    """Archive a memory: it is no longer shown or recalled.

    Args:
        memory_id: The id of a memory that is neither archived nor superseded.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such memory.
        NotPossible: It is archived already, or superseded by a newer memory.
    """

    memory_id: MemoryId


class RestoreMemoryCommand(Command):
    """Restore an archived memory, whether it was archived by hand or by the game.

    Args:
        memory_id: The id of an archived memory.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such memory.
        NotPossible: It is not archived; a newer memory supersedes it; or the owner has a newer memory of the same fact.
    """

    memory_id: MemoryId


class ReplaceMemoryCommand(Command):
    """Replace the text of a memory: a new memory with this text supersedes the old one. It keeps
    all else of the old memory, such as its time, importance, subjects and pin, but for the keywords of the old text.

    Args:
        memory_id: The id of a memory that is neither archived nor superseded. If it is pinned, the new memory is pinned
            too.
        text: The new text, 1 to 1,000 characters, not blank.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such memory.
        NotPossible: It is archived, or superseded by a newer memory.
    """

    memory_id: MemoryId
    text: MemoryText


class ImportMemoriesCommand(PersonCommand):
    """Import an agent of another program into a person: its memories become the person's own, and its other data is
    kept.

    Args:
        npc_id: The id of the person.
        first_id: The id that the person's next memory will have (`GameState.next_memory_id`); it makes sure that an
            import happens only once.
        memories: The memories to append, at most 5,000, oldest first; empty for none.
        agent: The other data of the agent, kept for an export; None for none. The importance accumulator (how much the
            agent remembered since its last reflection) and the plan of the day, if the agent has them, replace those of
            the person. ``memories`` or ``agent`` must be given.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person; or an item of the plan names an unknown place or companion.
        Conflict: ``first_id`` is not the id of the person's next memory.
        NotPossible: Two items of the plan have the same id.
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
    """Bring the memories that the scenario gives to people, places and the world up to date with the scenario.

    Memories whose text has changed are superseded, missing ones are added, and those that the scenario no longer has
    are archived. All others stay, and so do edits by hand.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotPossible: There is nothing to add, to supersede or to archive.
    """


class FormMemoryCommand(PersonCommand):
    """Let a person form a memory. Its time is now, and its place is where the person is.

    Args:
        npc_id: The id of the person.
        text: The text of the memory, 1 to 1,000 characters, not blank.
        memory_kind: ``observation`` (the default), ``reflection`` (a conclusion), ``emotional`` (a feeling),
            ``procedural`` (how to do something) or ``semantic`` (a fact).
        importance: From 1 to 10; None: it is computed.
        subjects: At most 20 ids or names of people, places or things that it is about, each 1 to 120 characters.
        tags: At most 20 labels by which it can be recalled, each 1 to 120 characters.
        because: At most 12 ids from which it follows: of the person's memories, such as ``mara-042``, or of messages
            that the person heard (``m-`` and the message's ``index``, such as ``m-12``). Empty for none.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person; or an id of ``because`` is neither a memory of the person nor a message
            that the person heard.
        InvalidInput: A subject or a label (``tags``) holds nothing but blanks.
    """

    text: MemoryText
    memory_kind: FormedKind = MemoryKind.OBSERVATION
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None: it is computed")
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="its subjects: ids, names")
    tags: tuple[Annotated[Name, AfterValidator(str.strip)], ...] = Field(
        default=(), max_length=MAX_TAGS, description="labels to recall it by"
    )
    because: tuple[MemoryId, ...] = Field(
        default=(), max_length=MAX_CAUSES, description="memories and messages it follows from"
    )


class ReinforceMemoryCommand(PersonCommand):
    """Strengthen a person's memory: it decays more slowly from now on.

    Args:
        npc_id: The id of the person.
        memory_id: The id of one of the person's memories, neither archived nor superseded. Its strength rises by 1, up
            to 100; at 100 the command changes nothing and raises no error. The first ten steps make it decay more
            slowly.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or the person has no such memory; a message (``m-<index>``) is not a
            memory.
        NotPossible: The memory is archived, or superseded by a newer one.
    """

    memory_id: MemoryId


class AssociateMemoriesCommand(PersonCommand):
    """Link two memories of a person by a relation. The link is a memory with both as its evidence.

    Args:
        npc_id: The id of the person.
        first_id: The id of one of the person's memories, such as ``mara-042``, or of a message that the person heard
            (``m-`` and the message's ``index``, such as ``m-12``).
        second_id: The id of another such memory or message.
        relation: How the first relates to the second, such as ``explains``; 1 to 1,000 characters on one line.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person; or an id is neither a memory of the person nor a message that the person
            heard.
        NotPossible: The two ids are the same; a memory is archived or superseded; or there is an active link from the
            first to the second by the same relation (upper and lower case count as equal).
    """

    first_id: MemoryId
    second_id: MemoryId
    relation: Annotated[Line, AfterValidator(str.strip), Field(min_length=1, max_length=1000, pattern=r"\S")]


class RememberCommand(Command):
    """Add a memory to a person, a place or the world, without a turn of a story.

    A memory alone is a game without a scenario: its people and places are made when they are first named.

    Args:
        owner: The whole name, or the id, of the person or place that remembers it, or ``world`` for what everybody may
            know. If several have the name, the first person of the game counts; if no person has it, the first
            place. In a memory alone a person is made if there is none of this name.
        text: The text of the memory, 1 to 1,000 characters, not blank.
        memory_kind: ``observation`` (the default), ``reflection`` (a conclusion), ``emotional`` (a feeling),
            ``procedural`` (how to do something) or ``semantic`` (a fact).
        about: At most 20 ids or names of people, places or things that it is about, each 1 to 120 characters.
        at: When it happened, in minutes since day 1, 00:00; None for now. In a memory alone a time later than the clock
            moves the clock.
        place: The whole name, or the id, of the place where it happened; None for none. In a memory alone the place is
            made if there is none of this name.
        importance: From 1 to 10; None: it is computed.
        said_by: The name or id of the speaker, a person or player, if the text is a speech; None otherwise. An unknown
            name is no error and makes no person: it is stored as the name of the speaker.
        is_confidential: Whether it was said in confidence.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotPossible: In a game with a story: there is no such owner or place, or ``at`` is later than the clock. In a
            memory alone: a new person or place is needed, and there are 1,000 already.
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
        """False, for the engine: people do not act at each tick (a step of game time) of the time by which ``at`` moves
        the clock, only at the last one and at its last midnight."""
        return False
