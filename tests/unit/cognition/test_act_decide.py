"""Asking a mind what somebody does: what is offered, what is taken, and what is left out."""

from dataclasses import replace

import pytest

from app.agents.mind.offline import HeuristicMind
from app.cognition.day.decide import DecideWork
from app.cognition.planned_commands import intend, take_intents
from app.events.commands.mind import EatCommand, SetActivityCommand, UpdatePlanItemCommand
from app.events.commands.play import MoveNPCCommand
from app.interfaces.agents.mind import ActionKind, BadAnswer, DecideRequest, Decision, PossibleAction
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Command
from app.models.memory import MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import PlanStatus
from app.models.state.game_state import GameState
from app.testing import FakeMind
from tests.unit.cognition.people import RuleMind, at, give_plan, item, new_village
from tests.worlds import NOW, say

WALKING, IDLE, BUSY, SLEEPING = Activity.WALKING, Activity.IDLE, Activity.ACTIVITY, Activity.SLEEPING


class Chooser(FakeMind):
    """A model that chooses what it was told to."""

    def __init__(self, action: str) -> None:
        self.action = action

    async def decide(self, asked: DecideRequest) -> Decision:
        return Decision(action=self.action, reason=" For a\x00 reason. ")


def job(state: GameState, npc_id: str = "jorun") -> Job:
    return Job(kind=JobKind.DECIDE, npc_id=npc_id, asked_at=state.clock.minutes)


def ask(state: GameState, npc_id: str = "jorun") -> DecideRequest | None:
    return DecideWork(HeuristicMind(), Recaller()).prepare(state, job(state, npc_id))


def offered(state: GameState, npc_id: str = "jorun") -> dict[str, str]:
    """What a mind may choose, by id."""
    asked = ask(state, npc_id)
    return {} if asked is None else {action.id: action.description for action in asked.actions}


async def decide(state: GameState, action: str, npc_id: str = "jorun") -> list[Command]:
    """The orders that come of a choice."""
    work, asked = DecideWork(HeuristicMind(), Recaller()), ask(state, npc_id)
    assert asked is not None
    answer = await work.think(Chooser(action), asked)
    work.apply(state, job(state, npc_id), asked, answer, by_model=True)
    return [order for _, orders in take_intents(state) for order in orders]


def test_what_is_offered_is_possible_here_and_now() -> None:
    state = new_village(at(12))
    jorun = state.npc("jorun")
    jorun.current_location_id, jorun.hunger = "bakehouse", 50
    assert offered(state) == {
        "eat": "have a meal",
        "go:square": "go to the Square",
        "talk:hedda": "talk with Hedda Brask",
        "stay": "stay and do nothing",
    }

    jorun.current_location_id = "ropewalk"
    assert offered(state) == {"work": "work as roper", "go:square": "go to the Square", "stay": "stay and do nothing"}
    jorun.current_location_id, jorun.energy = "cottage", 50
    assert set(offered(state)) == {"eat", "rest", "go:lane", "stay"}


def test_no_locked_or_hidden_way_is_offered_nor_one_without_a_way_back() -> None:
    state = new_village(at(12))
    state.npc("jorun").current_location_id = "vault"
    assert "go:attic" not in offered(state)
    state.npc("jorun").current_location_id = "square"
    assert {action for action in offered(state) if action.startswith("go:")} == {
        "go:bakehouse",
        "go:ropewalk",
        "go:lane",
    }
    assert "go:square" not in offered(state, "ragna")


def test_who_belongs_nowhere_is_not_sent_away() -> None:
    state = new_village(at(12))
    state.npc("hedda").current_location_id = "square"

    assert set(offered(state, "drifter")) == {"talk:hedda", "stay"}


def test_who_is_about_an_item_stays_with_it_until_it_says_that_it_is_done() -> None:
    state = new_village(at(12))
    state.npc("jorun").current_location_id = "ropewalk"
    give_plan(state, item(1, at(9), "ropewalk", status=PlanStatus.ACTIVE), item(2, at(13)))

    assert offered(state) == {"done": "count the present item as done", "stay": "stay and do nothing"}


def test_with_nothing_to_choose_from_nobody_is_asked() -> None:
    state = new_village(at(12))
    state.npc("drifter").current_location_id = "mill"
    state.npc("wenzel").current_location_id = None

    assert ask(state, "drifter") is None


def test_nobody_is_asked_who_sleeps_walks_talks_with_the_players_or_has_decided() -> None:
    for activity in (SLEEPING, WALKING):
        state = new_village(at(12))
        state.npc("jorun").activity = activity
        assert ask(state) is None
    state = new_village(at(12))
    state.scenario.current_location_id = "cottage"
    assert ask(state) is not None
    state.party.address("player", ["jorun"])
    say(state, "Good day!")
    assert ask(state) is None
    state = new_village(at(12))
    intend(state, "jorun", [EatCommand(npc_id="jorun")], "It is hungry.")
    assert ask(state) is None


def test_a_moment_that_has_passed_is_not_decided_on() -> None:
    state = new_village(at(12))
    waiting = job(state)
    state.clock.minutes += 30
    assert DecideWork(HeuristicMind(), Recaller()).prepare(state, waiting) is not None
    state.clock.minutes += 1
    assert DecideWork(HeuristicMind(), Recaller()).prepare(state, waiting) is None


