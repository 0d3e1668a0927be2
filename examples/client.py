"""A small client of Talekeeper's HTTP API, made of Python's own library alone. The other examples use it."""

import argparse
import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any

ATTEMPTS = 4


class ProblemError(Exception):
    """What the server says when something does not work: `docs/api.md` lists the types."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.type = problem["type"].rpartition(":")[2]


@dataclass(frozen=True)
class Client:
    """Asks a server. ``url`` ends with `/v1`."""

    url: str
    token: str | None = None

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: Any) -> Any:
        return self._ask("POST", path, body, {})

    def play(self, game_id: str, line: str) -> Any:
        """A turn. It is asked for again where the connection breaks: by its key the server knows what it has played."""
        return self._ask("POST", f"/games/{game_id}/turns", {"text": line}, {"Idempotency-Key": str(uuid.uuid4())})

    def all(self, path: str) -> list[Any]:
        """Every item of a list, page by page."""
        page = self.get(path)
        found = list(page["items"])
        while page["next_cursor"] is not None:
            page = self.get(f"{path}{'&' if '?' in path else '?'}cursor={page['next_cursor']}")
            found += page["items"]
        return found

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        attempts = ATTEMPTS if method == "GET" or request.has_header("Idempotency-key") else 1
        for attempt in range(1, attempts + 1):
            try:
                with urllib.request.urlopen(request) as answer:
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                raise ProblemError(json.loads(error.read())) from None
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
                if attempt == attempts:
                    raise
                time.sleep(2**attempt / 4)
        raise AssertionError


def arguments(description: str) -> argparse.ArgumentParser:
    """What every example is given: where the server is, and a token if it asks for one."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", default="http://127.0.0.1:8000/v1")
    parser.add_argument(
        "--token", help="of a role that may do this; none for a server on this machine without --tokens"
    )
    return parser
