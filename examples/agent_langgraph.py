"""A graph of LangGraph that remembers: it recalls, answers, and keeps what was said, in a memory alone.

``pip install langgraph``, and start ``python -m app serve``. ``respond`` is your model: a function of the line and what
is recalled.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from memory_client import Memory

Respond = Callable[[str, Sequence[str]], str]


class Talk(TypedDict, total=False):
    """One exchange: who speaks, what it says, what the agent recalls of it, and what it answers."""

    speaker: str
    line: str
    recalled: list[str]
    answer: str


def build(respond: Respond, memory: Memory, name: str) -> Any:
    """Build a compiled graph, to be invoked with a `Talk` of speaker and line.

    Args:
        respond: Returns the answer to a line, given what is recalled.
        memory: The memory, which agents may share.
        name: The name of the agent that remembers.
    """

    def recall(state: Talk) -> Talk:
        return {"recalled": memory.recall(name, state["line"])}

    def answer(state: Talk) -> Talk:
        return {"answer": respond(state["line"], state["recalled"])}

    def remember(state: Talk) -> Talk:
        memory.remember([name], state["line"], said_by=state["speaker"])
        return {}

    graph = StateGraph(Talk)
    graph.add_node("recall", recall)
    graph.add_node("answer", answer)
    graph.add_node("remember", remember)
    for before, after in ((START, "recall"), ("recall", "answer"), ("answer", "remember"), ("remember", END)):
        graph.add_edge(before, after)
    return graph.compile()
