"""How long a model is waited for, what is sent to it, and when it is asked again."""

import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from app.agents.checking import check_narrator
from app.agents.limits import AnswerLimits, Waiting
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_model, build_model
from app.errors import InvalidInput
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.quirks import GOOD, says_with
from tests.integration.wire.server import Answering, FakeServer, Step, says
from tests.integration.wire.turns import MODES, failure_of, narrator, played

pytestmark = pytest.mark.long

# -- waiting -------------------------------------------------------------------------------------------------------


def busy(status: int, after: str) -> Step:
    return lambda handler, _: handler.send(status, b'{"error": {"message": "busy"}}', Retry_After=after)


def patient(connect: Connect, server: FakeServer, turn: float) -> tuple[MeteredModel, list[float]]:
    """A model that notes what it waits, and does not wait."""
    model, waited = connect(server, retries=2), list[float]()
    model.limits = AnswerLimits(turn=turn)

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    model.sleep = sleep
    return model, waited


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("status", [429, 503, 529])
async def test_a_busy_server_is_waited_for_within_the_turns_time(
    serve: Serve, connect: Connect, mode: str, status: int
) -> None:
    model, waited = patient(connect, serve(busy(status, "70"), says("You have it.")), turn=3_600)
    narration, _ = await played(model, mode)
    assert (narration.text, waited) == ("You have it.", [70])


@pytest.mark.parametrize("mode", MODES)
async def test_the_wait_may_be_given_as_a_date(serve: Serve, connect: Connect, mode: str) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=1_000), usegmt=True)
    model, waited = patient(connect, serve(busy(503, date), says("You have it.")), turn=3_600)
    narration, _ = await played(model, mode)
    assert narration.text == "You have it."
    assert 0 < waited[0] <= 1_000


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("status", "words"), [(429, "asked too often"), (503, "status 503"), (529, "status 529")])
async def test_a_wait_beyond_the_turns_time_is_said_in_seconds(
    serve: Serve, connect: Connect, mode: str, status: int, words: str
) -> None:
    model, waited = patient(connect, serve(busy(status, "300")), turn=200)
    said = await failure_of(model, mode)
    assert (words in said, waited) == (True, [])
    assert said.endswith("; try again in 300 seconds.")


@pytest.mark.parametrize("mode", MODES)
async def test_a_server_that_loads_its_model_is_asked_until_it_has(serve: Serve, connect: Connect, mode: str) -> None:
    loading = lambda handler, _: handler.send(503, b'{"error": {"message": "Loading model"}}')  # noqa: E731  # a step
    model, waited = patient(connect, serve(*[loading] * 4, says("You have it.")), turn=3_600)
    model.limits = AnswerLimits(turn=3_600, first_token=30, cold_start=3_000)
    narration, _ = await played(model, mode)
    assert (narration.text, len(waited)) == ("You have it.", 4)


def alive(times: int, next_one: threading.Semaphore) -> Step:
    """Sends so many signs of life, each when the one before has been heard, then the answer."""

    def answer(handler: Answering, _: dict[str, Any]) -> None:
        handler.begin_stream()
        for _sign in range(times):
            handler.chunk(b": keep-alive\n\n")
            assert next_one.acquire(timeout=60)
        for data in ({"content": "You have it."}, {}):
            handler.event({"choices": [{"delta": data, "finish_reason": None if data else "stop"}]})
        handler.event("[DONE]")
        handler.chunk(b"")

    return answer


def silent(handler: Answering, _: dict[str, Any]) -> None:
    handler.server.released.wait(60)
    handler.close_connection = True


