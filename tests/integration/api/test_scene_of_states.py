"""What the API shows of states, actions, companions, contents and the ending, and who may set states."""

from pathlib import Path
from typing import Any

from app.models.sheets.values import OPEN
from app.models.state.values import set_value
from tests.cellar import cellar_sheet
from tests.integration.api.asking import Api, new_api


async def scene(api: Api, token: str, game: str) -> dict[str, Any]:
    async with api.client(token) as client:
        found: dict[str, Any] = (await client.get(f"/v1/games/{game}/scene")).json()
        return found


async def test_a_player_sees_shown_states_and_never_a_hidden_one(tmp_path: Path) -> None:
    api = new_api(tmp_path)
    game = api.begin("Mara", sheet=cellar_sheet())
    seen = await scene(api, api.token(game, "player"), game)
    assert seen["place"]["seen"] == ["The floor is dry."]
    assert seen["seen"] == ["coins: 5/99"]
    assert seen["players"][0]["seen"] == ["health: 8/8"]
    assert seen["people"][0]["seen"] == ["He is shaking."]
    assert [thing["count"] for thing in seen["things"] if thing["id"] == "logs"] == [3]
    assert not any(words in str(seen) for words in ("curse", "doom", "flood"))


async def test_actions_contents_companions_and_the_ending_are_in_the_scene(tmp_path: Path) -> None:
    api = new_api(tmp_path)
    game = api.begin("Mara", sheet=cellar_sheet())
    token = api.token(game, "player")
    first = await scene(api, token, game)
    held = next(deed for deed in first["choices"] if deed["id"] == "break-out")
    assert (held["is_open"], held["refusal"]) == (False, "The hatch holds.")
    assert "ruby" not in str(first)
    state = api.container.turns().state(game)
    set_value(state, "chest", OPEN, value=True)
    state.party.companions.append("pim")
    state.world.ending = "lost"
    last = await scene(api, token, game)
    assert [thing["inside"] for thing in last["things"] if thing["id"] == "ruby"] == ["chest"]
    assert (last["companions"], last["people"][0]["companion"]) == (["pim"], True)
    assert last["ending"] == {"id": "lost", "name": "The Long Dark", "text": "Nobody comes.", "won": False}
    assert last["ended"]


async def test_only_a_master_sets_states_and_timers(tmp_path: Path) -> None:
    api = new_api(tmp_path)
    game = api.begin("Mara", sheet=cellar_sheet())
    orders = (
        {"kind": "set_state", "of": "lever", "name": "down", "value": True},
        {"kind": "set_timer", "id": "flood", "minutes": 5},
        {"kind": "stop_timer", "id": "flood"},
    )
    for order in orders:
        for role, status in (("viewer", 403), ("player", 403), ("master", 200)):
            async with api.client(api.token(game, role)) as client:  # type: ignore[arg-type]
                answer = await client.post(f"/v1/games/{game}/commands", json={"commands": [order]})
            assert answer.status_code == status, (order, role, answer.text)
