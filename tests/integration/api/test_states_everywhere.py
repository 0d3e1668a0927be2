"""States, timers and companions in all that leaves a game: saves, exports, branches, the API and its document."""

from pathlib import Path
from typing import Any

from app.events.commands import (
    AdvanceTimeCommand,
    JoinCompanionCommand,
    PerformActionCommand,
    SetStateCommand,
    SetTimerCommand,
)
from app.models.records.folding import fold_journal
from app.models.state.game_state import GameState
from app.stores.transfer import export_game, import_game
from docs.rendering.http import document
from tests.cellar import cellar_sheet
from tests.integration.api.asking import Api, new_api

RISES = [{"kind": "set_state", "of": "cellar", "name": "flooded", "value": True}]


async def changed(api: Api) -> str:
    """A game in which something of each kind has changed."""
    game = api.begin("Mara", sheet=cellar_sheet())
    await api.container.turns().execute(
        game,
        SetStateCommand(of="party", name="money", value=7),
        SetStateCommand(of="pim", name="scared", value=False),
        SetTimerCommand.model_validate({"id": "burst", "minutes": 90, "effects": RISES}),
        JoinCompanionCommand(npc_id="pim"),
        PerformActionCommand(action_id="open", target_id="chest"),
        PerformActionCommand(action_id="pull-lever", target_id="lever"),
    )
    return game


def world(state: GameState) -> dict[str, Any]:
    return state.model_dump(mode="json", include={"states", "contents", "tried", "world", "party", "clock"})


async def test_a_save_an_export_and_a_branch_hold_states_and_go_on_alike(tmp_path: Path) -> None:
    api = new_api(tmp_path)
    game = await changed(api)
    turns, library = api.container.turns(), api.container.library()
    before = world(turns.state(game))
    assert before["states"]["party"] == {"money": 7}
    assert before["states"]["lever"] == {"down": True}
    assert before["world"]["timers"]["burst"]["effects"] == RISES
    branch = await turns.branch(game)
    imported = library.import_journal(import_game(export_game(library.read(game))))
    assert world(fold_journal(library.read(game))) == before
    assert [world(turns.state(one)) for one in (branch, imported)] == [before, before]
    for one in (game, branch, imported):
        await turns.execute(one, AdvanceTimeCommand(minutes=90))
        assert turns.state(one).states["cellar"] == {"flooded": True}
    await turns.undo(game, 1)
    assert world(turns.state(game)) == before


async def test_what_is_seen_of_people_and_who_goes_along_is_in_the_api(tmp_path: Path) -> None:
    api = new_api(tmp_path)
    game = await changed(api)
    async with api.client(api.token(game, "master")) as client:
        [listed] = (await client.get(f"/v1/games/{game}/people")).json()["items"]
        person = (await client.get(f"/v1/games/{game}/people/pim")).json()
        exported = (await client.get(f"/v1/games/{game}/export")).content
    for found in (listed, person):
        assert (found["seen"], found["is_companion"], found["is_dead"]) == (["He is calm."], True, False)
    assert world(fold_journal(import_game(exported))) == world(api.container.turns().state(game))


def test_the_api_document_holds_states_actions_and_the_orders_of_a_game_master() -> None:
    schemas = document()["components"]["schemas"]
    assert {"seen", "choices", "companions", "ending"} <= set(schemas["SceneOut"]["properties"])
    for name in ("PersonOut", "PersonDetail"):
        assert {"seen", "is_companion", "is_dead"} <= set(schemas[name]["properties"])
    kinds = str(document())
    for kind in ("perform_action", "set_state", "set_timer", "stop_timer"):
        assert kind in kinds, kind
