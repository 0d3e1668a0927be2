"""A game with a model of its own over the API: chosen when it is begun, and kept from then on."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from app.models.records.record import Header
from tests.integration.api.asking import ADMIN, Api, new_api

pytestmark = pytest.mark.long

MODEL = "test"
"""A model that pydantic-ai brings along: it needs no key, and answers at once."""


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def begun(client: AsyncClient, model: str | None = MODEL) -> dict[str, Any]:
    answer = await client.post("/v1/games", json={"scenario": "tide-bell", "seed": 7, "model": model})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def told_by(client: AsyncClient, game_id: str) -> str:
    """The model that the newest of its turns was told by, after one more."""
    turn = (await client.post(f"/v1/games/{game_id}/turns", json={"text": "look around"})).json()["turn"]
    found: str = (await client.get(f"/v1/games/{game_id}/turns/{turn}/prompt")).json()["model"]
    return found


async def test_its_turns_are_told_by_its_model_and_those_of_others_by_the_servers(api: Api) -> None:
    async with api.client(ADMIN) as client:
        own, other = await begun(client), await begun(client, None)
        assert (own["model"], other["model"]) == (MODEL, None)
        assert [await told_by(client, game["id"]) for game in (own, other)] == [MODEL, "offline"]
        listed = (await client.get("/v1/games")).json()["items"]
    assert {game["id"]: game["model"] for game in listed} == {own["id"]: MODEL, other["id"]: None}


async def test_it_is_kept_over_a_restart_a_branch_and_an_export(api: Api, tmp_path: Path) -> None:
    async with api.client(ADMIN) as client:
        game_id = (await begun(client))["id"]
        await told_by(client, game_id)
    await api.container.turns().close(game_id)
    again = new_api(tmp_path / "saves")
    async with again.client(ADMIN) as client:
        exported = await client.get(f"/v1/games/{game_id}/export")
        branch = (await client.post(f"/v1/games/{game_id}/branches", json={})).json()
        copy = (await client.post("/v1/games/import", json=exported.json())).json()
        assert [branch["model"], copy["model"]] == [MODEL, MODEL]
        assert [await told_by(client, each) for each in (game_id, branch["id"], copy["id"])] == [MODEL] * 3


async def test_it_condenses_and_thinks_too_and_what_that_costs_is_told(api: Api) -> None:
    async with api.client(ADMIN) as client:
        games = [(await begun(client, model))["id"] for model in (MODEL, None)]
        spent = []
        for game_id in games:
            for line in ("Tove, my brother Jonas drowned off Bell Rock.", "go to the boiling house", "wait an hour"):
                await client.post(f"/v1/games/{game_id}/turns", json={"text": line})
            await api.container.turns().settle(game_id)
            spent.append((await client.get(f"/v1/games/{game_id}/usage")).json())
    own, other = spent
    calls = {work: each["calls"] for work, each in own["by_work"].items()}
    assert calls.keys() > {"turn"}
    assert calls.keys() - {"turn", "capture"}, "what minds think costs calls too"
    assert other["total"]["calls"] == 0


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("nobody-knows-it", "Nobody knows the model"),
        ("openai-chat:gpt-5", "OPENAI_API_KEY"),
        ("no:such", "Nobody knows the model"),
        (" ", "not a model name"),
    ],
)
async def test_one_that_cannot_be_used_is_refused_and_no_game_is_begun(
    api: Api, monkeypatch: pytest.MonkeyPatch, model: str, why: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/games", json={"scenario": "tide-bell", "model": model})
        games = (await client.get("/v1/games")).json()["items"]
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (422, "urn:talekeeper:problem:invalid-request")
    assert problem["errors"][0]["loc"] == ["body", "model"]
    assert why in problem["errors"][0]["msg"]
    assert games == []


async def test_offline_is_one_too_whatever_the_server_plays_with(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", model=MODEL, mind_model=MODEL)
    async with api.client(ADMIN) as client:
        own, other = (await begun(client, "offline"))["id"], (await begun(client, None))["id"]
        assert [await told_by(client, game_id) for game_id in (own, other)] == ["offline", MODEL]
        await api.container.turns().settle(own)
        assert (await client.get(f"/v1/games/{own}/usage")).json()["total"]["calls"] == 0


async def test_where_the_settings_say_so_all_games_have_the_servers(api: Api, tmp_path: Path) -> None:
    async with api.client(ADMIN) as client:
        game_id = (await begun(client))["id"]
    await api.container.turns().close(game_id)
    strict = new_api(tmp_path / "saves", game_models=False)
    async with strict.client(ADMIN) as client:
        assert await told_by(client, game_id) == "offline"
        refused = await client.post("/v1/games", json={"scenario": "tide-bell", "model": MODEL})
    assert refused.status_code == 422


async def test_one_that_cannot_be_used_any_more_refuses_turns_and_leaves_the_game_readable(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with api.client(ADMIN) as client:
        game_id = (await begun(client))["id"]
        document = (await client.get(f"/v1/games/{game_id}/export")).json()
        document["header"]["model"] = "nobody-knows-it"
        copy = (await client.post("/v1/games/import", json=document)).json()
        turn = await client.post(f"/v1/games/{copy['id']}/turns", json={"text": "look around"})
        scene = await client.get(f"/v1/games/{copy['id']}/scene")
        order = {"kind": "advance_time", "minutes": 5}
        ordered = await client.post(f"/v1/games/{copy['id']}/commands", json={"commands": [order]})
    assert (turn.status_code, turn.json()["type"]) == (503, "urn:talekeeper:problem:model-unavailable")
    assert "nobody-knows-it" in turn.json()["detail"]
    assert (scene.status_code, scene.json()["turn"]) == (200, 0)
    assert ordered.status_code == 200


async def test_what_works_for_a_model_is_made_once_and_closed_with_the_rest(api: Api) -> None:
    library = api.container.library()
    games = [api.container.library().begin(api.container.scenarios().load("tide-bell"), model=MODEL) for _ in "ab"]
    works = [library.work_of(library.open(game_id).header) for game_id in games]
    assert works[0] is not None
    assert works[0] is works[1]
    assert len(api.container.game_models().adapters) == 3


def test_a_header_of_before_has_no_model(api: Api) -> None:
    game_id = api.begin()
    kept = api.container.library().read(game_id).header.model_dump(mode="json", exclude={"model", "request_hash"})
    assert Header.model_validate(kept).model is None