@pytest.mark.parametrize("mode", MODES)
async def test_signs_of_life_before_an_answer_put_off_its_deadline(
    serve: Serve, connect: Connect, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long they do is shown with a clock that is moved, in the tests of limits."""
    heard = threading.Semaphore(0)
    put_off = Waiting.alive

    def noted(waiting: Waiting) -> None:
        put_off(waiting)
        heard.release()

    monkeypatch.setattr(Waiting, "alive", noted)
    model = connect(serve(alive(20, heard)), timeout=300)
    model.limits = AnswerLimits(first_token=200, idle=60)
    narration, _ = await played(model, mode)
    assert (narration.text, narration.degraded) == ("You have it.", False)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("limits", "setting"),
    [
        (AnswerLimits(first_token=0.1), "it had not begun after 0.1 seconds (TALEKEEPER_MODEL_FIRST_TOKEN)"),
        (
            AnswerLimits(first_token=0.05, cold_start=0.2),
            "it had not begun after 0.2 seconds (TALEKEEPER_MODEL_COLD_START)",
        ),
        (AnswerLimits(turn=0.1), "the turn took longer than 0.1 seconds (TALEKEEPER_TURN_TIMEOUT)"),
        (AnswerLimits(), "its whole answer takes longer than 0.3 seconds (TALEKEEPER_MODEL_TIMEOUT)"),
    ],
)
async def test_a_late_answer_names_the_setting(
    serve: Serve, connect: Connect, mode: str, limits: AnswerLimits, setting: str
) -> None:
    model = connect(serve(silent), timeout=0.3)
    model.limits = limits
    assert await failure_of(model, mode) == f"The model fake did not answer in time: {setting}."


async def test_a_model_that_has_answered_is_cold_no_longer(serve: Serve, connect: Connect) -> None:
    model = connect(serve(says("You have it."), silent), timeout=60)
    model.limits = AnswerLimits(first_token=0.1, cold_start=50)
    narration, _ = await played(model, "guided")
    assert not narration.degraded
    assert "MODEL_FIRST_TOKEN" in await failure_of(model, "guided")


@pytest.mark.parametrize("mode", MODES)
async def test_silence_within_an_answer_names_its_setting(serve: Serve, connect: Connect, mode: str) -> None:
    def stalls(handler: Answering, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.event({"choices": [{"delta": {"content": "You take"}}]})
        silent(handler, body)

    model = connect(serve(stalls), timeout=60)
    model.limits = AnswerLimits(idle=0.2)
    said = await failure_of(model, mode)
    assert said.endswith("it was silent for 0.2 seconds (TALEKEEPER_MODEL_IDLE).")


# -- what is sent --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
async def test_a_server_is_asked_to_stop_where_the_model_speaks_for_a_player(
    serve: Serve, connect: Connect, mode: str
) -> None:
    server = serve(says("You have it."))
    await played(connect(server), mode)
    assert server.requests[0]["stop"] == ["\nÉlan:", "\nUser:", "\n### Instruction"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_model_that_thinks_is_not_stopped_within_its_thoughts(
    serve: Serve, connect: Connect, mode: str
) -> None:
    server = serve(*[says_with(GOOD["thoughts in reasoning"], "You have it.")] * 2)
    model = connect(server)
    for _ in range(2):
        await played(model, mode)
    assert ["stop" in request for request in server.requests] == [True, False]


@pytest.mark.parametrize("mode", MODES)
async def test_an_answer_that_speaks_for_a_player_is_not_read_on(serve: Serve, connect: Connect, mode: str) -> None:
    def endless(handler: Answering, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.event({"choices": [{"delta": {"content": "You have it.\nÉlan: I go."}}]})
        silent(handler, body)

    narration, _ = await played(connect(serve(endless), timeout=60), mode)
    assert (narration.text, narration.degraded) == ("You have it.", False)


async def test_a_key_is_sent_without_the_blanks_around_it(serve: Serve, connect: Connect) -> None:
    server = serve(says("Ready."))
    await ask_model(connect(server, key=" sk-mine\n"), "", "?")
    assert server.keys == ["Bearer sk-mine"]


@pytest.mark.parametrize("key", ["sk-mine sk-yours", "sk-mine\nsk-yours", "sk-mïne", "sk-\tmine"])
@pytest.mark.parametrize("base_url", [None, "http://localhost:1/v1"])
def test_a_key_that_is_none_is_refused_clearly(key: str, base_url: str | None) -> None:
    with pytest.raises(InvalidInput, match="A key has no blanks, line breaks or special signs") as error:
        build_model("openai:gpt-5-mini", base_url, key, 5)
    assert "mine" not in str(error.value)


@pytest.mark.parametrize("mode", MODES)
async def test_a_model_is_checked_as_a_turn_asks(serve: Serve, connect: Connect, mode: str) -> None:
    call = (("advance_time", '{"minutes": 1}'),) if mode == "tools" else ()
    server = serve(says("Ready.", calls=call))
    model = connect(server)
    model.limits = AnswerLimits(max_tokens=700)
    assert await check_narrator(narrator(model, mode)) == ("it calls tools" if call else "Ready.")
    request = server.requests[0]
    assert (request["stream"], request["max_completion_tokens"], "tools" in request) == (True, 700, mode == "tools")
