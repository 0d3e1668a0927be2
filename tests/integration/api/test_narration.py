"""How models tell a game, over the API: read, replaced, taken back, given at the beginning, and refused."""

from pathlib import Path
from typing import Any

import pytest

from tests.integration.api.asking import ADMIN, Api, new_api
from tests.worlds import small_sheet

USUAL = {"style": "", "length": "medium", "person": "second", "tense": "present", "author_note": ""}
NOTHING = dict.fromkeys(USUAL)


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def test_what_is_given_counts_and_what_is_left_out_is_as_the_scenario_says(api: Api) -> None:
    sheet = small_sheet().model_validate(small_sheet().model_dump() | {"narration": {"style": "A shanty."}})
    path = f"/v1/games/{api.begin(sheet=sheet)}/narration"
    of_scenario = USUAL | {"style": "A shanty."}
    async with api.client(ADMIN) as client:
        first = (await client.get(path)).json()
        assert first == {"now": of_scenario, "own": NOTHING, "scenario": of_scenario}
        changed = await client.put(path, json={"tense": "past", "length": None, "author_note": "The owl\r\nis near."})
        own = {"tense": "past", "author_note": "The owl\nis near."}
        assert changed.json() == {"now": of_scenario | own, "own": NOTHING | own, "scenario": of_scenario}
        assert (await client.get(path)).json() == changed.json()
        assert (await client.put(path, json={"style": ""})).json()["now"] == USUAL
        assert (await client.put(path, json={})).json() == first


async def test_it_is_a_turn_that_is_undone_and_done_once(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}/narration"
    async with api.client(ADMIN, **{"Idempotency-Key": "once"}) as client:
        for _ in range(2):
            assert (await client.put(path, json={"person": "third"})).json()["now"]["person"] == "third"
        assert (await client.put(path, json={"person": "first"})).status_code == 409
    async with api.client(ADMIN) as client:
        assert (await client.get(f"/v1/games/{game_id}")).json()["turn"] == 1
        await client.post(f"/v1/games/{game_id}/undo", json={})
        assert (await client.get(path)).json()["own"] == NOTHING


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"style": "x" * 501}, "style"),
        ({"author_note": "x" * 1001}, "author_note"),
        ({"author_note": "\x00"}, "author_note"),
        ({"length": "endless"}, "length"),
        ({"person": "fourth"}, "person"),
        ({"tense": ["past"]}, "tense"),
        ({"mood": "grim"}, "mood"),
    ],
)
async def test_what_cannot_be_is_refused_with_its_field(api: Api, body: dict[str, Any], where: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        refused = await client.put(f"/v1/games/{game_id}/narration", json=body)
        begun = await client.post("/v1/games", json={"scenario": "tide-bell", "narration": body})
        assert [answer.status_code for answer in (refused, begun)] == [422, 422]
        assert [answer.json()["errors"][0]["loc"][-1] for answer in (refused, begun)] == [where, where]
        assert (await client.get(f"/v1/games/{game_id}")).json()["turn"] == 0


async def test_a_game_begins_with_it_and_its_prompts_say_so(api: Api) -> None:
    narration = {"length": "short", "tense": "past", "author_note": "The owl is near."}
    async with api.client(ADMIN) as client:
        begun = await client.post("/v1/games", json={"scenario": "tide-bell", "narration": narration})
        game = f"/v1/games/{begun.json()['id']}"
        assert (await client.get(f"{game}/narration")).json()["own"] == NOTHING | narration
        await client.post(f"{game}/turns", json={"text": "look around"})
        prompt = (await client.get(f"{game}/turns/1/prompt")).json()
    assert "in the second person and the past tense, in\none short paragraph." in prompt["blocks"][0]["text"]
    assert [block["name"] for block in prompt["blocks"]][-2:] == ["Author's Note", "Player"]


async def test_players_learn_nothing_of_the_note(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await client.put(f"/v1/games/{game_id}/narration", json={"author_note": "Odo did it."})
    async with api.client(api.token(game_id, "player")) as player:
        for path in ("", "/scene", "/turns", "/turns/1", "/notes"):
            assert "Odo did it" not in (await player.get(f"/v1/games/{game_id}{path}")).text
