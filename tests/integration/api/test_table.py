"""Several people at one table over the API: who joins and leaves, whose notes are read by whom, what is possible."""

from pathlib import Path

import pytest

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.state.conditions import is_open, visible_exits
from app.services.game.choices import player_choices
from tests.integration.api.asking import ADMIN, Api, new_api, served, streaming

NOTE = "Anna hides the lantern"


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def test_a_note_is_read_by_its_owner_and_the_master_alone(api: Api) -> None:
    """Neither the list of notes, nor a typed line, nor its echo, nor a stream shows it to another."""
    game_id = api.begin("Élan", "Odo")
    turns, notes = f"/v1/games/{game_id}/turns", f"/v1/games/{game_id}/notes"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "player")) as own,
        server.client(api.token(game_id, "player", "player-2")) as other,
        server.client(api.token(game_id, "viewer")) as viewer,
        server.client(api.token(game_id, "master")) as master,
        streaming(other, f"/v1/games/{game_id}/events") as stream,
    ):
        assert (await own.post(notes, json={"text": NOTE})).json()["owner_id"] == "player"
        await own.post(turns, json={"text": f"note: {NOTE}"})
        looked_up = (await own.post(turns, json={"text": "journal"})).text
        await own.post(turns, json={"text": "wait"})
        await master.post(notes, json={"text": "The bell rings at six"})
        told = [await stream.until("turn") for _ in range(3)]
        shown = [(await client.get(turns)).text for client in (other, viewer)]
        shown += [(await other.get(notes)).text, str(told)]
        ids = [each for turn in (await master.get(turns)).json()["items"] for each in turn["message_ids"]]
        path = f"/v1/games/{game_id}/messages"
        shown += [(await client.get(f"{path}/{each}")).text for client in (other, viewer) for each in ids]
        read = [(await client.get(notes)).text for client in (own, master)] + [(await own.get(turns)).text]
        forbidden = await other.post(notes, json={"text": "x", "player_id": "player"})
    assert not any(NOTE in text for text in shown)
    assert all(NOTE in text for text in (looked_up, *read))
    assert "rings at six" in shown[2]
    assert forbidden.status_code == 403


PIECES = ("Anna sleeps. ", "Anna hid", "es the l", "antern", "; Anna hides", " a yawn. ", "Anna hides")
"""The last ends in what might become the note."""


class InPieces(INarrator):
    model, mode, tools_tokens = "in pieces", "given", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        for piece in PIECES:
            context.show(piece)
        return Narration.of("".join(PIECES))


async def test_no_piece_of_a_turn_in_progress_tells_a_part_of_the_note_of_another(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", InPieces())
    game_id = api.begin("Élan", "Odo")
    path = f"/v1/games/{game_id}"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "player")) as own,
        server.client(api.token(game_id, "player", "player-2")) as other,
        server.client(api.token(game_id, "viewer")) as viewer,
        server.client(api.token(game_id, "master")) as master,
        streaming(own, f"{path}/events") as to_own,
        streaming(other, f"{path}/events") as to_other,
        streaming(viewer, f"{path}/events") as to_viewer,
        streaming(master, f"{path}/events") as to_master,
    ):
        await own.post(f"{path}/notes", json={"text": NOTE})
        await own.post(f"{path}/turns", json={"text": "wait"})
        told = []
        for stream in (to_own, to_master, to_other, to_viewer):
            found = [*await stream.until("text"), *await stream.until("turn")]
            told.append([each.data["piece"] for each in found if each.name == "text"])
    assert told[0] == told[1] == list(PIECES)
    assert told[2] == told[3] == ["Anna sleeps. ", "; ", "Anna hides a yawn. "]


async def test_players_join_and_leave_in_the_middle(api: Api) -> None:
    game_id = api.begin()
    players = f"/v1/games/{game_id}/players"
    async with api.client(api.token(game_id, "master")) as master:
        joined = (await master.post(players, json={"name": "Odo"})).json()
        assert (joined["id"], joined["name"]) == ("player-2", "Odo")
        assert (await master.post(players, json={"name": "odo"})).status_code == 409
        async with api.client(api.token(game_id, "player", "player-2")) as odo:
            played = await odo.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
            assert played.json()["player_id"] == "player-2"
            assert (await odo.delete(f"{players}/player")).status_code == 403
            assert (await odo.delete(f"{players}/player-2")).status_code == 204
            assert (await odo.post(f"/v1/games/{game_id}/turns", json={"text": "look"})).status_code == 401
            assert (await odo.get(f"/v1/games/{game_id}/scene")).status_code == 401
        assert [player["id"] for player in (await master.get(players)).json()["items"]] == ["player"]
        assert (await master.delete(f"{players}/player")).status_code == 409


async def test_whoever_leaves_takes_its_tokens_along_however_it_leaves(api: Api) -> None:
    """The tokens of others stay good, and those that it gets when it is back."""
    game_id = api.begin("Élan", "Odo", "Zoe")
    scene, players = f"/v1/games/{game_id}/scene", f"/v1/games/{game_id}/players"
    tokens = [api.token(game_id, "player", player_id) for player_id in ("player", "player-2", "player-2", "player-3")]
    order = {"kind": "leave_party", "player_id": "player-3"}
    once = {"Idempotency-Key": "one"}
    async with api.client(api.token(game_id, "master")) as master:
        await master.delete(f"{players}/player-2", headers=once)
        await master.post(f"/v1/games/{game_id}/commands", json={"commands": [order]})
        read = [await status_for(api, token, scene) for token in tokens]
        await master.post(players, json={"name": "Odo"})
        tokens.append(api.token(game_id, "player", "player-2"))
        await master.delete(f"{players}/player-2", headers=once)
        back = [await status_for(api, token, scene) for token in tokens]
        listed = (await master.get(f"/v1/games/{game_id}/tokens")).json()["items"]
    assert read == [200, 401, 401, 401]
    assert back == [200, 401, 401, 401, 200]
    assert [token["revoked"] for token in listed] == [False, True, True, True, False, False]


