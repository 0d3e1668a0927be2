"""What an answer may take: time, characters, parts; and what is never done for too long at a stretch."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pytest_mock import MockerFixture

from app.agents.limits import MAX_PARTS, AnswerLimits, current_waiting
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.agents.narrator.model import tools
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.agents.servers.bounds import MAX_BODY, MAX_EVENT, bounded
from app.errors import ModelUnavailable
from app.language.checks.model_text import MAX_HEARD
from app.models.command import Command, Outcome
from tests.integration.minds.table import run, skipped
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage

Said = str | dict[int, DeltaToolCall]
WAIT = {"tool": "advance_time", "minutes": 1}


def model_of(answer: Callable[[], AsyncIterator[Said]], limits: AnswerLimits) -> MeteredModel:
    async def answered(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[Said]:
        async for piece in answer():
            yield piece

    model = MeteredModel(FunctionModel(stream_function=answered), 60)
    model.limits = limits
    return model


async def never() -> AsyncIterator[Said]:
    await asyncio.Event().wait()
    yield ""


async def stalling() -> AsyncIterator[Said]:
    yield "You "
    await asyncio.Event().wait()


async def dripping() -> AsyncIterator[Said]:
    while True:
        yield "and "
        await asyncio.sleep(3)


@pytest.mark.parametrize(
    ("answer", "seconds"), [(never, 20), (stalling, 5), (dripping, 60)], ids=["first token", "idle", "total"]
)
def test_an_answer_has_time_to_begin_to_go_on_and_to_end(
    answer: Callable[[], AsyncIterator[Said]], seconds: float
) -> None:
    async def asked() -> float:
        with pytest.raises(ModelUnavailable, match="in time"):
            await ask_streaming(model_of(answer, AnswerLimits(first_token=20, idle=5)), "", "Hello?", lambda _: None)
        return skipped()

    assert run(asked()) == pytest.approx(seconds, abs=1)


def test_signs_of_life_put_off_when_an_answer_is_late_but_not_the_end_of_its_time() -> None:
    async def asked(times: int) -> float:
        async def answer() -> AsyncIterator[Said]:
            waiting = current_waiting.get()
            assert waiting is not None
            for _ in range(times):
                await asyncio.sleep(15)
                waiting.alive()
            yield "You wait."

        await ask_streaming(model_of(answer, AnswerLimits(first_token=20, idle=5)), "", "Hello?", lambda _: None)
        return skipped()

    assert run(asked(3)) == pytest.approx(45, abs=1)
    with pytest.raises(ModelUnavailable, match="longer than 60 seconds"):
        run(asked(5))


def test_a_late_model_costs_a_guided_turn_its_time_and_nothing_else() -> None:
    async def played() -> float:
        stage = Stage("take the lantern")
        narrator = GuidedNarrator(model_of(never, AnswerLimits(turn=40)), OfflineNarrator())
        narration = await stage.narrated_by(narrator)
        assert (narration.degraded, stage.executed) == (True, ["take_item"])
        return skipped()

    assert run(played()) == pytest.approx(40, abs=1)


def test_the_time_of_a_turn_covers_what_its_tools_do() -> None:
    async def played() -> float:
        stage = Stage()

        async def execute(_: Command) -> Outcome:
            await asyncio.sleep(10_000)
            raise AssertionError

        model = MeteredModel(ScriptedModel([WAIT], ["Time passes."]).model)
        model.limits = AnswerLimits(turn=90)
        with pytest.raises(ModelUnavailable, match="in time"):
            await NarratorAgent(model).narrate(replace(stage.scene, execute=execute))
        return skipped()

    assert run(played()) == pytest.approx(90, abs=1)


async def test_thousands_of_calls_in_one_answer_are_neither_counted_nor_read(mocker: MockerFixture) -> None:
    """Of 3,000 calls each used to be weighed against all others, 39 seconds long."""
    weighed = mocker.spy(tools, "_text_of")
    stage, script = Stage(), ScriptedModel([WAIT] * 3_000, ["Time passes."], ["Time passes."])
    narration = await stage.narrated_by(NarratorAgent(script.model))
    assert len(stage.executed) == tools.MAX_TOOL_CALLS
    assert narration.text == "Time passes."
    assert weighed.call_count < (tools.MAX_TOOL_CALLS + 4) * 2 * MAX_PARTS


async def test_other_work_comes_between_two_calls_and_between_two_pieces() -> None:
    rounds = 0

    async def elsewhere() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    async def rounds_of(*answers: Sequence[str | dict[str, Any]]) -> int:
        before = rounds
        await Stage().narrated_by(NarratorAgent(ScriptedModel(*answers).model))
        return rounds - before

    other = asyncio.create_task(elsewhere())
    short, long = await rounds_of(["You wait."]), await rounds_of(["It is "] + ["very "] * 300 + ["quiet."])
    refused = await rounds_of([WAIT] * MAX_PARTS, ["You wait."], ["You wait."])
    other.cancel()
    assert long - short >= 300
    assert refused - short >= MAX_PARTS


async def test_an_endless_answer_is_an_answer_that_cannot_be_read() -> None:
    heard: list[str] = []

    async def endless() -> AsyncIterator[Said]:
        while True:
            yield "You wait. " * 1_000

    with pytest.raises(ModelUnavailable, match="cannot be read"):
        await ask_streaming(model_of(endless, AnswerLimits()), "", "Hello?", heard.append)
    assert len("".join(heard)) <= MAX_HEARD


class Body(httpx2.AsyncByteStream):
    """Chunks that are counted when they are read."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = chunks
        self.read = 0
        self.closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            self.read += 1
            yield chunk

    async def aclose(self) -> None:
        self.closed = True


async def read(body: Body, kind: str) -> bytes:
    response = httpx2.Response(200, headers={"content-type": kind}, stream=body)
    return b"".join([chunk async for chunk in bounded(response).aiter_raw()])


EVENTS = "text/event-stream; charset=utf-8"


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n", b"\r\r"])
@pytest.mark.parametrize("size", [1, 7, 1_000])
async def test_a_long_stream_of_short_events_is_read_whole(end: bytes, size: int) -> None:
    data = (b"data: 1" + end) * (2 * MAX_EVENT // 8)
    body = Body(*(data[at : at + size] for at in range(0, len(data), size)))
    assert await read(body, EVENTS) == data
    assert body.closed


@pytest.mark.parametrize(("kind", "most"), [(EVENTS, MAX_EVENT), ("application/json", MAX_BODY)])
async def test_what_is_too_long_to_be_an_event_or_an_answer_breaks_off(kind: str, most: int) -> None:
    body = Body(*[b"data: x\n" * 1_000] * 1_000)
    with pytest.raises(UnexpectedModelBehavior):
        await read(body, kind)
    assert body.read == most // 8_000 + 1
