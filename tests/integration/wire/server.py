"""A small OpenAI-compatible server on loopback that answers each request by the next step of a script."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.waiting import HANG

Step = Callable[["Answering", dict[str, Any]], None]

USAGE = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}


class Answering(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: "FakeServer"

    def setup(self) -> None:
        super().setup()
        self.server.connected(1)

    def finish(self) -> None:
        super().finish()
        self.server.connected(-1)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.keys.append(self.headers.get("Authorization", ""))
        try:
            self.server.steps.pop(0)(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name that http.server gives
        """Say nothing."""

    def send(self, status: int, data: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, data: object) -> None:
        text = data if isinstance(data, str) else json.dumps(data)
        self.chunk(f"data: {text}\n\n".encode())

    def chunk(self, data: bytes) -> None:
        """A chunk of a stream; an empty one ends it."""
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


class FakeServer(ThreadingHTTPServer):
    """Serves until closed; ``released`` lets the steps that hang go on, ``hanging``: one does,
    ``left_alone``: nobody is connected."""

    daemon_threads = True

    def __init__(self, *steps: Step) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.steps = list(steps)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.released, self.hanging = threading.Event(), threading.Event()
        self.connections = 0
        self.left_alone = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def connected(self, change: int) -> None:
        with self._lock:
            self.connections += change
            if self.connections:
                self.left_alone.clear()
            else:
                self.left_alone.set()

    def stop(self) -> None:
        self.released.set()
        self.shutdown()
        self._thread.join()
        self.server_close()


def _chunk(delta: dict[str, Any] | None, finish: str | None = None, **more: object) -> dict[str, Any]:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "fake", "choices": choices, **more}


def _call(calls: tuple[tuple[str, str], ...]) -> list[dict[str, Any]]:
    return [
        {"index": i, "id": f"call-{i}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for i, (name, arguments) in enumerate(calls)
    ]


def cut(*pieces: str) -> Step:
    """An answer that the limit on its tokens cut."""
    return says(*pieces, finish="length")


def says(*pieces: str, calls: tuple[tuple[str, str], ...] = (), finish: str = "") -> Step:
    """A good answer: these pieces of text, then these calls (name, arguments); streamed if asked to."""
    finish = finish or ("tool_calls" if calls else "stop")

    def answer(handler: Answering, body: dict[str, Any]) -> None:
        if not body.get("stream"):
            message = {"role": "assistant", "content": "".join(pieces)}
            choice = {"index": 0, "message": message, "finish_reason": finish}
            whole = {"id": "c", "object": "chat.completion", "created": 1, "model": "fake", "usage": USAGE}
            handler.send(200, json.dumps({**whole, "choices": [choice]}).encode())
            return
        handler.begin_stream()
        for event in _events(pieces, calls, finish):
            handler.event(event)
        handler.chunk(b"")

    return answer


def _events(pieces: tuple[str, ...], calls: tuple[tuple[str, str], ...], finish: str) -> Iterator[object]:
    yield _chunk({"role": "assistant", "content": ""})
    for piece in pieces:
        yield _chunk({"content": piece})
    if calls:
        yield _chunk({"tool_calls": _call(calls)})
    yield _chunk({}, finish)
    yield _chunk(None, usage=USAGE)
    yield "[DONE]"


def fails(status: int, words: str = "boom", *, again: bool = False) -> Step:
    """An HTTP error; ``again`` invites the client to send the request once more at once."""
    error = json.dumps({"error": {"message": words, "type": "x", "code": None}}).encode()

    def answer(handler: Answering, _: dict[str, Any]) -> None:
        handler.send(status, error, x_should_retry=str(again).lower(), retry_after_ms="1")

    return answer


def sends(data: bytes, kind: str = "application/json") -> Step:
    """These bytes, whatever was asked."""
    return lambda handler, _: handler.send(200, data, kind)


def hangs(*pieces: str) -> Step:
    """Streams these pieces, then nothing until the server is released; without any it does not answer at all."""

    def answer(handler: Answering, _: dict[str, Any]) -> None:
        if pieces:
            handler.begin_stream()
            for piece in pieces:
                handler.event(_chunk({"role": "assistant", "content": piece}))
        handler.server.hanging.set()
        handler.server.released.wait(timeout=HANG)
        handler.close_connection = True

    return answer


def breaks_off(*pieces: str) -> Step:
    """Streams these pieces and closes the connection in the middle of an event."""

    def answer(handler: Answering, _: dict[str, Any]) -> None:
        handler.begin_stream()
        for piece in pieces:
            handler.event(_chunk({"role": "assistant", "content": piece}))
        handler.wfile.write(b'40\r\ndata: {"id": "c", "choi')
        handler.close_connection = True

    return answer
