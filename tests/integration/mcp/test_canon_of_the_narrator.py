"""The narrator's seat adds to a scenario that is open: what it makes, what it changes, and how it is listed."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.errors import InvalidInput, NotPossible
from app.mcp.seats import open_game
from app.mcp.server import schema_of
from app.models.sheets.scenario import CanonLevel
from tests.integration.mcp.serving import begun, new_container
from tests.integration.mcp.test_narrator_seat import Head
from tests.unit.events.canonical import sheet_of


@pytest.fixture
async def head(tmp_path: Path) -> AsyncIterator[Head]:
    container = new_container(tmp_path)
    async with open_game(container, begun(container, sheet_of(CanonLevel.OPEN))) as game_id:
        yield Head(container.narrator_seat(game_id), container.turns(), game_id)


async def test_a_person_is_made_and_what_is_not_given_stays_when_it_is_changed(head: Head) -> None:
    made = await head.call(
        "create_person", name="Wren Asher", description="A girl.", aliases=["wren"], topics=[{"name": "a", "text": "b"}]
    )
    assert made["events"][0]["npc_id"] == "made-wren-asher"
    await head.call("create_person", id="made-wren-asher", age=9)
    sheet = head.state.sheets.npc("made-wren-asher")
    assert (sheet.age, sheet.description, sheet.aliases, len(sheet.topics)) == (9, "A girl.", ("wren",), 1)


async def test_an_action_is_made_of_plain_objects_and_a_wrong_one_is_refused(head: Head) -> None:
    effect = {"kind": "move_item", "item_id": "lantern", "to": "inn"}
    await head.call("create_action", words=["kick {target}"], on=["lantern"], effects=[effect])
    assert head.state.sheet.actions[-1].effects[0].kind == "move_item"
    with pytest.raises(InvalidInput, match="effects"):
        await head.call("create_action", words=["burn"], effects=[{"kind": "explode"}])


async def test_orders_within_a_turn_change_only_what_they_name(head: Head) -> None:
    order = {"kind": "create_item", "name": "Brass Lamp", "description": "Dented.", "aliases": ["lamp of brass"]}
    await head.call("take_turn", text="I look.", narration="There is a lamp.", commands=[order])
    change = {"kind": "create_item", "id": "made-brass-lamp", "price": 3}
    await head.call("take_turn", text="I ask.", narration="Three coins.", commands=[change])
    lamp = head.state.sheets.item("made-brass-lamp")
    assert (lamp.price, lamp.description, lamp.aliases) == (3, "Dented.", ("lamp of brass",))


async def test_a_closed_scenario_says_why_it_takes_nothing(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    async with open_game(container, begun(container, sheet_of(CanonLevel.CLOSED))) as game_id:
        with pytest.raises(NotPossible, match="add"):
            await container.narrator_seat(game_id).call("create_person", {"name": "Wren", "description": "A girl."})


def test_the_schemas_of_orders_do_not_fill_a_clients_prompt(head: Head) -> None:
    longest = max(len(json.dumps(schema_of(tool))) for tool in head.seat.tools)
    assert longest < 8_000
