"""The HTTP transport between the client library and the player's own server: sends requests without what the server
refuses, and normalises its answers."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

import httpx2
from pydantic_ai.exceptions import UnexpectedModelBehavior

from app.agents.failures import BROKEN_OFF, UNREADABLE
from app.agents.limits import Waiting, current_waiting
from app.agents.servers.bounds import MAX_BODY, bounded
from app.agents.servers.chunks import AssembledAnswer, Broken, Json
from app.agents.servers.events import DONE, ERROR, events_of
from app.agents.servers.model_server import OPTIONAL, ModelServer
from app.agents.servers.refusals import marked, names_nothing, refused_in

_PATH = "/chat/completions"
_LEAST_ERROR = 400
_BAD_GATEWAY = 502
_MOST_TRIES = len(OPTIONAL) + 2
_JSON, _EVENTS = "application/json", "text/event-stream"
_KEPT = frozenset({"retry-after", "retry-after-ms", "x-should-retry", "date"})


@dataclass
class ServerTransport(httpx2.AsyncBaseTransport):
    """Sends completion requests in the form that this server accepts, learns once what it refuses, and passes
    normalised answers on, streamed or whole as requested. Other requests pass unchanged."""

    server: ModelServer
    inner: httpx2.AsyncBaseTransport

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if not request.url.path.endswith(_PATH):
            return await self.inner.handle_async_request(request)
        asked: Json = json.loads(await request.aread())
        response = await self._answered(request, asked)
        if response.status_code >= _LEAST_ERROR:
            return response
        return await self._in_order(response, asked)

    async def aclose(self) -> None:
        await self.inner.aclose()

    async def _answered(self, request: httpx2.Request, asked: Json) -> httpx2.Response:
        """Return the server's answer, or its refusal."""
        trial: set[str] = set()
        for _ in range(_MOST_TRIES):
            body = self.server.adapted({key: value for key, value in asked.items() if key not in trial})
            response = await self.inner.handle_async_request(_with_body(request, body))
            if response.status_code < _LEAST_ERROR:
                self.server.left_out |= trial
                return response
            text = await _text_of(response)
            refused = refused_in(response.status_code, text, body)
            if not refused or trial:
                break
            if refused == {"stream"}:
                self.server.streams = False
            elif names_nothing(text, refused):
                trial = refused  # learned if it helps
            else:
                self.server.left_out |= refused
        headers = {key: value for key, value in response.headers.items() if key.lower() in _KEPT}
        content = marked(response.status_code, text, body)
        return httpx2.Response(response.status_code, headers={**headers, "content-type": _JSON}, content=content)

    async def _in_order(self, response: httpx2.Response, asked: Json) -> httpx2.Response:
        """Return the normalised answer in the requested form."""
        body = _Body(response, current_waiting.get())
        answer = AssembledAnswer(str(asked.get("model") or "model"))
        if asked.get("stream"):
            stream = _Stream(self._pieces(body, answer), response)
            return httpx2.Response(200, headers={"content-type": _EVENTS}, stream=stream)
        try:
            whole = await self._whole(body, answer)
        except (Broken, UnexpectedModelBehavior):
            error = {"error": {"message": "", "code": UNREADABLE}}
            headers = {"x-should-retry": "false"}
            return httpx2.Response(_BAD_GATEWAY, headers=headers, json=error)
        finally:
            await response.aclose()
        return httpx2.Response(200, json=whole)

    async def _whole(self, body: "_Body", answer: AssembledAnswer) -> Json:
        first, rest = await body.peeked()
        if _is_whole(first):
            data, rest = await _read_whole(rest)
            if data is not None:
                return answer.whole(data)
        chunks = [chunk async for chunk in _chunks(rest, answer)]
        self._note(answer)
        return answer.from_chunks(chunks)

    async def _pieces(self, body: "_Body", answer: AssembledAnswer) -> AsyncGenerator[bytes]:
        """Yield the answer as server-sent events; if it breaks off, the last one is an error."""
        has_begun = False
        try:
            first, rest = await body.peeked()
            data = None
            if _is_whole(first):
                data, rest = await _read_whole(rest)
            if data is not None:
                for chunk in answer.as_chunks(answer.whole(data)):
                    yield _event(chunk)
            else:
                async for piece in _chunks(rest, answer):
                    has_begun = True
                    yield _event(piece)
        except Broken:
            yield _event({"error": {"message": "", "code": BROKEN_OFF if has_begun else UNREADABLE}})
        else:
            self._note(answer)
            yield f"data: {DONE}\n\n".encode()
            async for _ in rest:  # read to its end, as the client does for a little while, the connection is kept
                pass

    def _note(self, answer: AssembledAnswer) -> None:
        """Learn from an answer with thinking that no stop sequences may be sent: a model that thinks may name a player
        in its thoughts."""
        if answer.has_thoughts:
            self.server.left_out.add("stop")


