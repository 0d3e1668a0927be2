"""Actions, checks and rules through their handler, and the memories that are requested for what they change."""

from typing import Any
from unittest.mock import AsyncMock, call

import pytest

from app.errors import NotFound, NotPossible, TalekeeperError
from app.events.actions.carrying_out import carry_out
from app.events.actions.generic import generic_actions
from app.events.actions.possible import possible_actions
from app.events.commands import ApplyRuleCommand, CheckCommand, PerformActionCommand
from app.events.commands.play import MAX_ADVANCE
from app.events.handlers.action_handler import ActionHandler
from app.events.handlers.base import HandlerResult
from app.models.events.actions import ActionPerformed, CheckResult, CheckRolled
from app.models.state.game_state import GameState
from app.models.state.values import value_of
from tests.unit.events.acting import WORLD, changed_mill, effect, mill, set_flag
from tests.unit.events.playing import whole_bus
from tests.unit.events.refusals import refused


async def perform(state: GameState, action_id: str, target_id: str | None = None, **fields: Any) -> ActionPerformed:
    """The event of an action on the whole bus."""
    command = PerformActionCommand(action_id=action_id, target_id=target_id, **fields)
    event = (await whole_bus().execute(command, state)).events[0]
    assert isinstance(event, ActionPerformed)
    return event


async def handled(state: GameState, action_id: str, target_id: str | None = None, **fields: Any) -> HandlerResult:
    command = PerformActionCommand(action_id=action_id, target_id=target_id, **fields)
    return await ActionHandler(AsyncMock()).perform(command, state)


def with_action(**fields: Any) -> GameState:
    """A game with one more action, ``deed``."""
    deed = {"id": "deed", "words": ["do it"], **fields}
    return mill(sheet=changed_mill(actions=[*WORLD["actions"], deed]))


# -- authored actions


async def test_an_action_needs_its_condition_and_can_be_done_once(memory: AsyncMock) -> None:
    state, handler = mill(), ActionHandler(memory)
    command = PerformActionCommand(action_id="pull-lever")
    hat = state.party.items.pop()
    assert await refused(handler, command, state) == "Not bareheaded."
    state.party.items.append(hat)
    event = await perform(state, "pull-lever")
    assert (event.target_id, event.text, event.at) == ("lever", "It comes down.", "mill")
    assert value_of(state, "lever", "pulled") is True
    assert state.clock.minutes == 482
    assert await refused(handler, command, state) == "It is down."


async def test_an_action_is_known_only_where_and_while_its_author_says(memory: AsyncMock) -> None:
    state, handler = mill(), ActionHandler(memory)
    command = PerformActionCommand(action_id="whistle")
    await refused(handler, command, state)
    state.scenario.current_location_id = "yard"
    await perform(state, "whistle")
    assert state.clock.minutes == 487
    state.states["game"] = {"echo": True}
    await refused(handler, command, state)


@pytest.mark.parametrize(
    "fields",
    [
        {"target_id": "lamp"},
        {"target_id": "nothing"},
        {"target_id": "box", "with_id": "jar"},
        {"target_id": "box", "with_id": "key"},
    ],
)
async def test_an_action_needs_its_target_and_its_thing_at_hand(memory: AsyncMock, fields: dict[str, str]) -> None:
    command = PerformActionCommand(action_id="force-box", **fields)
    await refused(ActionHandler(memory), command, mill())


async def test_the_only_target_and_the_only_thing_are_meant() -> None:
    event = await perform(mill(), "force-box")
    assert (event.target_id, event.with_id) == ("box", "coin")


async def test_the_unknown_the_dead_and_those_who_are_nowhere_do_nothing(memory: AsyncMock) -> None:
    state, handler = mill("bo"), ActionHandler(memory)
    await refused(handler, PerformActionCommand(action_id="nothing"), state, NotFound)
    await refused(handler, PerformActionCommand(action_id="jump", actor_id="nobody"), state, NotFound)
    state.npc("cat").current_location_id = None
    await refused(handler, PerformActionCommand(action_id="jump", actor_id="cat"), state, NotFound)
    state.party.fallen.append("player")
    await refused(handler, PerformActionCommand(action_id="jump", actor_id="player"), state)
    assert (await perform(state, "jump")).actor_id == "bo"
    state.world.ending = "won"
    await refused(handler, PerformActionCommand(action_id="jump"), state)
    await refused(handler, CheckCommand(attribute="strength"), state)
    assert possible_actions(state) == ()


