"""``python -m app mcp`` as a process of its own, spoken to over standard input and output."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from app.cli.errors import EXIT_CODES
from app.errors import Conflict
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS
from tests.integration.mcp.serving import SECONDS, asked, begun, new_container

pytestmark = pytest.mark.long


PROJECT = Path(__file__).resolve().parents[3]
HANDSHAKE = (
    asked(
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    ),
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game that lies in the folder and that nobody has open."""
    container = new_container(tmp_path / "saves")
    game_id = begun(container)
    container.library().close(game_id)
    return game_id


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"TALEKEEPER_SAVES": str(tmp_path / "saves"), "TALEKEEPER_EMBEDDER": "words"}


def command_line(game: str, *options: str) -> list[str]:
    return ["-m", "app", "mcp", "--game", game, *options]


@pytest.fixture
def start(game: str, environment: dict[str, str]) -> Iterator["Start"]:
    """Starts servers, and ends those that a test has left running."""
    starting = Start(game, environment)
    yield starting
    for process in starting.processes:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class Start:
    """Starts ``mcp`` for the game with some options, with pipes at both ends."""

    def __init__(self, game: str, environment: dict[str, str]) -> None:
        self._game = game
        self._environment = environment
        self.processes: list[subprocess.Popen[bytes]] = []

    def __call__(self, *options: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, *command_line(self._game, *options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=PROJECT,
            env={**os.environ, **self._environment},
        )
        self.processes.append(process)
        return process


def send(process: subprocess.Popen[bytes], *messages: object) -> None:
    assert process.stdin is not None
    for message in messages:
        process.stdin.write(json.dumps(message).encode() + b"\n")
    process.stdin.flush()


async def test_a_client_plays_over_stdio_and_a_second_process_is_told_that_the_game_is_taken(
    game: str, environment: dict[str, str], start: Start, tmp_path: Path
) -> None:
    parameters = StdioServerParameters(
        command=sys.executable, args=command_line(game, "--narrator"), env=environment, cwd=PROJECT
    )
    with (tmp_path / "stderr").open("w+", encoding="utf-8") as errors:
        async with Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=SECONDS) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"look", "take_turn", "memories", "undo", "change_location", "add_note"} <= set(tools)
            second = start("--narrator")
            scene = (await client.call_tool("look", {})).structured_content or {}
            assert scene["place"]["id"] == "market"
            moved = await client.call_tool("change_location", {"location_id": "inn"})
            assert (moved.structured_content or {})["turn"] == 1
            refused = await client.call_tool("change_location", {"location_id": "tower"})
            assert refused.is_error
            assert "There is no way there from the Inn" in refused.content[0].text  # type: ignore[union-attr]  # it is text
            assert "Stalls under" not in (await client.read_resource("game://scene")).contents[0].text  # type: ignore[union-attr]  # it is text
            assert '"Inn"' in (await client.get_prompt("narrator")).messages[0].content.text  # type: ignore[union-attr]  # it is text
            out, err = second.communicate(timeout=SECONDS)
            assert second.returncode == EXIT_CODES[Conflict]
            assert out == b""
            assert len(err.decode().strip().splitlines()) == 1
            assert str(tmp_path) not in err.decode()
        errors.seek(0)
        assert errors.read().splitlines() == [
            f"Élan in A Small World ({game})",
            "Serving the narrator of A Small World on standard input and output.",
        ]
    reopened = new_container(tmp_path / "saves").turns()
    assert reopened.state(game).here.id == "inn"
    await reopened.close(game)


async def test_a_client_that_is_killed_amid_its_calls_leaves_whole_turns_and_a_process_that_ends(
    start: Start, game: str, tmp_path: Path
) -> None:
    process = start("--narrator")
    places = ["inn", "market"] * 20
    calls = [
        asked("tools/call", number, name="change_location", arguments={"location_id": place})
        for number, place in enumerate(places, start=2)
    ]
    send(process, *HANDSHAKE)
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert first["result"]["serverInfo"]["name"] == "talekeeper"
    assert process.stdin is not None
    process.stdin.write(b"no protocol at all\n\xff\xfe\n[1, 2\n")
    send(process, *calls)
    answers = [json.loads(process.stdout.readline()) for _ in range(3)]
    assert all(answer["jsonrpc"] == "2.0" and not answer["result"].get("isError") for answer in answers)
    process.stdout.close()
    process.stdin.close()
    assert process.wait(timeout=SECONDS) == 0
    turns = new_container(tmp_path / "saves").turns()
    state = turns.state(game)
    assert 3 <= state.turn <= len(places)
    assert state.here.id == places[state.turn - 1]
    assert {message.turn for message in state.conversation_history} == set(range(1, state.turn + 1))
    await turns.close(game)


def test_a_client_gets_all_tools_at_first_and_a_request_to_end_closes_the_game_while_it_says_nothing(
    start: Start, game: str, tmp_path: Path
) -> None:
    process = start("--character", "Mara", "--all-tools")
    send(process, *HANDSHAKE, asked("tools/call", 2, name="say", arguments={"text": "We are closed."}))
    assert process.stdout is not None
    lines = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert [line["id"] for line in lines] == [1, 2]
    assert not lines[1]["result"].get("isError"), lines[1]
    send(process, asked("tools/list", 3))
    listed = json.loads(process.stdout.readline())
    assert names_in(listed) == [spec.name for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)]
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=SECONDS) == 0, "while its standard input is open"
    out, err = process.communicate()
    assert out == b""
    assert re.search(r"Serving Mara Ironhand in A Small World on standard input and output\.\n$", err.decode())
    container = new_container(tmp_path / "saves")
    said = container.turns().state(game).conversation_history[0]
    assert (said.speaker_id, said.content) == ("mara", "We are closed.")
    container.library().close(game)


def names_in(answer: dict[str, Any]) -> list[str]:
    return [tool["name"] for tool in answer["result"]["tools"]]


def test_a_client_is_notified_when_the_seat_lists_more_tools(start: Start) -> None:
    process = start("--character", "Mara")
    assert process.stdout is not None
    listing = asked("tools/list", 2), asked("tools/call", 3, name="more_tools", arguments={"group": "keep"})
    send(process, *HANDSHAKE, *listing, asked("tools/call", 4, name="query_scene", arguments={}))
    lines = [json.loads(process.stdout.readline()) for _ in range(5)]
    send(process, asked("tools/list", 5))
    later = json.loads(process.stdout.readline())

    by_id = {line.get("id"): line for line in lines}
    assert by_id[1]["result"]["capabilities"]["tools"]["listChanged"] is True
    assert by_id[None]["method"] == "notifications/tools/list_changed"
    assert names_in(by_id[2]) == [spec.name for spec in FIRST_TOOLS]
    assert {"reinforce_memory", "associate_memories", "update_goal"} <= set(names_in(later))
