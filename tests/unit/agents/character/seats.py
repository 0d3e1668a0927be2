"""A seat that answers from a list, and a model that follows a script."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.errors import NotFound
from app.interfaces.character_tool_lists import ACTING_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec

Reply = str | tuple[str, dict[str, Any]]
"""A text, or a call of a tool."""


class FakeSeat:
    """Implements `ISeat`: answers each call with the next answer, or raises it; ``called`` is its history. A test may
    set what it lists, and what a call does first."""

    title = "A test"
    resources: Sequence[ResourceSpec] = ()
    prompts = (PromptSpec("minimal", ""), PromptSpec("consulting", ""))

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self.called: list[tuple[str, dict[str, Any]]] = []
        self.listed: Sequence[ToolSpec] = (*MEMORY_TOOLS, *ACTING_TOOLS)
        self.on_call: Callable[[str], Awaitable[None]] | None = None
        self._answers = list(answers)

    @property
    def tools(self) -> Sequence[ToolSpec]:
        return self.listed

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        self.called.append((name, dict(arguments)))
        if self.on_call is not None:
            await self.on_call(name)
        answer = self._answers.pop(0) if self._answers else {"memories": []}
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def read(self, uri: str) -> str:
        raise NotFound(uri)

    async def prompt(self, name: str) -> str:
        return f"The {name} way."


class Script:
    """A model whose answers are the given ones, one for each request; a list of calls is one answer."""

    def __init__(self, *answers: Reply | Sequence[Reply]) -> None:
        self._answers = list(answers)
        self.requests: list[list[ModelMessage]] = []
        self.infos: list[AgentInfo] = []
        self.model = FunctionModel(self._answer, model_name="scripted")

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.requests.append(list(messages))
        self.infos.append(info)
        answer = self._answers.pop(0) if self._answers else "Done."
        pieces = [answer] if isinstance(answer, str | tuple) else list(answer)
        return ModelResponse(
            parts=[TextPart(piece) if isinstance(piece, str) else ToolCallPart(*piece) for piece in pieces]
        )

    def results(self, request: int) -> list[ToolReturnPart]:
        """What its calls had brought by then."""
        return [
            part
            for message in self.requests[request]
            if isinstance(message, ModelRequest)
            for part in message.parts
            if isinstance(part, ToolReturnPart)
        ]