async def test_a_condition_on_a_target_of_another_kind_does_not_hold() -> None:
    person = {"kind": "person_at", "npc_id": "target", "location_id": "here"}
    state = with_action(on=["lamp", "miller"], condition=person, refusal="It is nobody.")
    assert "deed" in {action.id for action in possible_actions(state)}
    assert await refused(ActionHandler(AsyncMock()), PerformActionCommand(action_id="deed", target_id="lamp"), state)
    await perform(state, "deed", "miller")


@pytest.mark.parametrize(
    "effects",
    [
        [{"kind": "die", "of": "actor"}],
        [{"kind": "end_story", "ending_id": "won"}],
        [{"kind": "harm", "of": "player", "by": 99}],
    ],
)
async def test_who_dies_or_ends_the_story_rolls_no_check_any_more(effects: list[Any]) -> None:
    state = with_action(effects=effects, check={"attribute": "strength"})
    result = await handled(state, "deed")
    assert result.follow_ups == ()


async def test_a_check_against_a_target_that_is_nobody_is_one_against_the_difficulty() -> None:
    state = with_action(on=["lamp", "miller"], check={"attribute": "strength", "opposed_by": "target"})
    outcome = await whole_bus().execute(PerformActionCommand(action_id="deed", target_id="lamp"), state)
    (rolled,) = (event for event in outcome.events if isinstance(event, CheckRolled))
    assert (rolled.opposed_by, rolled.needed) == (None, 10)
    outcome = await whole_bus().execute(PerformActionCommand(action_id="deed", target_id="miller"), state)
    (rolled,) = (event for event in outcome.events if isinstance(event, CheckRolled))
    assert rolled.opposed_by == "miller"


async def test_an_action_takes_no_more_time_than_a_year() -> None:
    long = {"kind": "pass_time", "minutes": MAX_ADVANCE}
    (rest,) = (await handled(with_action(effects=[long, long], minutes=5), "deed")).rest
    assert rest.model_dump()["minutes"] == MAX_ADVANCE


async def test_what_an_action_has_made_due_comes_before_the_time_that_it_takes() -> None:
    state = with_action(effects=[set_flag("game", "alarm")], minutes=30)
    outcome = await whole_bus().execute(PerformActionCommand(action_id="deed"), state)
    assert [order.kind for order in outcome.derived][:2] == ["apply_rule", "advance_time"]
    assert value_of(state, "player", "health") == 5, "the fuse that the rule has lit was due 15 minutes later"


# -- checks


async def test_two_checks_of_one_turn_differ_and_a_replay_agrees() -> None:
    async def rolls(turn: int, seed: int = 7) -> list[tuple[int, ...]]:
        state = mill(seed=seed)
        state.turn = turn
        command = CheckCommand(attribute="strength", dice="3d100")
        outcomes = [await whole_bus().execute(command, state) for _ in range(3)]
        return [event.rolls for outcome in outcomes for event in outcome.events if isinstance(event, CheckRolled)]

    first = await rolls(1)
    assert len(set(first)) == 3
    assert first == await rolls(1)
    assert set(first).isdisjoint(await rolls(2))
    assert set(first).isdisjoint(await rolls(1, seed=8))


async def test_the_result_of_a_check_has_its_text_and_its_effects() -> None:
    seen = set()
    for seed in range(40):
        state = mill(seed=seed)
        outcome = await whole_bus().execute(PerformActionCommand(action_id="force-box"), state)
        (event,) = (event for event in outcome.events if isinstance(event, CheckRolled))
        missed = event.needed - event.total
        assert event.bonus == 2
        if missed <= 0:
            expected = CheckResult.SUCCESS, "Open.", (True, False, 6)
        elif missed <= 5:
            expected = CheckResult.PARTIAL, "Nearly.", (False, True, 6)
        else:
            expected = CheckResult.FAILURE, "No.", (False, False, max(0, 6 - missed))
        changed = value_of(state, "box", "open"), value_of(state, "box", "burning"), value_of(state, "player", "health")
        assert (event.result, event.text, changed) == expected
        seen.add(event.result)
    assert seen == {*CheckResult}


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({"opposed_by": "nobody"}, NotFound),
        ({"action_id": "nothing"}, NotFound),
        ({"actor_id": "nobody"}, NotFound),
        ({"action_id": "attack", "on": "cat"}, None),
        ({"action_id": "attack", "on": "lamp"}, None),
    ],
)
async def test_a_check_that_is_refused_is_not_counted(
    memory: AsyncMock, command: dict[str, str], error: type[NotFound] | None
) -> None:
    order = CheckCommand.model_validate({"attribute": "strength", **command})
    await refused(ActionHandler(memory), order, mill(), *([error] if error else []))


