"""Canon over HTTP: the game master adds to the world, a player may not; who reads the game master's own notes."""

from pathlib import Path
from typing import Any

import pytest

from app.models.sheets.scenario import CanonLevel
from tests.integration.api.asking import Api, new_api, served, streaming
from tests.unit.events.canonical import sheet_of

ORDERS: tuple[dict[str, Any], ...] = (
    {"kind": "create_person", "name": "Wren", "description": "A girl."},
    {"kind": "create_item", "name": "Whistle", "description": "Tin.", "to": "made-wren"},
    {"kind": "create_place", "name": "Yard", "description": "Cobbles.", "ways": [{"to": "market"}]},
    {"kind": "create_state", "of": "made-whistle", "name": "bent"},
    {
        "kind": "create_action",
        "words": ["bend {target}"],
        "on": ["made-whistle"],
        "effects": [{"kind": "set_state", "of": "made-whistle", "name": "bent", "value": True}],
    },
    {"kind": "create_timer", "name": "Rain", "minutes": 5, "text": "It rains."},
    {"kind": "establish_fact", "subject": "made-wren", "attribute": "age", "value": "nine"},
    {"kind": "describe", "of": "made-wren", "text": "A girl with a whistle."},
    {"kind": "rename", "of": "made-wren", "name": "Wren Asher"},
)


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


async def test_a_master_gives_every_order_of_canon_and_nobody_else_any(api: Api) -> None:
    game = api.begin("Élan", sheet=sheet_of(CanonLevel.OPEN))
    for order in ORDERS:
        for role, status in (("viewer", 403), ("player", 403), ("master", 200)):
            async with api.client(api.token(game, role)) as client:  # type: ignore[arg-type]
                answer = await client.post(f"/v1/games/{game}/commands", json={"commands": [order]})
            assert answer.status_code == status, answer.text
    state = api.container.turns().state(game)
    assert len(state.canon) == len(ORDERS)
    assert state.name("made-wren") == "Wren Asher"


async def test_what_the_scenario_does_not_allow_is_refused_with_the_reason(api: Api) -> None:
    game = api.begin("Élan", sheet=sheet_of(CanonLevel.CLOSED))
    async with api.client(api.token(game, "master")) as client:
        answer = await client.post(f"/v1/games/{game}/commands", json={"commands": [ORDERS[0]]})
    assert answer.status_code == 409
    assert "add" in answer.json()["detail"]


async def test_a_note_of_the_game_master_reaches_no_player_and_a_forgotten_one_nobody(api: Api) -> None:
    game = api.begin("Élan")
    path = f"/v1/games/{game}"
    secret = {"kind": "add_note", "text": "The guard lies", "for_master": True}
    async with (
        served(api) as server,
        server.client(api.token(game, "player")) as player,
        server.client(api.token(game, "viewer")) as viewer,
        server.client(api.token(game, "master")) as master,
        streaming(player, f"{path}/events") as stream,
    ):
        made = await master.post(f"{path}/commands", json={"commands": [secret]})
        await master.post(f"{path}/notes", json={"text": "It rains"})
        await player.post(f"{path}/turns", json={"text": "journal"})
        told = str([await stream.until("turn") for _ in range(2)])
        listed = [(await client.get(f"{path}/notes")).text for client in (player, master)]
        shown = told + listed[0]
        for client in (player, viewer):
            shown += (await client.get(f"{path}/turns")).text
        await master.post(f"{path}/commands", json={"commands": [{"kind": "forget_note", "note": 1}]})
        after = [(await client.get(f"{path}/notes")).text for client in (player, master)]
        journal = (await player.post(f"{path}/turns", json={"text": "journal"})).json()["parts"]
    assert made.status_code == 200
    assert "guard lies" not in shown
    assert "guard lies" in listed[1]
    assert "It rains" in listed[0]
    assert not any("It rains" in text for text in (*after, str(journal)))
