"""Companions do not walk away, and the dead do nothing."""

from app.cognition.day.act import choose_action
from app.cognition.day.decide import _possible_actions
from app.cognition.day.perceive import notice
from app.cognition.minds import _is_left_to_others, _is_open
from app.cognition.planned_commands import intend, take_intents
from app.cognition.portrait import may_go
from app.events.commands.actions import PerformActionCommand
from app.events.commands.play import MoveNPCCommand
from app.models.command import Command
from app.models.state.conditions import open_ways
from app.models.state.moving import move_person
from tests.cellar import in_cellar
from tests.unit.cognition.people import at, give_plan, item, new_village


def moves(orders: tuple[Command, ...]) -> bool:
    return any(isinstance(order, MoveNPCCommand) for order in orders)


def test_a_companion_does_not_follow_its_plan_away_from_the_party() -> None:
    state = new_village(at(12))
    npc = state.npc("jorun")
    here = npc.current_location_id or ""
    there = next(way.to for way in open_ways(state, here) if may_go(state, "jorun", [way.to]))
    give_plan(state, item(1, at(12), there))
    assert moves(choose_action(npc, state).commands)
    state.party.companions.append("jorun")
    assert not moves(choose_action(npc, state).commands)


def test_a_companion_is_offered_no_way_and_a_move_decided_before_is_left_out() -> None:
    state = new_village(at(12))
    npc = state.npc("jorun")
    way = next(iter(state.sheets.location(npc.current_location_id or "").exits)).to
    order = MoveNPCCommand(npc_id="jorun", location_id=way)
    assert _is_open(state, order)
    state.party.companions.append("jorun")
    assert not _is_open(state, order)
    assert not any(moves(commands) for _, commands in _possible_actions(state, npc).values())


def test_a_companion_still_perceives_and_the_dead_do_not() -> None:
    state = in_cellar()
    state.party.companions.append("pim")
    assert notice(state, state.npc("pim"))
    state.npc("pim").dead = True
    move_person(state, "pim", None)
    assert notice(state, state.npc("pim")) == []
    assert choose_action(state.npc("pim"), state).commands == ()


def test_a_mind_can_plan_an_action_of_its_person_which_a_player_of_it_decides_instead() -> None:
    state = in_cellar()
    order = PerformActionCommand(action_id="pull-lever", target_id="lever", actor_id="pim")
    intend(state, "pim", [order], "It wants out.")
    [(_, decided)] = take_intents(state)
    assert decided == [order]
    assert not _is_left_to_others(state, order)
    state.npc("pim").mind.played_until = state.clock.minutes + 10
    assert _is_left_to_others(state, order)
