"""The tools of a character's player, for every kind of client; game and character are bound beforehand. Memories are
answered as ``{"memories": [{"content", "relevance", "turn"?, "id"?}]}``, relevance from 0 to 1, the best first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic_core import from_json

from app.interfaces.seat import RequestId, ToolSpec
from app.models.base import Frozen
from app.models.memory_id import MemoryId
from app.models.memory_kinds import FormedName

MAX_QUESTION = 1000

Question = Annotated[str, StringConstraints(max_length=MAX_QUESTION)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=r"\S")]
Spoken = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"\S")]
Who = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
Turn = Annotated[int, Field(ge=0, le=10**9)]
Importance = Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]
AskedPreset = Literal["hybrid", "recent", "situational", "chronicle"]
ToolGroup = Literal["know", "recall", "keep", "act"]
MemoryType = Literal["character", "scene", "episodic", "character_knowledge", "lore"]


class QuerySelf(Frozen):
    """Find out who you are: name, age, occupation, looks. Begin with this.

    Then ask for your traits, your skills, your values, how you decide, what you want and how far you have come, what
    you carry, what you can tell, or for one matter that you can tell of. What you keep to yourself, say to nobody.
    """

    question: Question = Field(default="who am I?", description="in your own words; empty for something of everything")


class QueryBackground(Frozen):
    """Recall where you come from and what made you who you are."""

    question: Question = "what is my background?"


class QueryCommunicationStyle(Frozen):
    """Recall how you speak, before you say something."""

    question: Question = "how do I speak?"


class QueryScene(Frozen):
    """Find out where you are, what it is like there, what time it is and what is happening."""

    question: Question = Field(default="", description="empty for all of it")


class QueryCharacter(Frozen):
    """Recall what you know of somebody: who it is, what can be seen, how you stand to each other."""

    name: Who


class QueryMemory(Frozen):
    """Search what you have lived through, heard and been told. Hits carry the turn in which it happened."""

    query: Question
    type: MemoryType | None = Field(default=None, description="only memories of this type; none: what was experienced")
    category: Annotated[str, StringConstraints(max_length=60)] | None = None
    """Only memories with this value of `MemoryKind` or `MemoryOrigin`, or with the category of the person's gifted
    memories (as ``background``). InvalidInput for another one, with the names that there are."""
    about: Who | None = Field(default=None, description="only what is about this person or thing")
    speaker: Who | None = Field(default=None, description="only what this person said")
    tag: Tag | None = Field(default=None, description="only what has this tag; with an empty query all of it")
    first_turn: Turn | None = None
    last_turn: Turn | None = None
    preset: AskedPreset = Field(
        default="hybrid",
        description="how to choose: 'chronicle' is the last 50 and every reflection, 'recent' the last visits,"
        " 'situational' goes by age, importance and keywords",
    )


class FormMemory(Frozen):
    """Keep something in memory: what you noticed, concluded, felt, learned to do or learned as a fact."""

    content: Words
    importance: Importance | None = Field(default=None, description="1 routine to 10 pivotal; left out, it is reckoned")
    type: FormedName = "observation"
    about: tuple[Who, ...] = Field(default=(), max_length=20, description="whom or what it is about")
    tags: tuple[Tag, ...] = Field(default=(), max_length=20, description="labels to find it by")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that it follows from")


class ReinforceMemory(Frozen):
    """Strengthen one of your memories, because it mattered or proved true: it will fade more slowly."""

    id: MemoryId


class AssociateMemories(Frozen):
    """Link two of your memories by what they have to do with each other."""

    a: MemoryId
    b: MemoryId
    relation: Words = Field(description="a 'causes', 'explains', 'contradicts' b, or a sentence")


class RecallEpisodes(Frozen):
    """Recall what happened, in order of time; times in words ('yesterday', 'when we first met') or as game minutes."""

    query: Question = ""
    when: Annotated[str, StringConstraints(max_length=120)] = Field(default="", description="'yesterday', 'day 3' …")
    since: int | None = Field(default=None, ge=0, le=10**9, description="game minutes")
    until: int | None = Field(default=None, ge=0, le=10**9, description="game minutes")
    minimum_importance: Importance | None = None


class RecallFacts(Frozen):
    """Recall facts about a topic: what you have learned or always known, who you are, what you want, carry and can
    tell; each with how sure of it you can be (0 to 1)."""

    topic: Words


class RecallFeelings(Frozen):
    """Recall how you stand to somebody now, and what you have felt about somebody or something, the newest first."""

    about: Who


class RecallProcedures(Frozen):
    """Recall how something is done, and what worked before."""

    task: Words


class RecallInteractions(Frozen):
    """Recall what you and somebody have had to do with each other, in order of time."""

    character: Who


class CheckSimilarSituations(Frozen):
    """Look whether you have been in a situation like this, and what followed."""

    context: Words


class ConsultMemories(Frozen):
    """Consult your memories before you act: past experience, your history with those present, similar situations.

    If there is nothing, the answer says so: 'no relevant memories'.
    """

    situation: Words


class UpdateGoal(Frozen):
    """Note how far one of your goals has come, from 0 to 100, and what moved it."""

    goal: Annotated[str, StringConstraints(min_length=1, max_length=40)] = Field(description="its id, as goal-1")
    progress: int = Field(ge=0, le=100)
    reason: Words


class Say(Frozen):
    """Say something aloud where you are; those present hear it."""

    text: Spoken = Field(description="the bare words, without quotation marks")
    to: tuple[Who, ...] = Field(default=(), max_length=8, description="whom you speak to; empty for all who are here")
    unsure: bool = Field(default=False, description="true if you are not sure that this is like you")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that speak for it")
    request_id: RequestId = None


class ActTool(Frozen):
    """Do something: go to a place next to this one, work or be busy, rest, sleep, eat, or make something."""

    action: Literal["go", "work", "rest", "sleep", "eat", "make"]
    place: Who | None = Field(default=None, description="where to go: a place's id or name")
    what: Annotated[str, StringConstraints(max_length=600)] = Field(default="", description="what you make")
    unsure: bool = Field(default=False, description="true if you are not sure that this is like you")
    because: tuple[MemoryId, ...] = Field(default=(), max_length=12, description="memories that speak for it")
    request_id: RequestId = None


def _parsed(given: object) -> object:
    """Parse arguments that come as JSON text."""
    return from_json(given) if isinstance(given, str) and given.strip() else given


class MoreTools(Frozen):
    """List the tools of a group; no group lists the groups. With ``tool`` and ``arguments``, call a tool that is not
    listed."""

    group: ToolGroup | None = None
    tool: Annotated[str, StringConstraints(max_length=60)] | None = None
    arguments: Annotated[dict[str, Any] | None, BeforeValidator(_parsed)] = None


MEMORY_TOOLS = (  # what an agent needs to know itself and to remember
    ToolSpec("query_self", QuerySelf),
    ToolSpec("query_background", QueryBackground),
    ToolSpec("query_communication_style", QueryCommunicationStyle),
    ToolSpec("query_scene", QueryScene),
    ToolSpec("query_character", QueryCharacter),
    ToolSpec("query_memory", QueryMemory),
    ToolSpec("recall_episodes", RecallEpisodes),
    ToolSpec("recall_facts", RecallFacts),
    ToolSpec("recall_feelings", RecallFeelings),
    ToolSpec("recall_procedures", RecallProcedures),
    ToolSpec("recall_interactions", RecallInteractions),
    ToolSpec("check_similar_situations", CheckSimilarSituations),
    ToolSpec("consult_memories", ConsultMemories),
    ToolSpec("form_memory", FormMemory, changes=True),
    ToolSpec("reinforce_memory", ReinforceMemory, changes=True),
    ToolSpec("associate_memories", AssociateMemories, changes=True),
    ToolSpec("update_goal", UpdateGoal, changes=True),
)

ACTING_TOOLS = (
    ToolSpec("say", Say, changes=True),
    ToolSpec("act", ActTool, changes=True),
)  # what it needs to take part

FIRST_TOOLS = (
    ToolSpec("query_self", QuerySelf, brief="Ask who you are, what you want and can.", shown=("question",)),
    ToolSpec("query_scene", QueryScene, brief="Ask where you are and who is here.", shown=()),
    ToolSpec("query_memory", QueryMemory, brief="Search what you lived through and heard.", shown=("query",)),
    ToolSpec("form_memory", FormMemory, changes=True, brief="Keep something in memory.", shown=("content",)),
    ToolSpec("say", Say, changes=True, brief="Speak aloud.", shown=("text", "to")),
    ToolSpec("act", ActTool, changes=True, brief="Do something.", shown=("action", "place", "what")),
    ToolSpec("more_tools", MoreTools, changes=True, brief="List more tools.", shown=("group",)),
)
"""The tools that a seat lists at first, in short."""

TOOL_GROUPS: Mapping[ToolGroup, tuple[str, ...]] = MappingProxyType(
    {
        "know": (
            "query_self",
            "query_background",
            "query_communication_style",
            "query_scene",
            "query_character",
            "recall_facts",
        ),
        "recall": (
            "query_memory",
            "recall_episodes",
            "recall_feelings",
            "recall_procedures",
            "recall_interactions",
            "check_similar_situations",
            "consult_memories",
        ),
        "keep": ("form_memory", "reinforce_memory", "associate_memories", "update_goal"),
        "act": ("say", "act", "consult_memories"),
    }
)
"""By group the names of the tools that `more_tools` lists in full."""
