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

    def recall(talk: Talk) -> Talk:
        return {"recalled": memory.recall(name, talk["line"])}

    def answer(talk: Talk) -> Talk:
        return {"answer": respond(talk["line"], talk["recalled"])}

    def remember(talk: Talk) -> Talk:
        memory.remember([name], talk["line"], said_by=talk["speaker"])
        return {}

    graph = StateGraph(Talk)
    steps: dict[str, Callable[[Talk], Talk]] = {"recall": recall, "answer": answer, "remember": remember}
    for step, work in steps.items():
        graph.add_node(step, work)
    for before, after in ((START, "recall"), ("recall", "answer"), ("answer", "remember"), ("remember", END)):
        graph.add_edge(before, after)
    return graph.compile()
