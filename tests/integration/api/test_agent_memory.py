"""A memory alone, over the API: created, remembered, recalled, asked who knows, and deleted as a game."""

import pytest

from tests.integration.api.asking import ADMIN, Api, new_api

LAUNCH = "The launch is on Friday."


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


async def new_memory(api: Api, **fields: object) -> str:
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/games/memory", json=fields)
    assert answer.status_code == 201, answer.text
    found: dict[str, str] = answer.json()
    assert found["scenario_id"] == "memory"
    return found["id"]


async def test_it_is_created_remembered_recalled_and_asked_who_knows(api: Api) -> None:
    game_id = await new_memory(api, title="The team")
    async with api.client(api.token(game_id, "master")) as client:
        body = {"who": ["Ana", "Ben"], "text": LAUNCH, "said_by": "Ben", "when": "2026-01-05T09:00:00+01:00"}
        added = await client.post(f"/v1/games/{game_id}/remember", json=body)
        query: dict[str, str | bool] = {"who": "Ana", "query": "When is the launch?", "explain": True}
        recalled = await client.get(f"/v1/games/{game_id}/recall", params=query)
        known = await client.get(f"/v1/games/{game_id}/who-knows", params={"claim": LAUNCH})
    assert added.status_code == 201, added.text
    assert [(each["who"], each["when"]) for each in added.json()["items"]] == [
        ("Ana", "2026-01-05T08:00:00Z"),
        ("Ben", "2026-01-05T08:00:00Z"),
    ]
    [hit] = recalled.json()["items"]
    assert (hit["text"], hit["said_by"], hit["who"], hit["confidential"]) == (LAUNCH, "Ben", "Ana", False)
    assert hit["why"].startswith("hybrid ")
    assert {each["who"]: (each["standing"], each["through"]) for each in known.json()["items"]} == {
        "Ana": ("knows", "Ben"),
        "Ben": ("knows", "Ben"),
    }


async def test_a_repeated_request_is_carried_out_once_and_undone_like_a_turn(api: Api) -> None:
    game_id = await new_memory(api)
    async with api.client(api.token(game_id, "master"), **{"Idempotency-Key": "one"}) as client:
        body = {"who": ["Ana"], "text": LAUNCH}
        first, again = [(await client.post(f"/v1/games/{game_id}/remember", json=body)).json() for _ in range(2)]
        assert first == again
        other = await client.post(f"/v1/games/{game_id}/remember", json={**body, "text": "Another."})
        assert other.status_code == 409
    async with api.client(api.token(game_id, "master")) as client:
        assert (await client.post(f"/v1/games/{game_id}/undo", json={})).status_code == 200
        answer = await client.get(f"/v1/games/{game_id}/recall", params={"who": "Ana", "query": "launch"})
        assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (404, "not-found")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"who": [], "text": LAUNCH}, 422),
        ({"who": ["  "], "text": LAUNCH}, 422),
        ({"who": ["Ana"], "text": LAUNCH, "when": "1066-10-14T09:00:00Z"}, 400),
        ({"who": ["Ana"], "text": LAUNCH, "when": "9000-01-01T00:00:00Z"}, 400),
        ({"who": ["Ana"], "text": "a\x00b"}, 400),
        ({"who": ["A\nB"], "text": LAUNCH}, 400),
        ({"who": ["Ana"], "text": LAUNCH, "about": ["\u200b"]}, 201),
    ],
)
async def test_what_cannot_be_remembered_is_a_problem(api: Api, body: dict[str, object], status: int) -> None:
    game_id = await new_memory(api)
    async with api.client(api.token(game_id, "master")) as client:
        answer = await client.post(f"/v1/games/{game_id}/remember", json=body)
    assert answer.status_code == status, answer.text


async def test_a_game_with_a_scenario_is_refused_and_a_player_may_not_ask(api: Api) -> None:
    story, alone = api.begin(), await new_memory(api)
    async with api.client(ADMIN) as client:
        body = {"who": ["Ana"], "text": LAUNCH}
        assert (await client.post(f"/v1/games/{story}/remember", json=body)).status_code == 409
        assert (await client.get(f"/v1/games/{story}/who-knows", params={"claim": LAUNCH})).status_code == 409
    async with api.client(api.token(alone, "viewer")) as client:
        query = {"who": "Ana", "query": "launch"}
        assert (await client.get(f"/v1/games/{alone}/recall", params=query)).status_code == 403


async def test_a_time_of_its_own_begins_where_the_caller_says(api: Api) -> None:
    game_id = await new_memory(api, start="1990-01-01T00:00:00Z")
    async with api.client(api.token(game_id, "master")) as client:
        answer = await client.post(f"/v1/games/{game_id}/remember", json={"who": ["Ana"], "text": LAUNCH})
    assert answer.json()["items"][0]["when"] == "1990-01-01T00:00:00Z"
