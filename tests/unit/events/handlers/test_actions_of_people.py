"""Actions of people: only those that their author has given to them, and they cost the party no time."""

from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.agents.narrator.turn.outcomes import passages_of_outcome
from app.events.actions.possible import possible_actions
from app.events.commands import PerformActionCommand
from app.events.event_table import line_events
from app.events.handlers.action_handler import ActionHandler
from app.models.command import Outcome
from app.models.events.actions import CheckRolled
from app.models.state.game_state import GameState
from app.models.state.values import is_set, value_of
from app.scenarios.scenario_rules import check_scenario
from tests.unit.events.acting import WORLD, changed_mill, flag, mill, set_flag
from tests.unit.events.playing import whole_bus
from tests.unit.events.refusals import refused


def with_deed(**fields: Any) -> GameState:
    """A game with one more action, ``deed`` on the lamp."""
    deed = {"id": "deed", "words": ["polish {target}"], "on": ["lamp"], "text": "You polish it.", **fields}
    return mill(sheet=changed_mill(actions=[*WORLD["actions"], deed]))


def known(state: GameState, actor_id: str | None = None) -> set[str]:
    return {action.id for action in possible_actions(state, actor_id)}


async def by_miller(state: GameState, action_id: str = "deed", target_id: str | None = "lamp") -> Outcome:
    command = PerformActionCommand(action_id=action_id, target_id=target_id, actor_id="miller")
    return await whole_bus().execute(command, state)


def told(state: GameState, outcome: Outcome) -> list[str]:
    return [passage.text for passage in passages_of_outcome(state, [outcome])]


@pytest.mark.parametrize(
    ("by", "player_can", "miller_can"),
    [
        (["players"], True, False),
        (["people"], False, True),
        (["players", "people"], True, True),
        (["miller"], False, True),
        (["players", "carter"], True, False),
    ],
)
async def test_an_action_is_known_to_those_alone_that_it_names(
    by: list[str], player_can: bool, miller_can: bool
) -> None:
    state = with_deed(by=by)
    assert ("deed" in known(state), "deed" in known(state, "miller")) == (player_can, miller_can)
    for actor_id, can in (("player", player_can), ("miller", miller_can)):
        command = PerformActionCommand(action_id="deed", target_id="lamp", actor_id=actor_id)
        if can:
            await ActionHandler(AsyncMock()).perform(command, with_deed(by=by))
        else:
            assert "polish" in await refused(ActionHandler(AsyncMock()), command, state)


def test_an_action_is_of_players_unless_its_author_says_otherwise() -> None:
    assert "deed" in known(with_deed())
    assert "deed" not in known(with_deed(), "miller")


async def test_an_action_of_a_person_changes_the_world_and_takes_no_time_of_the_party() -> None:
    effects = [set_flag("target", "lit"), {"kind": "pass_time", "minutes": 30}]
    state = with_deed(by=["people"], minutes=20, effects=effects)
    await by_miller(state)
    assert is_set(state, "lamp", "lit")
    assert state.clock.minutes == 480
    state = with_deed()
    await by_miller(state, "open", "box")
    assert (is_set(state, "box", "open"), state.clock.minutes) == (True, 480)


async def test_what_a_person_does_is_not_told_in_words_for_players() -> None:
    check = {"attribute": "strength", "difficulty": 0, "success": {"text": "You see your face in it."}}
    state = with_deed(by=["people"], check=check, effects=[set_flag("target", "lit")])
    assert told(state, await by_miller(state)) == ["Miller did this: polish the lamp.", "It burns."]
    state.scenario.current_location_id = "wood"
    state.tried.clear()
    assert told(state, await by_miller(state)) == []
    state = with_deed()
    assert told(state, await by_miller(state, "open", "box")) == ["Miller opened the box."]


async def test_a_roll_of_a_person_is_shown_where_it_is_seen() -> None:
    state = with_deed(by=["people"], check={"attribute": "strength"})
    rolled = [event for event in (await by_miller(state)).events if isinstance(event, CheckRolled)]
    assert [event for event, _ in line_events(rolled, "mill")] == rolled
    assert line_events(rolled, "wood") == []


def test_people_are_offered_no_trade_and_no_company() -> None:
    state = mill()
    assert {"buy", "sell"} <= known(state)
    assert known(state, "miller").isdisjoint({"buy", "sell", "join"})


def test_an_action_names_no_person_that_there_is_not() -> None:
    deed = {"id": "deed", "words": ["do it"], "by": ["miler"]}
    problems = [str(each) for each in check_scenario(changed_mill(actions=[*WORLD["actions"], deed]))]
    (problem,) = (each for each in problems if each not in map(str, check_scenario(mill().sheet)))
    assert problem.startswith("actions[2].by[0]: 'miler' names no person of this scenario")
    assert "miller" in problem


async def test_an_action_of_a_person_can_meet_a_rule() -> None:
    rule = {"id": "seen", "when": flag("lamp", "lit"), "effects": [set_flag("game", "alarm")]}
    deed = {"id": "deed", "words": ["light {target}"], "on": ["lamp"], "by": ["miller"]}
    state = mill(sheet=changed_mill(actions=[{**deed, "effects": [set_flag("target", "lit")]}], rules=[rule]))
    await by_miller(state)
    assert value_of(state, "game", "alarm") is True
