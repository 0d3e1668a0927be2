"""The arguments of the tools of a character's player that change the game; game and character are bound beforehand."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic_core import from_json

from app.interfaces.character_tools import Importance, Spoken, Tag, Who, Words
from app.interfaces.seat import RequestId, ToolArguments
from app.models.memory_id import MemoryId
from app.models.memory_kinds import FormedName

ToolGroup = Literal["know", "recall", "keep", "act"]


class FormMemory(ToolArguments):
    """Keep something in memory: what you noticed, concluded, felt, learned to do or learned as a fact.

    Args:
        content: The text, 1 to 1,000 characters.
        importance: From 1 (routine) to 10 (pivotal); None has it computed.
        type: A kind that a person may form (`FORMED_KINDS`), as ``reflection`` (a conclusion), ``emotional`` (a
            feeling) or ``semantic`` (a fact); by default ``observation``.
        about: At most 20 ids or names of people, places or things that it is about, each 1 to 120 characters.
        tags: At most 20 labels to find it by, each 1 to 120 characters.
        because: At most 12 ids of own memories, or of messages that the person heard, from which it follows.

    Returns:
        ``{"formed": {"id", "content"}}``; ``distorted`` is true if the person perceives the text otherwise.

    Raises:
        InvalidInput: The text holds control characters other than line breaks and tabs.
        NotFound: An id of ``because`` is no memory of the person.
    """

    content: Words
    importance: Importance | None = Field(default=None, description="1 routine to 10 pivotal; left out, it is reckoned")
    type: FormedName = "observation"
    about: tuple[Who, ...] = Field(default=(), max_length=20, description="whom or what it is about")
    tags: tuple[Tag, ...] = Field(default=(), max_length=20, description="labels to find it by")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that it follows from")


class ReinforceMemory(ToolArguments):
    """Strengthen one of your memories, because it mattered or proved true: it will fade more slowly.

    Args:
        id: The id of an own memory.

    Returns:
        ``{"reinforced", "strength"}``: the id, and the new strength from 1 to 100.

    Raises:
        NotFound: The person has no such memory.
        NotPossible: The id is one of a message; or the memory is archived, or superseded by a newer one.
    """

    id: MemoryId


class AssociateMemories(ToolArguments):
    """Link two of your memories by what they have to do with each other.

    Args:
        a: The id of an own memory, or of a message that the person heard.
        b: The id of another one.
        relation: How ``a`` relates to ``b``, as ``causes``, or a sentence; 1 to 1,000 characters on one line.

    Returns:
        ``{"formed": {"id", "content"}}``: the link, which is a memory too.

    Raises:
        InvalidInput: The relation has a line break or a control character.
        NotFound: An id is no memory of the person.
        NotPossible: The two ids are one, a memory is archived or superseded, or the same link exists already.
    """

    a: MemoryId
    b: MemoryId
    relation: Words = Field(description="a 'causes', 'explains', 'contradicts' b, or a sentence")


class UpdateGoal(ToolArguments):
    """Note how far one of your goals has come, from 0 to 100, and what moved it.

    Args:
        goal: The id of an own goal, as ``goal-1``.
        progress: Percent, from 0 to 100.
        reason: What moved it, 1 to 600 characters.

    Returns:
        ``{"goal", "progress"}`` as they are now.

    Raises:
        InvalidInput: The reason is longer, or holds control characters.
        NotFound: The person has no such goal.
        NotPossible: The goal has this progress already.
    """

    goal: Annotated[str, StringConstraints(min_length=1, max_length=40)] = Field(description="its id, as goal-1")
    progress: int = Field(ge=0, le=100)
    reason: Words


class Say(ToolArguments):
    """Say something aloud where you are; those present hear it.

    Args:
        text: The words without quotation marks, 1 to 2,000 characters.
        to: The names or ids of at most 8 hearers who are addressed; empty for all who hear it.
        unsure: Whether the player is not sure that this fits the character; ``because`` is needed then.
        because: At most 12 ids of own memories, or of messages that the person heard, that speak for it; the memories
            are reinforced.
        request_id: A text of the client's own, 1 to 100 characters: a repeated call with it is played once. None for
            none.

    Returns:
        ``{"said", "heard_by", "turn"}``: the words, the names of all others at the place, and the number of the turn as
        a text.

    Raises:
        InvalidInput: The words hold control characters other than line breaks and tabs.
        NotFound: An id of ``because`` is no memory of the person.
        NotPossible: The person is at no place or asleep, an addressee does not hear it, ``because`` is needed, or the
            seat requires `ConsultMemories` first.
        Conflict: The ``request_id`` was used for another call.
    """

    text: Spoken = Field(description="the bare words, without quotation marks")
    to: tuple[Who, ...] = Field(default=(), max_length=8, description="whom you speak to; empty for all who are here")
    unsure: bool = Field(default=False, description="true if you are not sure that this is like you")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that speak for it")
    request_id: RequestId = None


class ActTool(ToolArguments):
    """Do something: go to a place next to this one, work or be busy, rest, sleep, eat, make something, or do what
    query_scene says that you can.

    Args:
        action: What to do.
        place: For ``go``: the id or name of a neighbouring place; None for every other action.
        what: For ``make``: what is made, for ``do``: one of the lines under ``can`` of `QueryScene`; at most 600
            characters; "" for every other action.
        unsure: Whether the player is not sure that this fits the character; ``because`` is needed then.
        because: At most 12 ids of own memories, or of messages that the person heard, that speak for it; the memories
            are reinforced.
        request_id: A text of the client's own, 1 to 100 characters: a repeated call with it is played once. None for
            none.

    Returns:
        ``{"done", "place", "present", "turn"}``: the action (for ``do`` its id, with an ``outcome`` of lines of words),
        the names of the place and of the others there, and the number of the turn as a text.

    Raises:
        InvalidInput: ``place`` or ``what`` is missing, or given for another action; or ``what`` holds control
            characters.
        NotFound: An id of ``because`` is no memory of the person.
        NotPossible: The person is dead or at no place; the place is no neighbour, unclear, locked, or one that the
            scenario keeps the person from; it does this already; there is no meal here or no hunger; ``what`` is no
            line that it can do here, or means several; ``because`` is needed; or the seat requires `ConsultMemories`
            first.
        Conflict: The ``request_id`` was used for another call.
    """

    action: Literal["go", "work", "rest", "sleep", "eat", "make", "do"]
    place: Who | None = Field(default=None, description="where to go: a place's id or name")
    what: Annotated[str, StringConstraints(max_length=600)] = Field(default="", description="what you make or do")
    unsure: bool = Field(default=False, description="true if you are not sure that this is like you")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that speak for it")
    request_id: RequestId = None


def _parsed(given: object) -> object:
    """Parse arguments that come as JSON text."""
    return from_json(given) if isinstance(given, str) and given.strip() else given


class MoreTools(ToolArguments):
    """List the tools of a group; no group lists the groups. With ``tool`` and ``arguments``, call a tool that is not
    listed.

    Args:
        group: ``know`` (itself and others), ``recall`` (experience), ``keep`` (form and link memories) or ``act``; None
            lists the groups.
        tool: The name of a tool to call instead; None to list.
        arguments: The arguments of that tool, by name, also as JSON text; None for none.

    Returns:
        ``{"groups": {group: [name, ...]}}``; ``{"tools": [line, ...], "note"}`` for a group, whose tools the seat lists
        from now on; or the answer of the called tool, whose errors are those of that tool.

    Raises:
        NotFound: There is no such tool.
    """

    group: ToolGroup | None = None
    tool: Annotated[str, StringConstraints(max_length=60)] | None = None
    arguments: Annotated[dict[str, Any] | None, BeforeValidator(_parsed)] = None
