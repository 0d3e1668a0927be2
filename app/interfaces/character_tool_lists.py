"""The lists of the tools of a character's player, for every kind of client."""

from collections.abc import Mapping
from types import MappingProxyType

from app.interfaces import character_acts as acts
from app.interfaces import character_tools as tools
from app.interfaces.seat import ToolSpec

MEMORY_TOOLS = (  # what an agent needs to know itself and to remember
    ToolSpec("query_self", tools.QuerySelf),
    ToolSpec("query_background", tools.QueryBackground),
    ToolSpec("query_communication_style", tools.QueryCommunicationStyle),
    ToolSpec("query_scene", tools.QueryScene),
    ToolSpec("query_character", tools.QueryCharacter),
    ToolSpec("query_memory", tools.QueryMemory),
    ToolSpec("recall_episodes", tools.RecallEpisodes),
    ToolSpec("recall_facts", tools.RecallFacts),
    ToolSpec("recall_feelings", tools.RecallFeelings),
    ToolSpec("recall_procedures", tools.RecallProcedures),
    ToolSpec("recall_interactions", tools.RecallInteractions),
    ToolSpec("check_similar_situations", tools.CheckSimilarSituations),
    ToolSpec("consult_memories", tools.ConsultMemories),
    ToolSpec("form_memory", acts.FormMemory, changes=True),
    ToolSpec("reinforce_memory", acts.ReinforceMemory, changes=True),
    ToolSpec("associate_memories", acts.AssociateMemories, changes=True),
    ToolSpec("update_goal", acts.UpdateGoal, changes=True),
)

ACTING_TOOLS = (
    ToolSpec("say", acts.Say, changes=True),
    ToolSpec("act", acts.ActTool, changes=True),
)  # what it needs to take part

FIRST_TOOLS = (
    ToolSpec("query_self", tools.QuerySelf, brief="Ask who you are, what you want and can.", shown=("question",)),
    ToolSpec("query_scene", tools.QueryScene, brief="Ask where you are and who is here.", shown=()),
    ToolSpec("query_memory", tools.QueryMemory, brief="Search what you lived through and heard.", shown=("query",)),
    ToolSpec("form_memory", acts.FormMemory, changes=True, brief="Keep something in memory.", shown=("content",)),
    ToolSpec("say", acts.Say, changes=True, brief="Speak aloud.", shown=("text", "to")),
    ToolSpec("act", acts.ActTool, changes=True, brief="Do something.", shown=("action", "place", "what")),
    ToolSpec("more_tools", acts.MoreTools, changes=True, brief="List more tools.", shown=("group",)),
)
"""The tools that a seat lists at first, in short."""

TOOL_GROUPS: Mapping[acts.ToolGroup, tuple[str, ...]] = MappingProxyType(
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