async def status_for(api: Api, token: str, path: str) -> int:
    """The status with which a token's holder is answered."""
    async with api.client(token) as client:
        return (await client.get(path)).status_code


async def test_each_player_speaks_to_somebody_of_its_own(api: Api) -> None:
    game_id = api.begin("Élan", "Odo")
    state = api.container.turns().state(game_id)
    npc = state.present()[0].instance_id
    async with api.client(api.token(game_id, "player", "player-2")) as odo:
        await odo.post(f"/v1/games/{game_id}/turns", json={"text": f"{state.name(npc)}, good day"})
        players = (await odo.get(f"/v1/games/{game_id}/players")).json()["items"]
    assert [player["speaks_to"] for player in players] == [[], [npc]]


async def test_a_scene_shows_what_the_party_knows_and_what_it_can_do(api: Api) -> None:
    game_id = api.begin()
    state = api.container.turns().state(game_id)
    hidden = [act.opening for act in state.sheet.acts[1:]]
    hidden += [secret.text for place in state.sheet.locations for secret in place.secrets]
    told = [topic.text for npc in state.sheet.npcs for topic in npc.topics]
    async with api.client(api.token(game_id, "viewer")) as viewer:
        answer = await viewer.get(f"/v1/games/{game_id}/scene")
    scene = answer.json()
    assert scene["opening"] == state.sheet.opening
    act = state.sheet.acts[0]
    assert (scene["act"]["id"], scene["act"]["name"], scene["act"]["description"]) == (act.id, act.name, act.opening)
    assert scene["place"]["id"] == state.scenario.current_location_id
    assert [person["id"] for person in scene["people"]] == [npc.instance_id for npc in state.present()]
    assert (scene["role"], scene["player_id"]) == ("viewer", "player")
    here = next(place for place in scene["places"] if place["visited"])
    ways = [(way.to, way.name, is_open(way, state)) for way in visible_exits(state)]
    assert (here["id"], here["name"]) == (state.scenario.current_location_id, scene["place"]["name"])
    assert [(way["to"], way["name"], way["is_open"]) for way in here["ways"]] == ways
    assert {place["id"] for place in scene["places"]} == {here["id"], *(to for to, *_ in ways)}
    offered = player_choices(state, "player")
    assert offered.ways
    lines = [choice.line for group in offered for choice in group]
    assert [choice["line"] for choice in scene["choices"]] == lines
    assert hidden
    assert not any(text in answer.text for text in (*hidden, *told))


async def test_a_game_begins_with_names_and_sheets_and_a_player_edits_its_own(api: Api) -> None:
    lena = {"name": "Lena", "pronouns": "she/her", "description": "Tall.", "home": "Sedge", "known_to": {"home": ["x"]}}
    async with api.client(ADMIN) as admin:
        begun = await admin.post("/v1/games", json={"scenario": "tide-bell", "players": [lena, "Odo"]})
        assert begun.status_code == 201
        assert begun.json()["players"] == ["Lena", "Odo"]
        players = f"/v1/games/{begun.json()['id']}/players"
        sheet, other = (one["sheet"] for one in (await admin.get(players)).json()["items"])
        assert sheet == {key: value for key, value in lena.items() if key != "known_to"}
        assert other == {"name": "Odo"}
    token = api.token(begun.json()["id"], "player", "player-2")
    async with api.client(token) as odo:
        first, _ = (one["sheet"] for one in (await odo.get(players)).json()["items"])
        assert first == {"name": "Lena", "pronouns": "she/her", "description": "Tall."}
        changed = await odo.put(f"{players}/player-2/sheet", json={"likes": ["plums"], "skills": {"climbing": 3}})
        assert changed.json()["sheet"] == {"name": "Odo", "likes": ["plums"], "skills": {"climbing": 3}}
        assert (await odo.put(f"{players}/player-2/sheet", json={"home": "Oster"})).json()["sheet"]["home"] == "Oster"
        assert "likes" not in (await odo.get(players)).json()["items"][1]["sheet"]
        assert (await odo.put(f"{players}/player/sheet", json={"home": "Oster"})).status_code == 403
        assert (await odo.put(f"{players}/player-2/sheet", json={"name": "Lena"})).status_code == 409
        assert (await odo.put(f"{players}/player-2/sheet", json={"shoes": "red"})).status_code == 422
        assert (await odo.put(f"{players}/player-2/sheet", json={"description": "\x00"})).status_code == 422


async def test_who_joins_brings_a_sheet(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client(api.token(game_id, "master")) as master:
        body = {"name": "Zoe", "sheet": {"name": "Other", "occupation": "sailor"}}
        joined = await master.post(f"/v1/games/{game_id}/players", json=body)
    assert joined.json()["sheet"] == {"name": "Zoe", "occupation": "sailor"}
