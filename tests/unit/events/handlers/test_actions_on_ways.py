"""Generic actions whose target is a way, and the texts by sense of ways and encounters."""

from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.errors import NotPossible
from app.events.actions.possible import possible_actions
from app.events.commands import ChangeLocationCommand, PerformActionCommand
from app.events.handlers.action_handler import ActionHandler
from app.models.events.actions import ActionPerformed, WayChanged
from app.models.state.conditions import is_open
from app.models.state.game_state import GameState
from tests.unit.events.acting import WORLD, changed_mill, mill
from tests.unit.events.playing import whole_bus
from tests.unit.events.refusals import refused


def with_door(back: dict[str, Any] | None = None, **door: Any) -> GameState:
    """A game whose door from the mill to the yard has more fields, and so has the way ``back``."""
    places = [dict(place) for place in WORLD["locations"]]
    for place, to, fields in (("mill", "yard", door), ("yard", "mill", back or {})):
        here = next(each for each in places if each["id"] == place)
        here["exits"] = [{**way, **fields} if way["to"] == to else way for way in here["exits"]]
    return mill(sheet=changed_mill(locations=places))


async def perform(state: GameState, action_id: str, target_id: str) -> ActionPerformed:
    outcome = await whole_bus().execute(PerformActionCommand(action_id=action_id, target_id=target_id), state)
    event = outcome.events[0]
    assert isinstance(event, ActionPerformed)
    return event


@pytest.mark.parametrize("action_id", ["knock", "listen", "touch", "through", "open", "close", "attempt"])
async def test_what_is_done_to_a_way_closes_the_question_where_its_author_allows_no_more(action_id: str) -> None:
    state = with_door()
    event = await perform(state, action_id, "yard")
    assert (event.target_id, event.has_changed) == ("yard", False)
    assert is_open(state.sheets.location("mill").exits[0], state)


async def test_a_way_that_its_author_lets_players_close_is_closed_from_both_sides() -> None:
    state = with_door(closable=True, back={"closable": True})
    closed = await whole_bus().execute(PerformActionCommand(action_id="close", target_id="yard"), state)
    changes = [(each.location_id, each.to_id) for each in closed.events if isinstance(each, WayChanged)]
    assert changes == [("mill", "yard"), ("yard", "mill")]
    with pytest.raises(NotPossible, match="open the door first"):
        await whole_bus().execute(ChangeLocationCommand(location_id="yard"), state)
    assert [each.id for each in possible_actions(state) if "yard" in each.targets] == ["open"]
    assert (await perform(state, "open", "yard")).has_changed
    await whole_bus().execute(ChangeLocationCommand(location_id="yard"), state)
    assert state.scenario.current_location_id == "yard"


async def test_a_locked_way_is_not_opened_by_an_action_of_every_world() -> None:
    state = with_door(closable=True, locked_until={"kind": "item_held", "item_id": "key"})
    assert not (await perform(state, "open", "yard")).has_changed


async def test_a_way_elsewhere_is_not_at_hand(memory: AsyncMock) -> None:
    await refused(ActionHandler(memory), PerformActionCommand(action_id="knock", target_id="wood"), mill())


async def test_ways_and_encounters_have_texts_by_sense() -> None:
    state = with_door(listen="Somebody breathes.")
    assert (await perform(state, "listen", "yard")).text == "Somebody breathes."
    places = [dict(place) for place in WORLD["locations"]]
    yard = next(each for each in places if each["id"] == "yard")
    yard["encounters"] = [{**yard["encounters"][0], "smell": "Wet fur."}]
    state = mill(sheet=changed_mill(locations=places))
    state.scenario.current_location_id = "yard"
    assert (await perform(state, "smell", "dog")).text == "Wet fur."
