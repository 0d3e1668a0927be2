"""Files of any kind over HTTP: looked into, and made games, scenarios, people and lore."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.files import LAST_BOAT, STARTER, card_json, charx, folder_zip, png, zipped
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.integration.api.test_imports import BEGINNING

CARDS = {"json": card_json(), "png": png(card=card_json()), "charx": charx()}
BOOK = json.dumps({"entries": [{"keys": ["nail"], "content": "The seventh nail holds.", "enabled": True}]}).encode()


@pytest.fixture
def api(tmp_path: Path) -> Api:
    (tmp_path / "scenarios").mkdir()
    return new_api(tmp_path / "saves", scenarios=tmp_path / "scenarios")


async def found(api: Api, data: bytes) -> dict[str, Any]:
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/imports/inspect", content=data)
    assert answer.status_code == 200, answer.text
    value: dict[str, Any] = answer.json()
    return value


async def taken(api: Api, data: bytes, path: str = "/v1/imports/files", **params: str) -> dict[str, Any]:
    async with api.client(ADMIN) as client:
        answer = await client.post(path, content=data, params=params)
    assert answer.status_code == 201, answer.text
    value: dict[str, Any] = answer.json()
    return value


@pytest.mark.parametrize("form", CARDS)
async def test_a_card_is_told_in_every_container(api: Api, form: str) -> None:
    told = await found(api, CARDS[form])
    assert (told["kind"], told["title"], told["has_picture"]) == ("card", "Mara Ironhand", form != "json")
    assert {"what": "lore", "count": 1} in told["parts"]
    assert told["left_out"] == ["Only kept for an export: creator notes."]
    assert told["goes_to"] == ["new_scenario", "scenario", "game"]
    assert not list((api.container.settings().scenarios or Path()).iterdir())


async def test_every_other_kind_is_told_by_its_content(api: Api) -> None:
    game_id = api.begin("Mara", sheet=api.container.scenarios().load("tide-bell"))
    async with api.client(ADMIN) as client:
        exported = (await client.get(f"/v1/games/{game_id}/export")).content
    files = {
        "game": exported,
        "scenario": LAST_BOAT,
        "folder": folder_zip(),
        "lorebook": BOOK,
        "chat": BEGINNING.encode(),
    }
    told = {kind: await found(api, data) for kind, data in files.items()}
    assert {kind: each["kind"] for kind, each in told.items()} == dict(zip(files, files, strict=True))
    assert told["game"]["goes_to"] == told["chat"]["goes_to"] == ["new_game"]
    assert told["folder"]["title"] == "A New Story"
    assert {"what": "pictures", "count": 1} in told["folder"]["parts"]
    assert told["folder"]["left_out"] == [
        "The picture 'yard': A picture is a PNG, JPEG or WebP.",
        "The picture 'nobody' is of no person or place.",
    ]
    assert (await found(api, zipped({"last-boat.json": LAST_BOAT})))["kind"] == "scenario"
    assert told["chat"]["left_out"] == ["Line 45: it is of the program, not of the story (comment)."]


async def test_a_scenario_with_faults_says_which_and_goes_nowhere(api: Api) -> None:
    broken = json.loads(LAST_BOAT) | {"start_location": "the-moon"}
    told = await found(api, json.dumps(broken).encode())
    assert told["goes_to"] == []
    assert any("the-moon" in each for each in told["left_out"])


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "no JSON"),
        (b"just a text", "no JSON"),
        (b"{}", "neither an exported game"),
        (png(), "no character card in this PNG"),
        (b"PK\x03\x04 cut off", "damaged"),
        (zipped({"a.txt": b"a"}), "holds no scenario"),
        (zipped({"bomb.json": b"0" * 60_000_000}), "too large"),
        (json.dumps({"prompts": [], "prompt_order": []}).encode(), "a preset of SillyTavern"),
    ],
)
async def test_what_is_no_known_file_is_refused_by_its_reason(api: Api, data: bytes, detail: str) -> None:
    async with api.client(ADMIN) as client:
        answer = await client.post("/v1/imports/inspect", content=data)
    assert answer.status_code == 400
    assert detail in answer.json()["detail"]


async def test_a_card_becomes_a_scenario_of_its_own_that_is_played_with_its_picture(api: Api) -> None:
    made = await taken(api, CARDS["png"])
    again = await taken(api, CARDS["png"])
    other = await taken(api, png(card=card_json(description="Another Mara.")))
    assert (made["scenario_id"], made["person_id"]) == ("meeting-mara-ironhand", "mara-ironhand")
    assert again["scenario_id"] == made["scenario_id"]
    assert other["scenario_id"] == "meeting-mara-ironhand-2"
    async with api.client(ADMIN) as client:
        game = (await client.post("/v1/games", json={"scenario": made["scenario_id"]})).json()
        path = f"/v1/games/{game['id']}"
        scene = (await client.get(f"{path}/scene")).json()
        listed = (await client.get(f"{path}/pictures")).json()["items"]
        picture = await client.get(f"{path}/pictures/mara-ironhand")
        known = [
            await client.get(f"{path}/pictures/mara-ironhand", headers={"If-None-Match": tag})
            for tag in (picture.headers["ETag"], f'"other", W/{picture.headers["ETag"]}', "*")
        ]
    assert [person["id"] for person in scene["people"]] == listed == ["mara-ironhand"]
    assert picture.headers["content-type"] == "image/png"
    for answer in known:
        assert (answer.status_code, answer.content) == (304, b"")
        assert [answer.headers[name] for name in ("ETag", "Cache-Control")] == [
            picture.headers[name] for name in ("ETag", "Cache-Control")
        ]


async def test_the_picture_of_a_card_holds_none_of_its_words(api: Api) -> None:
    made = await taken(api, CARDS["png"])
    async with api.client(ADMIN) as client:
        game = (await client.post("/v1/games", json={"scenario": made["scenario_id"]})).json()
    async with api.client(api.token(game["id"], "viewer")) as client:
        picture = (await client.get(f"/v1/games/{game['id']}/pictures/mara-ironhand")).content
    assert b"chara" not in picture
    assert picture == png()


async def test_a_person_and_lore_go_into_a_scenario_of_ones_own_and_into_a_copy_of_any_other(api: Api) -> None:
    folder = await taken(api, folder_zip())
    own = await taken(api, CARDS["charx"], scenario=folder["scenario_id"], place="yard")
    lore = await taken(api, BOOK, scenario=own["scenario_id"], person="mara-ironhand")
    same = await taken(api, BOOK, scenario=own["scenario_id"], person="mara-ironhand")
    copied = await taken(api, CARDS["png"], scenario="tide-bell")
    assert folder["scenario_id"] == "the-mill"
    assert own["scenario_id"] == lore["scenario_id"] == "the-mill-with-mara-ironhand"
    assert (lore["entries"], same["entries"]) == (1, 0)
    assert copied["scenario_id"] == "tide-bell-with-mara-ironhand"
    scenarios = api.container.scenarios()
    assert {npc.id for npc in scenarios.load(own["scenario_id"]).npcs} == {"ada", "mara-ironhand"}
    assert sorted(scenarios.pictured(own["scenario_id"])) == ["ada", "mara-ironhand"]
    assert scenarios.load("tide-bell").npcs == scenarios.load(copied["scenario_id"]).npcs[:-1]


async def test_a_person_comes_into_a_running_game_with_its_picture_and_goes_with_an_undo(api: Api) -> None:
    game_id = api.begin("Mara", sheet=api.container.scenarios().load("tide-bell"))
    path = f"/v1/games/{game_id}"
    async with api.client(api.token(game_id, "master")) as client:
        made = (await client.post(f"{path}/imports", content=CARDS["png"])).json()
        again = (await client.post(f"{path}/imports", content=CARDS["png"])).json()
        scene = (await client.get(f"{path}/scene")).json()
        pictures = (await client.get(f"{path}/pictures")).json()["items"]
        branch = (await client.post(f"{path}/branches", json={})).json()
        undone = await client.post(f"{path}/undo", json={})
        after = (await client.get(f"{path}/scene")).json()
    async with api.client(ADMIN) as client:
        branched = (await client.get(f"/v1/games/{branch['id']}/pictures")).json()["items"]
    assert made["person_id"] in [person["id"] for person in scene["people"]]
    assert (made["turn"], again["turn"], undone.status_code) == (1, None, 200)
    assert pictures == branched == ["mara-ironhand"]
    assert "mara-ironhand" not in [person["id"] for person in after["people"]]


async def test_a_lorebook_and_no_chat_go_into_a_running_game(api: Api) -> None:
    game_id = api.begin("Mara", sheet=api.container.scenarios().load("tide-bell"))
    async with api.client(ADMIN) as client:
        lore = await client.post(f"/v1/games/{game_id}/imports", content=BOOK)
        chat = await client.post(f"/v1/games/{game_id}/imports", content=BEGINNING.encode())
        unnamed = await client.post("/v1/imports/files", content=BOOK)
    assert (lore.json()["entries"], lore.json()["turn"]) == (1, 1)
    assert (chat.status_code, unnamed.status_code) == (400, 400)


async def test_a_zipped_folder_stays_the_folder_that_it_is_with_its_pictures(api: Api) -> None:
    made = await taken(api, folder_zip())
    scenarios = api.container.scenarios()
    folder = scenarios.path_of("the-mill")
    assert folder.is_dir()
    assert (folder / "scenario.md").read_bytes() == (STARTER / "scenario.md").read_bytes()
    assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["ada.png"]
    assert not (folder / ".git").exists()
    assert made["kind"] == "folder"
    again = await taken(api, folder_zip())
    assert not [line for line in again["left_out"] if "kept" in line]


async def test_another_folder_of_the_same_id_leaves_the_one_before_beside_it(api: Api) -> None:
    await taken(api, folder_zip())
    folder = api.container.scenarios().path_of("the-mill")
    (folder / "notes.txt").write_text("mine")
    (folder / "scenario.md").write_bytes((folder / "scenario.md").read_bytes() + b"\nMy own line.\n")
    made = await taken(api, folder_zip())
    assert "What was there is kept beside it, in the folder .the-mill.before." in made["left_out"]
    assert (folder.with_name(".the-mill.before") / "notes.txt").read_text() == "mine"
    assert [each.id for each in api.container.scenarios().list() if "mill" in each.id] == ["the-mill"]


async def test_an_export_has_the_pictures_of_the_game_and_of_its_scenario(api: Api) -> None:
    await taken(api, folder_zip())
    async with api.client(ADMIN) as client:
        game = (await client.post("/v1/games", json={"scenario": "the-mill"})).json()["id"]
        await client.put(f"/v1/games/{game}/pictures/yard", content=png())
        exported = (await client.get(f"/v1/games/{game}/export")).content
        found = (await client.post("/v1/imports/inspect", content=exported)).json()
        there = (await client.post("/v1/games/import", json=json.loads(exported))).json()["id"]
        brought = (await client.post("/v1/imports/files", content=exported)).json()["game_id"]
        pictured = [(await client.get(f"/v1/games/{each}/pictures")).json()["items"] for each in (there, brought)]
        picture = await client.get(f"/v1/games/{there}/pictures/yard")
    assert {"what": "pictures", "count": 2} in found["parts"]
    assert pictured == [["ada", "yard"]] * 2
    assert set(api.container.stores().pictures.read(there) or {}) == {"ada", "yard"}
    assert picture.content == png()


async def test_a_picture_in_an_export_that_is_none_is_refused(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client(ADMIN) as client:
        document = (await client.get(f"/v1/games/{game_id}/export")).json()
        assert document["talekeeper_export"] == 1
        svg = {"media_type": "image/png", "data": b64encode(b"<svg onload=alert(1)>").decode()}
        answer = await client.post("/v1/games/import", json=document | {"pictures": {"mara": svg}})
    assert answer.status_code == 400
    assert "A picture is a PNG, JPEG or WebP." in answer.json()["detail"]


async def test_games_and_chats_become_games_once_for_each_key(api: Api) -> None:
    key = {"Idempotency-Key": "one"}
    async with api.client(ADMIN) as client:
        chat = (await client.post("/v1/imports/files", content=BEGINNING.encode(), headers=key)).json()
        again = (await client.post("/v1/imports/files", content=BEGINNING.encode(), headers=key)).json()
        elsewhere = await client.post(
            "/v1/imports/files", content=BEGINNING.encode(), headers=key, params={"scenario": "tide-bell"}
        )
        exported = (await client.get(f"/v1/games/{chat['game_id']}/export")).content
        game = (await client.post("/v1/imports/files", content=exported)).json()
    assert chat["game_id"] == again["game_id"] != game["game_id"]
    assert elsewhere.status_code == 409
    assert game["kind"] == "game"


async def test_players_see_pictures_of_whom_they_see_and_only_a_game_master_sets_them(api: Api) -> None:
    sheet = api.container.scenarios().load("tide-bell")
    game_id = api.begin("Mara", sheet=sheet)
    here = sheet.start_location
    away = next(npc.id for npc in sheet.npcs if npc.start_location not in (None, here))
    path = f"/v1/games/{game_id}/pictures"
    async with api.client(api.token(game_id, "master")) as client:
        put = [(await client.put(f"{path}/{of}", content=png())).status_code for of in (here, away, "nobody")]
        bad = await client.put(f"{path}/{here}", content=b"<svg/>")
        of_master = (await client.get(path)).json()["items"]
    async with api.client(api.token(game_id, "player")) as client:
        of_player = (await client.get(path)).json()["items"]
        hidden = await client.get(f"{path}/{away}")
        refused = await client.put(f"{path}/{here}", content=png())
    async with api.client(ADMIN) as client:
        removed = [(await client.delete(f"{path}/{away}")).status_code for _ in range(2)]
    assert (put, bad.status_code) == ([204, 204, 404], 400)
    assert (of_master, of_player) == (sorted([here, away]), [here])
    assert (hidden.status_code, refused.status_code, removed) == (404, 403, [204, 404])


async def test_a_game_master_may_look_into_files_and_only_the_admin_store_them(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client(api.token(game_id, "master")) as client:
        answers = [await client.post(f"/v1/imports/{each}", content=CARDS["json"]) for each in ("inspect", "files")]
    assert [answer.status_code for answer in answers] == [200, 403]


async def test_what_of_a_card_is_used_is_not_among_what_is_not_taken(api: Api) -> None:
    fields = {
        "name": "Ilse Varga",
        "nickname": "Ilse",
        "description": "{{char}} keeps the lighthouse.",
        "first_mes": '*She does not look round.* "You are late."',
        "alternate_greetings": ['"Shut the door, {{user}}."'],
        "creator": "Odo",
        "tags": ["sea"],
    }
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": fields}
    assert (await found(api, json.dumps(card).encode()))["left_out"] == ["Only kept for an export: tags."]
    stories = fields | {"alternate_greetings": ["*The lamp is out, and nobody is here.*"]}
    told = await found(api, json.dumps(card | {"data": stories}).encode())
    assert told["left_out"] == ["Only kept for an export: alternate greetings, tags."]
