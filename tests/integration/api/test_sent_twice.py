"""Requests with an `Idempotency-Key` that are sent again: they answer the same, and nothing happens twice."""

from pathlib import Path
from typing import Any

import pytest

from tests.integration.api.asking import ADMIN, Api, new_api

KEY = {"Idempotency-Key": "one"}


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def anew(api: Api, saves: Path, *games: str) -> Api:
    """A server on the same saves, as after a restart."""
    for game_id in games:
        await api.container.turns().close(game_id)
    return new_api(saves)


async def test_an_undo_takes_back_once_whatever_is_played_after_it_and_over_a_restart(api: Api, tmp_path: Path) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}"
    async with api.client(ADMIN) as client:
        for line in ("look around", "wait", "go to the inn"):
            await client.post(f"{path}/turns", json={"text": line})
        first = await client.post(f"{path}/undo", json={"turns": 2}, headers=KEY)
        again = await client.post(f"{path}/undo", json={"turns": 2}, headers=KEY)
        await client.post(f"{path}/turns", json={"text": "take the lantern"})
        later = await client.post(f"{path}/undo", json={"turns": 2}, headers=KEY)
        other = await client.post(f"{path}/undo", json={"turns": 1}, headers=KEY)
        turn = await client.post(f"{path}/turns", json={"text": "wait"}, headers=KEY)
    expected = {
        "undone": [{"turn": 3, "player_input": "go to the inn"}, {"turn": 2, "player_input": "wait"}],
        "turn": 1,
    }
    assert [each.json() for each in (first, again, later)] == [expected] * 3
    assert (other.status_code, turn.status_code) == (409, 409)
    fresh = await anew(api, tmp_path / "saves", game_id)
    async with fresh.client(ADMIN) as client:
        after = await client.post(f"{path}/undo", json={"turns": 2}, headers=KEY)
        game = (await client.get(path)).json()
        undone = await client.post(f"{path}/undo", json={"turns": 2}, headers={"Idempotency-Key": "two"})
    assert after.json() == expected
    assert game["turn"] == 2
    assert [each["player_input"] for each in undone.json()["undone"]] == ["take the lantern", "look around"]


async def test_an_earlier_undo_is_known_when_a_later_one_goes_further_back(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}"
    async with api.client(ADMIN) as client:
        for _ in range(3):
            await client.post(f"{path}/turns", json={"text": "wait"})
        first = await client.post(f"{path}/undo", json={}, headers=KEY)
        await client.post(f"{path}/undo", json={})
        again = await client.post(f"{path}/undo", json={}, headers=KEY)
        assert (await client.get(path)).json()["turn"] == 1
    assert first.json() == again.json()


@pytest.mark.parametrize(
    ("method", "path", "body", "other"),
    [
        ("POST", "players", {"name": "Odo"}, {"name": "Zoe"}),
        ("POST", "notes", {"text": "The tide is out"}, {"text": "It is in"}),
        ("POST", "labels", {"name": "here"}, {"name": "there"}),
        ("PATCH", "", {"title": "Thursdays"}, {"title": "Fridays"}),
        ("POST", "branches", {}, {"turn": 0}),
    ],
)
async def test_what_changes_a_game_happens_once(
    api: Api, tmp_path: Path, method: str, path: str, body: Any, other: Any
) -> None:
    game_id = api.begin()
    url = f"/v1/games/{game_id}/{path}".rstrip("/")
    async with api.client(ADMIN) as client:
        first = await client.request(method, url, json=body, headers=KEY)
        records = len(api.container.library().read(game_id).records)
        again = await client.request(method, url, json=body, headers=KEY)
        refused = await client.request(method, url, json=other, headers=KEY)
        games = (await client.get("/v1/games")).json()["items"]
    assert first.is_success
    assert (again.status_code, again.text) == (first.status_code, first.text)
    assert refused.status_code == 409
    assert refused.json()["type"] == "urn:talekeeper:problem:conflict"
    fresh = await anew(api, tmp_path / "saves", *(game["id"] for game in games))
    async with fresh.client(ADMIN) as client:
        after = await client.request(method, url, json=body, headers=KEY)
        assert len((await client.get("/v1/games")).json()["items"]) == len(games)
    assert after.text == first.text
    assert len(fresh.container.library().read(game_id).records) == records


async def test_a_player_that_joined_is_answered_again_when_others_came_and_it_left(api: Api) -> None:
    game_id = api.begin()
    players = f"/v1/games/{game_id}/players"
    async with api.client(ADMIN) as client:
        first = await client.post(players, json={"name": "Odo"}, headers=KEY)
        await client.post(players, json={"name": "Zoe"})
        left = [await client.delete(f"{players}/player-2", headers={"Idempotency-Key": "two"}) for _ in "ab"]
        again = await client.post(players, json={"name": "Odo"}, headers=KEY)
        here = [player["id"] for player in (await client.get(players)).json()["items"]]
    assert first.json() == again.json()
    assert [each.status_code for each in left] == [204, 204]
    assert here == ["player", "player-3"]


async def test_a_game_is_begun_once(api: Api, tmp_path: Path) -> None:
    body = {"scenario": "tide-bell", "players": ["Mara", "Odo"], "title": "Thursdays"}
    async with api.client(ADMIN, **KEY) as client:
        first = await client.post("/v1/games", json=body)
        again = await client.post("/v1/games", json=body)
        other = [await client.post("/v1/games", json=body | changed) for changed in ({"seed": 1}, {"scenario": "x"})]
        game_id = first.json()["id"]
        document = (await client.get(f"/v1/games/{game_id}/export")).json()
        imported = await client.post("/v1/games/import", json=document)
        fresh = await client.post("/v1/games", json=body, headers={"Idempotency-Key": "two"})
    assert first.status_code == 201
    assert first.json()["title"] == "Thursdays"
    assert again.json() == first.json()
    assert [each.status_code for each in other] == [409, 404]
    assert imported.status_code == 409
    assert fresh.json()["id"] != game_id
    restarted = await anew(api, tmp_path / "saves", game_id, fresh.json()["id"])
    async with restarted.client(ADMIN, **KEY) as client:
        assert (await client.post("/v1/games", json=body)).json() == first.json()
        assert len((await client.get("/v1/games")).json()["items"]) == 2


async def test_a_game_is_imported_once(api: Api) -> None:
    async with api.client(ADMIN) as client:
        document = (await client.get(f"/v1/games/{api.begin()}/export")).json()
        first = await client.post("/v1/games/import", json=document, headers=KEY)
        again = await client.post("/v1/games/import", json=document, headers=KEY)
        document["header"]["title"] = "Another"
        other = await client.post("/v1/games/import", json=document, headers=KEY)
        games = (await client.get("/v1/games")).json()["items"]
    assert first.status_code == 201
    assert again.json() == first.json()
    assert other.status_code == 409
    assert len(games) == 2


async def test_a_branch_and_an_edit_in_a_branch_do_not_share_a_key(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}"
    async with api.client(ADMIN) as client:
        await client.post(f"{path}/turns", json={"text": "wait"})
        branch = await client.post(f"{path}/branches", json={}, headers=KEY)
        edited = await client.post(f"{path}/turns/1/edit", json={"text": "look", "as_branch": True}, headers=KEY)
    assert (branch.status_code, edited.status_code) == (201, 409)
