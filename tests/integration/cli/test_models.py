"""The command line with a model: a server on loopback that speaks as OpenAI's do."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic_ai import models

from app.events.command_table import NARRATOR_COMMANDS
from tests.integration.cli.conftest import RunCommand
from tests.integration.wire.server import Answering, FakeServer, Step, fails, says

Serve = Callable[..., FakeServer]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Start a server and let the settings name it."""
    servers: list[FakeServer] = []

    def start(*steps: Step) -> FakeServer:
        servers.append(FakeServer(*[_without_keeping_alive(step) for step in steps]))
        monkeypatch.setenv("TALEKEEPER_BASE_URL", servers[-1].url)
        monkeypatch.setenv("TALEKEEPER_SUMMARIZER_MODEL", "offline")
        monkeypatch.setenv("TALEKEEPER_API_KEY", "secret-key")
        return servers[-1]

    with models.override_allow_model_requests(True):
        yield start
    for server in servers:
        server.stop()


def _without_keeping_alive(step: Step) -> Step:
    """The same answer, after which the connection is closed: a command's own loop has ended when the test goes on."""

    def answer(handler: Answering, body: dict[str, Any]) -> None:
        end_headers = handler.end_headers

        def close_too() -> None:
            handler.send_header("Connection", "close")
            end_headers()

        vars(handler)["end_headers"] = close_too
        step(handler, body)

    return answer


def test_doctor_asks_the_model(command: RunCommand, serve: Serve) -> None:
    server = serve(says("Ready."), says("Ready too."))
    ran = command("doctor", "--model", "openai-chat:fake")
    assert ran.code == 0, ran.out
    assert "ok  Narrator: openai-chat:fake answers: Ready." in ran.out
    assert "ok  Minds: openai-chat:fake answers: Ready too." in ran.out
    told, thought = server.requests
    assert (told["stream"], told["max_completion_tokens"], "tools" in told) == (True, 2000, False)
    assert not thought["stream"]
    assert "ok  Summarizer: offline" in ran.out


def test_doctor_says_why_the_model_does_not_answer_without_its_own_words(command: RunCommand, serve: Serve) -> None:
    serve(*[fails(401, "the key secret-key is wrong")] * 2)
    ran = command("doctor", "--model", "openai-chat:fake")
    assert ran.code == 1
    assert "!!  Narrator: " in ran.out
    assert "!!  Minds: " in ran.out
    assert "secret" not in ran.out + ran.err


@pytest.mark.parametrize(("calls", "code"), [((("advance_time", '{"minutes": 1}'),), 0), ((), 1)])
def test_doctor_asks_for_a_tool_call_where_the_game_would(
    command: RunCommand,
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    calls: tuple[tuple[str, str], ...],
    code: int,
) -> None:
    monkeypatch.setenv("TALEKEEPER_NARRATOR_MODE", "tools")
    monkeypatch.setenv("TALEKEEPER_MIND_MODEL", "offline")
    server = serve(says("Ready.", calls=calls))
    ran = command("doctor", "--model", "openai-chat:fake")
    assert ran.code == code, ran.out
    assert len(server.requests[0]["tools"]) == len(NARRATOR_COMMANDS) + 4
    found = "answers: it calls tools" if calls else "called none; use guided (TALEKEEPER_NARRATOR_MODE)."
    assert found in " ".join(ran.out.split())


def test_a_turn_told_by_a_model_is_shown_once(command: RunCommand, serve: Serve) -> None:
    serve(says("The tide ", "goes out, and the ", "planks tick."))
    ran = command("play", "tide-bell", "--model", "openai-chat:fake", typed="take the bucket\n")
    assert ran.code == 0, ran.err
    assert ran.out.count("The tide goes out, and the planks tick.") == 1
    assert ran.err == ""


def test_a_model_that_goes_away_costs_a_guided_game_no_turn(command: RunCommand, serve: Serve) -> None:
    serve(says("The tide goes out."), *[fails(500)] * 9)
    ran = command("play", "tide-bell", "--model", "openai-chat:fake", typed="take the bucket\ndrop the bucket\nlook\n")
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert told.count("failed with HTTP status 500. This was told by the rules of the game.") == 1
    assert len(re.findall("^> ", ran.out, re.MULTILINE)) == 3


def test_a_model_that_goes_away_ends_a_script_with_its_exit_code(
    command: RunCommand, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_NARRATOR_MODE", "tools")
    serve(says("The tide goes out."), *[fails(500)] * 9)
    ran = command("play", "tide-bell", "--model", "openai-chat:fake", typed="take the bucket\ndrop the bucket\nlook\n")
    assert ran.code == 6
    assert ran.err.count("\n") == 1
    assert "/model offline" in ran.err
    assert len(re.findall("^> ", ran.out, re.MULTILINE)) == 2


def test_a_game_goes_on_offline_after_its_model_went_away(command: RunCommand, serve: Serve) -> None:
    serve(*[fails(500)] * 9)
    command("play", "tide-bell", "--model", "openai-chat:fake", typed="take the bucket\n")
    ran = command("play", "--load", "traveller", typed="/model\nlook\n")
    assert ran.code == 0
    assert "The narrator is offline." in ran.out
    assert "The Ferry Landing · Day 1, 15:31" in ran.out


def test_the_model_of_the_command_line_can_be_left_during_the_game(command: RunCommand, serve: Serve) -> None:
    server = serve(says("The tide goes out."))
    lines = "/model\ntake the bucket\n/model offline\n/model\nlook\n"
    ran = command("play", "tide-bell", "--model", "openai-chat:fake", typed=lines)
    assert ran.code == 0, ran.err
    assert ran.out.count("The narrator is offline.") == 2
    assert len(server.requests) == 1
