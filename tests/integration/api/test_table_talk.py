"""The talk at the table: everybody who plays reads and writes it, and it is in nothing of the story."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.interfaces.moderation import ModeratedText
from tests.integration.api.asking import ADMIN, Api, Served, new_api, served, streaming

SAID = "Is the pizza here yet?"


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


@pytest.fixture
async def server(api: Api) -> AsyncIterator[Served]:
    async with served(api) as found:
        yield found


def begun(api: Api) -> str:
    return api.begin("Mara", "Odo", sheet=api.container.scenarios().load("tide-bell"))


async def said(api: Api, game_id: str, text: str, token: str = ADMIN, **headers: str) -> dict[str, Any]:
    async with api.client(token, **headers) as client:
        answer = await client.post(f"/v1/games/{game_id}/remarks", json={"text": text})
    return {"status": answer.status_code, **answer.json()}


async def remarks(api: Api, game_id: str, token: str = ADMIN) -> list[dict[str, Any]]:
    async with api.client(token) as client:
        found: list[dict[str, Any]] = (await client.get(f"/v1/games/{game_id}/remarks")).json()["items"]
    return found


async def test_players_and_game_master_read_what_each_of_them_has_written(api: Api) -> None:
    game_id = begun(api)
    mara, odo = api.token(game_id, "player"), api.token(game_id, "player", "player-2")
    await said(api, game_id, f"  {SAID}\n", mara)
    await said(api, game_id, "Ten minutes.", api.token(game_id, "master"))
    found = await remarks(api, game_id, odo)
    assert [(each["number"], each["player_id"], each["text"]) for each in found] == [
        (1, "player", SAID),
        (2, None, "Ten minutes."),
    ]
    assert (await said(api, game_id, " \n "))["status"] == 400


async def test_it_is_in_no_turn_no_prompt_no_memory_no_note_no_branch_and_no_export(api: Api) -> None:
    game_id = begun(api)
    await said(api, game_id, SAID)
    async with api.client(ADMIN) as client:
        path = f"/v1/games/{game_id}"
        await client.post(f"{path}/turns", json={"text": "look around"})
        branch = (await client.post(f"{path}/branches", json={})).json()["id"]
        texts = [
            (await client.get(f"{path}/{what}")).text
            for what in ("turns", "turns/1/prompt", "export", "notes", "memories", "scene", "tree")
        ]
    assert not [text for text in texts if "pizza" in text]
    assert await remarks(api, branch) == []
    assert api.container.turns().state(game_id).turn == 1


async def test_it_is_there_after_a_restart_and_gone_with_the_erased_game(api: Api, tmp_path: Path) -> None:
    game_id = begun(api)
    await said(api, game_id, SAID)
    await api.container.host().give_up(game_id)
    again = new_api(tmp_path / "saves")
    assert [each["text"] for each in await remarks(again, game_id)] == [SAID]
    async with again.client(ADMIN) as client:
        await client.delete(f"/v1/games/{game_id}")
        assert (await client.delete(f"/v1/trash/{game_id}")).status_code == 204
    files = [path for path in again.container.settings().saves.rglob("*") if path.is_file()]
    assert not [path for path in files if b"pizza" in path.read_bytes()]


async def test_a_request_that_is_sent_again_says_nothing_twice(api: Api) -> None:
    game_id = begun(api)
    key = {"Idempotency-Key": "one"}
    first, second = await said(api, game_id, SAID, **key), await said(api, game_id, SAID, **key)
    other = await said(api, game_id, "No.", **key)
    assert first == second
    assert other["status"] == 409
    assert len(await remarks(api, game_id)) == 1


async def test_a_player_removes_its_own_remarks_and_the_game_master_any(api: Api) -> None:
    game_id = begun(api)
    mara, odo = api.token(game_id, "player"), api.token(game_id, "player", "player-2")
    for token in (mara, mara, ADMIN):
        await said(api, game_id, SAID, token)
    path = f"/v1/games/{game_id}/remarks"
    async with api.client(odo) as client:
        assert (await client.delete(f"{path}/1")).status_code == 404
    async with api.client(mara) as client:
        assert [(await client.delete(f"{path}/{number}")).status_code for number in (1, 1, 3)] == [204, 404, 404]
    async with api.client(ADMIN) as client:
        assert [(await client.delete(f"{path}/{number}")).status_code for number in (2, 3)] == [204, 204]
    assert await remarks(api, game_id) == []
    assert (await said(api, game_id, SAID))["number"] == 4


async def test_whoever_plays_hears_of_it_at_once_and_who_looks_on_does_not(api: Api, server: Served) -> None:
    game_id = begun(api)
    path = f"/v1/games/{game_id}/events"
    async with (
        server.client(api.token(game_id, "player")) as playing,
        server.client(api.token(game_id, "viewer")) as looking,
        streaming(playing, path) as of_player,
        streaming(looking, path) as of_viewer,
        server.client(ADMIN) as client,
    ):
        await of_player.until("stands")
        await client.post(f"/v1/games/{game_id}/remarks", json={"text": SAID})
        await client.delete(f"/v1/games/{game_id}/remarks/1")
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look around"})
        heard, seen = await of_player.until("turn"), await of_viewer.until("turn")
    told = {each.name: each for each in heard}
    assert told["remark"].data["text"] == SAID
    assert told["remark"].id is None
    assert told["remark_removed"].data == {"number": 1}
    assert not {"remark", "remark_removed"} & {each.name for each in seen}


async def test_the_newest_are_kept(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.models.table_talk.MOST_REMARKS", 5)
    game_id = begun(api)
    talks = api.container.table_talks()
    for number in range(7):
        talks.add(game_id, f"remark {number}", None)
    found = await remarks(api, game_id)
    assert (len(found), found[0]["text"]) == (5, "remark 2")


class NoPizza:
    async def refusal(self, moderated: ModeratedText) -> str | None:
        return "Nobody eats here." if "pizza" in moderated.text else None


async def test_the_moderation_of_the_host_refuses_a_remark(api: Api) -> None:
    game_id = begun(api)
    api.container.moderation.override(NoPizza())
    refused = await said(api, game_id, SAID)
    assert refused["status"] == 409
    assert "Nobody eats here." in refused["detail"]
    assert await remarks(api, game_id) == []
