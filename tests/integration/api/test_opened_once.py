"""A request opens its game once: what it answers is read where it was done, and no other can come between."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.services.game.games.session import GameSession
from tests.integration.api.asking import ADMIN, Api, new_api

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


@pytest.mark.parametrize("headers", [{}, STREAM], ids=["whole", "streamed"])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "turns", {"text": "look", "player_id": "player"}),
        ("POST", "retry", None),
        ("POST", "turns/1/edit", {"text": "wait"}),
        ("POST", "commands", {"commands": [{"kind": "advance_time", "minutes": 5}]}),
        ("POST", "players", {"name": "Odo"}),
        ("POST", "notes", {"text": "Ask Mara."}),
        ("GET", "turns/1", None),
        ("GET", "turns/1/prompt", None),
    ],
)
async def test_the_game_of_a_request_is_opened_once(
    api: Api, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Any, headers: dict[str, str]
) -> None:
    game_id, host = api.begin(), api.services.host
    using, opened = host.using, list[str]()

    @asynccontextmanager
    async def counted(game_id: str) -> AsyncIterator[GameSession]:
        opened.append(game_id)
        async with using(game_id) as session:
            yield session

    async with api.client(ADMIN, **headers) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look", "player_id": "player"})
        monkeypatch.setattr(host, "using", counted)
        answer = await client.request(method, f"/v1/games/{game_id}/{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    assert opened == [game_id]


async def test_what_is_refused_before_a_turn_begins_is_refused_without_a_stream(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN, **STREAM) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "look", "player_id": "nobody"})
        none = await client.post("/v1/games/none/turns", json={"text": "look"})
    assert (answer.status_code, none.status_code) == (400, 404)
    assert answer.headers["content-type"].startswith("application/problem+json")
