"""Scores, decisions and interviews by rule."""

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import DecideAsked, InterviewAsked, PossibleAction, ScoreAsked
from tests.unit.agents.mind.village import LATELY, hedda, remembered

MIND = HeuristicMind()
IDLE = PossibleAction("idle", "do nothing in particular")
TALK = PossibleAction("talk:anna", "talk with Anna Brask")
EAT = PossibleAction("eat", "have a meal")
SLEEP = PossibleAction("sleep", "lie down and sleep")
MILL = PossibleAction("go:mill", "go to the Idle Mill")
DONE = PossibleAction("done", "count the present item as done")
ALL = (DONE, TALK, EAT, SLEEP, MILL, IDLE)


async def test_scores_are_those_of_the_heuristic() -> None:
    memories = remembered("It rained.", "Anna learned something important of a friend.")
    assert await MIND.score(ScoreAsked(hedda(), memories)) == {"hedda-001": 5, "hedda-002": 8}


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ('Tobin said: "Good morning, Hedda."', 2),
        ('Tobin said: "Nothing new. Until next time, Hedda."', 2),
        ('Tobin said: "Good morning, Hedda. The gate is open again."', 5),
        ('Tobin said: "Who opened the gate last night?"', 5),
        ("Good morning, Hedda.", 5),
    ],
)
async def test_what_says_nothing_in_a_talk_is_routine(text: str, score: float) -> None:
    assert await MIND.score(ScoreAsked(hedda(), remembered(text))) == {"hedda-001": score}


@pytest.mark.parametrize(
    ("changes", "plan", "chosen"),
    [
        ({"state": "idle; exhausted, hungry, in fair spirits"}, (), "sleep"),
        ({"state": "idle; rested, starving, in fair spirits"}, (), "eat"),
        ({"state": "idle; rested, hungry, in fair spirits"}, ("see the mill",), "eat"),
        ({"state": "idle; rested, well fed, in low spirits"}, (), "talk:anna"),
        ({}, ("09:00 Begin the day's work, at the Idle Mill (pending)",), "go:mill"),
        ({}, ("17:00 Look for Anna Brask (pending)",), "idle"),
        ({}, ("08:00 Look for Anna Brask (completed)", "10:20 See the mill (pending)"), "go:mill"),
        ({"goals": ("to speak with Anna again",)}, (), "talk:anna"),
        ({"goals": ("that all items are done",)}, (), "idle"),
        ({}, (), "idle"),
    ],
)
async def test_needs_come_before_the_plan_the_plan_before_goals_and_nothing_last(
    changes: dict[str, object], plan: tuple[str, ...], chosen: str
) -> None:
    decision = await MIND.decide(DecideAsked(hedda(**changes), 600, "", ALL, plan))
    assert decision.action == chosen
    assert "Hedda Holm" in decision.reason


async def test_traits_show_now_and_then() -> None:
    chosen = [
        (await MIND.decide(DecideAsked(hedda(traits=("curious",), goals=()), now, "", ALL))).action
        for now in range(600, 1_200, 10)
    ]
    assert set(chosen) == {"idle", "go:mill"}
    assert 8 < chosen.count("go:mill") < 35


async def test_where_nothing_is_not_offered_something_is_done() -> None:
    assert (await MIND.decide(DecideAsked(hedda(), 600, "", (TALK, MILL)))).action in ("talk:anna", "go:mill")


async def test_options_are_chosen_by_what_person_and_memories_share_with_them() -> None:
    options = {
        "What matters to you?": ("gold", "that nobody goes hungry", "the sea"),
        "Who was at the Bakehouse with the flour?": ("Ragna", "Anna Brask", "the king"),
    }
    answers = await MIND.interview(InterviewAsked(hedda(), options, {}, LATELY))
    assert list(answers.values()) == ["that nobody goes hungry", "Anna Brask"]


async def test_yes_and_no_follow_feelings() -> None:
    options = {"Do you trust Anna Brask?": ("Yes", "No"), "Do you trust Tobin?": ("yes, fully", "no")}
    answers = await MIND.interview(InterviewAsked(hedda(), options, {}, LATELY))
    assert list(answers.values()) == ["Yes", "no"]


async def test_numbers_follow_memories_feelings_and_mood() -> None:
    memories = remembered("Élan paid 7 coins for the lantern.")
    ranges = {
        "How many coins did Élan pay for the lantern?": (0.0, 20.0),
        "How much do you like Anna Brask?": (0.0, 100.0),
        "How much do you like Tobin?": (0.0, 100.0),
    }
    answers = await MIND.interview(InterviewAsked(hedda(), {}, ranges, memories))
    paid, anna, tobin = map(float, answers.values())
    assert paid == 7
    assert 65 <= anna <= 85
    assert 15 <= tobin <= 35
    moods = ("in low spirits", "in fair spirits", "in good spirits")
    feels = [await MIND.interview(InterviewAsked(hedda(state=m), {}, {"How is life?": (1.0, 10.0)})) for m in moods]
    low, fair, good = (float(answer["How is life?"]) for answer in feels)
    assert low < fair < good


async def test_fractions_are_given_only_where_they_are_allowed() -> None:
    ranges = {f"How warm is it on day {n}?": (0.0, 1.0) for n in range(10)}
    whole = await MIND.interview(InterviewAsked(hedda(), {}, ranges))
    parts = await MIND.interview(InterviewAsked(hedda(), {}, ranges, fractions=True))
    assert set(whole.values()) <= {0, 1}
    assert any(not float(answer).is_integer() for answer in parts.values())
    huge = await MIND.interview(InterviewAsked(hedda(), {}, {"Far?": (-1.7e308, 1.7e308)}, fractions=True))
    assert abs(float(huge["Far?"])) <= 1.7e308
