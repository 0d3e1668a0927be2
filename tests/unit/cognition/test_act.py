"""What people do at a tick: each rule, and which goes before which."""

from typing import Any

import pytest

from app.cognition.day.act import ActionChoice, choose_action
from app.cognition.minds import _is_open
from app.events.commands.mind import EatCommand, SetActivityCommand
from app.events.commands.play import MoveNPCCommand
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.messages.carried import CarriedMessage
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus
from app.models.state.conditions import way_to
from app.models.state.game_state import GameState
from tests.unit.cognition.people import at, give_plan, item, new_village
from tests.worlds import NOW as WRITTEN
from tests.worlds import say

ACTIVE = PlanStatus.ACTIVE
NOON, MIDNIGHT = at(12), at(0, day=2)


def choose(state: GameState, npc_id: str = "jorun") -> ActionChoice:
    """With everything refusing to change: a choice is made without doing anything."""
    before = state.model_dump_json()
    choice = choose_action(state.npc(npc_id), state)
    assert state.model_dump_json() == before
    return choice


def world(now: int = NOON, npc_id: str = "jorun", **fields: Any) -> tuple[GameState, NPCInstance]:
    """A village at a game time, and somebody in it who is as the fields say."""
    state = new_village(now)
    npc = state.npc(npc_id)
    for name, value in fields.items():
        setattr(npc, name, value)
    return state, npc


def with_the_players(state: GameState, npc: NPCInstance) -> None:
    """The players are where somebody is, and speak to it."""
    state.scenario.current_location_id = npc.current_location_id
    state.party.address("player", [npc.instance_id])
    say(state, "Good day!")


def does(npc_id: str, activity: Activity) -> Command:
    return SetActivityCommand(npc_id=npc_id, activity=activity)


def goes(npc_id: str, place: str) -> tuple[Command, ...]:
    return does(npc_id, Activity.WALKING), MoveNPCCommand(npc_id=npc_id, location_id=place)


def with_message(state: GameState, npc: NPCInstance, to_id: str, given_at: int = NOON) -> None:
    npc.carries.append(CarriedMessage(by_id="player", to_id=to_id, words="the ice is breaking", given_at=given_at))


# -- messages ------------------------------------------------------------------------------------------------------


def test_who_has_a_message_brings_it_before_its_plan() -> None:
    state, npc = world(current_location_id="ropewalk")
    other = state.sheets.npc("hedda")
    give_plan(state, item(1, NOON, "ropewalk"))
    with_message(state, npc, "hedda")
    choice = choose(state)
    assert isinstance(choice.commands[-1], MoveNPCCommand)
    assert other.work_location is not None
    assert way_to(state, "ropewalk", [other.work_location])[:1] == (choice.commands[-1].location_id,)  # type: ignore[index]  # there is a way


@pytest.mark.parametrize(("now", "given_at"), [(at(16), NOON), (MIDNIGHT, MIDNIGHT)], ids=["old", "by night"])
def test_an_old_message_waits_for_a_meeting_and_by_night_nobody_is_sought(now: int, given_at: int) -> None:
    state, npc = world(now, current_location_id="ropewalk")
    give_plan(state, item(1, now, "ropewalk"))
    with_message(state, npc, "hedda", given_at)
    assert not any(isinstance(each, MoveNPCCommand) for each in choose(state).commands)


# -- in conversation -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("need", [{"energy": 0}, {"hunger": 0}, {}])
def test_whoever_the_players_talk_to_stays_whatever_it_needs(need: dict[str, Any]) -> None:
    state, npc = world(MIDNIGHT, current_location_id="square", **need)
    give_plan(state, item(1, MIDNIGHT, "ropewalk"))
    with_the_players(state, npc)

    assert choose(state) == ActionChoice((), "It is talking with Élan.")


def test_who_speaks_in_a_turn_does_not_go_away_before_it_is_over() -> None:
    """Also where the players have spoken to another one, or to nobody by name."""
    state, _ = world(NOON, current_location_id="square")
    state.scenario.current_location_id = "square"
    give_plan(state, item(1, NOON, "ropewalk"))
    assert choose(state).commands == goes("jorun", "ropewalk")

    state.open_turn(WRITTEN)
    state.note_speaker("jorun")
    assert choose(state) == ActionChoice((), "It is talking with Élan.")
    decided = MoveNPCCommand(npc_id="jorun", location_id="ropewalk")
    assert not _is_open(state, decided)
    assert not _is_open(state, does("jorun", Activity.SLEEPING))

    state.clock.advance(60)
    assert _is_open(state, decided)
    state.note_speaker("jorun")
    state.close_turn()
    assert choose(state).commands == goes("jorun", "ropewalk")


