"""Whatever is sent, a route answers with a problem of its own making: no fault, nothing done."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.api.chat_errors import is_chat_path
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.integration.api.test_roles import IDS, ROWS, Row

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=1_000_000)


WRITING = [row for row in ROWS if row.body]
TEXTS = ["\ud800", "\x00", "\u202e", " ", "x" * 100_000, "../../etc/passwd", "{game_id}", "<script>", "'\"\\"]
KEY = {"Idempotency-Key": "k"}
BODIES = [b"", b"[" * 200_000, b'{"a":' * 20_000, b"NaN", b"\xff\xfe", b'"text"', b"null", b"1" * 5_000, b"{}" * 2]


def filled(value: Any, text: str) -> Iterator[Any]:
    """The same body with another text in each place that holds one, in turn."""
    if isinstance(value, dict):
        yield from ({**value, key: one} for key, each in value.items() for one in filled(each, text))
    elif isinstance(value, list):
        yield from ([one] for each in value for one in filled(each, text))
    elif isinstance(value, str):
        yield text


@pytest.mark.parametrize("row", WRITING, ids=lambda row: f"{row.method} {row.path}")
async def test_no_body_is_a_fault(api: Api, row: Row) -> None:
    game_id = api.begin()
    path = row.path.format(game_id=game_id, **IDS)
    async with api.client(ADMIN) as client:
        for text in TEXTS:
            for number, body in enumerate(filled(row.body, text)):
                headers = {**_JSON, "Idempotency-Key": f"{number} {text[:9]!a}".replace(" ", "-")}
                answer = await client.request(row.method, path, content=json.dumps(body), headers=headers)
                assert answer.status_code < 500, (text[:20], number)
        for body in BODIES:
            for kind in ("application/json", "text/plain", "application/json; charset=utf-16"):
                answer = await client.request(row.method, path, content=body, headers={"Content-Type": kind, **KEY})
                assert 400 <= answer.status_code < 500, body[:20]
                form = "application/json" if is_chat_path(path) else "application/problem+json"
                assert answer.headers["content-type"] == form


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.path}")
async def test_no_path_or_query_is_a_fault(api: Api, row: Row) -> None:
    async with api.client(ADMIN) as client:
        for odd in ("..", "%2e%2e%2fsecret", "%00", "%ff", "a" * 300, "-1", "9" * 30, "é", "con", "game.json"):
            path = row.path.format(**dict.fromkeys(("game_id", *IDS), odd))
            answer = await client.request(row.method, path, json=row.body, params={"cursor": odd, "limit": odd})
            assert answer.status_code < 500


_JSON = {"Content-Type": "application/json"}
