"""The API of a container in the test's own process, and clients of every role."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from fastapi import FastAPI

from app.api.application import create_app
from app.api.context import Services
from app.api.listening import LOOPBACK, listening_socket
from app.api.serving import serve
from app.container import Container
from app.interfaces.agents.narrator import INarrator
from app.interfaces.tokens import GameRole
from app.models.sheets.scenario import ScenarioSheet
from tests.integration.mcp.serving import SECONDS, begun, new_container

ADMIN = "the-admin-of-these-tests"


@dataclass(frozen=True)
class Api:
    container: Container
    app: FastAPI

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def begin(self, *players: str, sheet: ScenarioSheet | None = None) -> str:
        return begun(self.container, sheet, *players)

    def token(self, game_id: str, role: GameRole, whose: str | None = None) -> str:
        """A player's is the first player's, a character's is mara's unless told otherwise."""
        player_id = (whose or "player") if role == "player" else None
        npc_id = (whose or "mara") if role == "character" else None
        return self.services.tokens.create(game_id, role, player_id, npc_id)[1]

    def client(self, token: str | None = None, **headers: str) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app), base_url="http://localhost", headers=_headers(token, headers)
        )


def _headers(token: str | None, others: dict[str, str]) -> dict[str, str]:
    return others if token is None else {"Authorization": f"Bearer {token}", **others}


def new_api(saves: Path, narrator: INarrator | None = None, *, tokens_required: bool = True, **settings: Any) -> Api:
    return api_on(new_container(saves, narrator, **settings), tokens_required=tokens_required)


def api_on(container: Container, *, tokens_required: bool = True) -> Api:
    admin = ADMIN if tokens_required else None
    return Api(container, create_app(container, admin_token=admin, hosts=LOOPBACK))


@dataclass(frozen=True)
class Served:
    """An API on a port of the loopback interface."""

    api: Api
    url: str
    stop: asyncio.Event
    serving: "asyncio.Task[None]"

    def client(self, token: str | None = None, **headers: str) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(base_url=self.url, headers=_headers(token, headers), timeout=SECONDS, verify=False)


@asynccontextmanager
async def served(api: Api) -> AsyncIterator[Served]:
    listening = listening_socket(0, "127.0.0.1")
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(api.app, api.container, listening, stop))
    try:
        yield Served(api, f"http://127.0.0.1:{listening.getsockname()[1]}", stop, serving)
    finally:
        stop.set()
        async with asyncio.timeout(SECONDS):
            await serving


@dataclass(frozen=True)
class Sent:
    """One event of a stream."""

    name: str
    data: Any
    id: str | None = None


class Stream:
    """Reads the events of an open response."""

    def __init__(self, response: httpx2.Response) -> None:
        self._lines = response.aiter_lines()

    async def next(self) -> Sent | None:
        """The next event, None at the end."""
        fields: dict[str, str] = {}
        async with asyncio.timeout(SECONDS):
            async for line in self._lines:
                if not line and "event" not in fields:  # a comment, or an id that stands for all before it
                    fields.pop("id", None)
                elif not line:
                    return Sent(fields["event"], json.loads(fields["data"]), fields.get("id"))
                name, _, value = line.partition(": ")
                if name:
                    fields[name] = value
        return None

    async def until(self, name: str) -> list[Sent]:
        """The events up to the next of this name, that one included; all that are left if there is none."""
        found = []
        while (sent := await self.next()) is not None:
            found.append(sent)
            if sent.name == name:
                break
        return found


@asynccontextmanager
async def streaming(client: httpx2.AsyncClient, path: str, **headers: str) -> AsyncIterator[Stream]:
    """The events of a path, from the first one on."""
    async with client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200, (await response.aread()).decode()
        yield Stream(response)


def events_of(text: str) -> Iterator[Sent]:
    """The events of a stream that has ended."""
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        yield Sent(fields["event"], json.loads(fields["data"]), fields.get("id"))
