"""Text whose lines end as a form or a client of Windows sends them: the same lines, with the game's line breaks."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.mcp.seats import take_seat
from tests.integration.api.asking import ADMIN, Api, new_api

SENT, KEPT = 'say "One."\r\nsay "Two."\rsay "Three."', 'say "One."\nsay "Two."\nsay "Three."'


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"))


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "turns", {"text": SENT}),
        ("POST", "turns/1/edit", {"text": SENT}),
        ("POST", "notes", {"text": SENT}),
        ("POST", "commands", {"commands": [{"kind": "add_note", "text": SENT}]}),
        ("POST", "memories", {"of": "world", "text": SENT}),
    ],
)
async def test_they_are_line_breaks_wherever_a_client_sends_text(
    api: Api, method: str, path: str, body: dict[str, Any]
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        assert (await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})).status_code == 200
        answer = await client.request(method, f"/v1/games/{game_id}/{path}", json=body)
        assert answer.is_success, answer.text
        found = [*texts(answer.json()), *texts((await client.get(f"/v1/games/{game_id}/notes")).json())]
        exported = (await client.get(f"/v1/games/{game_id}/export")).text
    assert KEPT in found
    assert "\\r" not in exported


async def test_a_line_is_as_long_as_it_is_kept(api: Api) -> None:
    async with api.client(ADMIN) as client:
        path = f"/v1/games/{api.begin()}/turns"
        assert (await client.post(path, json={"text": "a\r\n" * 5_000})).status_code == 200
        assert (await client.post(path, json={"text": "a\r\n" * 5_001})).status_code == 422


async def test_a_seat_takes_them_too(api: Api) -> None:
    game_id = api.begin()
    seat = await take_seat(api.container, game_id, None)
    told = await seat.call("take_turn", {"text": "look\r\naround", "narration": "It is dark.\r\nIt is cold."})
    assert "It is dark.\nIt is cold." in "\n".join(texts(told))


@pytest.mark.parametrize("depth", [33, 200, 400, 900])
async def test_what_is_nested_deeply_is_refused_as_ever(api: Api, depth: int) -> None:
    game_id = api.begin()
    headers = {"Content-Type": "application/json"}
    for body in ("[" * depth + "]" * depth, '{"text":' * depth + "1" + "}" * depth):
        for path in ("turns", "commands"):
            async with api.client(ADMIN, **headers) as client:
                answer = await client.post(f"/v1/games/{game_id}/{path}", content=body)
            assert answer.status_code in (400, 422)
