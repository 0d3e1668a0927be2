"""The scenario of a running game over the API: reading it, and taking an edited one in."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from app.events.commands import CreatePersonCommand
from app.models.sheets.scenario import CanonLevel
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.worlds import small_sheet

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


def begun(api: Api) -> tuple[str, str]:
    """A game that is open to canon, and the path of its scenario."""
    game_id = api.begin(sheet=small_sheet().model_copy(update={"canon": CanonLevel.OPEN}))
    return game_id, f"/v1/games/{game_id}/scenario"


async def test_an_edited_scenario_is_taken_in_and_what_was_made_stays(api: Api) -> None:
    game_id, path = begun(api)
    made = CreatePersonCommand(name="Odo Finn", description="Small.").model_dump(mode="json", exclude_defaults=True)
    async with api.client(api.token(game_id, "master")) as client:
        commands = {"commands": [{**made, "kind": "create_person"}]}
        assert (await client.post(f"/v1/games/{game_id}/commands", json=commands)).status_code == 200
        before = (await client.get(path)).json()
        assert "made-odo-finn" in json.dumps(before["played"])
        assert "made-odo-finn" not in json.dumps(before["authored"])
        edited: dict[str, Any] = deepcopy(before["authored"])
        edited["locations"][0]["description"] = "Stalls under new cloth."
        done = (await client.put(path, json=edited)).json()
        after = (await client.get(path)).json()
        scene = (await client.get(f"/v1/games/{game_id}/scene")).json()
        undone = (await client.post(f"/v1/games/{game_id}/undo", json={})).json()
        last = (await client.get(path)).json()
    assert done == {"turn": 2, "added": [], "changed": ["market"], "removed": [], "unfit": []}
    assert after["authored"] == edited
    assert after["digest"] != before["digest"]
    assert "made-odo-finn" in json.dumps(after["played"])
    assert "new cloth" in json.dumps(scene)
    assert undone["turn"] == 1
    assert last == before


async def test_the_same_scenario_is_no_turn_and_the_same_request_is_one_turn(api: Api) -> None:
    game_id, path = begun(api)
    async with api.client(ADMIN) as client:
        same = (await client.get(path)).json()["authored"]
        assert (await client.put(path, json=same)).json()["turn"] is None
        same["title"] = "Another Title"
        sent = [await client.put(path, json=same, headers={"Idempotency-Key": "one"}) for _ in range(2)]
        game = (await client.get(f"/v1/games/{game_id}")).json()
    assert [each.json()["turn"] for each in sent] == [1, 1]
    assert [each.json()["changed"] for each in sent] == [["small"], ["small"]]
    assert game["turn"] == 1


async def test_a_broken_one_changes_nothing_and_every_fault_is_listed(api: Api) -> None:
    game_id, path = begun(api)
    async with api.client(ADMIN) as client:
        before = (await client.get(path)).json()
        broken = {**before["authored"], "start_location": "moon", "start_items": ["rope"]}
        refused = await client.put(path, json=broken)
        no_json = await client.put(path, content=b"{", headers=JSON)
        other = await client.put(path, json={**before["authored"], "id": "other"})
        assert (await client.get(path)).json() == before
    assert (refused.status_code, refused.json()["type"]) == (400, "urn:talekeeper:problem:invalid-input")
    assert {"start_location", "start_items[0]"} <= {fault["loc"][0] for fault in refused.json()["errors"]}
    assert no_json.json()["errors"][0]["loc"] == ["line 1, column 2"]
    assert (no_json.status_code, other.status_code) == (400, 409)
    assert api.container.turns().state(game_id).turn == 0


async def test_a_large_scenario_is_taken_up_to_its_own_limit(api: Api) -> None:
    _, path = begun(api)
    async with api.client(ADMIN, **JSON) as client:
        authored = json.dumps((await client.get(path)).json()["authored"]).encode()
        large = await client.put(path, content=authored + b" " * 2_000_000)
        larger = await client.put(path, content=authored + b" " * 5_000_000)
    assert (large.status_code, larger.status_code) == (200, 413)