@pytest.mark.parametrize("action_id", ["force-box", "attack", "nothing"])
async def test_the_check_of_an_action_is_never_rolled_by_itself(action_id: str) -> None:
    state = mill()
    before = state.model_dump()
    with pytest.raises(NotPossible, match="follows from doing"):
        await whole_bus().execute(CheckCommand(attribute="strength", action_id=action_id, on="box"), state)
    assert state.model_dump() == before


async def test_who_has_an_attribute_of_zero_does_not_have_that_of_the_party() -> None:
    states = [*WORLD["states"], {"of": "party", "name": "strength", "kind": "number", "first": 50}]
    state = mill(sheet=changed_mill(states=states))
    state.states["player"] = {"strength": 0}
    (event,) = (await whole_bus().execute(CheckCommand(attribute="strength"), state)).events
    assert isinstance(event, CheckRolled)
    assert event.bonus == 0


# -- generic actions


_TARGETS = (None, "lamp", "yard", "loaf", "coin", "shelf", "miller", "mill", "dog", "sack")


@pytest.mark.parametrize("action_id", sorted(generic_actions()))
async def test_a_generic_action_is_refused_or_done_on_each_kind(memory: AsyncMock, action_id: str) -> None:
    """What is refused has changed nothing; the second time never changes more than the first."""
    done = 0
    for target_id in _TARGETS:
        state = mill()
        state.states["lever"] = {"pulled": True}  # then the miller joins
        command = PerformActionCommand(action_id=action_id, target_id=target_id, with_id="hat")
        try:
            event = await perform(state, action_id, target_id, with_id="hat")
        except TalekeeperError:
            await refused(ActionHandler(memory), command, state)
            continue
        done += 1
        assert event.has_changed or not event.is_again
    assert done


async def test_what_the_story_needs_is_not_destroyed() -> None:
    state = mill()
    for action_id in ("break", "burn", "cut", "tear", "bend"):
        assert not (await perform(state, action_id, "hat")).has_changed
        assert (await perform(state, action_id, "anvil")).has_changed
    assert state.states["anvil"] == dict.fromkeys(("broken", "burnt", "cut", "torn", "bent"), True)
    assert (await perform(state, "repair", "anvil")).has_changed
    assert state.states["anvil"] == {"burnt": True, "fixed": True}
    assert (await perform(state, "repair", "anvil")).is_again


async def test_a_container_is_opened_and_a_thing_is_put_into_it_or_near() -> None:
    state = mill()
    await perform(state, "put", "box", with_id="coin")
    assert state.holder_of("coin") == "mill"
    await perform(state, "open", "box")
    await perform(state, "put", "box", with_id="hat")
    assert state.holder_of("hat") == "box"
    assert not (await perform(state, "open", "box")).has_changed


async def test_only_what_is_carried_is_worn(memory: AsyncMock) -> None:
    state = mill()
    await perform(state, "wear", "hat")
    assert value_of(state, "hat", "worn") is True
    await perform(state, "put", "mill", with_id="hat")
    assert value_of(state, "hat", "worn") is False
    await refused(ActionHandler(memory), PerformActionCommand(action_id="wear", target_id="hat"), state)


async def test_eating_uses_up_one() -> None:
    state = mill()
    await perform(state, "eat", "beans")
    await perform(state, "eat", "loaf")
    assert (value_of(state, "beans", "count"), state.holder_of("loaf")) == (4, None)


async def test_a_person_who_acts_elsewhere_acts_there_and_not_with_the_goods_of_the_party() -> None:
    state = mill()
    state.npc("carter").items.append("pipe")
    state.npc("miller").items.remove("pipe")
    await perform(state, "throw", "wood", with_id="pipe", actor_id="carter")
    assert state.holder_of("pipe") == "wood"
    state.npc("carter").current_location_id = "mill"
    event = await perform(state, "buy", "sack", actor_id="carter")
    assert not event.has_changed
    assert (state.holder_of("sack"), value_of(state, "party", "money")) == ("miller", 5)


# -- trade, fights, companions


async def test_a_thing_is_bought_for_its_price_and_sold_for_it(memory: AsyncMock) -> None:
    state, handler = mill(), ActionHandler(memory)
    await perform(state, "buy", "sack")
    assert (state.holder_of("sack"), value_of(state, "party", "money")) == ("party", 1)
    await refused(handler, PerformActionCommand(action_id="buy", target_id="sack"), state)
    await refused(handler, PerformActionCommand(action_id="buy", target_id="pipe"), state)
    await refused(handler, PerformActionCommand(action_id="sell", target_id="sack"), state)
    await perform(state, "sell", "coin")
    assert (state.holder_of("coin"), value_of(state, "party", "money")) == ("miller", 4)
    state.npc("miller").items.append("sack")
    state.party.items.remove("sack")
    state.states["party"]["money"] = 3
    assert "4" in await refused(handler, PerformActionCommand(action_id="buy", target_id="sack"), state)