async def _chunks(body: AsyncIterator[bytes], answer: AssembledAnswer) -> AsyncIterator[Json]:
    """Yield the normalised chunks of a stream, the last of which gives the finish reason. Raise Broken where it ends
    otherwise."""
    has_begun = is_done = False
    async with aclosing(events_of(body)) as events:
        async for name, data in events:
            if name == ERROR:
                raise Broken
            if is_done := data.startswith(DONE):
                break
            has_begun = True
            if (chunk := answer.chunk(_loaded(data.encode()))) is not None:
                yield chunk
    if not has_begun or not (is_done or answer.finish):
        raise Broken
    if answer.finish is None:
        yield answer.last()


async def _read_whole(body: AsyncIterator[bytes]) -> tuple[object, AsyncIterator[bytes]]:
    """Return the JSON of a body, and the body again; the JSON is None where the body has several lines of it."""
    read = b"".join([data async for data in body])

    async def again() -> AsyncIterator[bytes]:
        yield read

    try:
        return _loaded(read), again()
    except Broken:
        return None, again()


def _loaded(data: bytes) -> object:
    try:
        return json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        raise Broken from None


def _is_whole(first: bytes) -> bool:
    """Return whether a body is an answer in one piece, judged by its beginning because content types are unreliable."""
    return first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[", b"n")


def _event(value: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def _with_body(request: httpx2.Request, body: Json) -> httpx2.Request:
    headers = httpx2.Headers(request.headers)
    headers.pop("content-length", None)
    return httpx2.Request(request.method, request.url, headers=headers, json=body, extensions=request.extensions)


async def _text_of(response: httpx2.Response) -> str:
    """Return the beginning of an error's text."""
    data = b""
    try:
        async for piece in bounded(response).aiter_raw():
            data += piece
            if len(data) > MAX_BODY // 10:
                break
    except UnexpectedModelBehavior:
        pass
    finally:
        await response.aclose()
    return data.decode("utf-8", "replace")


@dataclass
class _Body:
    """The body of an answer; each piece counts as a sign of life."""

    response: httpx2.Response
    waiting: Waiting | None

    async def peeked(self) -> tuple[bytes, AsyncIterator[bytes]]:
        """Return the beginning of the body, and the whole body as an iterator."""
        pieces = self._pieces()
        first = b""
        async for piece in pieces:
            first += piece
            if first.removeprefix(b"\xef\xbb\xbf").strip():
                break

        async def rest() -> AsyncIterator[bytes]:
            yield first
            async for piece in pieces:
                yield piece

        return first, rest()

    async def _pieces(self) -> AsyncIterator[bytes]:
        async for piece in bounded(self.response).aiter_raw():
            if self.waiting is not None:
                self.waiting.alive()
            yield piece


@dataclass
class _Stream(httpx2.AsyncByteStream):
    pieces: AsyncGenerator[bytes]
    response: httpx2.Response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self.pieces:
            yield piece

    async def aclose(self) -> None:
        with suppress(RuntimeError):  # it is being read
            await self.pieces.aclose()
        await self.response.aclose()
