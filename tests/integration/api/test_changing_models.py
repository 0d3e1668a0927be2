"""Another model for a game that is being played: who may choose it, where keys go, and where they never appear."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic_ai import models

from app.container import close_models
from app.log import logger
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.integration.api.test_game_models import told_by
from tests.integration.wire.server import FakeServer, fails, hangs, says

pytestmark = pytest.mark.long

KEY = "sk-the-key-of-one-game"
NAME = "qwen3:8b"


@pytest.fixture
async def api(tmp_path: Path) -> AsyncIterator[Api]:
    found = new_api(tmp_path / "saves", api_key="the-servers-own-key", minds=False)
    yield found
    await close_models(found.container)


@pytest.fixture(autouse=True)
def _may_ask_models() -> Iterator[None]:
    """Those on loopback: no test here names another."""
    with models.override_allow_model_requests(True):
        yield


@pytest.fixture
def server() -> Iterator[FakeServer]:
    found = FakeServer(*[says("The tide is out.")] * 40)
    yield found
    found.stop()


def own(server: FakeServer, **more: Any) -> dict[str, Any]:
    return {"teller": "own", "model": NAME, "base_url": server.url, "api_key": KEY, **more}


async def chosen(client: httpx2.AsyncClient, game_id: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await client.put(f"/v1/games/{game_id}/model", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_the_next_turn_is_told_by_it_and_by_the_rules_again_when_they_are_chosen(
    api: Api, server: FakeServer
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        assert await told_by(client, game_id) == "offline"
        await chosen(client, game_id, own(server))
        assert await told_by(client, game_id) == NAME
        assert (await client.get(f"/v1/games/{game_id}")).json()["model"] == NAME
        assert [game["model"] for game in (await client.get("/v1/games")).json()["items"]] == [NAME]
        await chosen(client, game_id, {"teller": "offline"})
        assert await told_by(client, game_id) == "offline"
        back = await chosen(client, game_id, {"teller": "own"})
        assert (back["model"], back["base_url"], back["has_key"]) == (NAME, server.url, True)
    assert set(server.keys) <= {f"Bearer {KEY}"}


async def test_it_is_kept_over_a_restart(api: Api, server: FakeServer, tmp_path: Path) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await chosen(client, game_id, own(server))
    await api.container.turns().close(game_id)
    async with new_api(tmp_path / "saves", minds=False).client(ADMIN) as client:
        assert await told_by(client, game_id) == NAME


async def test_the_key_is_in_no_answer_log_export_copy_or_prompt_and_in_a_file_for_its_owner(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    logged: list[str] = []
    sink = logger.add(logged.append, level=0, format="{message} {extra} {exception}")
    game_id = api.begin()
    answers: list[str] = []
    async with api.client(ADMIN) as client:
        for method, path, body in (
            ("PUT", "model", own(server)),
            ("POST", "model/try", own(server)),
            ("POST", "model/try", {}),
            ("PUT", "model", own(server, teller="wrong")),
            ("PUT", "model", own(server, mode=7)),
            ("PUT", "model", own(server, base_url=f"http://somebody:{KEY}@localhost/v1")),
            ("GET", "model", None),
            ("POST", "turns", {"text": "look around"}),
            ("GET", "turns/1/prompt", None),
            ("GET", "usage", None),
            ("GET", "export", None),
            ("POST", "branches", {}),
        ):
            answers.append((await client.request(method, f"/v1/games/{game_id}/{path}", json=body)).text)
        copy_id = json.loads(answers[-1])["id"]
        copied = (await client.get(f"/v1/games/{copy_id}/model")).json()
    logger.remove(sink)
    assert [each for each in (*answers, *logged) if KEY in each] == []
    assert (copied["teller"], copied["has_key"], copied["base_url"]) == ("server", False, None)
    holding = [path for path in (tmp_path / "saves").rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert holding == [tmp_path / "saves" / game_id / "model.json"]
    assert holding[0].stat().st_mode & 0o077 == 0


async def test_it_goes_to_the_trash_and_comes_back_with_the_game(api: Api, server: FakeServer, tmp_path: Path) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await chosen(client, game_id, own(server))
        await client.delete(f"/v1/games/{game_id}")
        assert not (tmp_path / "saves" / game_id).exists()
        await client.post(f"/v1/trash/{game_id}/restore")
        assert (await client.get(f"/v1/games/{game_id}/model")).json()["has_key"]


@pytest.mark.parametrize("given", [{"base_url": "http://169.254.169.254/v1"}, {"api_key": KEY}, {"model": "openai:x"}])
@pytest.mark.parametrize(("method", "path"), [("PUT", "model"), ("POST", "model/try")])
async def test_a_game_master_makes_the_server_ask_nowhere_else(
    api: Api, server: FakeServer, method: str, path: str, given: dict[str, str]
) -> None:
    game_id = api.begin()
    body = {"teller": "own", **given}
    if "base_url" in given:
        body["base_url"] = server.url
    async with api.client(api.token(game_id, "master")) as client:
        answer = await client.request(method, f"/v1/games/{game_id}/{path}", json=body)
        kept = (await client.get(f"/v1/games/{game_id}/model")).json()
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:talekeeper:problem:not-allowed")
    assert (kept["teller"], kept["model"]) == ("server", None)
    assert server.requests == []


async def test_a_game_master_chooses_among_what_the_admin_allows_and_does_not_see_the_address(
    api: Api, server: FakeServer
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as admin, api.client(api.token(game_id, "master")) as master:
        await chosen(admin, game_id, own(server))
        shown = await chosen(master, game_id, {"teller": "offline", "mode": "tools"})
        assert (shown["base_url"], shown["model"], shown["may_change_model"]) == (None, NAME, False)
        assert (await chosen(master, game_id, {"teller": "own"}))["has_key"]
        assert await told_by(admin, game_id) == NAME


async def test_a_game_that_the_admin_has_told_by_the_rules_is_told_by_no_model_of_a_game_masters_choice(
    api: Api, server: FakeServer
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as admin, api.client(api.token(game_id, "master")) as master:
        await chosen(admin, game_id, own(server))
        await chosen(admin, game_id, {"teller": "offline"})
        for teller in ("server", "own"):
            assert (await master.put(f"/v1/games/{game_id}/model", json={"teller": teller})).status_code == 403
            assert (await master.post(f"/v1/games/{game_id}/model/try", json={"teller": teller})).status_code == 403
        assert (await master.get(f"/v1/games/{game_id}/model")).json()["tellers"] == ["offline"]
        assert (await admin.get(f"/v1/games/{game_id}/model")).json()["tellers"] == ["offline", "server", "own"]
    assert server.requests == []


@pytest.mark.parametrize("elsewhere", [{"base_url": "http://localhost:9/v1"}, {"base_url": None}])
async def test_a_key_is_not_sent_to_another_address_than_it_was_given_for(
    api: Api, server: FakeServer, elsewhere: dict[str, Any]
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await chosen(client, game_id, own(server, model="test"))
        assert not (await chosen(client, game_id, elsewhere))["has_key"]


async def test_the_servers_key_is_not_sent_to_an_address_that_a_game_brings(api: Api, server: FakeServer) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await chosen(client, game_id, own(server, api_key=None))
        await told_by(client, game_id)
        tried = (await client.post(f"/v1/games/{game_id}/model/try", json={})).json()
    assert tried["answered"]
    assert server.keys
    assert all("the-servers-own-key" not in key for key in server.keys)


async def test_trying_says_in_a_sentence_whether_it_answers_and_changes_nothing(api: Api) -> None:
    game_id = api.begin()
    found = []
    for step in (says(f"ready, by the way {KEY}"), fails(401, f"bad key {KEY}"), fails(500)):
        server = FakeServer(step)
        async with api.client(ADMIN) as client:
            answer = await client.post(f"/v1/games/{game_id}/model/try", json=own(server))
            kept = (await client.get(f"/v1/games/{game_id}/model")).json()
        server.stop()
        found.append((answer.json()["answered"], answer.json()["said"]))
        assert kept["teller"] == "server"
    assert found == [
        (True, f"The model {NAME} answers."),
        (False, f"The model {NAME} refuses the key."),
        (False, f"The model {NAME} failed with HTTP status 500."),
    ]


async def test_one_that_hangs_is_given_up(tmp_path: Path) -> None:
    api = new_api(tmp_path / "others", model_try=0.2, minds=False)
    server = FakeServer(hangs())
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = (await client.post(f"/v1/games/{game_id}/model/try", json=own(server))).json()
    server.stop()
    assert not answer["answered"]
    assert "within 0.2 seconds (TALEKEEPER_MODEL_TRY)" in answer["said"]
    await close_models(api.container)


async def test_the_rules_always_answer(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = (await client.post(f"/v1/games/{game_id}/model/try", json={"teller": "offline"})).json()
    assert answer["answered"]
    assert answer["said"].startswith("The rules tell the story")


@pytest.mark.parametrize(
    "wrong",
    [
        {"teller": "own"},
        {"teller": None},
        {"teller": "own", "model": "no:such"},
        {"teller": "own", "model": "m", "base_url": "file:///etc/passwd"},
        {"teller": "own", "model": "m", "base_url": "http://a:b@localhost/v1"},
        {"teller": "own", "model": "m", "base_url": "http://localhost/v1?key=x"},
    ],
)
async def test_what_cannot_be_used_is_refused_and_the_game_goes_on_as_before(api: Api, wrong: dict[str, Any]) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.put(f"/v1/games/{game_id}/model", json=wrong)
        assert await told_by(client, game_id) == "offline"
    assert answer.status_code == 422


async def test_a_damaged_choice_refuses_turns_says_so_and_can_be_made_anew(api: Api, tmp_path: Path) -> None:
    game_id = api.begin()
    (tmp_path / "saves" / game_id / "model.json").write_text("{")
    async with api.client(ADMIN) as client:
        turn = await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        assert (turn.status_code, "model.json is damaged" in turn.json()["detail"]) == (503, True)
        assert (await client.get(f"/v1/games/{game_id}")).status_code == 200


async def test_of_two_changes_at_once_neither_is_lost(api: Api) -> None:
    game_id = api.begin()
    given = [{"mode": "tools"}, {"model": NAME}, {"base_url": "http://localhost:9/v1"}]
    async with api.client(ADMIN) as client:
        await asyncio.gather(*(chosen(client, game_id, body) for body in given))
        kept = (await client.get(f"/v1/games/{game_id}/model")).json()
    assert {name: kept[name] for body in given for name in body} == {k: v for body in given for k, v in body.items()}