def test_what_was_said_at_the_end_of_a_way_is_said_after_the_minutes_of_the_way() -> None:
    state, _ = world(NOON, current_location_id="square")
    state.scenario.current_location_id = "square"
    state.note_speaker("jorun")
    state.postpone_speech(90)
    state.clock.advance(90)
    give_plan(state, item(1, state.clock.minutes, "ropewalk"))
    assert choose(state).commands == ()


def test_whoever_is_spoken_to_wakes_up_and_stops() -> None:
    for activity in (Activity.SLEEPING, Activity.WALKING):
        state, npc = world(activity=activity)
        with_the_players(state, npc)
        assert choose(state).commands == (does("jorun", Activity.IDLE),)
    state, npc = world(activity=Activity.CONVERSING)
    with_the_players(state, npc)
    assert choose(state).commands == ()


def test_a_conversation_is_over_where_the_players_are_elsewhere_or_speak_to_others() -> None:
    state, npc = world(hunger=10)
    with_the_players(state, npc)
    state.party.address("player", ["hedda"])
    assert choose(state).commands == goes("jorun", "lane")

    with_the_players(state, npc)
    state.scenario.current_location_id = "square"
    assert choose(state).commands == goes("jorun", "lane")


def test_a_conversation_is_over_an_hour_after_the_players_last_words() -> None:
    """Who waits for a night beside somebody does not keep it from its bed."""
    state, npc = world(hunger=10)
    with_the_players(state, npc)

    state.clock.minutes += 60
    assert "talking" in choose(state).reason
    state.clock.minutes += 1
    assert "talking" not in choose(state).reason


def test_a_conversation_lasts_by_the_words_of_who_speaks_to_that_person() -> None:
    state, npc = world(hunger=10)
    with_the_players(state, npc)
    state.party.address("player-2", ["hedda"])
    state.clock.minutes += 61
    say(state, "And you, Hedda?", speaker_id="player-2", game_time=state.clock.minutes)
    assert "talking" not in choose(state).reason
    say(state, "And you?", game_time=state.clock.minutes)
    assert "talking" in choose(state).reason


# -- needs ---------------------------------------------------------------------------------------------------------


def test_the_exhausted_go_home_one_place_at_a_time_and_sleep_there() -> None:
    state, npc = world(energy=19.9, current_location_id="ropewalk")
    give_plan(state, item(1, NOON, "ropewalk"))
    assert choose(state) == ActionChoice(goes("jorun", "square"), "It is exhausted, and goes home to the Cottage.")

    npc.current_location_id, npc.activity = "lane", Activity.WALKING
    assert choose(state).commands == (MoveNPCCommand(npc_id="jorun", location_id="cottage"),)
    npc.current_location_id = "cottage"
    assert choose(state) == ActionChoice((does("jorun", Activity.SLEEPING),), "It is exhausted, and sleeps.")
    npc.activity = Activity.SLEEPING
    assert choose(state).commands == ()


def test_energy_goes_before_hunger() -> None:
    state, _ = world(energy=19, hunger=19, current_location_id="square")

    assert "exhausted" in choose(state).reason


def test_twenty_is_enough() -> None:
    state, _ = world(energy=20, hunger=20)

    assert choose(state).commands == ()


def test_who_cannot_get_home_sleeps_where_it_is() -> None:
    state, _ = world(npc_id="ragna", energy=5, current_location_id="square")

    assert choose(state, "ragna") == ActionChoice(
        (does("ragna", Activity.SLEEPING),), "It is exhausted, cannot get home, and sleeps where it is."
    )


def test_the_hungry_go_where_meals_are_sold_and_eat_there() -> None:
    state, npc = world(hunger=19.9, current_location_id="square")
    give_plan(state, item(1, NOON, "ropewalk"))
    assert choose(state) == ActionChoice(goes("jorun", "bakehouse"), "It is hungry and goes to the Bakehouse.")

    npc.current_location_id, npc.activity = "bakehouse", Activity.ACTIVITY
    assert choose(state) == ActionChoice((EatCommand(npc_id="jorun"),), "It is hungry and has a meal at the Bakehouse.")


