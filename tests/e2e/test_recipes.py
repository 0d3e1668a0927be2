"""The recipes for agents of other programs in examples/, with models that are functions, on a server of their own."""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from app.settings import PROJECT

pytestmark = pytest.mark.long

LAUNCH = "The launch is on Friday."


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(PROJECT / "examples")
    yield
    for name in ("memory_client", "agent_pydantic_ai", "agent_langgraph"):
        sys.modules.pop(name, None)


@pytest.fixture
def memory(server: str) -> Any:
    return import_module("memory_client").Memory.begin(server.removeprefix("Talekeeper at "), "A recipe")


def test_an_agent_of_pydantic_ai_remembers_from_one_run_to_the_next(memory: Any) -> None:
    build = import_module("agent_pydantic_ai").build

    def keep(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("I shall keep that in mind.")])
        return ModelResponse(parts=[ToolCallPart("remember", {"text": LAUNCH, "said_by": "Ben"})])

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart("recall", {"query": "When is the launch?"})])
        [found] = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        texts: Any = found.content
        return ModelResponse(parts=[TextPart(" ".join(texts) or "I do not know.")])

    build(FunctionModel(keep), memory, "Ana").run_sync("Ben says: the launch is on Friday.")
    assert build(FunctionModel(answer), memory, "Ana").run_sync("When is the launch?").output == LAUNCH
    assert build(FunctionModel(answer), memory, "Cleo").run_sync("When is the launch?").output == "I do not know."
    assert memory.who_knows(LAUNCH) == {"Ana": "knows"}


def test_the_tools_of_that_agent_can_be_called(memory: Any) -> None:
    calls = TestModel(call_tools=["recall", "remember"], custom_output_text="Done.")
    agent = import_module("agent_pydantic_ai").build(calls, memory, "Ana")
    assert agent.run_sync("Try everything.").output == "Done."
    assert calls.last_model_request_parameters is not None
    offered = [tool.name for tool in calls.last_model_request_parameters.function_tools]
    assert offered == ["recall", "remember", "who_knows"]


def test_a_claim_that_the_memory_does_not_understand_is_asked_for_again(memory: Any) -> None:
    def ask(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart(str(messages[-1].parts[0]))])
        return ModelResponse(parts=[ToolCallPart("who_knows", {"claim": "?"})])

    said = import_module("agent_pydantic_ai").build(FunctionModel(ask), memory, "Ana").run_sync("Who knows?")
    assert "A claim states something" in said.output


def test_a_graph_of_langgraph_recalls_answers_and_remembers(memory: Any) -> None:
    def respond(line: str, recalled: Sequence[str]) -> str:
        return recalled[0] if recalled else "I do not know."

    graph = import_module("agent_langgraph").build(respond, memory, "Ana")
    assert graph.invoke({"speaker": "Ben", "line": LAUNCH})["answer"] == "I do not know."
    assert graph.invoke({"speaker": "Cleo", "line": "When is the launch?"})["answer"] == LAUNCH
    assert memory.who_knows(LAUNCH) == {"Ana": "knows"}


def test_what_is_wrong_is_said(memory: Any) -> None:
    with pytest.raises(RuntimeError, match="1970"):
        memory.remember(["Ana"], LAUNCH, when="1066-10-14T09:00:00Z")
    assert memory.recall("Nobody", "the launch") == []
