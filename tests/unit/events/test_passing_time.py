"""Time that passes in one jump or in many: timers, rules, and the times that they wait for."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.events.command_table import parse_command
from app.events.commands import (
    AdvanceTimeCommand,
    ChangeLocationCommand,
    CheckCommand,
    DropItemCommand,
    GiveItemCommand,
    LeaveCompanionCommand,
    PerformActionCommand,
    SetStateCommand,
    SetTimerCommand,
    StopTimerCommand,
    TakeItemCommand,
)
from app.models.command import Command, Event
from app.models.events.actions import RuleApplied, TimerDue
from app.models.state.game_state import GameState
from app.models.state.values import value_of
from tests.examples import examples
from tests.unit.events.acting import changed_mill, effect, flag, mill, set_flag
from tests.unit.events.playing import play, whole_bus
from tests.unit.events.test_effects import any_effects, check_sound

pytestmark = pytest.mark.long


async def wait(state: GameState, *minutes: int) -> list[Event]:
    bus = whole_bus()
    return [event for step in minutes for event in (await bus.execute(AdvanceTimeCommand(minutes=step), state)).events]


def timers_due(events: list[Event]) -> list[str]:
    return [event.timer_id for event in events if isinstance(event, TimerDue)]


def with_timers(*timers: dict[str, Any], rules: tuple[dict[str, Any], ...] = ()) -> GameState:
    given_timers = [{"name": timer["id"], "starts_at_once": True, **timer} for timer in timers]
    return mill(sheet=changed_mill(timers=given_timers, rules=list(rules)))


def add_tick() -> dict[str, Any]:
    return {"kind": "add_to_state", "of": "game", "name": "ticks", "by": 1}


# -- timers


async def test_timers_are_due_in_order_of_time_then_of_id() -> None:
    state = with_timers({"id": "c", "minutes": 5}, {"id": "b", "minutes": 9}, {"id": "a", "minutes": 9})
    assert timers_due(await wait(state, 60)) == ["c", "a", "b"]
    assert state.world.timers == {}


async def test_a_timer_that_repeats_is_due_as_often_as_its_time_goes_into_the_wait() -> None:
    state = mill()
    assert timers_due(await wait(state, 59)) == ["bell"] * 5
    assert value_of(state, "game", "ticks") == 5


async def test_a_timer_that_another_has_stopped_or_started_again_is_not_due() -> None:
    stops = {"id": "a", "minutes": 5, "effects": [{"kind": "stop_timer", "timer_id": "b"}]}
    assert timers_due(await wait(with_timers(stops, {"id": "b", "minutes": 5}), 60)) == ["a"]
    again = {"id": "a", "minutes": 5, "effects": [{"kind": "start_timer", "timer_id": "b", "minutes": 7}]}
    state = with_timers(again, {"id": "b", "minutes": 5, "effects": [add_tick()]})
    assert timers_due(await wait(state, 11)) == ["a"]
    assert timers_due(await wait(state, 1)) == ["b"]
    assert value_of(state, "game", "ticks") == 1


async def test_a_timer_may_start_itself_again_later_than_now() -> None:
    state = with_timers({"id": "a", "minutes": 0, "effects": [{"kind": "start_timer", "timer_id": "a"}, add_tick()]})
    await wait(state, 0, 10)
    assert value_of(state, "game", "ticks") == 11


async def test_a_timer_is_heard_where_its_author_says() -> None:
    state = mill()
    texts = {"mill": "Dong.", "wood": ""}
    for place, text in texts.items():
        state.scenario.current_location_id = place
        (event,) = (event for event in await wait(state, 10) if isinstance(event, TimerDue))
        assert event.text == text


async def test_the_timer_that_ends_the_story_is_the_last() -> None:
    ends = {"id": "a", "minutes": 5, "effects": [{"kind": "end_story", "ending_id": "won"}]}
    state = with_timers(ends, {"id": "b", "minutes": 5}, {"id": "c", "minutes": 6})
    assert timers_due(await wait(state, 60)) == ["a"]
    assert state.clock.minutes == 540


async def test_an_ending_is_not_taken_back_by_an_act_that_is_over() -> None:
    state = mill()
    await play(whole_bus(), state, AdvanceTimeCommand(minutes=1))
    both = [{"kind": "start_quest", "quest_id": "grind"}, {"kind": "end_story", "ending_id": "won"}]
    both.insert(1, {"kind": "complete_objective", "objective_id": "start-it"})
    state.clock.minutes = 800
    fields = [effect(**fields) for fields in both]
    await play(whole_bus(), state, SetTimerCommand(id="now", minutes=1, effects=tuple(fields)))
    await wait(state, 1)
    assert (state.scenario.ended, state.world.ending, state.scenario.current_act_id) == (True, "won", "act-1")


# -- rules


async def test_a_rule_applies_once_when_its_condition_becomes_true() -> None:
    rule = {"id": "r", "when": flag("game", "alarm"), "effects": [add_tick()]}
    state = with_timers(rules=(rule,))
    for value in (True, False, True):
        await play(whole_bus(), state, SetStateCommand(of="game", name="alarm", value=value))
    assert value_of(state, "game", "ticks") == 1


async def test_a_rule_applies_each_time_that_its_condition_becomes_true_again() -> None:
    rule = {"id": "r", "when": flag("game", "alarm"), "once": False, "effects": [add_tick()]}
    state = with_timers(rules=(rule,))
    for value in (True, False, True, False):
        await play(whole_bus(), state, SetStateCommand(of="game", name="alarm", value=value))
    assert value_of(state, "game", "ticks") == 2
    assert (state.world.rules_met, state.world.rules_applied) == ([], ["r"])


async def test_what_is_true_at_the_opening_has_not_become_true() -> None:
    rule = {"id": "r", "when": {"kind": "party_at", "location_id": "mill"}, "effects": [add_tick()]}
    state = with_timers(rules=(rule,))
    await wait(state, 60)
    assert value_of(state, "game", "ticks") == 0
    await play(whole_bus(), state, ChangeLocationCommand(location_id="yard"), ChangeLocationCommand(location_id="mill"))
    assert value_of(state, "game", "ticks") == 1


async def test_rules_that_set_off_each_other_end() -> None:
    on = {"id": "on", "when": flag("game", "alarm"), "once": False, "effects": [set_flag("game", "alarm", False)]}
    off = {"id": "off", "when": flag("game", "alarm", False), "once": False, "effects": [set_flag("game", "alarm")]}
    state = with_timers({"id": "a", "minutes": 5}, {"id": "b", "minutes": 7}, rules=(on, off))
    await play(whole_bus(), state, SetStateCommand(of="game", name="alarm", value=True))
    assert timers_due(await wait(state, 600)) == ["a", "b"]


async def test_a_long_wait_has_room_for_as_many_rules_as_many_short_ones() -> None:
    rule = {
        "id": "r",
        "when": flag("game", "alarm"),
        "once": False,
        "effects": [set_flag("game", "alarm", False), add_tick()],
    }
    timer = {"id": "t", "minutes": 1, "repeats": True, "effects": [set_flag("game", "alarm")]}
    state = with_timers(timer, rules=(rule,))
    events = await wait(state, 300)
    assert sum(isinstance(event, RuleApplied) for event in events) == 300 == value_of(state, "game", "ticks")


# -- any split of time, and replay

_ids = st.sampled_from(["coin", "hat", "box", "tin", "key", "jar", "loaf", "beans", "lamp", "sack", "pipe", "miller"])
_GENERIC = [
    "open",
    "close",
    "put",
    "wear",
    "take-off",
    "eat",
    "burn",
    "repair",
    "buy",
    "sell",
    "attack",
    "join",
    "throw",
]
_MORE = ["pull-lever", "force-box", "whistle", "light", "put-out", "fill", "empty", "jump", "search", "nothing"]
_actions = st.sampled_from([*_GENERIC, *_MORE])
_targets = st.none() | _ids | st.sampled_from(["lever", "shelf", "mill", "cat"])
_masters: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        SetStateCommand,
        of=st.sampled_from(["lamp", "game", "box", "player", "party"]),
        name=st.sampled_from(["lit", "oil", "colour", "alarm", "open", "health", "money", "ticks"]),
        value=st.booleans() | st.integers(0, 40) | st.just("green"),
    ),
    st.builds(
        SetTimerCommand,
        id=st.sampled_from(["fuse", "bell", "made"]),
        minutes=st.integers(1, 200),
        effects=st.lists(any_effects(), max_size=3).map(tuple),
    ),
    st.builds(StopTimerCommand, id=st.sampled_from(["fuse", "bell", "made"])),
)
deeds: st.SearchStrategy[Command] = st.one_of(
    st.builds(PerformActionCommand, action_id=_actions, target_id=_targets, with_id=st.none() | _ids),
    st.builds(PerformActionCommand, action_id=_actions, target_id=_targets, with_id=st.none() | _ids),
    st.builds(CheckCommand, attribute=st.sampled_from(["strength", "luck"]), advantage=st.integers(-1, 1)),
    st.builds(ChangeLocationCommand, location_id=st.sampled_from(["mill", "yard", "wood"])),
    st.builds(TakeItemCommand, item_id=_ids),
    st.builds(DropItemCommand, item_id=_ids),
    st.builds(GiveItemCommand, item_id=_ids, npc_id=st.just("miller")),
    st.just(LeaveCompanionCommand(npc_id="miller")),
    _masters,
)
waits = st.integers(0, 45) | st.integers(46, 700)


@given(st.lists(st.tuples(deeds, waits, st.lists(st.integers(0, 90), max_size=5)), max_size=8))
@settings(max_examples=examples(120), deadline=None)
def test_a_wait_and_any_split_of_it_end_in_the_same_state(story: list[tuple[Command, int, list[int]]]) -> None:
    async def scenario() -> None:
        bus, at_once, split = whole_bus(), mill("bo"), mill("bo")
        for deed, minutes, cuts in story:
            await play(bus, at_once, deed, AdvanceTimeCommand(minutes=minutes))
            await play(bus, split, deed)
            left = minutes
            for cut in cuts:
                part = min(cut, left)
                left -= part
                await play(bus, split, AdvanceTimeCommand(minutes=part))
            await play(bus, split, AdvanceTimeCommand(minutes=left))
            assert split.model_dump() == at_once.model_dump()
            check_sound(at_once)

    asyncio.run(scenario())


@given(st.lists(deeds | st.builds(AdvanceTimeCommand, minutes=waits), max_size=25))
@settings(max_examples=examples(80), deadline=None)
def test_replaying_deeds_rebuilds_the_world(orders: list[Command]) -> None:
    async def scenario() -> None:
        bus, played, replayed = whole_bus(), mill("bo"), mill("bo")
        for outcome in await play(bus, played, *orders):
            assert await bus.execute(parse_command(outcome.command.written()), replayed) == outcome
        assert replayed.model_dump() == played.model_dump()
        assert GameState.model_validate_json(played.model_dump_json()).model_dump() == played.model_dump()
        check_sound(played)

    asyncio.run(scenario())


@pytest.mark.parametrize("minutes", [(240,), (100, 140), (1,) * 240])
async def test_what_waits_for_a_time_and_what_a_timer_changes_come_in_order(minutes: tuple[int, ...]) -> None:
    state = mill()
    events = await wait(state, *minutes)
    assert timers_due(events).count("bell") == 24
    assert [event.rule_id for event in events if isinstance(event, RuleApplied)] == ["echoes"]
    assert state.world.timers["fuse"].due == 735
    assert state.npc("carter").current_location_id == "yard"
