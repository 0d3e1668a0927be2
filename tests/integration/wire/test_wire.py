"""The real client, the real wire, a fake server: what comes back as an answer and what as an error."""

import asyncio
import socket
from dataclasses import replace

import pytest

from app.agents.checking import check_model
from app.agents.factory import build_narrator, build_summarizer
from app.agents.limits import AnswerLimits
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.agents.summarizer.agent import SummarizerAgent
from app.errors import BudgetExhausted, ModelUnavailable
from app.events.command_table import NARRATOR_COMMANDS
from app.interfaces.metering import Meter, metered
from app.models.spend import Spend
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.server import Step, breaks_off, cut, fails, hangs, says, sends
from tests.unit.agents.model_narrator.stage import Stage
from tests.waiting import HANG, let_time_pass, until
from tests.worlds import new_game, say

TAKE = ("take_item", '{"item_id": "lantern"}')


def narrator(connect: Connect, *args: object, **options: object) -> NarratorAgent:
    return NarratorAgent(connect(*args, **options))


async def test_a_good_answer(serve: Serve, connect: Connect) -> None:
    server = serve(says("Ready."))
    with metered(Meter()) as meter:
        assert await check_model(connect(server, key="sk-mine")) == "Ready."
    assert (server.requests[0]["model"], server.keys) == ("fake", ["Bearer sk-mine"])
    assert (meter.spend.calls, meter.spend.input_tokens, meter.spend.output_tokens) == (1, 120, 30)
    assert meter.spend.cost is None


async def test_a_streamed_narration_comes_by_sentences(serve: Serve, connect: Connect) -> None:
    stage, server = Stage(), serve(says("You ", "wait", " here.", " It", " rains."))
    with metered(Meter()) as meter:
        narration = await stage.narrated_by(narrator(connect, server))
    assert narration.text == "You wait here. It rains."
    assert stage.shown == ["You wait here.", " It rains."]
    assert server.requests[0]["stream"] is True
    assert (meter.spend.calls, meter.spend.input_tokens, meter.spend.output_tokens) == (1, 120, 30)


async def test_a_tool_call_and_then_text(serve: Serve, connect: Connect) -> None:
    stage, server = Stage(), serve(says(calls=(TAKE,)), says("It is ", "yours."))
    with metered(Meter()) as meter:
        narration = await stage.narrated_by(narrator(connect, server))
    assert stage.executed == ["take_item"]
    assert narration.text == stage.told == "It is yours."
    result = server.requests[1]["messages"][-1]
    assert result["role"] == "tool"
    assert '"item_taken"' in result["content"]
    assert len(server.requests[0]["tools"]) == len(NARRATOR_COMMANDS) + 4
    assert meter.spend.calls == 2


async def test_a_refused_tool_call_reaches_the_model_as_a_failure(serve: Serve, connect: Connect) -> None:
    stage = Stage()
    server = serve(says(calls=(("take_item", '{"item_id": "anvil"}'),)), says("It is too heavy."))
    narration = await stage.narrated_by(narrator(connect, server))
    assert (stage.executed, narration.text, narration.degraded) == ([], "It is too heavy.", False)
    assert "anvil" in server.requests[1]["messages"][-1]["content"]


async def test_calls_of_one_answer_run_one_after_the_other(serve: Serve, connect: Connect) -> None:
    go = ("change_location", '{"location_id": "inn"}')
    give = ("give_item", '{"item_id": "lantern", "npc_id": "mara"}')
    stage, server = Stage(), serve(says(calls=(TAKE, go, give)), says("Mara beams."))
    await stage.narrated_by(narrator(connect, server))
    assert stage.executed == ["take_item", "change_location", "give_item"]


async def test_a_guided_turn_sends_no_tools(serve: Serve, connect: Connect) -> None:
    stage, server = Stage("take the lantern"), serve(says("<think>", "hm</th", "ink>You have", " it."))
    narration = await stage.narrated_by(GuidedNarrator(connect(server), OfflineNarrator()))
    assert (narration.text, stage.told) == ("You have it.", "You have it.")
    assert "tools" not in server.requests[0]


async def test_a_summary_over_the_wire(serve: Serve, connect: Connect) -> None:
    server, state = serve(says("Certainly!"), says("Élan came to the market.")), new_game()
    say(state, "Good morning!")
    summarizer = SummarizerAgent(connect(server), lambda text, *_: "chatty" if "Certainly" in text else None)
    made = await summarizer.summarize_location_session(state, "market", state.conversation_history)
    assert made == "Élan came to the market."
    assert "chatty" in server.requests[1]["messages"][-1]["content"]


