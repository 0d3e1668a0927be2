"""A real server on the loopback interface, in the test's own process, and real clients at it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from dependency_injector import providers
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from app.container import Container
from app.embeddings.vectors import WORDS
from app.interfaces.agents.narrator import INarrator
from app.interfaces.seat import ISeat
from app.mcp.http import OpenSeat, listening_socket, new_token, serve_http, url_of
from app.models.sheets.scenario import ScenarioSheet
from app.settings import Settings
from tests.worlds import small_sheet

SECONDS = 30.0
"""How long anything may take before a test fails instead of hanging."""


def new_container(saves: Path, narrator: INarrator | None = None) -> Container:
    """Everything real, words alone, saved in a folder of the test's own."""
    saves.mkdir(exist_ok=True)
    container = Container()
    container.settings.override(providers.Object(Settings(saves=saves, embedder=WORDS)))
    if narrator is not None:
        container.narrator.override(providers.Object(narrator))
    return container


def begun(container: Container, sheet: ScenarioSheet | None = None) -> str:
    """A new game; its id."""
    return container.library().begin(sheet or small_sheet(), "Élan", seed=7)


@dataclass(frozen=True)
class Served:
    """A server: where each seat is, and what opens it."""

    urls: dict[str, str]
    tokens: dict[str, str]

    @asynccontextmanager
    async def client(self, path: str, *, token: str | None = None, mode: str = "auto") -> AsyncIterator[Client]:
        """A client at a seat, with its token unless another is given."""
        async with self.http(path, token=token) as http:
            transport = streamable_http_client(self.urls[path], http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=SECONDS) as client:
                yield client

    @asynccontextmanager
    async def http(self, path: str, *, token: str | None = None, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
        """Bare HTTP with a seat's token, for whatever no client would send."""
        given = {"Authorization": f"Bearer {token or self.tokens[path]}", **headers}
        async with httpx2.AsyncClient(headers=given, timeout=SECONDS, verify=False) as http:
            yield http


@dataclass(frozen=True)
class ServedHere(Served):
    """A server in this process, and what stops it."""

    stop: asyncio.Event
    serving: "asyncio.Task[None]"


@asynccontextmanager
async def served(**seats: ISeat) -> AsyncIterator[ServedHere]:
    """Serve seats, each under its name as path, until the block is left."""
    offered = [OpenSeat(f"/{name}", seat, new_token()) for name, seat in seats.items()]
    listening = listening_socket(0)
    stop = asyncio.Event()
    urls = {one.path.removeprefix("/"): url_of(listening, one.path) for one in offered}
    tokens = {one.path.removeprefix("/"): one.token for one in offered}
    serving = asyncio.create_task(serve_http(offered, listening, stop))
    try:
        yield ServedHere(urls, tokens, stop, serving)
    finally:
        stop.set()
        async with asyncio.timeout(SECONDS):
            await serving


def asked(method: str, number: int = 1, **params: Any) -> dict[str, Any]:
    """A request as it goes over the wire."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
