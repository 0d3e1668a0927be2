"""Scores, decisions and interviews by rule."""

from typing import Any

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import (
    ActionKind,
    DecideRequest,
    InterviewRequest,
    MemoryExcerpt,
    PossibleAction,
    ScoreRequest,
)
from app.models.minds.plan import PlanItem, PlanStatus, Purpose
from tests.unit.agents.mind.village import LATELY, hedda, remembered, said

MIND = HeuristicMind()
IDLE = PossibleAction("idle", "do nothing in particular", ActionKind.STAY)
TALK = PossibleAction("talk:anna", "talk with Anna Brask", ActionKind.TALK, with_id="anna")
EAT = PossibleAction("eat", "have a meal", ActionKind.EAT)
SLEEP = PossibleAction("sleep", "lie down and sleep", ActionKind.REST)
MILL = PossibleAction("go:mill", "go to the Idle Mill", ActionKind.GO, "mill")
DONE = PossibleAction("done", "count the present item as done", ActionKind.DONE)
ALL = (DONE, TALK, EAT, SLEEP, MILL, IDLE)


def item(hour: float, description: str, **fields: Any) -> PlanItem:
    return PlanItem(id="plan", description=description, time=int(hour * 60), **fields)


async def test_scores_are_those_of_the_heuristic() -> None:
    memories = remembered("It rained.", "Anna learned something important of a friend.")
    assert await MIND.score(ScoreRequest(hedda(), memories)) == {"hedda-001": 5, "hedda-002": 8}


@pytest.mark.parametrize(
    ("memory", "score"),
    [
        (said("tobin", "Good morning, Hedda.", stock=True), 2),
        (said("tobin", "Good morning, Hedda."), 5),
        (said("tobin", "Who opened the gate last night?"), 5),
        *((plain, 5) for plain in remembered("Good morning, Hedda.")),
    ],
)
async def test_a_stock_line_of_a_talk_is_routine(memory: MemoryExcerpt, score: float) -> None:
    assert await MIND.score(ScoreRequest(hedda(), (memory,))) == {"hedda-001": score}


@pytest.mark.parametrize(
    ("changes", "items", "chosen"),
    [
        ({"energy": 10, "hunger": 40}, (), "sleep"),
        ({"hunger": 10}, (), "eat"),
        ({"hunger": 40}, (item(10, "See the mill"),), "eat"),
        ({"mood": 10}, (), "talk:anna"),
        ({}, (item(9, "Begin the day's work", place="mill", purpose=Purpose.WORK),), "go:mill"),
        ({}, (item(17, "Look for Anna Brask", with_ids=("anna",)),), "idle"),
        ({}, (item(8, "Look for Anna", status=PlanStatus.COMPLETED), item(10.3, "See the mill")), "go:mill"),
        ({}, (item(9, "Sit for a while", with_ids=("anna",), purpose=Purpose.COMPANY),), "talk:anna"),
        ({}, (item(9, "Stop for lunch", purpose=Purpose.MEAL),), "eat"),
        ({"goals": ("to speak with Anna again",)}, (), "talk:anna"),
        ({"goals": ("that all items are done",)}, (), "idle"),
        ({}, (), "idle"),
    ],
)
async def test_needs_come_before_the_plan_the_plan_before_goals_and_nothing_last(
    changes: dict[str, object], items: tuple[PlanItem, ...], chosen: str
) -> None:
    decision = await MIND.decide(DecideRequest(hedda(**{"traits": ()} | changes), 600, "", ALL, items=items))
    assert decision.action == chosen
    assert "Hedda Holm" in decision.reason


async def test_traits_show_now_and_then() -> None:
    chosen = [
        (await MIND.decide(DecideRequest(hedda(traits=("curious",), goals=()), now, "", ALL))).action
        for now in range(600, 1_200, 10)
    ]
    assert set(chosen) == {"idle", "go:mill"}
    assert 8 < chosen.count("go:mill") < 35


async def test_where_nothing_is_not_offered_something_is_done() -> None:
    assert (await MIND.decide(DecideRequest(hedda(), 600, "", (TALK, MILL)))).action in ("talk:anna", "go:mill")


async def test_options_are_chosen_by_what_person_and_memories_share_with_them() -> None:
    options = {
        "What matters to you?": ("gold", "that nobody goes hungry", "the sea"),
        "Who was at the Bakehouse with the flour?": ("Ragna", "Anna Brask", "the king"),
    }
    answers = await MIND.interview(InterviewRequest(hedda(), options, {}, LATELY))
    assert list(answers.values()) == ["that nobody goes hungry", "Anna Brask"]


async def test_yes_and_no_follow_feelings() -> None:
    options = {"Do you trust Anna Brask?": ("Yes", "No"), "Do you trust Tobin?": ("yes, fully", "no")}
    answers = await MIND.interview(InterviewRequest(hedda(), options, {}, LATELY))
    assert list(answers.values()) == ["Yes", "no"]


async def test_numbers_follow_memories_feelings_and_mood() -> None:
    memories = remembered("Élan paid 7 coins for the lantern.")
    ranges = {
        "How many coins did Élan pay for the lantern?": (0.0, 20.0),
        "How much do you like Anna Brask?": (0.0, 100.0),
        "How much do you like Tobin?": (0.0, 100.0),
    }
    answers = await MIND.interview(InterviewRequest(hedda(), {}, ranges, memories))
    paid, anna, tobin = map(float, answers.values())
    assert paid == 7
    assert 65 <= anna <= 85
    assert 15 <= tobin <= 35
    feels = [
        await MIND.interview(InterviewRequest(hedda(mood=m), {}, {"How is life?": (1.0, 10.0)})) for m in (0, 40, 90)
    ]
    low, fair, good = (float(answer["How is life?"]) for answer in feels)
    assert low < fair < good


async def test_fractions_are_given_only_where_they_are_allowed() -> None:
    ranges = {f"How warm is it on day {n}?": (0.0, 1.0) for n in range(10)}
    whole = await MIND.interview(InterviewRequest(hedda(), {}, ranges))
    parts = await MIND.interview(InterviewRequest(hedda(), {}, ranges, fractions=True))
    assert set(whole.values()) <= {0, 1}
    assert any(not float(answer).is_integer() for answer in parts.values())
    huge = await MIND.interview(InterviewRequest(hedda(), {}, {"Far?": (-1.7e308, 1.7e308)}, fractions=True))
    assert abs(float(huge["Far?"])) <= 1.7e308
