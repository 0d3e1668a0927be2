"""What a game master does at the table: narrating, letting people speak, and bringing back what was undone."""

from pathlib import Path

import pytest

from tests.integration.api.asking import Api, new_api


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


def begun(api: Api) -> tuple[str, str]:
    game_id = api.begin("Mara", sheet=api.container.scenarios().load("tide-bell"))
    return game_id, f"/v1/games/{game_id}"


async def test_a_game_master_narrates_and_lets_somebody_speak_without_a_line_of_a_player(api: Api) -> None:
    game_id, path = begun(api)
    body = {
        "text": "Rain sets in.",
        "says": [{"who": "tove", "text": "Come in, before you drown."}],
        "commands": [{"kind": "add_note", "text": "It rains."}],
    }
    async with api.client(api.token(game_id, "master")) as client:
        turn = (await client.post(f"{path}/narrate", json=body)).json()
        notes = (await client.get(f"{path}/notes")).json()["items"]
        nothing = await client.post(f"{path}/narrate", json={"text": " "})
        nobody = await client.post(f"{path}/narrate", json={"says": [{"who": "the moon", "text": "Boo."}]})
        after = (await client.get(f"{path}/scene")).json()["turn"]
    async with api.client(api.token(game_id, "player")) as client:
        refused = await client.post(f"{path}/narrate", json=body)
    assert turn["player_input"] == ""
    told = [(part["kind"], part["text"]) for part in turn["parts"]]
    assert ("speech", "Come in, before you drown.") in told
    assert ("story", "Rain sets in.") in told
    assert [note["text"] for note in notes] == ["It rains."]
    assert (nothing.status_code, nobody.status_code, refused.status_code, after) == (422, 404, 403, 1)


async def test_a_turn_of_the_game_master_takes_the_time_of_its_commands_or_else_a_minute(api: Api) -> None:
    game_id, path = begun(api)
    move = {"kind": "change_location", "location_id": "boiling-house"}
    waits = {"kind": "advance_time", "minutes": 10}
    took = []
    async with api.client(api.token(game_id, "master")) as client:
        times = [(await client.get(f"{path}/scene")).json()["game_time"]]
        for commands in ([], [waits], [move], [{**move, "location_id": "ferry-landing"}, waits]):
            await client.post(f"{path}/narrate", json={"text": "Rain sets in.", "commands": commands})
            times.append((await client.get(f"{path}/scene")).json()["game_time"])
            took.append(times[-1] - times[-2])
        refused = {"text": "", "commands": [waits], "says": [{"who": "the moon", "text": "Boo."}]}
        assert (await client.post(f"{path}/narrate", json=refused)).status_code == 404
        assert (await client.get(f"{path}/scene")).json()["game_time"] == times[-1]
    assert took == [1, 10, 5, 15]


async def test_what_was_undone_is_brought_back_turn_by_turn_until_another_is_played(api: Api) -> None:
    game_id, path = begun(api)
    async with api.client(api.token(game_id, "master")) as client:
        for line in ("look", "talk to Tove", "wait"):
            await client.post(f"{path}/turns", json={"text": line})
        before = (await client.get(f"{path}/turns")).json()["items"]
        await client.post(f"{path}/undo", json={"turns": 2})
        back = [(await client.post(f"{path}/redo")).json()["player_input"] for _ in range(2)]
        after = (await client.get(f"{path}/turns")).json()["items"]
        none = await client.post(f"{path}/redo")
        await client.post(f"{path}/undo", json={"turns": 1})
        await client.post(f"{path}/turns", json={"text": "look"})
        gone = await client.post(f"{path}/redo")
    assert back == ["talk to Tove", "wait"]
    assert [turn["parts"] for turn in before] == [turn["parts"] for turn in after]
    assert (none.status_code, gone.status_code) == (409, 409)


async def test_a_redo_is_done_once_for_its_key_and_a_player_brings_back_only_its_own(api: Api) -> None:
    game_id = api.begin("Mara", "Odo", sheet=api.container.scenarios().load("tide-bell"))
    path, key = f"/v1/games/{game_id}", {"Idempotency-Key": "again"}
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"{path}/turns", json={"text": "look", "player_id": "player-2"})
        await client.post(f"{path}/turns", json={"text": "wait", "player_id": "player-2"})
        await client.post(f"{path}/undo", json={"turns": 2})
    async with api.client(api.token(game_id, "player")) as client:
        anothers = await client.post(f"{path}/redo")
    async with api.client(api.token(game_id, "player", "player-2")) as client:
        first = (await client.post(f"{path}/redo", headers=key)).json()
        again = (await client.post(f"{path}/redo", headers=key)).json()
    assert anothers.status_code == 409
    assert first == again
    assert first["player_input"] == "look"


async def test_a_redo_survives_a_restart(api: Api, tmp_path: Path) -> None:
    game_id, path = begun(api)
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"{path}/turns", json={"text": "look"})
        await client.post(f"{path}/undo", json={})
    await api.container.turns().close(game_id)
    other = new_api(tmp_path / "saves")
    async with other.client(other.token(game_id, "master")) as client:
        assert (await client.post(f"{path}/redo")).json()["player_input"] == "look"
        assert (await client.get(f"{path}/scene")).json()["turn"] == 1
