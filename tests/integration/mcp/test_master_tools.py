"""What a game master orders at the narrator's seat: states and timers; and what a character's seat does not have."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput, NotFound, NotPossible, TalekeeperError
from app.interfaces.seat import ISeat
from app.mcp.seats import open_game
from app.mcp.server import schema_of
from app.models.state.game_state import GameState
from app.models.state.values import value_of
from app.services.game.turns.turn_service import TurnService
from tests.cellar import cellar_sheet
from tests.integration.mcp.serving import begun, new_container
from tests.wording import raises_in_words

RISES = {"kind": "set_state", "of": "cellar", "name": "flooded", "value": True}


class Head:
    """A game master of the cellar, and a character's seat at it."""

    def __init__(self, seat: ISeat, pim: ISeat, turns: TurnService, game_id: str) -> None:
        self.seat, self.pim = seat, pim
        self._turns, self._game_id = turns, game_id

    @property
    def state(self) -> GameState:
        return self._turns.state(self._game_id)

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        return await self.seat.call(name, arguments)


@pytest.fixture
async def head(tmp_path: Path) -> AsyncIterator[Head]:
    container = new_container(tmp_path)
    async with open_game(container, begun(container, cellar_sheet(), "Mara")) as game_id:
        pim = container.character_seat(game_id, "pim", listing="all")
        yield Head(container.narrator_seat(game_id), pim, container.turns(), game_id)


async def test_a_game_master_sets_states_and_players_see_those_that_are_shown(head: Head) -> None:
    done = await head.call("set_state", of="cellar", name="flooded", value=True, request_id="r1")
    assert done["events"][0]["kind"] == "state_changed"
    assert done == await head.call("set_state", of="cellar", name="flooded", value=True, request_id="r1")
    assert (await head.call("look"))["place"]["seen"] == ["Water stands ankle-deep."]
    await head.call("set_state", of="party", name="money", value=500)
    assert value_of(head.state, "party", "money") == 99, "kept within its bounds"
    await head.call("set_state", of="game", name="doom", value=4)
    await head.call("undo", turns=3)
    assert [value_of(head.state, *state) for state in (("cellar", "flooded"), ("party", "money"))] == [False, 5]


async def test_a_game_master_starts_a_new_timer_with_effects_and_stops_one(head: Head) -> None:
    await head.call("stop_timer", id="flood")
    await head.call("set_timer", id="burst", minutes=5, effects=[RISES], text="The wall bursts.")
    assert (await head.call("look"))["place"]["seen"] == ["The floor is dry."]
    await head.call("advance_time", minutes=5)
    assert (await head.call("look"))["place"]["seen"] == ["Water stands ankle-deep."]
    assert not head.state.world.timers


async def test_its_orders_are_commands_of_a_turn_that_it_narrates_as_well(head: Head) -> None:
    order = {"kind": "set_state", "of": "lever", "name": "down", "value": True}
    timer = {"kind": "set_timer", "id": "burst", "minutes": 5, "effects": [RISES]}
    await head.call("take_turn", text="I kick it", narration="It gives way.", commands=[order, timer])
    assert value_of(head.state, "lever", "down") is True
    assert head.state.world.timers["burst"].effects


@pytest.mark.parametrize(
    ("name", "arguments", "error", "told"),
    [
        ("set_state", {"of": "lever", "name": "hot", "value": True}, NotFound, "has no state 'hot'; there are: down"),
        ("set_state", {"of": "moon", "name": "full", "value": True}, NotFound, "has no state 'full'; there are: none"),
        ("set_state", {"of": "lever", "name": "down", "value": 3}, InvalidInput, "'down' of the lever cannot be 3"),
        ("set_state", {"of": "lever", "name": "down", "value": False}, NotPossible, "already"),
        ("set_timer", {"id": "new", "minutes": 5}, InvalidInput, "needs effects or a text"),
        ("set_timer", {"id": "new", "minutes": 0, "text": "x"}, InvalidInput, "set_timer, minutes"),
        ("set_timer", {"id": "new", "minutes": 1, "effects": [{"kind": "explode"}]}, InvalidInput, "effects"),
        ("set_timer", {"id": "new", "minutes": 1, "effects": [{"kind": "harm"}]}, InvalidInput, "effects"),
        ("stop_timer", {"id": "burst"}, NotPossible, "No timer 'burst' runs; there are: flood"),
    ],
)
async def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(
    head: Head, name: str, arguments: dict[str, Any], error: type[TalekeeperError], told: str
) -> None:
    before = head.state.model_dump_json()
    with raises_in_words(error, match=told) as refused:
        await head.call(name, **arguments)
    assert "\n" not in str(refused.value)
    assert head.state.model_dump_json() == before


async def test_no_character_has_the_tools_of_a_game_master(head: Head) -> None:
    for name in ("set_state", "set_timer", "stop_timer"):
        assert name not in {tool.name for tool in head.pim.tools}
        with raises_in_words(NotFound, match="There is no tool"):
            await head.pim.call(name, {})
        with raises_in_words(NotFound, match="There is no tool"):
            await head.pim.call("more_tools", {"tool": name, "arguments": {}})


async def test_the_tools_are_short(head: Head) -> None:
    """Not the whole format of effects, which a client reads in the documents."""
    schemas = {tool.name: str(schema_of(tool)) for tool in head.seat.tools}
    assert max(len(schemas[name]) for name in ("set_state", "set_timer", "stop_timer")) < 1_200
