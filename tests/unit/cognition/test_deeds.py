"""People's minds choose among the actions that the scenario's author has given to people."""

import json
from typing import Any

import pytest

from app.agents.mind.offline import HeuristicMind
from app.cognition.day.act import choose_action
from app.cognition.day.decide import DecideWork
from app.cognition.day.deeds import MOST_DEEDS
from app.cognition.planned_commands import take_intents
from app.errors import NotPossible
from app.events.commands.actions import PerformActionCommand
from app.interfaces.agents.mind import ActionKind, DecideRequest, Decision, PossibleAction
from app.memory.recall.recaller import Recaller
from app.models.command import Command
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.values import is_set, set_value
from app.testing import FakeMind
from tests.cellar import CELLAR
from tests.unit.events.playing import whole_bus

BAR = {
    "id": "bar-hatch",
    "words": ["bar {target} with {with}"],
    "on": ["yard"],
    "with": ["crown", "oil"],
    "by": ["people"],
    "condition": {"kind": "not", "condition": {"kind": "state", "of": "yard", "name": "barred", "value": True}},
    "effects": [{"kind": "set_state", "of": "target", "name": "barred", "value": True}],
}


def in_yard(*actions: dict[str, Any], goals: tuple[str, ...] = ()) -> GameState:
    """The party is in the cellar; Pim is in the yard, where he can do these actions."""
    data = json.loads(CELLAR.read_text(encoding="utf-8"))
    data["locations"][1] |= {"states": [{"name": "barred"}]}
    data["npcs"][0] |= {"start_location": "yard", "goals": list(goals)}
    sheet = ScenarioSheet.model_validate({**data, "actions": [*data["actions"], *actions]})
    return begin(sheet, "game-1", [PlayerCharacter(name="Mara")], 7)


def job(state: GameState) -> Job:
    return Job(kind=JobKind.DECIDE, npc_id="pim", asked_at=state.clock.minutes)


def ask(state: GameState) -> DecideRequest | None:
    return DecideWork(HeuristicMind(), Recaller()).prepare(state, job(state))


def deeds(state: GameState) -> list[PossibleAction]:
    asked = ask(state)
    return [] if asked is None else [action for action in asked.actions if action.kind is ActionKind.DEED]


class Chooser(FakeMind):
    """A model that chooses one thing."""

    def __init__(self, action: str) -> None:
        self.action = action

    async def decide(self, asked: DecideRequest) -> Decision:
        return Decision(action=self.action, reason="So.")


async def decide(state: GameState, mind: FakeMind | HeuristicMind, *, by_model: bool) -> list[Command]:
    work, asked = DecideWork(HeuristicMind(), Recaller()), ask(state)
    assert asked is not None
    answer = await work.think(mind, asked)
    work.apply(state, job(state), asked, answer, by_model=by_model)
    return [order for _, orders in take_intents(state) for order in orders]


def test_what_the_author_gave_to_people_is_offered_with_names_in_its_words() -> None:
    offered = deeds(in_yard(BAR))
    assert [(each.id, each.description) for each in offered] == [
        ("deed:bar-hatch:yard:crown", "bar the Yard with the crown"),
    ]


def test_nothing_else_that_a_person_could_do_is_offered() -> None:
    """No actions of players, and none that every world has: a mind neither opens, breaks nor attacks."""
    state = in_yard(BAR | {"by": ["players"]})
    assert deeds(state) == []
    state.npc("pim").current_location_id = "cellar"
    assert deeds(state) == []


def test_what_is_refused_now_is_not_offered() -> None:
    state = in_yard(BAR)
    set_value(state, "yard", "barred", value=True)
    assert deeds(state) == []
    state = in_yard(BAR)
    state.npc("pim").items.clear()
    assert deeds(state) == []


def test_no_more_are_offered_than_a_question_can_hold() -> None:
    many = [{"id": f"deed-{n}", "words": [f"count to {n}"], "by": ["pim"], "at": ["yard"]} for n in range(40)]
    assert len(deeds(in_yard(*many))) == MOST_DEEDS


async def test_the_choice_of_a_model_is_an_order_that_the_bus_carries_out_or_refuses() -> None:
    state = in_yard(BAR)
    orders = await decide(state, Chooser("deed:bar-hatch:yard:crown"), by_model=True)
    deed = PerformActionCommand(action_id="bar-hatch", target_id="yard", with_id="crown", actor_id="pim")
    assert orders[-1] == deed
    for order in orders:
        await whole_bus().execute(order, state)
    assert is_set(state, "yard", "barred")
    assert state.npc("pim").activity is Activity.ACTIVITY
    with pytest.raises(NotPossible):
        await whole_bus().execute(deed, state)


async def test_without_a_model_a_person_does_what_its_author_gave_it_to_do() -> None:
    state = in_yard(BAR)
    orders = await decide(state, HeuristicMind(), by_model=False)
    assert [order.kind for order in orders] == ["set_activity", "perform_action"]
    assert state.npc("pim").mind.reason


async def test_without_a_model_needs_come_first_and_of_several_what_serves_a_goal() -> None:
    sing = {"id": "sing", "words": ["sing"], "by": ["pim"]}
    state = in_yard(sing, BAR, goals=("Keep the yard barred.",))
    [*_, order] = await decide(state, HeuristicMind(), by_model=False)
    assert isinstance(order, PerformActionCommand)
    assert order.action_id == "bar-hatch"
    state = in_yard(BAR)
    state.npc("pim").energy = 5
    assert not any(
        isinstance(order, PerformActionCommand) for order in await decide(state, HeuristicMind(), by_model=False)
    )


async def test_somebody_whom_nothing_is_given_decides_as_before() -> None:
    with_none, without = in_yard(BAR | {"by": ["players"]}), in_yard()
    asked, before = ask(with_none), ask(without)
    assert asked is not None
    assert before is not None
    assert asked.actions == before.actions


def test_with_the_players_a_person_does_what_it_was_given_and_nothing_else() -> None:
    state = in_yard(BAR)
    state.scenario.current_location_id = "yard"
    asked = ask(state)
    assert asked is not None
    assert [action.kind for action in asked.actions] == [ActionKind.DEED, ActionKind.STAY]
    set_value(state, "yard", "barred", value=True)
    assert deeds(state) == []


def test_who_is_given_something_to_do_is_asked_within_the_hour_and_others_are_not() -> None:
    def hours_asked(state: GameState) -> list[int]:
        npc = state.npc("pim")
        times = range(9 * 60, 12 * 60, 10)
        asked = []
        for minutes in times:
            state.clock.minutes = minutes
            if choose_action(npc, state).asks_mind:
                asked.append(minutes)
        return asked

    assert hours_asked(in_yard(BAR)) == [540, 600, 660]
    assert hours_asked(in_yard()) == []
