"""``serve`` as a process of its own: what it says, who may ask it, how it ends."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

SECONDS = 60.0


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


async def test_it_serves_until_it_is_stopped_and_logs_a_line_for_each_request(tmp_path: Path) -> None:
    async with serving(tmp_path / "saves", "--verbose") as (process, url, said):
        assert "token" not in said
        async with httpx2.AsyncClient(base_url=url, timeout=SECONDS) as client:
            made = await client.post("/v1/games", json={"scenario": "tide-bell"})
            assert made.status_code == 201
        process.send_signal(signal.SIGTERM)
        _, logged = await process.communicate()
    assert process.returncode == 0
    assert '"route": "/games", "status": 201' in logged.decode()
    assert str(tmp_path) not in logged.decode()


async def test_with_tokens_it_shows_the_admins_once_unless_it_was_given(tmp_path: Path) -> None:
    async with serving(tmp_path / "saves", "--tokens") as (_, url, said):
        token = said.split("Admin token: ")[1].split()[0]
        async with httpx2.AsyncClient(base_url=url, timeout=SECONDS) as client:
            assert (await client.get("/v1/games")).status_code == 401
            headers = {"Authorization": f"Bearer {token}"}
            assert (await client.get("/v1/games", headers=headers)).status_code == 200
    given = "an-admin-token-of-mine"
    async with serving(tmp_path / "saves", TALEKEEPER_ADMIN_TOKEN=given) as (_, _, said):
        assert given not in said


async def test_an_address_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    environment = {**os.environ, "TALEKEEPER_SAVES": str(tmp_path), "TALEKEEPER_EMBEDDER": "words"}
    for host in ("no such host", "256.1.1.1"):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app", "serve", "--host", host, stdout=PIPE, stderr=PIPE, env=environment
        )
        _, said = await process.communicate()
        assert process.returncode in (2, 5)
        assert said.decode().count("\n") == 1, said.decode()
