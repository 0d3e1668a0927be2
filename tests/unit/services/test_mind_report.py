"""People's minds in numbers."""

from typing import Any

import pytest

from app.errors import CorruptSave
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.mind import MealEaten, PlanItemUpdated, PlanSet
from app.models.memory import MemoryKind, Scope
from app.models.minds.plan import PlanStatus
from app.models.records.record import Record, RecordKind
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.services.game.reports import PersonReport, last_conclusions, people_report, spent_by_minds
from tests.worlds import NOW, new_game

MARA = Scope.npc("mara")


def context(content: str, **fields: Any) -> MemoryContext:
    return MemoryContext(content=content, created_at=NOW, **fields)


def record(*events: Event | dict[str, Any]) -> Record:
    told = tuple(event if isinstance(event, dict) else event.model_dump(mode="json") for event in events)
    return Record(seq=1, kind=RecordKind.TURN, parent=0, turn=1, at=NOW, events=told)


def updated(status: PlanStatus, npc_id: str = "mara") -> PlanItemUpdated:
    return PlanItemUpdated(npc_id=npc_id, item_id="plan-mara-1-1", status=status)


def report(state: GameState, *records: Record) -> PersonReport:
    return people_report(state, records)[0]


def test_everybody_is_in_it_in_the_scenarios_order() -> None:
    people = people_report(new_game(), ())
    assert [person.npc_id for person in people] == ["mara", "guard-1", "guard-2"]
    assert all(not person.memories and not person.plans.made and not person.spend for person in people)


def test_memories_are_counted_by_kind_and_those_put_away_apart() -> None:
    state = new_game()
    stream = MemoryStream(state, MARA)
    seen = [stream.add(MemoryKind.OBSERVATION, context(f"Saw {number} geese.")) for number in range(4)]
    stream.add(MemoryKind.PLAN, context("Open the inn."))
    stream.archive([entry.id or "" for entry in seen[:3]], "prune")
    person = report(state)
    assert person.memories == {MemoryKind.OBSERVATION: 4, MemoryKind.PLAN: 1}
    assert person.active == {MemoryKind.OBSERVATION: 1, MemoryKind.PLAN: 1}


def test_a_plan_for_a_day_that_has_one_is_not_counted_again() -> None:
    records = (
        record(PlanSet(npc_id="mara", items=6, until=1800), updated(PlanStatus.ACTIVE), updated(PlanStatus.COMPLETED)),
        record(PlanSet(npc_id="mara", items=4, until=1800), updated(PlanStatus.COMPLETED)),
        record(updated(PlanStatus.CANCELLED), MealEaten(npc_id="mara", location_id="inn")),
        record(PlanSet(npc_id="mara", items=7, until=3240), PlanSet(npc_id="guard-1", items=5, until=3240)),
    )
    plans = report(new_game(), *records).plans
    assert (plans.made, plans.items) == (2, [6, 7])
    assert (plans.kept, plans.given_up) == (2, 1)


def test_talks_and_reflections_are_counted_once_however_much_was_said_and_concluded() -> None:
    state = new_game()
    stream = MemoryStream(state, MARA)
    for time in (500, 500, 500, 700):
        stream.add(MemoryKind.CONVERSATION, context("Guard said: “Cold.”", game_time=time))
    stream.add(
        MemoryKind.CONVERSATION,
        context("They talked of the cold.", game_time=900, metadata={"condensed": "conversation"}),
    )
    for time in (510, 510, 1300, 1500):
        stream.add(MemoryKind.REFLECTION, context("It is cold.", game_time=time))
    person = report(state)
    assert person.talks == 2
    assert person.reflections == {1: 2, 2: 1}


def test_the_last_conclusions_stand_and_come_with_what_they_were_drawn_from() -> None:
    state = new_game()
    stream = MemoryStream(state, MARA)
    seen = stream.add(MemoryKind.OBSERVATION, context("Saw a goose."))
    conclusions = [
        stream.add(MemoryKind.REFLECTION, context(f"Conclusion {number}.", evidence=(seen.id or "", "mara-999")))
        for number in range(5)
    ]
    stream.archive([conclusions[3].id or ""], "prune")
    found = last_conclusions(state, "mara", 3)
    assert [drawn.entry.summary for drawn in found] == ["Conclusion 4.", "Conclusion 2.", "Conclusion 1."]
    assert [[each.entry for each in drawn.evidence] for drawn in found] == [[seen]] * 3
    assert last_conclusions(state, "guard-1", 3) == []


def test_what_minds_have_cost_is_the_sum_of_what_each_has() -> None:
    state = new_game()
    state.npc("mara").mind.spend = Spend(calls=2, input_tokens=10, output_tokens=5)
    state.npc("guard-1").mind.spend = Spend(calls=1, input_tokens=3, cost=0.5)
    assert spent_by_minds(state) == Spend(calls=3, input_tokens=13, output_tokens=5, cost=0.5)
    assert report(state).spend.tokens == 15


@pytest.mark.parametrize("event", [{}, {"kind": None}, {"kind": []}, {"kind": "plan"}, {"npc_id": "mara"}])
def test_events_of_another_kind_are_passed_over(event: dict[str, Any]) -> None:
    assert report(new_game(), record(event)).plans.made == 0


def test_a_plan_of_nobody_counts_for_nobody() -> None:
    assert report(new_game(), record(PlanSet(npc_id="ghost", items=5, until=9))).plans.made == 0


def test_an_event_that_cannot_be_is_a_damaged_save() -> None:
    with pytest.raises(CorruptSave):
        report(new_game(), record({"kind": "plan_set", "npc_id": "mara", "items": "many", "until": 3}))
