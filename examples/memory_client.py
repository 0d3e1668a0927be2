"""A small client of a memory alone, made of Python's own library: what an agent of another program remembers."""

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Memory:
    """One memory of a server. ``url`` ends with `/v1`."""

    url: str
    game_id: str
    token: str | None = None

    @classmethod
    def begin(cls, url: str, title: str = "Memory", token: str | None = None) -> Self:
        """Begin a memory on a server; with the admin's token where the server asks for one."""
        begun = _ask("POST", f"{url}/games/memory", token, {"title": title})
        return cls(url, begun["id"], token)

    def remember(self, who: Sequence[str], text: str, **more: Any) -> None:
        """Let agents remember a text. ``more`` may hold about, when, where, said_by, importance and confidential."""
        self._ask("POST", "remember", {"who": [*who], "text": text, **more})

    def recall(self, who: str, query: str, limit: int = 5) -> list[str]:
        """Return what an agent remembers about a question, best first; nothing where it remembers nothing yet."""
        try:
            page = self._ask("GET", f"recall?{urllib.parse.urlencode({'who': who, 'query': query, 'limit': limit})}")
        except LookupError:
            return []
        return [memory["text"] for memory in page["items"]]

    def who_knows(self, claim: str) -> dict[str, str]:
        """Return by the names of agents whether they know a claim."""
        page = self._ask("GET", f"who-knows?{urllib.parse.urlencode({'claim': claim})}")
        return {agent["who"]: agent["standing"] for agent in page["items"]}

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        return _ask(method, f"{self.url}/games/{self.game_id}/{path}", self.token, body)


def _ask(method: str, url: str, token: str | None, body: Any) -> Any:
    """Ask the server. LookupError for what it does not find; RuntimeError says what else is wrong."""
    headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            detail = json.load(error)["detail"]
        raise (LookupError if error.code == 404 else RuntimeError)(detail) from None
