"""Recording what a model is sent, what it answers and how long that takes, for trials of models."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic_ai import ModelMessage, ModelRequest, ModelResponse, RunContext
from pydantic_ai.messages import ModelResponseStreamEvent, SystemPromptPart, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.agents.metered_model import MeteredModel


@dataclass
class RecordedCall:
    """One call of a model.

    Attributes:
        instructions: Its system prompt.
        prompt: All text of users in it.
        has_tools: Whether tools were offered.
        text: The answer as it came; "" where there was none.
        called: The names of the tools that it calls.
        first_token: Seconds until the answer began; None where it never did, and for answers that were not streamed.
        seconds: Seconds for the whole call, failures included.
        output_tokens: The tokens of the answer, as the server counts them.
    """

    instructions: str
    prompt: str
    has_tools: bool = False
    text: str = ""
    called: list[str] = field(default_factory=list)
    first_token: float | None = None
    seconds: float = 0.0
    output_tokens: int = 0

    def hear(self, answer: ModelResponse) -> None:
        """Note the answer, or as much of it as has come."""
        self.text = "".join(part.content for part in answer.parts if isinstance(part, TextPart))
        self.called = [part.tool_name for part in answer.parts if isinstance(part, ToolCallPart)]
        self.output_tokens = answer.usage.output_tokens


@contextmanager
def recorded(model: MeteredModel, calls: list[RecordedCall]) -> Iterator[None]:
    """Add the calls of a model within the block to a list, in the order in which they were begun."""
    wrapped, model.wrapped = model.wrapped, _Recorder(model.wrapped, calls)
    try:
        yield
    finally:
        model.wrapped = wrapped


class _Recorder(WrapperModel):
    def __init__(self, wrapped: Model, calls: list[RecordedCall]) -> None:
        super().__init__(wrapped)
        self._calls = calls

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        with self._timed(messages, model_request_parameters) as call:
            answer = await self.wrapped.request(messages, model_settings, model_request_parameters)
            call.hear(answer)
            return answer

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        with self._timed(messages, model_request_parameters) as call:
            begun = _now()
            async with self.wrapped.request_stream(
                messages, model_settings, model_request_parameters, run_context
            ) as stream:
                events = stream._get_event_iterator  # noqa: SLF001  # the method that each kind of stream overrides
                stream._get_event_iterator = lambda: _timed(events(), call, begun)  # type: ignore[method-assign]  # noqa: SLF001  # as above
                try:
                    yield stream
                finally:
                    call.hear(stream.get())

    @contextmanager
    def _timed(self, messages: list[ModelMessage], parameters: ModelRequestParameters) -> Iterator[RecordedCall]:
        requests = [message for message in messages if isinstance(message, ModelRequest)]
        parts = [part for request in requests for part in request.parts]
        systems = [part.content for part in parts if isinstance(part, SystemPromptPart)]
        call = RecordedCall(
            instructions="\n".join([*systems, *(request.instructions or "" for request in requests[-1:])]),
            prompt="\n".join(str(part.content) for part in parts if isinstance(part, UserPromptPart)),
            has_tools=bool(parameters.function_tools),
        )
        self._calls.append(call)
        begun = _now()
        try:
            yield call
        finally:
            call.seconds = _now() - begun


async def _timed(
    events: AsyncIterator[ModelResponseStreamEvent], call: RecordedCall, begun: float
) -> AsyncIterator[ModelResponseStreamEvent]:
    async for event in events:
        if call.first_token is None:
            call.first_token = _now() - begun
        yield event


def _now() -> float:
    return asyncio.get_running_loop().time()