def test_the_hungry_eat_at_home_where_no_meal_can_be_had_or_at_night() -> None:
    state, _ = world(npc_id="ragna", hunger=5)
    assert choose(state, "ragna").commands == (does("ragna", Activity.ACTIVITY), EatCommand(npc_id="ragna"))

    state, _ = world(MIDNIGHT, hunger=5, activity=Activity.SLEEPING)
    assert choose(state).commands == (does("jorun", Activity.ACTIVITY), EatCommand(npc_id="jorun"))


def test_hunger_is_borne_where_there_is_nothing_to_eat() -> None:
    state, _ = world(npc_id="drifter", hunger=0)

    assert choose(state, "drifter").commands == ()


# -- the plan ------------------------------------------------------------------------------------------------------


def test_who_has_something_planned_goes_there_by_the_shortest_way() -> None:
    state, npc = world()
    give_plan(state, item(1, NOON, "ropewalk", description="Twist the long rope."))
    assert choose(state) == ActionChoice(
        goes("jorun", "lane"), 'It means to do this: "Twist the long rope", and goes to the Ropewalk.'
    )

    npc.current_location_id = "ropewalk"
    here = choose(state)
    assert (here.commands, here.reason) == (
        (does("jorun", Activity.ACTIVITY),),
        'It means to do this: "Twist the long rope".',
    )
    npc.activity = Activity.ACTIVITY
    assert choose(state).commands == ()


def test_an_item_that_begins_goes_before_the_one_under_way() -> None:
    state, _ = world(current_location_id="square")
    give_plan(state, item(1, at(9), "ropewalk", status=ACTIVE), item(2, NOON, "bakehouse"))

    assert choose(state).commands == goes("jorun", "bakehouse")


@pytest.mark.parametrize("place", ["vault", "attic", "hut"])
def test_nobody_plans_its_way_through_locked_or_hidden_doors(place: str) -> None:
    state, _ = world(current_location_id="ropewalk")
    give_plan(state, item(1, NOON, place))

    choice = choose(state)

    assert choice.commands == ()
    assert choice.reason.startswith('It means to do this: "Do thing 1", but no open way leads to ')


def test_nobody_leaves_by_a_door_that_locks_behind_it() -> None:
    state, _ = world(npc_id="ragna")
    give_plan(state, item(1, NOON, "bakehouse"), npc_id="ragna")

    assert choose(state, "ragna").reason.endswith("but no open way leads to the Bakehouse and back.")
    state.place("hut").visits = 1
    assert choose(state, "ragna").commands == goes("ragna", "square")


def test_who_is_locked_out_already_goes_about_its_day_all_the_same() -> None:
    state, _ = world(npc_id="ragna", current_location_id="square")
    give_plan(state, item(1, NOON, "bakehouse"), npc_id="ragna")

    assert choose(state, "ragna").commands == goes("ragna", "bakehouse")


def test_who_belongs_nowhere_stays_where_it_is() -> None:
    state, _ = world(npc_id="drifter")
    give_plan(state, item(1, NOON, "bakehouse"), npc_id="drifter")

    assert choose(state, "drifter") == ActionChoice((), "It has nothing to do right now.")


@pytest.mark.parametrize(("hunger", "eats"), [(84, True), (85, False)])
def test_who_means_to_have_a_meal_has_one_if_it_is_hungry_enough(hunger: float, eats: bool) -> None:
    state, _ = world(hunger=hunger, activity=Activity.ACTIVITY)
    give_plan(state, item(1, NOON, "cottage", description="Stop for lunch"))

    assert choose(state).commands == ((EatCommand(npc_id="jorun"),) if eats else ())


def test_a_meal_is_had_only_where_there_is_one() -> None:
    state, _ = world(hunger=50, current_location_id="square")
    give_plan(state, item(1, NOON, None, description="Have a meal"))

    assert choose(state).commands == (does("jorun", Activity.ACTIVITY),)


def test_an_expired_plan_is_not_followed() -> None:
    state, _ = world()
    give_plan(state, item(1, NOON, "ropewalk"))
    state.clock.minutes = at(6, day=2)

    assert choose(state).commands == ()


