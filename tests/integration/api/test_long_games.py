"""Pages of turns, scenes and names of a game, however long it is."""

from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.integration.api.asking import Api, new_api

pytestmark = pytest.mark.long


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves", tokens_required=False)


async def played(api: Api, client: httpx2.AsyncClient, *lines: str, scenario: str = "tide-bell") -> str:
    game_id = api.begin("Mara", sheet=api.container.scenarios().load(scenario))
    for line in lines:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": line})
        assert answer.status_code == 200, answer.text
    return game_id


async def got(client: httpx2.AsyncClient, path: str, **params: Any) -> Any:
    answer = await client.get(f"/v1/games/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_page_of_turns_ends_before_a_turn_or_with_that_of_a_message(api: Api) -> None:
    async with api.client() as client:
        game_id = await played(api, client, *["look"] * 7)
        turns = (await got(client, f"{game_id}/turns"))["items"]
        before = await got(client, f"{game_id}/turns", before=5, limit=2)
        assert [turn["turn"] for turn in before["items"]] == [4, 3]
        following = await got(client, f"{game_id}/turns", cursor=before["next_cursor"])
        assert [turn["turn"] for turn in following["items"]] == [2, 1]
        for turn in turns:
            for message_id in turn["message_ids"]:
                found = await got(client, f"{game_id}/turns", message=message_id, limit=1)
                assert found["items"] == [turn]


async def test_a_page_holds_what_stands_after_undo_edit_and_loading_anew(api: Api) -> None:
    async with api.client() as client:
        game_id = await played(api, client, "look", "talk to Tove", "look", "wait")
        await client.post(f"/v1/games/{game_id}/undo", json={})
        await client.post(f"/v1/games/{game_id}/turns/2/edit", json={"text": "wait"})
        turns = await got(client, f"{game_id}/turns")
        assert [turn["player_input"] for turn in turns["items"]] == ["wait", "look"]
        api.container.library().close(game_id)
        assert await got(client, f"{game_id}/turns") == turns


@pytest.mark.parametrize("scenario", ["tide-bell", "before-the-thaw"])
async def test_what_changed_is_the_engines_line_part_by_part(api: Api, scenario: str) -> None:
    sheet = api.container.scenarios().load(scenario)
    async with api.client() as client:
        game_id = await played(api, client, *sheet.walkthrough[:40], scenario=scenario)
        pages = await got(client, f"{game_id}/turns", limit=100)
    assert any(turn["changed"] for turn in pages["items"])
    for turn in pages["items"]:
        if turn["changes"]:
            *changed, place, _ = turn["changes"].split(" · ")
            assert [each["text"] for each in turn["changed"]] == changed
            assert turn["place"] == place


async def test_a_scene_says_where_the_story_began_after_other_places_too(api: Api) -> None:
    async with api.client() as client:
        game_id = await played(api, client, "look")
        opened = await got(client, f"{game_id}/scene")
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "go to the boiling house"})
        moved = await got(client, f"{game_id}/scene")
    assert moved["place"]["id"] != moved["first"]["place"]["id"] == opened["place"]["id"]
    assert moved["first"] == opened["first"]
    assert moved["first"]["place"]["description"] == opened["place"]["description"]


async def test_a_list_says_whether_the_story_has_ended_where_the_game_stands(api: Api) -> None:
    sheet = api.container.scenarios().load("tide-bell")

    async def ended() -> tuple[bool, bool]:
        """In the list, which reads the file, and of the open game."""
        [listed] = (await client.get("/v1/games")).json()["items"]
        return listed["ended"], (await got(client, game_id))["ended"]

    async with api.client() as client:
        game_id = await played(api, client, *sheet.walkthrough[:-1], 'say "ended":true')
        assert await ended() == (False, False)
        await client.post(f"/v1/games/{game_id}/turns", json={"text": sheet.walkthrough[-1]})
        assert await ended() == (True, True)
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        assert await ended() == (True, True)
        await client.post(f"/v1/games/{game_id}/undo", json={"turns": 3})
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        assert await ended() == (False, False)


