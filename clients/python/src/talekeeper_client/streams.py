"""Streams that go on after the connection broke: a turn as it is narrated, and the events of a game."""

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import httpx
from httpx_sse import SSEError, aconnect_sse

from talekeeper_client.client import AuthenticatedClient, Client
from talekeeper_client.models import ProblemDetails, StreamEvents, TurnOut
from talekeeper_client.problems import ProblemError

ATTEMPTS = 5
"""How often a stream is opened before the error of a broken connection is raised."""
PAUSE = 0.5
"""Seconds before a broken stream is opened again; each time in a row after twice as long a pause."""
_SILENCE = 60.0
"""Seconds without a sign of life after which a connection counts as broken; the server sends one every 15."""


@dataclass(frozen=True)
class StreamEvent:
    """An event of a stream.

    Attributes:
        name: Its name: ``text``, ``turn``, ``presence`` …
        data: Its data, of the type that `StreamEvents` has for the name.
        id: Where a stream goes on behind it; None for an event that is sent once.
    """

    name: str
    data: Any
    id: str | None = None


async def play(
    client: Client | AuthenticatedClient,
    game_id: str,
    line: str,
    *,
    player_id: str | None = None,
    on_event: Callable[[StreamEvent], None] | None = None,
    key: str | None = None,
    pause: float = PAUSE,
) -> TurnOut:
    """Play a line, however often the connection breaks.

    Args:
        client: The client.
        game_id: The game.
        line: What the player types.
        player_id: Who says it; by default the token's player, else the first.
        on_event: Called with each event of the turn, among them pieces of its text; a turn that is asked for again may
            repeat them.
        key: A key for this one turn: the same line with the same key is played once. By default a new one.
        pause: Seconds before the first repetition.

    Raises:
        ProblemError: The turn did not happen.
        httpx.TransportError: The server could not be reached in `ATTEMPTS` attempts.
    """
    request: dict[str, Any] = {
        "method": "POST",
        "url": f"/v1/games/{game_id}/turns",
        "json": {"text": line, "player_id": player_id},
        "headers": {"Idempotency-Key": key or str(uuid.uuid4())},
    }
    for attempt in range(1, ATTEMPTS + 1):
        try:
            async with aclosing(_read(client, request)) as events:
                async for event in events:
                    if on_event is not None:
                        on_event(event)
                    if isinstance(event.data, ProblemDetails):
                        raise ProblemError(event.data)
                    if isinstance(event.data, TurnOut):
                        return event.data
            raise httpx.RemoteProtocolError("The stream ended before the turn did.")
        except httpx.TransportError:
            if attempt == ATTEMPTS:
                raise
        await asyncio.sleep(pause * 2 ** (attempt - 1))
    raise AssertionError


async def follow(
    client: Client | AuthenticatedClient, game_id: str, *, last_id: str | None = None, pause: float = PAUSE
) -> AsyncGenerator[StreamEvent, None]:
    """Yield the events of a game as they happen, without end; after a break it goes on behind the last one.

    Args:
        client: The client.
        game_id: The game.
        last_id: The id of the last event that was read: the stream begins behind it. None: with what happens now.
        pause: Seconds before the first attempt to go on.

    Raises:
        ProblemError: The server refuses the stream.
        httpx.TransportError: It could not be reached, or sent nothing, in `ATTEMPTS` attempts in a row.
    """
    attempt = 1
    while True:
        headers = {} if last_id is None else {"Last-Event-ID": last_id}
        request = {"method": "GET", "url": f"/v1/games/{game_id}/events", "headers": headers}
        try:
            async with aclosing(_read(client, request)) as events:
                async for event in events:
                    attempt, last_id = 1, event.id or last_id
                    yield event
            raise httpx.RemoteProtocolError("The stream ended.")
        except httpx.TransportError:
            if attempt == ATTEMPTS:
                raise
        await asyncio.sleep(pause * 2 ** (attempt - 1))
        attempt += 1


async def _read(client: Client | AuthenticatedClient, request: Mapping[str, Any]) -> AsyncGenerator[StreamEvent, None]:
    """Yield the events of one response; raise TransportError where it breaks."""
    timeout = httpx.Timeout(_SILENCE)
    async with aconnect_sse(client.get_async_httpx_client(), timeout=timeout, **request) as source:
        if source.response.is_error:
            await source.response.aread()
            raise ProblemError(_problem(source.response))
        try:
            async for sent in source.aiter_sse():
                if sent.data:
                    data = getattr(StreamEvents.from_dict({sent.event: json.loads(sent.data)}), sent.event, None)
                    yield StreamEvent(sent.event, data, sent.id or None)
        except SSEError as error:
            raise httpx.RemoteProtocolError(str(error)) from error


def _problem(response: httpx.Response) -> ProblemDetails:
    try:
        return ProblemDetails.from_dict(response.json())
    except ValueError:  # not of this server, but of something before it
        detail = f"The server answered {response.status_code}."
        return ProblemDetails(type_="about:blank", title="", status=response.status_code, detail=detail)