# -- the night -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("now", "sleeps"), [(at(21, 50), False), (at(22), True), (at(5, 50), True), (at(6), False)])
def test_people_sleep_from_ten_to_six(now: int, sleeps: bool) -> None:
    state, _ = world(now)

    assert choose(state).commands == ((does("jorun", Activity.SLEEPING),) if sleeps else ())


def test_at_night_people_go_home_even_from_what_they_were_about() -> None:
    state, npc = world(at(22), current_location_id="square")
    give_plan(state, item(1, at(17), "square", status=ACTIVE))
    assert choose(state) == ActionChoice(
        goes("jorun", "lane"), "It is tired, for it is night, and goes home to the Cottage."
    )

    npc.current_location_id = "lane"
    assert choose(state).commands == goes("jorun", "cottage")


def test_what_is_planned_for_the_night_is_done_at_night() -> None:
    state, npc = world(at(23), current_location_id="ropewalk")
    give_plan(state, item(1, at(22, 30), "ropewalk", status=ACTIVE), item(2, at(3, day=2), "bakehouse"))
    assert choose(state).commands == (does("jorun", Activity.ACTIVITY),)

    state.clock.minutes = at(3, day=2)
    assert choose(state).commands == goes("jorun", "square")
    npc.plan = [item(1, at(22, 30), "cottage", status=ACTIVE)]
    npc.current_location_id = "cottage"
    assert choose(state).commands == (does("jorun", Activity.SLEEPING),)


@pytest.mark.parametrize(("energy", "wakes"), [(99, False), (100, True)])
def test_people_wake_in_the_morning_or_later_when_they_are_rested(energy: float, wakes: bool) -> None:
    state, _ = world(at(6), energy=energy, activity=Activity.SLEEPING)

    assert choose(state).commands == ((does("jorun", Activity.IDLE),) if wakes else ())


def test_nobody_is_torn_between_its_bed_and_its_plan() -> None:
    """Who was exhausted by day sleeps until it is rested, and not until it can just stand."""
    state, _ = world(NOON, energy=32, activity=Activity.SLEEPING)
    give_plan(state, item(1, at(9), "ropewalk", status=ACTIVE))

    assert choose(state) == ActionChoice((), "It is asleep.")


# -- nothing to do -------------------------------------------------------------------------------------------------


def turn_of(npc_id: str, state: GameState, first: int = at(12), ticks: int = 30) -> list[int]:
    """At which of the ticks from a game time on a mind is asked."""
    asked: list[int] = []
    for n in range(ticks):
        state.clock.minutes = first + 10 * n
        if choose(state, npc_id).asks_mind:
            asked.append(n)
    return asked


def test_a_mind_is_asked_every_four_hours_and_each_at_another_time() -> None:
    state, _ = world()

    assert [turn_of(npc_id, state) for npc_id in ("jorun", "hedda", "wenzel")] == [[0, 24], [1, 25], [2, 26]]


def test_a_mind_is_asked_at_its_item_but_not_on_the_way_there_nor_asleep() -> None:
    state, npc = world()
    give_plan(state, item(1, at(9), "ropewalk", status=ACTIVE))
    assert turn_of("jorun", state) == []
    npc.current_location_id = "ropewalk"
    assert turn_of("jorun", state) == [0, 24]
    assert turn_of("jorun", state, at(23)) == []


def test_where_the_players_are_people_stay_and_ask_nobody() -> None:
    state, npc = world()
    state.scenario.current_location_id = npc.current_location_id
    assert choose(state).reason == "It has nothing to do; Élan is here."
    assert turn_of("jorun", state) == []

    give_plan(state, item(1, NOON, "ropewalk"))
    assert choose(state).commands == goes("jorun", "lane")


def test_whoever_has_nothing_to_do_stops_what_it_did_but_for_its_trade() -> None:
    for activity in (Activity.WALKING, Activity.CONVERSING, Activity.ACTIVITY):
        state, _ = world(activity=activity)
        assert choose(state).commands == (does("jorun", Activity.IDLE),)
    state, _ = world(activity=Activity.ACTIVITY, current_location_id="ropewalk")
    assert choose(state).commands == ()


def test_who_is_off_the_map_does_nothing() -> None:
    state, _ = world(current_location_id=None, energy=0)

    assert choose(state).commands == ()
