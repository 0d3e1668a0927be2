"""What counts as a call: each one that is made, answered or not, so that a cap ends endless repetition."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.metered_model import MeteredModel
from app.agents.models import ask_model, ask_streaming
from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.metering import Meter, metered
from app.models.spend import Spend


class Server:
    """A model that does with each call what a test says."""

    def __init__(self, answer: Callable[[], str], timeout: float = 5) -> None:
        self.calls = 0
        self.asked_once = asyncio.Event()
        self._answer = answer
        self.model = MeteredModel(FunctionModel(self._whole, stream_function=self._streamed), timeout)

    async def _whole(self, _: list[ModelMessage], __: AgentInfo) -> ModelResponse:
        self.calls += 1
        self.asked_once.set()
        if not (text := self._answer()):
            await asyncio.Event().wait()
        return ModelResponse(parts=[TextPart(text)])

    async def _streamed(self, _: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
        self.calls += 1
        self.asked_once.set()
        if not (text := self._answer()):
            await asyncio.Event().wait()
        yield text

    async def asked(self, *, streaming: bool) -> None:
        if streaming:
            await ask_streaming(self.model, "", "Hello?", lambda _: None)
        else:
            await ask_model(self.model, "", "Hello?")


def broken() -> str:
    raise ModelHTTPError(503, "broken")


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_failed_call_is_a_call_without_tokens(streaming: bool) -> None:
    server = Server(broken)
    with metered(Meter()) as meter, pytest.raises(ModelUnavailable):
        await server.asked(streaming=streaming)
    assert meter.spend == Spend(calls=1)


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_call_that_is_not_answered_in_time_is_a_call(streaming: bool) -> None:
    server = Server(str, timeout=0.05)
    with metered(Meter()) as meter, pytest.raises(ModelUnavailable, match="in time"):
        await server.asked(streaming=streaming)
    assert meter.spend == Spend(calls=1)


@pytest.mark.parametrize("streaming", [False, True])
async def test_the_cap_on_calls_ends_endless_repetition(streaming: bool) -> None:
    server = Server(broken)
    with metered(Meter(calls_left=2)):
        for _ in range(2):
            with pytest.raises(ModelUnavailable):
                await server.asked(streaming=streaming)
        with pytest.raises(BudgetExhausted):
            await server.asked(streaming=streaming)
    assert server.calls == 2


@pytest.mark.parametrize("streaming", [False, True])
async def test_an_answered_call_counts_once_with_its_tokens(streaming: bool) -> None:
    server = Server(lambda: "Hello.")
    with metered(Meter()) as meter:
        await server.asked(streaming=streaming)
    assert meter.spend.calls == 1
    assert meter.spend.input_tokens > 0 < meter.spend.output_tokens


async def test_calls_at_once_do_not_slip_past_the_cap_together() -> None:
    server = Server(lambda: "Hello.")
    with metered(Meter(calls_left=2)) as meter:
        asked = [server.asked(streaming=False) for _ in range(5)]
        done = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(one) for one in done].count(BudgetExhausted) == 3
    assert (server.calls, meter.spend.calls) == (2, 2)


async def test_a_stopped_call_was_made() -> None:
    server = Server(str)
    with metered(Meter()) as meter:
        asked = asyncio.create_task(server.asked(streaming=True))
        await server.asked_once.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
    assert meter.spend.calls == 1
