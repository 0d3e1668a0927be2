"""What an answer of a model may take: time until it begins and between its pieces, and how much of it is read."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx2
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ModelResponseStreamEvent, PartStartEvent
from pydantic_ai.models import StreamedResponse

from app.language.checks.model_text import MAX_HEARD

MAX_PARTS = 64
"""Texts, thoughts and tool calls of one answer; it ends where more of them begin."""
MAX_EVENT, MAX_BODY = 32_000, 500_000
"""Bytes of one event of a stream and of a whole answer: the client library holds the event loop while it reads one."""
_EVENT_ENDS = (b"\n\n", b"\r\r", b"\r\n\r\n")
_TEXTS = ("content", "args", "content_delta", "args_delta")


@dataclass(frozen=True)
class AnswerLimits:
    """Seconds until a streamed answer begins (``first_token``), between two of its pieces (``idle``) and for all that a
    narrator asks and does in one ``turn``; ``max_tokens`` of one answer, thinking included. None: no such limit."""

    first_token: float | None = None
    idle: float | None = None
    turn: float | None = None
    max_tokens: int | None = None


def watch(stream: StreamedResponse, idle: float | None) -> None:
    """Let other work come between two events of a stream. Reading it raises TimeoutError after ``idle`` seconds without
    one, and UnexpectedModelBehavior after `MAX_HEARD` characters."""
    events = stream._get_event_iterator  # noqa: SLF001  # what each kind of stream overrides; deadlines come around it
    stream._get_event_iterator = lambda: _watched(events(), idle)  # type: ignore[method-assign]  # noqa: SLF001  # as above


async def _watched(
    events: AsyncIterator[ModelResponseStreamEvent], idle: float | None
) -> AsyncIterator[ModelResponseStreamEvent]:
    parts = size = 0
    while True:
        async with asyncio.timeout(idle if parts else None):
            event = await anext(events, None)
        parts += isinstance(event, PartStartEvent)
        if event is None or parts > MAX_PARTS:
            return
        piece = getattr(event, "part", None) or getattr(event, "delta", None)
        size += sum(len(text) for name in _TEXTS if isinstance(text := getattr(piece, name, None), str))
        if size > MAX_HEARD:
            raise UnexpectedModelBehavior("The answer is too long.")
        await asyncio.sleep(0)
        yield event


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


async def bound_body(response: httpx2.Response) -> None:
    """Hook of an HTTP client: no event or whole answer is read to its end that is too long to be one."""
    if isinstance(response.stream, httpx2.AsyncByteStream):
        kind = response.headers.get("content-type", "")
        response.stream = _BoundedBody(response.stream, kind.startswith("text/event-stream"))
