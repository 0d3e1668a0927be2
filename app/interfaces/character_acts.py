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
        importance: From 1 (routine) to 10 (pivotal); None: it is computed.
        type: ``observation`` (the default), ``reflection`` (a conclusion), ``emotional`` (a feeling), ``procedural``
            (how to do something) or ``semantic`` (a fact).
        about: At most 20 ids or names of people, places or things that it is about, each 1 to 120 characters; the game
            need not know them.
        tags: At most 20 labels to find it by, each 1 to 120 characters.
        because: At most 12 ids from which it follows: of the person's memories, such as ``mara-042``, or of messages
            that they heard (``m-`` and the message's ``index``, such as ``m-12``). Empty for none.

    Returns:
        ``{"formed": {"id", "content", "distorted"?}}``: the id and the text of the memory; ``distorted`` is true if the
        person perceives it differently from the given text.

    Raises:
        InvalidInput: The text holds control characters other than line breaks and tabs.
        NotFound: An id of ``because`` is neither a memory of the person nor a message that they heard.
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
        id: The id of one of the person's memories.

    Returns:
        ``{"reinforced", "strength"}``: the id, and the new strength from 1 to 100.

    Raises:
        NotFound: The person has no such memory.
        NotPossible: The id is that of a message; or the memory is archived, or superseded by a newer one.
    """

    id: MemoryId


class AssociateMemories(ToolArguments):
    """Link two of your memories by what they have to do with each other.

    Args:
        a: The id of one of the person's memories, such as ``mara-042``, or of a message that they heard (``m-`` and the
            message's ``index``, such as ``m-12``).
        b: The id of another memory or message of this kind.
        relation: How ``a`` relates to ``b``, such as ``causes``, or a sentence; 1 to 1,000 characters on one line.

    Returns:
        ``{"formed": {"id", "content", "distorted"?}}``: the id and the text of the link, which is itself a memory;
        ``distorted`` is true if the person perceives it differently from what happened.

    Raises:
        InvalidInput: The relation has a line break or a control character.
        NotFound: An id is neither a memory of the person nor a message that they heard.
        NotPossible: The two ids are the same, a memory is archived or superseded, or the same link exists already.
    """

    a: MemoryId
    b: MemoryId
    relation: Words = Field(description="a 'causes', 'explains', 'contradicts' b, or a sentence")


class UpdateGoal(ToolArguments):
    """Note how far one of your goals has come, from 0 to 100, and what moved it.

    Args:
        goal: The id of one of the person's goals, such as ``goal-1``.
        progress: Percent, from 0 to 100. A goal with 100 is done: the person pursues it no longer, but it stays in the
            list of goals and can be changed again.
        reason: Why it changed, 1 to 600 characters.

    Returns:
        ``{"goal", "progress"}``: the id of the goal, and its progress now.

    Raises:
        InvalidInput: The reason has more than 600 characters, or holds control characters.
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
        to: The names or ids of at most 8 people or players here who are addressed; a name that several of them have
            addresses them all. Empty for all who hear it.
        unsure: Whether the player is not sure that this fits the character. If True, ``because`` must not be empty.
        because: At most 12 ids as reasons: of the person's memories, such as ``mara-042``, or of messages that they
            heard (``m-`` and the message's ``index``, such as ``m-12``). Memories are reinforced (they decay more
            slowly). Empty for none.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not carried
            out again and returns the same answer. None for none.

    Returns:
        ``{"said", "heard_by", "turn"}``: the words, the names of everyone else at the place, and the number of the turn
        as a text.

    Raises:
        InvalidInput: The words hold control characters other than line breaks and tabs.
        NotFound: An id of ``because`` is neither a memory of the person nor a message that they heard.
        NotPossible: The person is dead, at no place or asleep; an addressee does not hear it; ``because`` is needed; or
            the seat was opened so that `ConsultMemories` must be called before each word and deed.
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
        action: ``go`` (to a place next to this one), ``work`` (or be busy), ``rest``, ``sleep``, ``eat``, ``make``
            (something) or ``do`` (a line of `QueryScene`). A person who is asleep wakes up for it.
        place: For ``go`` the id or name of a place next to this one; None for every other action.
        what: For ``make`` a description of the work, in any words. For ``do`` one of the lines that `QueryScene` lists
            under ``can``. At most 600 characters; "" for every other action.
        unsure: Whether the player is not sure that this fits the character. If True, ``because`` must not be empty.
        because: At most 12 ids as reasons: of the person's memories, such as ``mara-042``, or of messages that they
            heard (``m-`` and the message's ``index``, such as ``m-12``). Memories are reinforced (they decay more
            slowly). Empty for none.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not carried
            out again and returns the same answer. None for none.

    Returns:
        ``{"done", "place", "present", "turn", "outcome"?}``: the action (for ``do`` the id of the scenario's action),
        the names of the place and of the people and players there, and the number of the turn as a text. For ``do``
        also ``outcome``, the lines that say what happened.

    Raises:
        InvalidInput: ``place`` or ``what`` is missing, or given for another action; or ``what`` holds control
            characters.
        NotFound: An id of ``because`` is neither a memory of the person nor a message that they heard.
        NotPossible: The person is dead or at no place; or they are doing this already. For ``go``: the place is
            unknown, is not next to this one, is locked, or is one where the scenario does not let the person go, or
            several places have the name. For ``eat``: there is no meal here, or the person is not hungry. For ``do``:
            ``what`` is not a line that the person can do here, or matches several. Also: ``because`` is needed; or the
            seat was opened so that `ConsultMemories` must be called before each word and deed.
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
        group: ``know`` (the person and others), ``recall`` (experience), ``keep`` (form and link memories) or ``act``;
            None lists the groups. Ignored if ``tool`` is given.
        tool: The name of a tool to call, instead of a list; None to list.
        arguments: The arguments of that tool by name, as an object or as JSON text; None for none. Ignored without
            ``tool``.

    Returns:
        Without ``group`` and ``tool`` ``{"groups": {group: [name, ...]}}``, the names of the tools in each group. For a
        group ``{"tools": [line, ...], "note"}``: a line for each of its tools, which the seat lists from now on, and
        how to call them. For a tool its answer.

    Raises:
        NotFound: There is no such tool. A called tool also raises its own errors.
    """

    group: ToolGroup | None = None
    tool: Annotated[str, StringConstraints(max_length=60)] | None = None
    arguments: Annotated[dict[str, Any] | None, BeforeValidator(_parsed)] = None
