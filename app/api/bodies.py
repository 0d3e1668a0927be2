"""Bodies of requests: that they are JSON, and large ones read where the event loop does not wait for it."""

import email.message
import json
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from typing_extensions import override

from app.services.game.games.concurrency import in_thread

LARGE = 10_000
"""Bytes of JSON that take a thread to read."""
MOST_VALUES = 5_000
"""Keys and values of a body that a route checks, which takes some ten microseconds for each that is wrong."""
_JOINED_AT_ONCE = 1_000_000  # bytes


async def joined_body(parts: Sequence[bytes]) -> bytes:
    """The parts of a body as one."""
    if sum(map(len, parts)) > _JOINED_AT_ONCE:
        return await in_thread(partial(b"".join, parts))
    return b"".join(parts)


class _Request(Request):
    @override
    async def body(self) -> bytes:
        if not hasattr(self, "_body"):
            self._body = await joined_body([part async for part in self.stream()])
        return self._body

    @override
    async def json(self) -> Any:
        body = await self.body()
        return await in_thread(partial(_parsed, body)) if len(body) > LARGE else await super().json()


class BodyRoute(APIRoute):
    """A route that may have a body."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answered(request: Request) -> Response:
            return await answer(_Request(request.scope, request.receive))

        return answered


async def _json_file(request: Request) -> bytes:
    kind = email.message.Message()
    kind["content-type"] = request.headers.get("content-type", "")
    subtype = kind.get_content_subtype()
    if kind.get_content_maintype() != "application" or not (subtype == "json" or subtype.endswith("+json")):
        raise HTTPException(415, "A body is JSON here: say so in Content-Type.")
    return await request.body()


JsonFile = Annotated[bytes, Depends(_json_file)]
"""A body that is a file of JSON, for whoever reads it in a thread."""


def _parsed(body: bytes) -> Any:
    value = json.loads(body)
    left, level = MOST_VALUES, [value]
    while level:
        left -= len(level)
        if left < 0:
            raise HTTPException(413, f"A body has at most {MOST_VALUES:,} values here.")
        inner: list[Any] = []
        for each in level:
            inner += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        level = inner
    return value
