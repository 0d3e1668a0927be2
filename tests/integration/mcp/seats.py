"""The seats of a game, served on the loopback interface in the test's own process, and real clients at them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from app.container import Container
from tests.integration.api import asking
from tests.integration.mcp.serving import SECONDS


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
async def served(container: Container, game_id: str, *people: str) -> AsyncIterator[ServedHere]:
    """Serve the narrator's seat, with a game master's token, and these people's, each with its own."""
    api = asking.api_on(container)
    tokens = {npc_id: api.token(game_id, "character", npc_id) for npc_id in people}
    tokens["narrator"] = api.token(game_id, "master")
    async with asking.served(api) as server:
        yield ServedHere(seat_urls(server.url, game_id, *people), tokens, server.stop, server.serving)


def seat_urls(server: str, game_id: str, *people: str) -> dict[str, str]:
    seats = f"{server}/mcp/{game_id}"
    return {"narrator": f"{seats}/narrator"} | {npc_id: f"{seats}/character/{npc_id}" for npc_id in people}
