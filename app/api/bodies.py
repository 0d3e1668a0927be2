"""Request bodies: JSON, but for files; and large ones parsed in a thread so that the event loop does not wait."""

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
"""Bytes of JSON above which a body is parsed in a thread."""
MOST_VALUES = 5_000
"""The most keys and values that a validated body may have; reporting an invalid one takes about ten microseconds."""
_JOINED_AT_ONCE = 1_000_000  # bytes


async def joined_body(parts: Sequence[bytes]) -> bytes:
    """Return the parts of a body joined, in a thread where they are large."""
    if sum(map(len, parts)) > _JOINED_AT_ONCE:
        return await in_thread(partial(b"".join, parts))
    return b"".join(parts)


class _Request(Request):
    most_values = MOST_VALUES

    @override
    async def body(self) -> bytes:
        if not hasattr(self, "_body"):
            self._body = await joined_body([part async for part in self.stream()])
        return self._body

    @override
    async def json(self) -> Any:
        body = await self.body()
        return await in_thread(partial(_parsed, body, self.most_values)) if len(body) > LARGE else await super().json()


class BodyRoute(APIRoute):
    """A route whose requests may have a body, of at most ``most_values`` keys and values."""

    most_values = MOST_VALUES

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answered(request: Request) -> Response:
            given = _Request(request.scope, request.receive)
            given.most_values = self.most_values
            return await answer(given)

        return answered


async def _json_file(request: Request) -> bytes:
    kind = email.message.Message()
    kind["content-type"] = request.headers.get("content-type", "")
    subtype = kind.get_content_subtype()
    if kind.get_content_maintype() != "application" or not (subtype == "json" or subtype.endswith("+json")):
        raise HTTPException(415, "The body must be JSON, and Content-Type must say so.")
    return await request.body()


JsonFile = Annotated[bytes, Depends(_json_file)]
"""A body that is a JSON file, for routes that parse it themselves in a thread. Raises 415 for any other content type.
"""


async def _any_file(request: Request) -> bytes:
    return await request.body()


AnyFile = Annotated[bytes, Depends(_any_file)]
"""A body that is a file of any kind, for routes that look into it themselves in a thread."""
ANY_FILE: dict[str, Any] = {
    "openapi_extra": {
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
}
"""What OpenAPI says of a route that takes an `AnyFile`."""


def _parsed(body: bytes, most: int) -> Any:
    value = json.loads(body)
    left, level = most, [value]
    while level:
        left -= len(level)
        if left < 0:
            raise HTTPException(413, f"A body has at most {most:,} values here.")
        inner: list[Any] = []
        for each in level:
            inner += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        level = inner
    return value
