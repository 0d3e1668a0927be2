"""What the API shows of the canon: parts marked with who added them, the canon itself, and what players see of it."""

from pathlib import Path
from typing import Any, get_args

from app.api.schemas.canon import CanonKind
from app.events.command_table import parse_command
from app.models.sheets.canon import CanonChange
from tests.integration.api.asking import Api, new_api
from tests.unit.events.canonical import sheet_of

ODO: dict[str, Any] = {"kind": "create_person", "name": "Odo Finn", "description": "A small man with a lamp."}
LAMP: dict[str, Any] = {"kind": "create_item", "name": "brass lamp", "description": "Heavy."}
HOUSE: dict[str, Any] = {
    "kind": "create_place",
    "name": "Lamp House",
    "description": "White.",
    "ways": [{"to": "market"}],
}
MOTHER: dict[str, Any] = {"kind": "establish_fact", "subject": "mara", "attribute": "mother", "value": "Ottilie"}
CLAIM = MOTHER | {"attribute": "debt", "value": "ten crowns", "claimed_by": "player"}


def mark(turn: int, number: int) -> dict[str, Any]:
    return {"by": "game_master", "turn": turn, "number": number, "player_id": None}


async def played(tmp_path: Path, *orders: dict[str, Any]) -> tuple[Api, str]:
    """A game in which each order was a turn."""
    api = new_api(tmp_path)
    game = api.begin("Élan", sheet=sheet_of())
    for order in orders:
        await api.container.turns().execute(game, parse_command(order))
    return api, game


async def answer(api: Api, game: str, path: str, role: Any = "master", status: int = 200) -> dict[str, Any]:
    async with api.client(api.token(game, role)) as client:
        found = await client.get(f"/v1/games/{game}/{path}")
    assert found.status_code == status, found.text
    body: dict[str, Any] = found.json()
    return body


def by_id(items: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in items}


async def test_made_people_places_ways_and_things_are_listed_and_marked(tmp_path: Path) -> None:
    api, game = await played(tmp_path, ODO, LAMP, HOUSE)
    scene = await answer(api, game, "scene", "player")
    assert by_id(scene["people"])["made-odo-finn"]["added_by"] == mark(1, 0)
    assert by_id(scene["things"])["made-brass-lamp"]["added_by"] == mark(2, 1)
    places = by_id(scene["places"])
    assert places["made-lamp-house"]["added_by"] == mark(3, 2)
    ways = {way["to"]: way["added_by"] for way in places["market"]["ways"]}
    assert ways.pop("made-lamp-house") == mark(3, 2)
    assert ways
    assert set(ways.values()) == {None}
    people = by_id((await answer(api, game, "people"))["items"])
    assert people["made-odo-finn"]["added_by"] == mark(1, 0)
    assert (people["mara"]["added_by"], people["mara"]["changed_by"]) == (None, None)
    assert (await answer(api, game, "people/made-odo-finn"))["added_by"] == mark(1, 0)


async def test_what_is_carried_and_the_party_s_place_are_marked(tmp_path: Path) -> None:
    go = {"kind": "change_location", "location_id": "made-lamp-house"}
    api, game = await played(tmp_path, LAMP | {"to": "party"}, HOUSE, go)
    scene = await answer(api, game, "scene", "player")
    assert scene["place"]["added_by"] == mark(2, 1)
    assert by_id(scene["carries"])["made-brass-lamp"]["added_by"] == mark(1, 0)


async def test_a_renamed_authored_person_has_a_mark_of_its_change(tmp_path: Path) -> None:
    api, game = await played(tmp_path, {"kind": "rename", "of": "mara", "name": "Mara the Grey"})
    person = await answer(api, game, "people/mara")
    assert (person["name"], person["added_by"], person["changed_by"]) == ("Mara the Grey", None, mark(1, 0))


async def test_the_canon_is_listed_newest_first_with_who_said_so(tmp_path: Path) -> None:
    api, game = await played(tmp_path, ODO, MOTHER, MOTHER | {"value": "Berta"}, CLAIM)
    items = (await answer(api, game, "canon"))["items"]
    assert [(each["number"], each["kind"], each["of"], each["turn"]) for each in items] == [
        (3, "fact", "mara", 4),
        (2, "fact", "mara", 3),
        (1, "fact", "mara", 2),
        (0, "person", "made-odo-finn", 1),
    ]
    assert [(each["by"], each["player_id"], each["value"], each["holds"]) for each in items[:3]] == [
        ("player", "player", "ten crowns", True),
        ("game_master", None, "Berta", True),
        ("game_master", None, "Ottilie", False),
    ]
    assert (items[3]["name"], items[3]["is_new"], items[3]["holds"]) == ("Odo Finn", True, None)


