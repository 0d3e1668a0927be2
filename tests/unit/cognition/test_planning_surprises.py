"""What surprises whom: only those who were there and awake, and only what may change a day."""

import pytest

from app.cognition.day.perceive import surprise, surprises
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.events.play import (
    DangerChanged,
    EncounterCompleted,
    ItemTaken,
    LocationChanged,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
)
from app.models.memory import MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.sheets.condition import DangerLevel
from app.models.state.game_state import GameState
from tests.unit.cognition.people import at, give_plan, item, new_village
from tests.worlds import NOW, new_game, say

PEOPLE = ("jorun", "hedda", "wenzel", "ragna", "drifter")


@pytest.fixture
def state() -> GameState:
    """A day on which everybody has a plan; Jorun and the drifter are in the square, the players too."""
    state = new_village(at(10))
    for npc_id in PEOPLE:
        give_plan(state, item(1, at(12)), npc_id=npc_id)
    state.npc("jorun").current_location_id = "square"
    state.scenario.current_location_id = "square"
    state.turn = 3
    return state


def told(state: GameState) -> dict[str, str]:
    """By person what it was surprised by."""
    jobs = {job.npc_id or "": str(job.facts["surprise"]) for job in state.minds.jobs}
    marked = [npc_id for npc_id in state.npcs if state.npc(npc_id).mind.surprised_at is not None]
    assert list(jobs) == marked
    assert all(state.npc(npc_id).mind.surprised_at == state.clock.minutes for npc_id in marked)
    return jobs


def arrival() -> LocationChanged:
    return LocationChanged(from_id="lane", to_id="square", minutes=10, first_visit=True)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (arrival(), "Élan arrived at the Square for a visit."),
        (DangerChanged(location_id="square", level=DangerLevel.HIGH), "The danger at the Square is high now."),
        (DangerChanged(location_id="square", level=DangerLevel.CLEARED), "It became safe at the Square."),
        (QuestStarted(quest_id="rope"), 'Élan took on what it was asked for: "A rope for the well".'),
        (
            ObjectiveCompleted(quest_id="rope", objective_id="fetch-rope"),
            'Élan came further with what it was asked for: "A rope for the well".',
        ),
        (QuestCompleted(quest_id="rope"), 'Élan has done what it was asked for: "A rope for the well".'),
        (
            ArtifactCreated(npc_id="drifter", location_id="square", description="a whistle of bone"),
            'Old Tam made something: "A whistle of bone".',
        ),
    ],
)
def test_who_is_there_is_told_what_happened(state: GameState, event: Event, words: str) -> None:
    surprises(state, [event])

    assert told(state)["jorun"] == words
    assert set(told(state)) <= {"jorun", "drifter"}


def test_a_fight_surprises_those_who_saw_its_end() -> None:
    state = new_game()
    give_plan(state, item(1, at(12)), npc_id="guard-1")
    state.npc("guard-1").current_location_id = "tower"

    surprises(state, [EncounterCompleted(location_id="tower", encounter_id="owl")])

    assert told(state) == {"guard-1": "Élan overcame the great owl at the Tower."}


def test_what_a_quest_is_about_only_its_giver_knows(state: GameState) -> None:
    surprises(state, [QuestStarted(quest_id="rope")])

    assert told(state)["drifter"] == "Something of importance has come to pass here."


def test_who_makes_something_is_not_surprised_by_it(state: GameState) -> None:
    surprises(state, [ArtifactCreated(npc_id="drifter", location_id="square", description="a whistle")])

    assert set(told(state)) == {"jorun"}


def test_nobody_is_surprised_by_what_happens_every_day(state: GameState) -> None:
    surprises(
        state,
        [NPCMoved(npc_id="hedda", from_id=None, to_id="square"), ItemTaken(item_id="vault-key", location_id="square")],
    )

    assert told(state) == {}


def test_the_sleeping_and_those_without_a_plan_are_not_surprised(state: GameState) -> None:
    state.npc("jorun").activity = Activity.SLEEPING
    state.npc("drifter").mind.plan_until = state.clock.minutes
    surprises(state, [arrival()])

    assert told(state) == {}


@pytest.mark.parametrize(("hours_ago", "turn", "is_surprised"), [(1, 2, False), (7, 2, True), (1, 3, True)])
def test_a_visit_surprises_those_who_have_not_met_the_party_lately(
    state: GameState, hours_ago: int, turn: int, is_surprised: bool
) -> None:
    """What is remembered of this very turn is the visit itself."""
    now, state.turn = state.turn, turn
    seen = MemoryContext(
        content="Saw Élan.", created_at=NOW, game_time=state.clock.minutes - hours_ago * 60, subjects=("player",)
    )
    MemoryStream(state, Scope.npc("jorun")).add(MemoryKind.OBSERVATION, seen)
    state.turn = now

    surprises(state, [arrival()])

    assert ("jorun" in told(state)) is is_surprised


def test_several_surprises_of_a_turn_are_one_question(state: GameState) -> None:
    danger = DangerChanged(location_id="square", level=DangerLevel.HIGH)
    surprises(state, [arrival(), danger, danger, QuestStarted(quest_id="rope"), QuestCompleted(quest_id="rope")])

    assert told(state)["jorun"] == (
        "Élan arrived at the Square for a visit. The danger at the Square is high now. "
        'Élan took on what it was asked for: "A rope for the well".'
    )


def test_a_surprise_is_noted_also_while_a_plan_is_being_made(state: GameState) -> None:
    surprise(state, state.npc("jorun"), "There was a fight.")
    state.clock.minutes += 5
    surprise(state, state.npc("jorun"), "There was another.")

    assert len(state.minds.jobs) == 1
    assert state.npc("jorun").mind.surprised_at == at(10, 5)


def test_finding_out_who_was_met_is_safe_in_the_middle_of_a_turn(state: GameState) -> None:
    """A turn's messages may still change; only memories are looked at."""
    state.open_turn(NOW)
    say(state, "Hello!")
    surprises(state, [arrival()])

    assert set(told(state)) == {"jorun", "drifter"}
