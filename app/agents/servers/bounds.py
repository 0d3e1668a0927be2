"""How much of an answer is read as it comes: the client library holds the event loop while it reads a piece."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx2
from pydantic_ai.exceptions import UnexpectedModelBehavior

MAX_EVENT, MAX_BODY = 32_000, 500_000
"""Bytes of one event of a stream and of a whole answer."""
_EVENT_ENDS = (b"\n\n", b"\r\r", b"\r\n\r\n")


@dataclass
class _BoundedBody(httpx2.AsyncByteStream):
    """The body of a response, which breaks off with UnexpectedModelBehavior where it becomes too long."""

    body: httpx2.AsyncByteStream
    in_events: bool

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size, tail = 0, b""
        async for chunk in self.body:
            seen = tail + chunk
            ended = max(seen.rfind(end) for end in _EVENT_ENDS) if self.in_events else -1
            size = size + len(chunk) if ended < 0 else len(seen) - ended
            if size > (MAX_EVENT if self.in_events else MAX_BODY):
                raise UnexpectedModelBehavior("The answer is too long.")
            tail = seen[-3:]
            yield chunk

    async def aclose(self) -> None:
        await self.body.aclose()


def bounded(response: httpx2.Response) -> httpx2.Response:
    """The response, of which no event or whole answer is read to its end that is too long to be one."""
    if isinstance(response.stream, httpx2.AsyncByteStream):
        kind = response.headers.get("content-type", "")
        response.stream = _BoundedBody(response.stream, kind.startswith("text/event-stream"))
    return response