async def test_an_attack_harms_one_of_the_two_and_the_attacked_is_hostile() -> None:
    harmed = set()
    for seed in range(12):
        state = mill("bo", seed=seed)
        await perform(state, "attack", "miller", actor_id="player")
        left = tuple(value_of(state, key, "health") for key in ("player", "bo", "miller"))
        assert left in ((4, 6, 6), (6, 6, 5))
        assert state.npc("miller").attitude.value == "hostile"
        harmed.add(left)
    assert len(harmed) == 2


async def test_a_scenario_without_fights_has_none(memory: AsyncMock) -> None:
    state = mill(sheet=changed_mill(fights=False))
    await refused(ActionHandler(memory), PerformActionCommand(action_id="attack", target_id="miller"), state)
    assert "attack" not in {action.id for action in possible_actions(state)}


async def test_a_person_joins_when_its_author_lets_it(memory: AsyncMock) -> None:
    state, handler = mill(), ActionHandler(memory)
    join = PerformActionCommand(action_id="join", target_id="miller")
    await refused(handler, join, state)
    await perform(state, "pull-lever")
    await perform(state, "join", "miller")
    assert state.party.companions == ["miller"]
    await refused(handler, join, state)


# -- memories


@pytest.mark.parametrize(
    ("kind", "fields", "requested"),
    [
        ("move_party", {"to": "yard"}, ["on_location_exit"]),
        ("move_party", {"to": "mill"}, []),
        ("move_party", {"to": "nothing"}, []),
        ("move_person", {"npc_id": "miller", "to": "yard"}, ["on_npc_exit"]),
        ("move_person", {"npc_id": "miller", "to": None}, ["on_npc_exit"]),
        ("move_person", {"npc_id": "miller", "to": "here"}, []),
        ("move_person", {"npc_id": "miller", "to": "nothing"}, []),
        ("die", {"of": "miller"}, ["on_npc_exit"]),
        ("die", {"of": "player"}, []),
        ("harm", {"of": "miller", "by": 1}, []),
        ("harm", {"of": "miller", "by": 9}, ["on_npc_exit"]),
        ("harm", {"of": "cat", "by": 9}, ["on_npc_exit"]),
        ("harm", {"of": "carter", "by": 9}, []),
        ("complete_objective", {"objective_id": "start-it"}, ["on_world_event"]),
        ("clear_encounter", {"encounter_id": "dog"}, ["on_world_event"]),
        ("set_danger", {"location_id": "yard", "level": "CLEARED"}, ["on_world_event"]),
        ("set_danger", {"location_id": "yard", "level": "high"}, []),
        ("move_item", {"item_id": "loaf", "to": "yard"}, []),
    ],
)
async def test_an_effect_requests_the_memories_of_what_it_changes(
    memory: AsyncMock, kind: str, fields: dict[str, Any], requested: list[str]
) -> None:
    state = mill()
    apply_now = effect("start_quest", quest_id="grind")
    await carry_out((apply_now, effect(kind, **fields)), state, memory)
    assert [name for name, _, _ in memory.method_calls] == requested


async def test_memories_are_requested_while_those_who_leave_are_still_there(memory: AsyncMock) -> None:
    state = mill()
    places: list[str | None] = []
    memory.on_location_exit.side_effect = lambda state: places.append(state.scenario.current_location_id)
    memory.on_npc_exit.side_effect = lambda state, npc_id: places.append(state.npc(npc_id).current_location_id)
    await carry_out((effect("move_party", to="yard"), effect("die", of="miller")), state, memory)
    assert places == ["mill", "mill"]


async def test_an_objective_is_remembered_by_the_world_under_its_ids(memory: AsyncMock) -> None:
    state = mill()
    await carry_out(
        (effect("start_quest", quest_id="grind"), effect("complete_objective", objective_id="start-it")), state, memory
    )
    related = {"quest_id": "grind", "objective_id": "start-it"}
    assert memory.on_world_event.await_args_list == [call(state, event_kind="objective_completed", related=related)]


# -- rules


async def test_a_rule_applies_only_when_whether_its_condition_holds_has_changed(memory: AsyncMock) -> None:
    state, handler = mill(), ActionHandler(memory)
    await refused(handler, ApplyRuleCommand(rule_id="nothing"), state, NotFound)
    await refused(handler, ApplyRuleCommand(rule_id="echoes", is_met=False), state)
    await handler.apply_rule(ApplyRuleCommand(rule_id="echoes"), state)
    await refused(handler, ApplyRuleCommand(rule_id="echoes"), state)
