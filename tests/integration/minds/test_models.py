"""Worlds whose people think with a model that answers well, badly, late, or never: no job is lost, no turn waits."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.container import Container
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.minds.mind_state import TICK, JobKind
from app.models.minds.plan import PLAN_HOUR
from app.models.records.folding import chain
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.services.game.reports import people_report, spent_by_minds
from tests.integration.minds.table import (
    Answer,
    FunctionMind,
    badly,
    begin,
    container_in,
    late,
    never,
    run,
    simulate,
    skipped,
    well,
)
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


ANSWERS = pytest.mark.parametrize("answer", [well, badly, late, never])
PATIENCE = 120
"""Game minutes that a job waits for a budget."""
HOURS = 18


@ANSWERS
def test_no_job_is_lost_and_everybody_plans_whatever_the_model_does(tmp_path: Path, answer: Answer) -> None:
    container = container_in(tmp_path, FunctionMind(answer))
    game_id = begin(container)
    began = container.turns().state(game_id).clock.minutes

    def look(state: GameState) -> None:
        now = state.clock.minutes
        assert all(now - job.asked_at < PATIENCE for job in state.minds.jobs)
        if min(now - began, now % MINUTES_PER_DAY - PLAN_HOUR) >= PATIENCE + 2 * TICK:
            assert all(npc.mind.plan_until is not None and npc.mind.plan_until > now for npc in state.npcs.values())

    state = run(simulate(container, game_id, hours=HOURS, on_step=look))
    minds, people = state.minds, len(state.npcs)
    assert minds.done[JobKind.PLAN] >= 2 * people
    assert minds.done[JobKind.REFLECT] >= 1  # of those who have something to think about
    if answer in (badly, never):
        assert minds.fallbacks[JobKind.PLAN] > 0
    else:
        assert JobKind.PLAN not in minds.fallbacks
    journal = container.library().read(game_id)
    made = people_report(state, chain(journal, journal.head))
    assert all(5 <= items <= 8 for person in made for items in person.plans.items[1:])


BUDGETS: dict[str, Any] = {"mind_calls_per_tick": 3, "mind_calls_per_day": 12, "mind_calls_per_person": 7}


@ANSWERS
def test_budgets_hold_to_the_call(tmp_path: Path, answer: Answer) -> None:
    mind = FunctionMind(answer)
    container = container_in(tmp_path, mind, **BUDGETS)
    game_id = begin(container)
    by_day: Counter[int] = Counter()
    by_person: Counter[tuple[int, str]] = Counter()
    made, made_by = 0, Counter[str]()

    def look(state: GameState) -> None:
        nonlocal made, made_by
        day, new, new_by = day_of(state.clock.minutes), mind.calls - made, mind.by_person - made_by
        made, made_by = mind.calls, mind.by_person.copy()
        by_day[day] += new
        by_person.update({(day, name): calls for name, calls in new_by.items()})
        assert new <= BUDGETS["mind_calls_per_tick"]
        assert state.minds.calls_this_tick == new
        assert state.minds.calls_today == by_day[day]

    state = run(simulate(container, game_id, hours=HOURS, on_step=look))
    assert all(calls <= BUDGETS["mind_calls_per_day"] for calls in by_day.values())
    assert all(calls <= BUDGETS["mind_calls_per_person"] for calls in by_person.values())
    assert by_day[1] == BUDGETS["mind_calls_per_day"]
    assert sum(state.minds.dropped.values()) > 0
    assert spent_by_minds(state).calls == mind.calls
    assert {state.name(npc_id): npc.mind.spend.calls for npc_id, npc in state.npcs.items() if npc.mind.spend} == dict(
        mind.by_person
    )
    assert _spent(container, game_id).calls == mind.calls


def _spent(container: Container, game_id: str) -> Spend:
    """By all records of the journal."""
    records = container.library().read(game_id).records
    return sum((record.spend for record in records if record.spend), Spend())


def test_without_a_budget_no_model_is_asked(tmp_path: Path) -> None:
    mind = FunctionMind(well)
    container = container_in(tmp_path, mind, mind_calls_per_day=0)
    state = run(simulate(container, begin(container), hours=4))
    assert mind.calls == 0
    assert state.minds.done[JobKind.PLAN] == len(state.npcs)
    assert state.minds.dropped[JobKind.DECIDE] > 0


@ANSWERS
def test_no_turn_waits_for_a_mind(tmp_path: Path, answer: Answer) -> None:
    container = container_in(tmp_path, FunctionMind(answer))
    game_id = begin(container)
    turns = container.turns()
    turns.settle_in_background = True

    async def play() -> None:
        for text in ("wait ten minutes", "look", "wait an hour", "look", "wait ten minutes"):
            before = skipped()
            await turns.take_turn(game_id, text)
            assert skipped() - before < 1
        if answer is never:
            assert turns.state(game_id).minds.jobs
        await turns.close(game_id)

    run(play())
    waiting = container.turns().state(game_id).minds.jobs
    assert len({job.key for job in waiting}) == len(waiting)


def test_closing_in_the_middle_of_a_thought_loses_nothing(tmp_path: Path) -> None:
    """A game that is closed while a model keeps everybody waiting is thought through by the next who loads it."""
    container = container_in(tmp_path, FunctionMind(never))
    game_id = begin(container)
    turns = container.turns()
    turns.settle_in_background = True

    async def play() -> None:
        await turns.take_turn(game_id, "wait ten minutes")
        await asyncio.sleep(1)
        await turns.close(game_id)

    run(play())
    container = container_in(tmp_path, FunctionMind(well))
    state = container.turns().state(game_id)
    waiting = [job.npc_id for job in state.minds.jobs if job.kind is JobKind.PLAN]
    assert waiting == list(state.npcs)
    run(simulate(container, game_id, hours=1))
    state = container.turns().state(game_id)
    assert all(npc.plan for npc in state.npcs.values())
    assert state.minds.fallbacks == {}


def test_the_same_answers_give_the_same_world(tmp_path: Path) -> None:
    ends = []
    for folder in (tmp_path / "1", tmp_path / "2"):
        container = container_in(folder, FunctionMind(well))
        ends.append(comparable(run(simulate(container, begin(container), hours=HOURS))))
    assert ends[0] == ends[1]


def test_undo_brings_back_the_budgets_but_not_the_money(tmp_path: Path) -> None:
    mind = FunctionMind(well)
    container = container_in(tmp_path, mind)
    game_id = begin(container)
    turns = container.turns()

    async def play() -> None:
        await simulate(container, game_id, hours=1)
        await turns.undo(game_id, 6)

    run(play())
    state = turns.state(game_id)
    assert state.minds.calls_today == 0
    assert not any(npc.mind.spend for npc in state.npcs.values())
    assert mind.calls > 0
    assert _spent(container, game_id).calls == mind.calls