async def test_an_empty_narration_is_asked_for_again_and_then_told_offline(serve: Serve, connect: Connect) -> None:
    stage, server = Stage(), serve(says(calls=(TAKE,)), says(""), says(" "))
    narration = await stage.narrated_by(narrator(connect, server))
    assert narration.degraded
    assert "lantern" in narration.text
    assert stage.executed == ["take_item"]


# -- failures ------------------------------------------------------------------------------------------------------

SECRET = "sk-secret prompt /home/me"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, "HTTP status 500"),
        (401, "refuses the key"),
        (404, "not known"),
        (429, "too often"),
        (402, "no credit"),
        (400, "HTTP status 400"),
        (503, "HTTP status 503"),
    ],
)
async def test_an_http_error_is_told_without_the_servers_words(
    serve: Serve, connect: Connect, status: int, words: str
) -> None:
    stage, server = Stage(), serve(*[fails(status, SECRET)] * 2)
    with metered(Meter()) as meter, pytest.raises(ModelUnavailable, match=words) as error:
        await stage.narrated_by(narrator(connect, server, key="sk-secret"))
    assert str(error.value).startswith("The model fake ")
    assert not any(word in str(error.value) for word in SECRET.split())
    assert error.value.__suppress_context__
    assert stage.shown == []
    assert meter.spend == Spend(calls=1)


async def test_a_failure_that_passes_is_waited_out_by_the_client(serve: Serve, connect: Connect) -> None:
    server = serve(fails(500, again=True), says("Ready."))
    assert await check_model(connect(server, retries=1)) == "Ready."


async def test_a_server_that_does_not_answer_in_time(serve: Serve, connect: Connect) -> None:
    server = serve(hangs())
    with pytest.raises(ModelUnavailable, match="in time"):
        await Stage().narrated_by(narrator(connect, server, timeout=0.1))
    server = serve(hangs())
    with pytest.raises(ModelUnavailable, match="in time"):
        await check_model(connect(server, timeout=0.1))


async def test_the_cap_on_calls_ends_endless_repetition(serve: Serve, connect: Connect) -> None:
    server = serve(*[fails(503)] * 5)
    agent = narrator(connect, server)
    with metered(Meter(calls_left=2)):
        for _ in range(2):
            with pytest.raises(ModelUnavailable):
                await Stage().narrated_by(agent)
        with pytest.raises(BudgetExhausted):
            await Stage().narrated_by(agent)
    assert len(server.requests) == 2


