"""Servers of models as they are: the same words and calls, however they are sent; broken answers by the rules."""

from dataclasses import replace
from typing import Any

import pytest

from app.agents.limits import AnswerLimits
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_model
from app.agents.summarizer.agent import SummarizerAgent
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.quirks import BROKEN, CALLING, GOOD, Calls, refuses, says_with
from tests.integration.wire.server import Answering, fails, says
from tests.integration.wire.turns import MODES, failure_of, narrator, played
from tests.told import Told, narrated
from tests.unit.agents.model_narrator.stage import Stage
from tests.worlds import new_game, say

pytestmark = pytest.mark.long

GO: Calls = (("take_item", {"item_id": "lantern"}), ("change_location", {"location_id": "inn"}))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("quirk", GOOD)
async def test_an_answer_is_told_as_any_other(serve: Serve, connect: Connect, mode: str, quirk: str) -> None:
    server = serve(says_with(GOOD[quirk], "You have ", "it."))
    narration, stage = await played(connect(server), mode)
    assert (narration.text, narration.degraded) == ("You have it.", False)
    if (quirk, mode) == ("thoughts without the opening tag", "tools"):
        assert stage.told.endswith("You have it.")  # it was shown before it turned out to be a thought
    else:
        assert stage.told == "You have it."
    assert len(server.requests) == 1


@pytest.mark.parametrize("quirk", [quirk for quirk in GOOD if not quirk.startswith(("speaks", "goes on"))])
async def test_a_whole_answer_is_read_as_any_other(serve: Serve, connect: Connect, quirk: str) -> None:
    """A server that streams though it was asked for a whole answer is one of them."""
    said = await ask_model(connect(serve(says_with(GOOD[quirk], "You have ", "it."))), "", "And?")
    assert said.strip() == "You have it."


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("quirk", BROKEN)
async def test_a_broken_answer_is_none(serve: Serve, connect: Connect, mode: str, quirk: str) -> None:
    step, words = BROKEN[quirk]
    said = await failure_of(connect(serve(says_with(step, "You take ", "the"))), mode)
    assert words in said
    assert "secret" not in said


async def test_an_answer_cut_for_its_length_undoes_a_turn_with_tools(serve: Serve, connect: Connect) -> None:
    said = await failure_of(connect(serve(says("You take the", finish="length"))), "tools")
    assert "TALEKEEPER_MAX_TOKENS_PER_ANSWER" in said