async def test_the_canon_comes_in_pages_and_by_kind(tmp_path: Path) -> None:
    api, game = await played(tmp_path, ODO, MOTHER, MOTHER | {"value": "Berta"}, CLAIM)
    first = await answer(api, game, "canon?limit=3")
    rest = await answer(api, game, f"canon?limit=3&cursor={first['next_cursor']}")
    assert [each["number"] for each in (*first["items"], *rest["items"])] == [3, 2, 1, 0]
    held = await answer(api, game, "canon?kind=fact&holds=true")
    assert [each["number"] for each in held["items"]] == [3, 2]


async def test_every_kind_of_entry_can_be_listed(tmp_path: Path) -> None:
    orders: tuple[dict[str, Any], ...] = (
        ODO,
        LAMP,
        HOUSE,
        {"kind": "create_action", "words": ["polish {target}"], "on": ["made-brass-lamp"]},
        {"kind": "create_state", "of": "made-brass-lamp", "name": "bright"},
        {"kind": "create_timer", "name": "the tide", "minutes": 90, "text": "It is here."},
        MOTHER,
        {"kind": "describe", "of": "mara", "text": "Old now."},
        {"kind": "rename", "of": "mara", "name": "Mara the Grey"},
        {"kind": "add_note", "text": "Mind the step."},
        {"kind": "forget_note", "note": 0},
        {"kind": "update_scenario", "sheet": sheet_of().model_copy(update={"title": "Later"}).model_dump(mode="json")},
    )
    api, game = await played(tmp_path, *orders)
    items = (await answer(api, game, "canon"))["items"]
    kinds = [each["kind"] for each in reversed(items)]
    union = get_args(get_args(CanonChange)[0])
    assert set(kinds) == set(get_args(CanonKind)) == {each.model_fields["kind"].default for each in union}
    values = {each["kind"]: (each["name"], each["value"]) for each in items}
    assert values["name"] == ("Mara the Grey", "Mara the Grey")
    assert values["description"] == ("Mara the Grey", "Old now.")
    assert values["forgotten_note"] == ("", "Mind the step.")
    assert values["scenario"] == ("Later", None)
    assert values["action"] == ("polish {target}", "polish {target}")


async def test_a_player_sees_neither_the_canon_nor_what_is_not_there_to_be_seen(tmp_path: Path) -> None:
    away = ODO | {"location_id": "inn"}
    hidden = LAMP | {"to": "inn"}
    secret = {"kind": "add_note", "text": "The heir is Wren.", "for_master": True}
    api, game = await played(tmp_path, away, hidden, MOTHER, secret)
    await answer(api, game, "canon", "player", 403)
    seen = [await answer(api, game, path, "player") for path in ("scene", "turns", "notes", "hints")]
    for words in ("Odo Finn", "brass lamp", "Ottilie", "The heir is Wren."):
        assert words not in str(seen), words
    assert "The heir is Wren." in str(await answer(api, game, "notes"))


async def test_a_forgotten_note_is_listed_no_more(tmp_path: Path) -> None:
    note = {"kind": "add_note", "text": "Mind the step."}
    api, game = await played(tmp_path, note, {"kind": "forget_note", "note": 0})
    for role in ("player", "master"):
        assert (await answer(api, game, "notes", role))["items"] == []


async def test_search_and_knowledge_reach_made_people_and_their_facts(tmp_path: Path) -> None:
    of_odo = MOTHER | {"subject": "made-odo-finn"}
    api, game = await played(
        tmp_path, ODO, of_odo, HOUSE, MOTHER | {"subject": "made-lamp-house", "attribute": "owner"}
    )
    await api.container.turns().take_turn(game, "Odo Finn, the ferry leaves at six.")
    found = await answer(api, game, "memories/search?q=mother+Ottilie&of=made-odo-finn")
    assert "Ottilie" in found["items"][0]["memory"]["text"]
    at_place = await answer(api, game, "memories/search?q=owner&of=made-lamp-house")
    assert "Ottilie" in at_place["items"][0]["memory"]["text"]
    known = (await answer(api, game, "knowledge?claim=The+ferry+leaves+at+six."))["items"]
    standing = {each["npc_id"]: each["standing"] for each in known}
    assert (standing["made-odo-finn"], standing["mara"]) == ("knows", "cannot know")