def test_a_mind_is_told_the_situation_what_is_open_first_and_eight_memories() -> None:
    state = new_village(at(12))
    state.scenario.current_location_id = "bakehouse"
    state.npc("jorun").current_location_id = "bakehouse"
    give_plan(state, item(1, at(9), status=PlanStatus.COMPLETED), item(2, at(13), "mill"))
    stream = MemoryStream(state, Scope.npc("jorun"))
    for n in range(10):
        stream.add(MemoryKind.OBSERVATION, MemoryContext(content=f"Saw a bird, number {n}.", created_at=NOW))
    known = stream.add(MemoryKind.OBSERVATION, MemoryContext(content="Hedda Brask burnt the bread.", created_at=NOW))

    asked = ask(state)

    assert asked is not None
    assert asked.situation == (
        "It is Monday afternoon, Day 1, 12:00. Jorun Haldane is at the Bakehouse. Hedda Brask and Élan are there too."
    )
    assert asked.plan == ("13:00 Do thing 2, at the Mill (pending)", "09:00 Do thing 1 (completed)")
    assert len(asked.memories) == 8
    assert asked.memories[0].id == known.id


async def test_a_choice_becomes_orders_with_the_reason() -> None:
    state = new_village(at(12))
    assert await decide(state, "go:lane") == [
        SetActivityCommand(npc_id="jorun", activity=WALKING),
        MoveNPCCommand(npc_id="jorun", location_id="lane"),
    ]
    assert state.npc("jorun").mind.reason == "For a reason."

    state.npc("jorun").hunger = 50
    assert await decide(state, "eat") == [
        SetActivityCommand(npc_id="jorun", activity=BUSY),
        EatCommand(npc_id="jorun"),
    ]
    assert await decide(state, "stay") == []
    state.npc("jorun").energy = 50
    assert await decide(state, "rest") == [SetActivityCommand(npc_id="jorun", activity=SLEEPING)]
    state.npc("jorun").current_location_id = "ropewalk"
    assert await decide(state, "work") == [SetActivityCommand(npc_id="jorun", activity=BUSY)]


async def test_a_mind_may_say_that_an_item_is_done() -> None:
    state = new_village(at(12))
    state.npc("jorun").activity = BUSY
    state.npc("hedda").current_location_id = "cottage"
    give_plan(state, item(1, at(9), "cottage", status=PlanStatus.ACTIVE))

    assert await decide(state, "done") == [
        UpdatePlanItemCommand(npc_id="jorun", item_id="plan-jorun-1-1", status=PlanStatus.COMPLETED),
        SetActivityCommand(npc_id="jorun", activity=IDLE),
    ]


async def test_to_talk_is_asked_for_as_a_conversation_but_not_twice_in_a_row() -> None:
    state = new_village(at(12))
    jorun = state.npc("jorun")
    jorun.current_location_id = "bakehouse"

    assert await decide(state, "talk:hedda") == []
    assert state.minds.jobs == [
        Job(kind=JobKind.CONVERSE, npc_id="jorun", with_ids=("hedda",), asked_at=state.clock.minutes)
    ]
    hedda = state.npc("hedda")
    for one in (jorun, hedda):
        one.mind.talked["wenzel"] = at(10, 1)
        assert "talk:hedda" not in offered(state)
        one.mind.talked["wenzel"] = at(10)
        assert "talk:hedda" in offered(state)
    for activity in (SLEEPING, WALKING):
        hedda.activity = activity
        assert "talk:hedda" not in offered(state)


async def test_what_is_not_possible_any_more_is_left_out() -> None:
    work = DecideWork(HeuristicMind(), Recaller())
    for change in ("activity", "place", "talk"):
        state = new_village(at(12))
        asked = ask(state)
        assert asked is not None
        answer = await work.think(Chooser("go:lane"), asked)
        if change == "activity":
            state.npc("jorun").activity = SLEEPING
        elif change == "place":
            state.npc("jorun").current_location_id = "bakehouse"
        else:
            state.scenario.current_location_id = "cottage"
            state.party.address("player", ["jorun"])
        work.apply(state, job(state), asked, answer, by_model=True)
        assert state.minds.intents == []


async def test_what_was_not_offered_is_a_bad_answer_of_a_model_and_nothing_of_the_heuristic() -> None:
    state = new_village(at(12))
    state.npc("jorun").hunger = 50
    work, asked = DecideWork(HeuristicMind(), Recaller()), ask(state)
    assert asked is not None
    with pytest.raises(BadAnswer, match="one of eat, go:lane, stay"):
        await work.think(Chooser("go:attic"), asked)

    answer = await work.think(RuleMind("go:attic"), asked)
    work.apply(state, job(state), asked, answer, by_model=False)
    assert state.minds.intents == []


@pytest.mark.parametrize("under_way", [True, False])
async def test_no_model_is_asked_where_nothing_is_open(under_way: bool) -> None:
    """Meals, work and what is under way go by rule: to end it early, or to eat, is no matter for a model."""
    state = new_village(at(12))
    jorun = state.npc("jorun")
    jorun.hunger, jorun.activity = 50, BUSY
    jorun.mind.talked["wenzel"] = at(11)
    give_plan(state, item(1, at(9), "cottage", status=PlanStatus.ACTIVE))
    work, asked = DecideWork(HeuristicMind(), Recaller()), ask(state)
    assert asked is not None
    if not under_way:
        asked = replace(asked, actions=(*asked.actions, PossibleAction("go:lane", "Go", ActionKind.GO)))
    assert asked.is_open is not under_way
    answer = await work.think(Chooser("done"), asked)
    assert (answer.action == "done") is not under_way
