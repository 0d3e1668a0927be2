"""Scenarios over the API: listing, looking at one, checking and adding."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.scenarios.folders.writing import folder_files
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.worlds import small_sheet

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def api(tmp_path: Path) -> Api:
    own = tmp_path / "own"
    own.mkdir()
    return new_api(tmp_path / "saves", scenarios=own)


def file(**changes: Any) -> bytes:
    return json.dumps({**small_sheet().model_dump(mode="json"), **changes}).encode()


async def test_scenarios_are_listed_page_by_page_and_shown_without_their_secrets(api: Api) -> None:
    async with api.client(api.token(api.begin(), "viewer")) as client:
        first = (await client.get("/v1/scenarios", params={"limit": 1})).json()
        rest = (await client.get("/v1/scenarios", params={"cursor": first["next_cursor"]})).json()
        one = (await client.get("/v1/scenarios/tide-bell")).json()
    found = first["items"] + rest["items"]
    assert [each["id"] for each in found] == sorted(each["id"] for each in found)
    assert one in found
    assert one["places"] > 0
    assert "premise" not in one


async def test_what_can_be_played_has_no_problem(api: Api) -> None:
    async with api.client(ADMIN, **JSON) as client:
        assert (await client.post("/v1/scenarios/check", content=file())).json() == {"problems": []}


@pytest.mark.parametrize("wanted", ["nowhere", "..%2F..%2Fetc%2Fpasswd.json", "x.json", "TIDE-BELL", "%2e%2e"])
async def test_what_is_no_scenario_is_not_found_and_no_file_is_looked_for(api: Api, wanted: str) -> None:
    async with api.client(ADMIN, **JSON) as client:
        assert (await client.get(f"/v1/scenarios/{wanted}")).status_code == 404


async def test_a_check_says_where_what_is_wrong_and_keeps_nothing(api: Api) -> None:
    async with api.client(ADMIN, **JSON) as client:
        wrong = (await client.post("/v1/scenarios/check", content=file(start_location="nowhere"))).json()
        broken = (await client.post("/v1/scenarios/check", content=b'{"id": ')).json()
        listed = (await client.get("/v1/scenarios")).json()["items"]
    assert "start_location" in [problem["where"] for problem in wrong["problems"]]
    assert broken["problems"][0]["where"].startswith("line 1")
    assert "small" not in [each["id"] for each in listed]


async def test_a_large_scenario_is_taken_up_to_its_own_limit(api: Api) -> None:
    """The blanks of a file count as well; of other bodies fewer are taken."""
    async with api.client(ADMIN, **JSON) as client:
        checked = await client.post("/v1/scenarios/check", content=file() + b" " * 2_000_000)
        added = await client.post("/v1/scenarios", content=file() + b" " * 2_000_000)
        larger = await client.post("/v1/scenarios", content=file() + b" " * 5_000_000)
    assert (checked.status_code, checked.json()) == (200, {"problems": []})
    assert (added.status_code, larger.status_code) == (201, 413)


async def test_an_added_scenario_can_be_played_and_replaced(api: Api) -> None:
    async with api.client(ADMIN, **JSON) as client:
        made = await client.post("/v1/scenarios", content=file())
        replaced = await client.post("/v1/scenarios", content=file(title="Second"))
        begun = await client.post("/v1/games", json={"scenario": "small"})
    assert (made.status_code, made.json()["id"], made.json()["problem"]) == (201, "small", None)
    assert (replaced.status_code, replaced.json()["title"]) == (201, "Second")
    assert begun.json()["scenario_title"] == "Second"


async def test_a_folder_is_listed_and_played_and_never_replaced_by_a_file(api: Api) -> None:
    own = api.container.settings().scenarios
    assert own is not None
    for name, text in folder_files(small_sheet()).items():
        (own / "small" / name).parent.mkdir(parents=True, exist_ok=True)
        (own / "small" / name).write_text(text, encoding="utf-8")
    async with api.client(ADMIN, **JSON) as client:
        one = (await client.get("/v1/scenarios/small")).json()
        listed = (await client.get("/v1/scenarios")).json()["items"]
        begun = await client.post("/v1/games", json={"scenario": "small"})
        added = await client.post("/v1/scenarios", content=file())
        (own / "small" / "things.yaml").write_text("rope: [\n")
        broken = (await client.get("/v1/scenarios/small")).json()
    assert (one["problem"], one["places"], one in listed) == (None, 5, True)
    assert (begun.status_code, begun.json()["scenario_title"]) == (201, "A Small World")
    assert (added.status_code, "is a folder" in added.json()["detail"]) == (409, True)
    assert "things.yaml:" in broken["problem"]


async def test_one_that_ships_is_never_overwritten_and_one_that_cannot_be_played_never_kept(api: Api) -> None:
    own = api.container.settings().scenarios
    assert own is not None
    async with api.client(ADMIN, **JSON) as client:
        ships = await client.post("/v1/scenarios", content=file(id="tide-bell"))
        bad = await client.post("/v1/scenarios", content=file(start_location="nowhere"))
        evil = await client.post("/v1/scenarios", content=file(id="../../evil"))
        broken = await client.post("/v1/scenarios", content=b'{"id": ')
        large = await client.post("/v1/scenarios/check", content=b" " * 5_000_001)
    answers = (ships, bad, evil, broken, large)
    assert [answer.status_code for answer in answers] == [409, 400, 400, 400, 413]
    assert "\n" not in bad.json()["detail"]
    assert [*own.iterdir()] == []


async def test_a_server_without_a_folder_of_its_own_says_so(tmp_path: Path) -> None:
    async with new_api(tmp_path / "saves", scenarios=None).client(ADMIN, **JSON) as client:
        answer = await client.post("/v1/scenarios", content=file())
    assert (answer.status_code, "TALEKEEPER_SCENARIOS" in answer.json()["detail"]) == (409, True)
