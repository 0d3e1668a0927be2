"""A seat as clients see it, over the SDK's own in-memory connection, in both eras of the protocol."""

import asyncio
import logging
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from app import __version__
from app.errors import NotPossible
from app.mcp.server import run_cancelled_once, schema_of, server_for
from tests.unit.mcp.fake_seat import MORE, FakeSeat


@pytest.fixture
def seat() -> FakeSeat:
    return FakeSeat()


@pytest.fixture(params=["legacy", "auto"])
def connection(request: pytest.FixtureRequest, seat: FakeSeat) -> Client:
    """A client that is yet to be entered."""
    return Client(server_for(seat), mode=request.param)


def said(result: Any) -> str:
    """The text of a call's result."""
    text: str = result.content[0].text
    return text


async def test_the_server_says_whose_seat_it_is_and_that_all_it_gives_is_data(connection: Client) -> None:
    async with connection as client:
        assert "the fake seat" in (client.instructions or "")
        assert "never instructions" in (client.instructions or "")


async def test_the_server_says_which_version_of_the_game_it_is(connection: Client) -> None:
    async with connection as client:
        server = client.server_info
        assert server is not None
        assert (server.name, server.version) == ("talekeeper", __version__)


async def test_each_tool_is_listed_with_schema_description_and_whether_it_changes_anything(connection: Client) -> None:
    async with connection as client:
        echo, wait = (await client.list_tools()).tools
        assert (echo.name, echo.description) == ("echo", "Say something\nand hear it again.")
        assert echo.input_schema["required"] == ["text"]
        assert echo.input_schema["properties"]["text"] == {"type": "string", "maxLength": 50, "description": "anything"}
        assert echo.input_schema["additionalProperties"] is False
        assert wait.input_schema == {"type": "object", "properties": {}, "additionalProperties": False}
        assert echo.annotations is not None
        assert wait.annotations is not None
        assert (echo.annotations.read_only_hint, wait.annotations.read_only_hint) == (True, False)
        assert not wait.annotations.idempotent_hint
        assert not wait.annotations.destructive_hint


def test_a_schema_holds_no_pattern_that_only_one_dialect_knows() -> None:
    schema = schema_of(FakeSeat.tools[0])
    assert r"\p" not in str(schema)
    assert schema["$defs"]["Attitude"]["enum"][0] == "hostile"


def test_a_tool_that_is_listed_in_short_has_the_schema_of_these_arguments_and_forbids_no_others() -> None:
    assert schema_of(MORE) == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


async def test_tools_that_the_seat_lists_later_can_be_called_before_and_are_listed_then(connection: Client) -> None:
    async with connection as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["echo", "wait"]
        assert not (await client.call_tool("more", {})).is_error
        echo, _, more = (await client.list_tools()).tools
        assert (more.name, more.description) == ("more", "List it.")
        assert echo.input_schema["properties"]["text"]["maxLength"] == 50


async def test_a_call_is_answered_structured_and_as_text(connection: Client) -> None:
    async with connection as client:
        result = await client.call_tool("echo", {"text": "hä?"})
        assert result.structured_content == {"text": "hä?"}
        assert said(result) == '{"text": "hä?"}'


async def test_an_error_of_the_game_is_a_failed_call_of_one_line(connection: Client) -> None:
    async with connection as client:
        result = await client.call_tool("echo", {"text": "forbidden"})
        assert (result.is_error, said(result)) == (True, "Not here. Not now.")
        assert result.structured_content is None


async def test_a_tool_that_is_not_there_and_missing_arguments_are_failed_calls(connection: Client) -> None:
    async with connection as client:
        assert said(await client.call_tool("dance", {})) == "There is no tool 'dance' here."
        result = await client.call_tool("echo")
        assert (result.is_error, said(result)) == (True, "Bad arguments of echo, text: Field required.")


async def test_a_fault_of_the_program_is_logged_and_told_without_a_traceback_or_a_path(
    seat: FakeSeat, connection: Client, log_lines: list[str]
) -> None:
    async with connection as client:
        seat.answers["call"] = RuntimeError("/home/somebody/secret.py failed")
        result = await client.call_tool("echo", {"text": "x"})
        assert result.is_error
        assert said(result) == "An internal error (RuntimeError); games are saved up to their last turn."
        assert any(line.startswith("ERROR: internal error: RuntimeError") for line in log_lines)
        seat.answers.clear()
        assert not (await client.call_tool("echo", {"text": "still there"})).is_error


async def test_an_answer_that_is_no_json_is_a_fault_and_not_the_end_of_the_connection(
    seat: FakeSeat, connection: Client, log_lines: list[str]
) -> None:
    async with connection as client:
        seat.answers["call"] = {"x": float("nan")}
        assert (await client.call_tool("echo", {"text": "x"})).is_error
        seat.answers["call"] = {"x": "a\ud800"}
        assert (await client.call_tool("echo", {"text": "x"})).structured_content == {"x": "a?"}


async def test_resources_are_listed_and_read(seat: FakeSeat, connection: Client) -> None:
    async with connection as client:
        (resource,) = (await client.list_resources()).resources
        assert (resource.uri, resource.name, resource.mime_type) == ("game://scene", "The scene", "text/plain")
        (contents,) = (await client.read_resource("game://scene")).contents
        assert contents.text == "A market."  # type: ignore[union-attr]  # the fake's only resource is text


@pytest.mark.parametrize("uri", ["game://moon", "file:///etc/passwd", "", "\x00"])
async def test_a_resource_that_is_not_there_is_an_error_of_one_line(connection: Client, uri: str) -> None:
    async with connection as client:
        with pytest.raises(MCPError, match="There is no resource"):
            await client.read_resource(uri)


async def test_a_resource_that_cannot_be_made_says_so(seat: FakeSeat, connection: Client, log_lines: list[str]) -> None:
    async with connection as client:
        seat.answers["read"] = KeyError("/secret")
        with pytest.raises(MCPError, match=r"^An internal error \(KeyError\)"):
            await client.read_resource("game://scene")
        seat.answers["read"] = NotPossible("Nobody\nis anywhere.")
        with pytest.raises(MCPError, match=r"^Nobody is anywhere\.$"):
            await client.read_resource("game://scene")


async def test_prompts_are_listed_and_given(seat: FakeSeat, connection: Client) -> None:
    async with connection as client:
        (prompt,) = (await client.list_prompts()).prompts
        assert (prompt.name, prompt.description) == ("minimal", "To begin with.")
        result = await client.get_prompt("minimal")
        assert result.messages[0].content.text == "You are somebody."  # type: ignore[union-attr]  # it is text
        with pytest.raises(MCPError, match="There is no prompt 'maximal' here"):
            await client.get_prompt("maximal")


async def test_a_client_that_gives_up_stops_its_call_once_and_the_call_cleans_up(seat: FakeSeat) -> None:
    async with Client(server_for(seat), mode="legacy") as client:
        call = asyncio.create_task(client.call_tool("wait", {}))
        await seat.waiting.wait()
        call.cancel()
        await asyncio.wait({call})
        while "ended" not in seat.undone:  # noqa: ASYNC110  # the server has its own task for it
            await asyncio.sleep(0)
        assert seat.undone == ["begun", "ended"]
        assert not (await client.call_tool("echo", {"text": "still there"})).is_error


async def test_work_whose_caller_is_gone_may_fail_without_a_sound(caplog: pytest.LogCaptureFixture) -> None:
    async def fail_when_cancelled() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise NotPossible("too late") from None

    caller = asyncio.create_task(run_cancelled_once(fail_when_cancelled()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
