"""Budgets of model calls: what a tick and a day begin with."""

import pytest

from app.cognition.budget import MindLimits, begin_tick, book, calls_left
from app.models.clock import MINUTES_PER_DAY
from app.models.spend import Spend
from tests.worlds import new_game

LIMITS = MindLimits(calls_per_tick=3, calls_per_day=5)


def test_a_new_tick_has_all_its_calls_and_the_day_what_is_left_of_it() -> None:
    state = new_game()
    begin_tick(state)
    state.minds.calls_this_tick = state.minds.calls_today = 3
    assert calls_left(state, None, LIMITS) == 0
    begin_tick(state)
    assert (state.minds.calls_this_tick, state.minds.calls_today) == (0, 3)
    assert calls_left(state, None, LIMITS) == 2


def test_a_new_day_has_all_its_calls() -> None:
    state = new_game()
    begin_tick(state)
    state.minds.calls_today = 5
    state.clock.minutes += MINUTES_PER_DAY
    begin_tick(state)
    assert (state.minds.day, state.minds.calls_today) == (2, 0)
    assert calls_left(state, None, LIMITS) == 3


def test_calls_promised_to_other_jobs_are_not_left() -> None:
    state = new_game()
    begin_tick(state)
    assert calls_left(state, None, LIMITS, reserved=2) == 1


def test_what_a_job_cost_is_booked_for_the_tick_the_day_and_the_person_of_whose_days_two_are_kept() -> None:
    state = new_game()
    begin_tick(state)
    for _ in range(4):
        book(state, "mara", Spend(calls=2, input_tokens=5))
        state.clock.minutes += MINUTES_PER_DAY
        begin_tick(state)
    assert state.npc("mara").mind.spend == Spend(calls=8, input_tokens=20)
    assert state.npc("mara").mind.calls == {3: 2, 4: 2}
    book(state, None, Spend(calls=1))
    assert (state.minds.calls_this_tick, state.minds.calls_today) == (1, 1)


@pytest.mark.parametrize(
    ("tick", "day", "person", "reserved", "left"),
    [
        (0, 0, 0, 0, 4),
        (1, 0, 0, 0, 3),
        (0, 5, 0, 0, 3),
        (0, 0, 5, 0, 1),
        (0, 0, 6, 0, 0),
        (0, 0, 7, 0, 0),
        (4, 0, 0, 0, 0),
        (1, 5, 4, 0, 2),
        (1, 0, 0, 2, 1),
        (1, 0, 0, 3, 0),
        (1, 0, 0, 9, 0),
    ],
)
def test_a_job_has_what_the_scarcest_budget_leaves_it(
    tick: int, day: int, person: int, reserved: int, left: int
) -> None:
    limits = MindLimits(calls_per_tick=4, calls_per_day=8, calls_per_npc_day=6)
    state = new_game()
    begin_tick(state)
    state.minds.calls_this_tick, state.minds.calls_today = tick, day
    state.npc("mara").mind.calls = {state.minds.day: person} if person else {0: 99}
    assert calls_left(state, "mara", limits, reserved) == left
    of_nobody = max(0, min(4 - tick, 8 - day) - reserved)
    assert calls_left(state, None, limits, reserved) == calls_left(state, "guard-1", limits, reserved) == of_nobody
    assert calls_left(state, None, limits) == min(4 - tick, 8 - day)


def test_a_job_without_a_call_books_nothing() -> None:
    state = new_game()
    begin_tick(state)
    before = state.model_dump()
    book(state, "mara", Spend())
    assert state.model_dump() == before
    book(state, "mara", Spend(calls=1))
    book(state, "mara", Spend(calls=2, input_tokens=5))
    assert state.npc("mara").mind.calls == {state.minds.day: 3}
    assert (state.minds.calls_this_tick, state.minds.calls_today) == (3, 3)


def test_a_person_without_calls_today_has_its_whole_budget() -> None:
    state = new_game()
    begin_tick(state)
    limits = MindLimits(calls_per_tick=9, calls_per_day=9, calls_per_npc_day=2)
    state.npc("mara").mind.calls = {state.minds.day - 1: 2}
    assert calls_left(state, "mara", limits) == 2


def test_by_default_a_model_is_asked_twice_before_the_heuristic_answers() -> None:
    assert MindLimits().attempts == 2
