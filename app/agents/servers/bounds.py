"""Size limits of answers as they are read: the client library blocks the event loop while it parses a piece."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx2
from pydantic_ai.exceptions import UnexpectedModelBehavior

MAX_EVENT, MAX_BODY = 32_000, 500_000
"""The most bytes of one event of a stream, and of a whole answer."""
_EVENT_ENDS = (b"\n\n", b"\r\r", b"\r\n\r\n")


@dataclass
class _BoundedBody(httpx2.AsyncByteStream):
    """The body of a response; raises UnexpectedModelBehavior when it becomes too long."""

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
    """Return the response with its body limited: `MAX_EVENT` bytes for an event, `MAX_BODY` for a whole answer."""
    if isinstance(response.stream, httpx2.AsyncByteStream):
        kind = response.headers.get("content-type", "")
        response.stream = _BoundedBody(response.stream, kind.startswith("text/event-stream"))
    return response
