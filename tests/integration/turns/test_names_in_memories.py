"""Whatever things, people and places are called, what happened to them is remembered."""

import pytest

from app.events.commands import ChangeLocationCommand, GiveItemCommand, TakeItemCommand
from app.interfaces.stores import IGameStore
from app.models.memory import Scope
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import captured, new_table
from tests.worlds import small_sheet

SALT = "salt · pepper"
ARROW = "A → B"


def oddly_named() -> ScenarioSheet:
    """The small world where a thing, a person and a place bear names that look like the engine's own line."""
    sheet = small_sheet()
    items = tuple(item.model_copy(update={"name": SALT}) if item.id == "lantern" else item for item in sheet.items)
    people = tuple(npc.model_copy(update={"name": ARROW}) if npc.id == "mara" else npc for npc in sheet.npcs)
    places = tuple(
        place.model_copy(update={"name": "Market"}) if place.id == "inn" else place for place in sheet.locations
    )
    return sheet.model_copy(update={"items": items, "npcs": people, "locations": places})


@pytest.fixture
def table(store: IGameStore) -> TurnService:
    return new_table(store)


async def remembered(table: TurnService, game_id: str, scope: Scope) -> list[str]:
    await table.settle(game_id)
    return [entry.summary for entry in captured(table.state(game_id).memories(scope))]


async def test_a_thing_whose_name_holds_the_lines_own_divider_is_remembered_where_it_was_taken(
    table: TurnService,
) -> None:
    game_id = table.library.begin(oddly_named(), "Élan", seed=7)
    await table.execute(game_id, TakeItemCommand(item_id="lantern"))
    await table.execute(game_id, ChangeLocationCommand(location_id="inn"))
    [memory] = await remembered(table, game_id, Scope.location("market"))
    assert f"took the {SALT}" in memory


async def test_what_is_given_to_a_person_named_like_a_move_is_remembered_by_place_and_person(
    table: TurnService,
) -> None:
    game_id = table.library.begin(oddly_named(), "Élan", seed=7)
    await table.execute(game_id, TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn"))
    await table.execute(game_id, GiveItemCommand(item_id="lantern", npc_id="mara"))
    await table.execute(game_id, ChangeLocationCommand(location_id="market"))
    [memory] = await remembered(table, game_id, Scope.location("inn"))
    assert f"gave {ARROW} the {SALT}" in memory
    [own] = await remembered(table, game_id, Scope.npc("mara"))
    assert f"gave {ARROW} the {SALT}" in own


async def test_of_two_places_of_one_name_each_remembers_its_own(table: TurnService) -> None:
    game_id = table.library.begin(oddly_named(), "Élan", seed=7)
    await table.execute(
        game_id,
        ChangeLocationCommand(location_id="inn"),
        ChangeLocationCommand(location_id="market"),
        TakeItemCommand(item_id="lantern"),
        ChangeLocationCommand(location_id="inn"),
    )
    [memory] = await remembered(table, game_id, Scope.location("market"))
    assert f"took the {SALT}" in memory