async def test_any_turn_is_named_and_branched_from_also_one_that_does_not_stand(api: Api) -> None:
    async with api.client() as client:
        game_id = await played(api, client, "look", "talk to Tove", "wait")
        await client.post(f"/v1/games/{game_id}/labels", json={"name": "the talk", "turn": 2})
        await client.post(f"/v1/games/{game_id}/undo", json={})
        [gone] = [node for node in (await got(client, f"{game_id}/tree"))["nodes"] if not node["stands"]]
        seq = gone["seq"]
        assert (
            await client.post(f"/v1/games/{game_id}/labels", json={"name": "waited", "seq": seq})
        ).status_code == 204
        assert (await got(client, f"{game_id}/turns/3", seq=seq))["player_input"] == "wait"
        assert (await client.get(f"/v1/games/{game_id}/turns/2", params={"seq": seq})).status_code == 404
        assert (await client.get(f"/v1/games/{game_id}/turns/3")).status_code == 404
        named = (await got(client, f"{game_id}/scenes"))["named"]
        assert [(one["name"], one["turn"], one["stands"]) for one in named] == [
            ("the talk", 2, True),
            ("waited", 3, False),
        ]
        for body, turns in (({"label": "the talk"}, 2), ({"seq": seq}, 3)):
            made = (await client.post(f"/v1/games/{game_id}/branches", json=body)).json()
            assert (made["turn"], made["branched_from"]["turn"]) == (turns, turns)
        assert (await got(client, game_id))["turn"] == 2
        wrong = await client.post(f"/v1/games/{game_id}/labels", json={"name": "x", "turn": 9})
        assert wrong.status_code == 404


def shape(found: Any) -> list[tuple[int, int, int, str, int, list[int]]]:
    return [
        (
            each["lane"],
            each["first"],
            each["last"],
            each["place"],
            each["scenes"],
            [one["turn"] for one in each["turns"]],
        )
        for each in found["scenes"]
    ]


async def test_scenes_part_where_the_place_changes_and_at_forks(api: Api) -> None:
    landing, house = "The Ferry Landing", "Boiling House"
    async with api.client() as client:
        game_id = await played(api, client, "look", "look", "look", "look", "go to the boiling house", "look", "look")
        branch = (await client.post(f"/v1/games/{game_id}/branches", json={"turn": 2})).json()["id"]
        await client.post(f"/v1/games/{game_id}/undo", json={})
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
        await client.post(f"/v1/games/{branch}/turns", json={"text": "wait"})
        found = await got(client, f"{game_id}/scenes")
        assert shape(found) == [
            (0, 1, 2, landing, 1, [1, 2]),
            (0, 3, 4, landing, 1, [3]),
            (0, 5, 6, house, 1, [5, 6]),
            (0, 7, 7, house, 1, [7]),
            (1, 7, 7, house, 1, [7]),
        ]
        assert [(each["game_id"], each["turn"], each["last"]) for each in found["branches"]] == [(branch, 2, 3)]
        other = await got(client, f"{branch}/scenes")
        assert shape(other) == [(0, 1, 2, landing, 1, [1, 2]), (0, 3, 3, landing, 1, [3])]
        assert other["branched_from"] == {"game_id": game_id, "turn": 2, "how": "branched"}


async def test_a_long_run_of_scenes_is_folded_and_unfolds(api: Api) -> None:
    async with api.client() as client:
        game_id = await played(api, client, *["go to the boiling house", "go to the landing"] * 10)
        found = await got(client, f"{game_id}/scenes")
        assert [(each["first"], each["last"], each["scenes"]) for each in found["scenes"]] == [
            (1, 1, 1),
            (2, 2, 1),
            (3, 3, 1),
            (4, 17, 14),
            (18, 18, 1),
            (19, 19, 1),
            (20, 20, 1),
        ]
        unfolded = await got(client, f"{game_id}/scenes", first=4, last=17)
        assert [each["first"] for each in unfolded["scenes"]] == [*range(4, 18)]
        nodes = (await got(client, f"{game_id}/tree", first=4, last=6))["nodes"]
        assert [node["turn"] for node in nodes] == [4, 5, 6]
