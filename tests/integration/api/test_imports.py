"""Chats of other programs over HTTP: imported once for each key, within bounds, by the admin alone."""

import json
from pathlib import Path

import pytest

from tests.integration.api.asking import ADMIN, Api, new_api

CHAT = Path(__file__).parents[2] / "data" / "chats" / "lindwater.jsonl"
BEGINNING = "".join(CHAT.read_text("utf-8").splitlines(keepends=True)[:48])


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def test_a_chat_becomes_a_game_that_is_played_on(api: Api) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Maeve", "description": "A clerk."}}
    body = {"text": BEGINNING, "title": "Lindwater", "cards": [card]}
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/imports", json=body)
        report = answer.json()
        path = f"/v1/games/{report['game_id']}"
        game = (await client.get(path)).json()
        turns = (await client.get(f"{path}/turns?limit=40")).json()["items"]
        undone = await client.post(f"{path}/undo", json={"turns": 1})
        played = await client.post(f"{path}/turns", json={"text": "look"})
        searched = await client.get(f"{path}/memories/search", params={"q": "copper kettle", "of": "npc/teodor"})
    assert answer.status_code == 201
    assert (report["title"], report["lines_taken"], report["lines_left_out"]) == ("Lindwater", 46, 1)
    assert report["left_out"] == [{"line": 45, "why": "it is of the program, not of the story (comment)"}]
    promise = next(each for each in report["commitments"] if each["line"] == 48 and "kettle" in each["words"])
    assert (promise["kind"], promise["by"], promise["to"]) == ("promise", "player", ["teodor"])
    assert [person["has_card"] for person in report["people"]] == [False, False, True]
    assert (game["title"], game["players"], game["scenario_title"]) == (
        "Lindwater",
        ["Ines"],
        "A chat with Teodor, Sunniva, Maeve",
    )
    assert game["turn"] == len(turns)
    assert max(turns, key=lambda turn: turn["turn"])["player_input"].startswith("I'll bring the copper kettle back")
    assert (undone.status_code, played.status_code, searched.status_code) == (200, 200, 200)


async def test_a_repeated_key_makes_one_game_and_another_body_is_refused(api: Api) -> None:
    key = {"Idempotency-Key": "one"}
    body = {"text": BEGINNING}
    async with api.client(ADMIN) as client:
        first = await client.post("/v1/imports", json=body, headers=key)
        again = await client.post("/v1/imports", json=body, headers=key)
        other = await client.post("/v1/imports", json=body | {"title": "Else"}, headers=key)
        twice = await client.post("/v1/imports", json=body)
        games = (await client.get("/v1/games")).json()["items"]
    assert first.json() == again.json()
    assert (other.status_code, twice.status_code) == (409, 201)
    assert twice.json()["game_id"] != first.json()["game_id"]
    assert len(games) == 2


@pytest.mark.parametrize(
    ("body", "status", "detail"),
    [
        ({"text": "not a chat"}, 400, "Line 1: it is not JSON"),
        ({"text": "{}"}, 400, "line 1 is neither a header"),
        ({"text": BEGINNING, "cards": [{}]}, 400, "no character card"),
        ({"text": BEGINNING, "scenario": "the-moon"}, 404, "the-moon"),
        ({"text": BEGINNING, "place": "inn"}, 400, "give the scenario"),
        ({"text": ""}, 422, ""),
        ({"text": BEGINNING, "kind": "letters"}, 422, ""),
        ({}, 422, ""),
    ],
)
async def test_what_cannot_be_imported_is_refused_and_leaves_no_game(
    api: Api, body: dict[str, object], status: int, detail: str
) -> None:
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/imports", json=body)
        games = (await client.get("/v1/games")).json()["items"]
    assert (answer.status_code, games) == (status, [])
    assert detail in answer.json()["detail"]


async def test_a_chat_may_be_larger_than_other_bodies_but_not_without_end(api: Api) -> None:
    pictures = {"name": "Teodor", "is_user": False, "mes": "Look.", "extra": {"image": "x" * 2_000_000}}
    text = BEGINNING + json.dumps(pictures)
    async with api.client(ADMIN) as client:
        large = await client.post("/v1/imports", json={"text": text})
        too_large = await client.post(
            "/v1/imports", content=b" " * 50_000_001, headers={"Content-Type": "application/json"}
        )
    assert (large.status_code, too_large.status_code) == (201, 413)
    assert large.json()["lines_taken"] == 47
