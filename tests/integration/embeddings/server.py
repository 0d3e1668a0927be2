"""A small embedding server on loopback that speaks OpenAI's API, Ollama's, both, or nonsense."""

import json
import threading
from collections.abc import Callable
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.waiting import HANG

Answer = tuple[int, Any]
Api = Callable[[dict[str, Any]], Answer]


def vector_of(text: str, dimension: int = 4) -> list[float]:
    """The fake's vector, not of length one."""
    return [float(byte) + 1 for byte in sha256(text.encode()).digest()[:dimension]]


def openai_api(body: dict[str, Any]) -> Answer:
    """``{input}`` in, ``{data: [{embedding}]}`` out."""
    texts = body["input"]
    data = [{"object": "embedding", "index": n, "embedding": vector_of(text)} for n, text in enumerate(texts)]
    usage = {"prompt_tokens": 7 * len(texts), "total_tokens": 7 * len(texts)}
    return 200, {"object": "list", "model": body["model"], "data": data, "usage": usage}


def ollama_api(body: dict[str, Any]) -> Answer:
    """``{prompt}`` in, ``{embedding}`` out."""
    return 200, {"embedding": vector_of(body["prompt"])}


def unknown_model(body: dict[str, Any]) -> Answer:
    """What Ollama says of a model that has not been pulled."""
    return 404, {"error": f"model {body['model']!r} not found, try pulling it first"}


def says(status: int, answer: object) -> Api:
    """The same answer whatever is asked."""
    return lambda _: (status, answer)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "EmbeddingServer"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body, self.headers.get("Authorization", "")))
        api = self.server.apis.get(self.path)
        if api is hangs:
            self.server.released.wait(timeout=HANG)
            self.close_connection = True
            return
        status, answer = (404, {"error": "no such page"}) if api is None else api(body)
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name that http.server gives
        """Say nothing."""


def hangs(_: dict[str, Any]) -> Answer:
    """Does not answer until the server is stopped."""
    raise NotImplementedError


class EmbeddingServer(ThreadingHTTPServer):
    """Answers each path by its API until stopped; ``asked`` holds (path, body, authorization)."""

    daemon_threads = True

    def __init__(self, apis: dict[str, Api]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.apis = apis
        self.asked: list[tuple[str, dict[str, Any], str]] = []
        self.released = threading.Event()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _, _ in self.asked]

    def stop(self) -> None:
        self.released.set()
        self.shutdown()
        self._thread.join()
        self.server_close()