@pytest.mark.parametrize("quirk", CALLING)
async def test_calls_are_carried_out_as_any_other(serve: Serve, connect: Connect, quirk: str) -> None:
    server = serve(says_with(CALLING[quirk], calls=GO), says("You have it."))
    narration, stage = await played(connect(server), "tools")
    assert stage.executed == ["take_item", "change_location"]
    assert (narration.text, narration.degraded) == (
        "You go through the inn door. Smoke and warm light.\n\nMara Ironhand, the innkeeper, is here.\n\n"
        "Ways from here: the street door (west, to the Market).\n\nYou have it.",
        False,
    )
    ids = [message["tool_call_id"] for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert len(set(ids)) == 2


# -- what is refused -----------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "max_completion_tokens": (("max_completion_tokens",), {}),
    "stream_options": (("stream_options",), {}),
    "stop": (("stop",), {"words": "Unsupported parameter: '{name}' is not supported with this model."}),
    "both, one after the other": (("max_completion_tokens", "stream_options"), {}),
    "any limit": (("max_completion_tokens", "max_tokens"), {}),
    "by a validator": (("stream_options",), {"status": 422, "words": "body.{name}: Extra inputs are not permitted"}),
    "as a fault of its own": (("stream_options",), {"status": 500, "words": "unexpected keyword argument '{name}'"}),
    "with no word of why": (("max_completion_tokens", "stream_options", "stop"), {"words": "Bad request"}),
    "for the other limit": (
        ("max_completion_tokens",),
        {"words": "Unknown field '{name}', use 'max_tokens' instead"},
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", REFUSED)
async def test_what_a_server_refuses_is_left_out_and_remembered(
    serve: Serve, connect: Connect, mode: str, kind: str
) -> None:
    names, options = REFUSED[kind]
    server = serve(*[refuses(*names, **options, then=says("You have it."))] * 5)
    model = connect(server)
    model.limits = AnswerLimits(max_tokens=300)
    narration, _ = await played(model, mode)
    assert (narration.text, narration.degraded) == ("You have it.", False)
    before = len(server.requests)
    assert before <= 1 + len(names)
    await played(model, mode)
    assert len(server.requests) == before + 1
    last = server.requests[-1]
    assert not any(name in last for name in names)
    if "max_tokens" not in names and "max_completion_tokens" in names:
        assert last["max_tokens"] == 300


@pytest.mark.parametrize("mode", MODES)
async def test_a_server_that_refuses_to_stream_is_asked_for_a_whole_answer(
    serve: Serve, connect: Connect, mode: str
) -> None:
    def answer(handler: Answering, body: dict[str, Any]) -> None:
        if body.get("stream"):
            handler.send(400, b'{"error": {"message": "Streaming is not supported."}}')
        else:
            says("You have it.")(handler, body)

    server = serve(*[answer] * 3)
    model = connect(server)
    for _ in range(2):
        narration, _ = await played(model, mode)
        assert (narration.text, narration.degraded) == ("You have it.", False)
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        (500, "tools param requires --jinja flag"),
        (404, "No endpoints found that support tool use."),
    ],
)
async def test_a_model_without_tools_is_said_to_want_guided(
    serve: Serve, connect: Connect, status: int, words: str
) -> None:
    step = refuses("tools", status=status, words=words, then=says("You have it."))
    said = await failure_of(connect(serve(step, step)), "tools")
    assert "use guided (TALEKEEPER_NARRATOR_MODE)" in said
    narration, _ = await played(connect(serve(step)), "guided")
    assert narration.text == "You have it."


TOO_LONG = [
    (400, "This model's maximum context length is 4096 tokens. However, you requested 6432 tokens."),
    (400, "the request exceeds the available context size. try increasing the context size"),
    (400, "Trying to keep the first 5000 tokens when context the overflows. n_ctx: 4096"),
    (413, "prompt is too long: 208310 tokens > 200000 maximum"),
    (500, "input length exceeds the model's maximum input length"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("status", "words"), TOO_LONG)
async def test_a_prompt_that_is_too_long_is_tried_smaller_once_and_then_said_to_be(
    serve: Serve, connect: Connect, mode: str, status: int, words: str
) -> None:
    refusal = fails(status, words)
    server = serve(refusal, says("You have it."), refusal, refusal)
    model = connect(server)
    narration, stage = await limited(model, mode)
    assert (narration.text, narration.degraded, len(stage.limits)) == ("You have it.", False, 1)
    assert model.server is not None
    assert model.server.prompt_budget == stage.limits[0]
    assert "the prompt is too long for it (TALEKEEPER_PROMPT_BUDGET)" in await failure_of(model, mode)
    assert len(server.requests) == 4


class Limited(Stage):
    """A scene that notes what its prompts were limited to."""

    limits: list[int]


async def limited(model: MeteredModel, mode: str) -> tuple[Told, Limited]:
    stage = Limited("take the lantern")
    stage.limits = []
    scene = replace(stage.scene, limit_prompt=stage.limits.append)
    return await narrated(narrator(model, mode), scene, stage.teller), stage


async def test_messages_that_are_too_long_to_condense_are_tried_shorter_once(serve: Serve, connect: Connect) -> None:
    server, state = serve(fails(*TOO_LONG[0]), says("Élan sang.")), new_game()
    say(state, "La la la. " * 400)
    made = await SummarizerAgent(connect(server), lambda *_: None).summarize_location_session(
        state, "market", state.conversation_history
    )
    assert made == "Élan sang."
    first, second = (len(str(request["messages"])) for request in server.requests)
    assert second < first
