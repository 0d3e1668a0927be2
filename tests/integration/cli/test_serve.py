"""``serve`` as a process of its own: what it says, who may ask it, how it ends; and what is refused in one line."""

import asyncio
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from app.cli.errors import EXIT_CODES
from app.errors import Conflict, InvalidInput
from tests.integration.cli.conftest import RunCommand
from tests.integration.mcp.seats import Served, seat_urls
from tests.integration.mcp.serving import begun, new_container

pytestmark = pytest.mark.long


SECONDS = 60.0
PEOPLE = ("mara", "guard-1")


@asynccontextmanager
async def serving(saves: Path, *arguments: str, **environment: str) -> AsyncIterator[tuple[Process, str, str]]:
    """The process, its address, and what it said up to then."""
    given = {**os.environ, "TALEKEEPER_SAVES": str(saves), "TALEKEEPER_EMBEDDER": "words", **environment}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "serve", "--port", "0", *arguments, stdout=PIPE, stderr=PIPE, env=given
    )
    assert process.stdout is not None
    said = ""
    try:
        async with asyncio.timeout(SECONDS):
            while "Ctrl-C" not in said:
                line = (await process.stdout.readline()).decode()
                assert line, (await process.communicate())[1].decode()
                said += line
        found = re.search(r"http://\S+:\d+", said)
        assert found is not None
        yield process, found[0], said
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(SECONDS):
            await process.communicate()


async def test_it_serves_until_it_is_stopped_logs_each_request_and_shows_the_admins_token_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "saves", "--verbose", "--tokens") as (process, url, said):
        assert said.count("token") == 1
        headers = {"Authorization": f"Bearer {said.split('Admin token: ')[1].split()[0]}"}
        async with httpx2.AsyncClient(base_url=url, timeout=SECONDS) as client:
            assert (await client.get("/v1/games")).status_code == 401
            made = await client.post("/v1/games", json={"scenario": "tide-bell"}, headers=headers)
            assert made.status_code == 201
        process.send_signal(signal.SIGTERM)
        _, logged = await process.communicate()
    assert process.returncode == 0
    assert '"route": "/games", "status": 201' in logged.decode()
    assert str(tmp_path) not in logged.decode()


async def test_each_seat_has_a_token_of_its_own_and_a_request_to_end_closes_the_game(tmp_path: Path) -> None:
    container = new_container(tmp_path / "saves")
    game_id = begun(container)
    container.library().close(game_id)
    admin = "an-admin-token-of-mine"
    async with serving(tmp_path / "saves", TALEKEEPER_ADMIN_TOKEN=admin) as (process, url, told):
        assert "token" in told
        assert admin not in told
        tokens = await made_tokens(f"{url}/v1/games/{game_id}/tokens", admin)
        server = Served(seat_urls(url, game_id, *PEOPLE), tokens)
        async with server.client("narrator") as head, server.client("mara", mode="legacy") as mara:
            await head.call_tool("add_note", {"text": "It rains."})
            said = await mara.call_tool("say", {"text": "We are closed."})
            assert not said.is_error
            assert "We are closed." in (await head.read_resource("game://journal")).contents[0].text  # type: ignore[union-attr]  # it is text
            process.send_signal(signal.SIGTERM)
            assert await process.communicate() == (b"", b"")
        assert process.returncode == 0
    turns = new_container(tmp_path / "saves").turns()
    assert turns.state(game_id).turn == 2
    await turns.close(game_id)


async def made_tokens(url: str, admin: str) -> dict[str, str]:
    """A token for the narrator's seat and for that of each person, made over HTTP."""
    asked = {"narrator": {"role": "master"}} | {npc: {"role": "character", "npc_id": npc} for npc in PEOPLE}
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {admin}"}, timeout=SECONDS, verify=False) as http:
        tokens = {seat: (await http.post(url, json=body)).json()["token"] for seat, body in asked.items()}
    assert len(set(tokens.values())) == len(asked)
    return tokens


def test_a_port_that_is_taken_is_a_conflict(command: RunCommand) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = command("serve", "--port", str(port))
    assert ran.code == EXIT_CODES[Conflict]
    assert f"Port {port} is not available (Address already in use); choose another with --port." in ran.err


@pytest.mark.parametrize(
    ("host", "error"),
    [
        ("nowhere.invalid", Conflict),
        ("256.1.1.1", Conflict),
        ("no such host", Conflict),
        ("\ud800", InvalidInput),
        ("ä" * 70, InvalidInput),
    ],
)
def test_a_host_that_is_no_address_is_refused_in_one_line_before_the_server_is_loaded(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, host: str, error: type[Exception]
) -> None:
    monkeypatch.setitem(sys.modules, "app.api.application", None)
    ran = command("serve", "--host", host, "--port", "0")
    assert ran.code == EXIT_CODES[error]  # type: ignore[index]  # these are the game's own
    assert (ran.out, ran.err.count("\n")) == ("", 1)


def test_a_token_that_is_easily_guessed_is_refused_and_not_repeated(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_ADMIN_TOKEN", "guess me")
    ran = command("serve", "--port", "0")
    assert ran.code == EXIT_CODES[InvalidInput]
    assert "The setting TALEKEEPER_ADMIN_TOKEN cannot be used" in ran.err
    assert "guess me" not in ran.err