async def test_a_stream_that_stalls(serve: Serve, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, server = Stage(), serve(hangs("You wait. ", "And"))
    with metered(Meter()) as meter:
        telling = asyncio.create_task(stage.narrated_by(narrator(connect, server, timeout=HANG)))
        await until(lambda: stage.told == "You wait.")
        let_time_pass(monkeypatch, HANG)
        with pytest.raises(ModelUnavailable, match="in time"):
            await telling
    assert stage.told == "You wait."
    assert meter.spend.calls == 1


async def test_a_guided_stream_that_stalls(serve: Serve, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, server = Stage("take the lantern"), serve(hangs("You take"))
    guided = GuidedNarrator(connect(server, timeout=HANG), OfflineNarrator())
    telling = asyncio.create_task(stage.narrated_by(guided))
    await until(server.hanging.is_set, rounds=50)
    let_time_pass(monkeypatch, HANG)
    narration = await telling
    late = f"its whole answer takes longer than {HANG:g} seconds (TALEKEEPER_MODEL_TIMEOUT)"
    assert (narration.degraded, narration.failure) == (True, f"The model fake did not answer in time: {late}.")
    assert "lantern" in narration.text
    assert stage.told == narration.text
    assert stage.executed == ["take_item"]


@pytest.mark.parametrize("step", [fails(500), breaks_off("You take"), sends(b"not json at all"), cut("You take the")])
async def test_a_guided_turn_is_told_offline_whatever_the_server_does(
    serve: Serve, connect: Connect, step: Step
) -> None:
    stage, server = Stage("take the lantern"), serve(step, step)
    narration = await stage.narrated_by(GuidedNarrator(connect(server), OfflineNarrator()))
    assert narration.degraded
    assert stage.told == narration.text
    assert stage.executed == ["take_item"]


async def test_an_answer_that_was_cut_for_its_length_is_asked_for_again(serve: Serve, connect: Connect) -> None:
    stage, server = Stage("take the lantern"), serve(cut("You take the"), says("You have it."))
    model = connect(server)
    model.limits = AnswerLimits(max_tokens=300)
    narration = await stage.narrated_by(GuidedNarrator(model, OfflineNarrator()))
    assert (narration.text, narration.degraded, stage.told) == ("You have it.", False, "You have it.")
    assert "too long" in server.requests[1]["messages"][-1]["content"]
    assert server.requests[0]["max_completion_tokens"] == 300


async def test_an_endless_event_is_not_read_to_its_end(serve: Serve, connect: Connect) -> None:
    """The client library holds the event loop while it reads an event: half a second for these ten megabytes."""
    stage, server = Stage("take the lantern"), serve(says("You wait. " * 1_000_000))
    narration = await stage.narrated_by(GuidedNarrator(connect(server), OfflineNarrator()))
    assert (narration.degraded, narration.failure) == (True, "The model fake sent an answer that cannot be read.")
    assert stage.executed == ["take_item"]


async def test_an_endless_answer_that_is_not_streamed_is_not_read_to_its_end(serve: Serve, connect: Connect) -> None:
    server = serve(says("Ready. " * 1_000_000))
    with pytest.raises(ModelUnavailable):
        await check_model(connect(server))


async def test_a_stream_that_breaks_off(serve: Serve, connect: Connect) -> None:
    server = serve(breaks_off("You wait"))
    with pytest.raises(ModelUnavailable):
        await Stage().narrated_by(narrator(connect, server))


async def test_nobody_listens_there(serve: Serve, connect: Connect) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await Stage().narrated_by(narrator(connect, url))
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await check_model(connect(url))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"<html>Bad gateway</html>", "text/html"),
        (b"not json at all", "application/json"),
        (b"{}", "application/json"),
        (b'{"choices": []}', "application/json"),
        (b'{"choices": [{"message": 5}]}', "application/json"),
        (b"null", "application/json"),
        (b"\xff\xfe\x00", "application/json"),
        (b"", "application/json"),
        (b"data: {not json\n\n", "text/event-stream"),
        (b"data: 5\n\n", "text/event-stream"),
        (b'data: {"choices": 3}\n\n', "text/event-stream"),
        (b"", "text/event-stream"),
        (b"data: [DONE]\n\n", "text/event-stream"),
        (b'data: {"error": {"message": "sk-secret", "code": 500}}\n\n', "text/event-stream"),
    ],
)
async def test_an_answer_that_cannot_be_read(serve: Serve, connect: Connect, data: bytes, kind: str) -> None:
    server = serve(sends(data, kind), sends(data, kind))
    with pytest.raises(ModelUnavailable) as streamed:
        await Stage().narrated_by(narrator(connect, server))
    with pytest.raises(ModelUnavailable) as whole:
        await check_model(connect(server))
    assert "sk-secret" not in f"{streamed.value} {whole.value}"


async def test_the_players_stop_does_not_wait_for_the_server(serve: Serve, connect: Connect) -> None:
    stage, server = Stage(), serve(hangs("You wait. ", "And wait"))
    shown = asyncio.Event()
    scene = replace(stage.scene, show=lambda _: shown.set())
    turn = asyncio.create_task(narrator(connect, server).narrate(scene))
    await shown.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_a_cap_stops_before_anything_is_sent(serve: Serve, connect: Connect) -> None:
    server = serve()
    with metered(Meter(calls_left=0)), pytest.raises(BudgetExhausted):
        await Stage().narrated_by(narrator(connect, server))
    assert server.requests == []


# -- closing -------------------------------------------------------------------------------------------------------


async def test_what_the_factory_builds_closes_its_connections(serve: Serve) -> None:
    server = serve(says("You wait."), says("You have it."), says("Élan wished everybody a good morning."))
    stage, state = Stage("take the lantern"), new_game()
    say(state, "Good morning, everybody!")
    rules = OfflineNarrator()
    tools = build_narrator("fake", mode="tools", offline=rules, base_url=server.url)
    guided = build_narrator("fake", mode="guided", offline=rules, base_url=server.url)
    summarizer = build_summarizer("fake", base_url=server.url)
    await Stage().narrated_by(tools)
    await stage.narrated_by(guided)
    await summarizer.summarize_location_session(state, "market", state.conversation_history)
    assert server.connections == 3
    for one in (tools, guided, summarizer):
        await one.aclose()
        await one.aclose()
    assert await asyncio.to_thread(server.left_alone.wait, HANG)


async def test_closing_what_was_never_asked_does_nothing(serve: Serve, connect: Connect) -> None:
    server = serve()
    await narrator(connect, server).aclose()
    assert (server.requests, server.connections) == ([], 0)
