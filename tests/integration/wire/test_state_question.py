"""The question of a strict guard over the wire: what a server is sent, what it may answer, and that it may fail."""

import pytest

from app.agents.narrator.model.state_question import ANSWER_TOKENS
from app.container import model_narrator
from app.interfaces.metering import Meter, metered
from app.settings import Settings
from tests.integration.wire.conftest import Serve
from tests.integration.wire.server import FakeServer, Step, cut, fails, says
from tests.told import Told
from tests.unit.agents.model_narrator.stage import Stage
from tests.unit.agents.model_narrator.test_guided import TAKE, Rules

BAD = "The market lies far off by now."
TEXT = f"You lift the lantern. {BAD}"
GOOD = "You lift the lantern."
LEFT = "1:2"
"""That the player has left the place is the first statement."""


async def told_by(server: FakeServer, stage: Stage, strictness: str = "strict") -> tuple[Told, int]:
    """The turn, and how many calls it was charged."""
    settings = Settings(model="fake", base_url=server.url, strictness=strictness)  # type: ignore[arg-type]  # a literal
    narrator = model_narrator(settings, Rules(TAKE))
    with metered(meter := Meter()):
        told = await stage.narrated_by(narrator)
    await narrator.aclose()
    return told, meter.spend.calls


@pytest.mark.parametrize("answer", [says(LEFT), says("1: 2, 40:1"), cut("1:2, and that is")])
async def test_a_text_is_written_once_more_after_the_answer(serve: Serve, answer: Step) -> None:
    server, stage = serve(says(TEXT), answer, says(GOOD), says("0")), Stage()
    told, calls = await told_by(server, stage)
    assert (told.text, told.degraded, stage.told, calls) == (GOOD, False, GOOD, 4)
    asked = server.requests[1]
    assert (asked["max_completion_tokens"], asked["temperature"]) == (ANSWER_TOKENS, 0.0)
    assert not {"tools", "response_format"} & asked.keys()
    assert BAD in str(server.requests[2]["messages"][-1])


@pytest.mark.parametrize("answer", [fails(400), says("That is hard to say."), says("99:1"), says("")])
async def test_a_text_passes_where_the_answer_says_nothing(serve: Serve, answer: Step) -> None:
    stage = Stage()
    told, calls = await told_by(serve(says(TEXT), answer), stage)
    assert (told.text, told.degraded, stage.told, calls) == (TEXT, False, TEXT, 2)


async def test_at_balanced_there_is_no_further_call(serve: Serve) -> None:
    server, stage = serve(says(TEXT)), Stage()
    told, calls = await told_by(server, stage, "balanced")
    assert (told.text, calls, len(server.requests)) == (TEXT, 1, 1)
