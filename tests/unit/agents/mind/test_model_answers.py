"""Answers of models question by question: what is taken over, how it is read, and what is refused."""

import json
from typing import Any

import pytest

from app.interfaces.agents.mind import (
    BadAnswer,
    InterviewRequest,
    ScoreRequest,
)
from tests.unit.agents.mind.clerk import Clerk, obedient
from tests.unit.agents.mind.questions import CONDENSE, CONVERSE, DECIDE, INTERVIEW, SCORE, SPEAK, day, item
from tests.unit.agents.mind.village import hedda, planning, reflecting, remembered


def insight(**more: Any) -> dict[str, Any]:
    return {"text": "Hedda trusted Anna.", "importance": 8, "evidence": ["hedda-001"], **more}


async def test_scores_for_memories_that_were_given_and_for_no_others() -> None:
    good = {"ratings": [{"id": "hedda-001", "score": "3"}, {"id": "HEDDA-002", "score": 9.5}]}
    assert await Clerk(good).mind.score(SCORE) == {"hedda-001": 3, "hedda-002": 9.5}
    unknown = {"id": "hedda-009", "score": 3}
    assert await Clerk({"ratings": [unknown, good["ratings"][0]]}).mind.score(SCORE) == {"hedda-001": 3}
    with pytest.raises(BadAnswer, match="rated none"):
        await Clerk({"ratings": [unknown]}).mind.score(SCORE)


async def test_memories_without_room_are_left_to_the_rules() -> None:
    clerk = Clerk(obedient)
    many = remembered(*["It rained."] * 200)
    assert list(await clerk.mind.score(ScoreRequest(hedda(), many))) == [memory.id for memory in many[:60]]
    long = remembered("owl " * 20_000)
    assert list(await clerk.mind.score(ScoreRequest(hedda(), (*long, *many[1:3])))) == [each.id for each in many[1:3]]
    with pytest.raises(BadAnswer, match="too long"):
        await clerk.mind.score(ScoreRequest(hedda(), long))
    assert len(clerk.prompts) == 2


async def test_a_plan_is_taken_over_in_order_of_its_day() -> None:
    answer = day(
        item("1:30 am", description="  Look at the\nstars ", place=None, priority="1"),
        item("7:30 pm", place="The Bakehouse", **{"with": ["ANNA", "anna"]}, priority=5),
        item("noon", place="none", **{"with": None}),
    )
    items = await Clerk(answer).mind.plan(planning())
    assert [each.minute for each in items] == [420, 540, 720, 720, 780, 1020, 1170, 90]
    last, evening = items[-1], items[-2]
    assert (last.description, last.place, last.priority) == ("Look at the stars", None, 1)
    assert (evening.place, evening.with_ids, evening.priority) == ("bakehouse", ("anna",), 5)


async def test_of_too_many_items_the_most_important_stay() -> None:
    many = {"items": [item(f"{hour}:00", priority=5 if hour > 12 else 1) for hour in range(6, 24)]}
    items = await Clerk(many).mind.plan(planning())
    assert [each.minute // 60 for each in items] == list(range(13, 21))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"items": []}, "planned 0 things"),
        ({"items": [item(), item("9:00")]}, "planned 2 things"),
        (day(item("soon")), "no time of day: soon"),
        ({"items": [item(place="tower"), *day()["items"][:4]]}, "planned 4 things"),
        (day(item(priority=9)), "priority"),
        (day(item(description=" ")), "a description: it was empty"),
        (day(item(description="As an AI I do not bake")), "a description: it refused"),
        (day({"time": "07:30"}), "items.5.description: Field required"),
    ],
)
async def test_a_plan_with_a_mistake_is_refused(answer: dict[str, Any], why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        await Clerk(answer).mind.plan(planning())


async def test_an_unknown_place_costs_its_item_and_an_unknown_person_its_name() -> None:
    answer = day(item("19:30", place="tower"), item("20:30", **{"with": ["king", "anna"]}))
    items = await Clerk(answer).mind.plan(planning())
    assert 19 * 60 + 30 not in [each.minute for each in items]
    assert items[-1].with_ids == ("anna",)


async def test_later_what_has_passed_is_left_out_and_the_last_of_it_taken_up() -> None:
    items = await Clerk(day()).mind.plan(planning(14 * 60))
    assert [each.minute // 60 for each in items] == [14, 17]
    assert [each.minute // 60 for each in await Clerk(day()).mind.plan(planning(23 * 60))] == [23]


async def test_a_surprise_mostly_changes_nothing() -> None:
    asked = planning(14 * 60, surprise="Élan arrived for a visit.", planned=("17:00 Look for Anna (pending)",))
    assert await Clerk({"items": []}).mind.plan(asked) == ()
    assert [each.minute // 60 for each in await Clerk(day()).mind.plan(asked)] == [17]
    with pytest.raises(BadAnswer, match="planned 0 things"):
        await Clerk({"items": [item("7:00")]}).mind.plan(asked)


async def test_conclusions_keep_their_evidence_and_weigh_at_least_7() -> None:
    answer = {
        "insights": [insight(importance="9"), insight(importance=2, evidence="HEDDA-002"), *[insight()] * 5],
        "relationships": [
            {"other": "Anna Brask", "change": "+2", "reason": "Anna helped."},
            {"other": "anna", "change": -1, "reason": "again"},
            {"other": "tobin", "change": 0, "reason": "nothing new"},
            {"other": "party", "change": 1},
        ],
    }
    reflection = await Clerk(answer).mind.reflect(reflecting())
    assert [each.importance for each in reflection.insights] == [9, 7, 8, 8, 8]
    assert reflection.insights[1].evidence == ("hedda-002",)
    assert [(each.other_id, each.change, each.reason) for each in reflection.relationships] == [
        ("anna", 2, "Anna helped.")
    ]


@pytest.mark.parametrize(
    ("insights", "relationships", "why"),
    [
        ([], [], "insights"),
        ([insight(evidence=[])], [], "insights"),
        ([insight(evidence=["hedda-099"])], [], "insights"),
        ([insight(evidence=[None])], [], "evidence"),
        ([insight(importance=11)], [], "importance"),
        ([insight(text="")], [], "a conclusion: it was empty"),
        ([insight()], [{"other": "anna", "change": 3, "reason": "x"}], "change"),
        ([insight()], [{"other": "anna", "change": 0.5, "reason": "x"}], "change"),
    ],
)
async def test_conclusions_with_a_mistake_are_refused(insights: list[Any], relationships: list[Any], why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        await Clerk({"insights": insights, "relationships": relationships}).mind.reflect(reflecting())


async def test_an_unknown_id_costs_its_evidence_its_conclusion_or_its_change_alone() -> None:
    answer = {
        "insights": [insight(evidence=["hedda-099"]), insight(evidence=["hedda-099", "hedda-002"])],
        "relationships": [
            {"other": "king", "change": 1, "reason": "x"},
            {"other": "hedda", "change": 1, "reason": "x"},
            {"other": "anna", "change": 1, "reason": "x"},
        ],
    }
    reflection = await Clerk(answer).mind.reflect(reflecting())
    assert [each.evidence for each in reflection.insights] == [("hedda-002",)]
    assert [each.other_id for each in reflection.relationships] == ["anna"]


async def test_a_decision_needs_no_reason_but_an_action_that_is_possible() -> None:
    assert (await Clerk({"action": "Go:Mill", "reason": "bread\nis due"}).mind.decide(DECIDE)).reason == "bread is due"
    assert (await Clerk({"action": "go to the mill"}).mind.decide(DECIDE)).action == "go:mill"
    with pytest.raises(BadAnswer, match="an action that was not offered: fly"):
        await Clerk({"action": "fly"}).mind.decide(DECIDE)


def lines(*speakers: str) -> dict[str, Any]:
    return {"lines": [{"speaker": speaker, "text": f"Word {n}."} for n, speaker in enumerate(speakers)]}


async def test_a_conversation_is_between_the_two_and_no_longer_than_wanted() -> None:
    answer = lines("hedda", "TOBIN", "Hedda Holm", "tobin", "hedda", "tobin")
    answer["relationships"] = [{"who": "tobin", "change": 1, "reason": "A good talk."}, {"who": "hedda", "change": 0}]
    talk = await Clerk(answer).mind.converse(CONVERSE)
    assert [line.npc_id for line in talk.lines] == ["hedda", "tobin", "hedda", "tobin"]
    assert [(who, change.other_id, change.change) for who, change in talk.relationships.items()] == [
        ("tobin", "hedda", 1)
    ]
    stranger = lines("hedda", "king", "tobin")
    stranger["relationships"] = [{"who": "king", "change": 1, "reason": "A good talk."}]
    talk = await Clerk(stranger).mind.converse(CONVERSE)
    assert ([line.npc_id for line in talk.lines], talk.relationships) == (["hedda", "tobin"], {})
    for bad, why in (
        (lines("hedda", "king"), "nobody answered"),
        (lines("hedda", "hedda"), "nobody answered"),
        (lines(), "nobody"),
    ):
        with pytest.raises(BadAnswer, match=why):
            await Clerk(bad).mind.converse(CONVERSE)


async def test_condensed_words_hold_no_number_of_their_own() -> None:
    assert await Clerk("Tobin paid seven coins.\nAnna laughed.").mind.condense(CONDENSE) == (
        "Tobin paid seven coins. Anna laughed."
    )
    assert await Clerk('{"text": "Anna laughed."}').mind.condense(CONDENSE) == "Anna laughed."
    for bad, why in (("Tobin paid 8 coins.", "number that is not"), ("Anna laughed loud. " * 60, "repeated|too long")):
        with pytest.raises(BadAnswer, match=why):
            await Clerk(bad).mind.condense(CONDENSE)


@pytest.mark.parametrize(
    "answer",
    [
        "Eat first.",
        "“Eat first.”",
        '"Eat first."',
        "Hedda Holm: Eat first.",
        "Hedda: “Eat first.”",
        '```json\n{"text": "Eat first."}\n```',
    ],
)
async def test_only_the_spoken_words_are_left(answer: str) -> None:
    assert await Clerk(answer).mind.speak(SPEAK) == "Eat first."


@pytest.mark.parametrize(
    "answer",
    [
        {"q1": "no", "q2": "4"},
        {"answers": {"q1": "No.", "q2": 4.0}},
        {"Trust Tobin?": " NO ", "How happy?": 4, "why": ["x"]},
    ],
)
async def test_interview_answers_are_read_by_name_or_by_question(answer: dict[str, Any]) -> None:
    assert await Clerk(answer).mind.interview(INTERVIEW) == {"Trust Tobin?": "No", "How happy?": 4}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"q1": "perhaps", "q2": 4}, "an option that was not offered: perhaps"),
        ({"q1": "No", "q2": 6}, "6 is not between 1 and 5"),
        ({"q1": "No", "q2": 4.5}, "4.5 is no whole number"),
        ({"q1": "No", "q2": "much"}, "no number: much"),
        ({"q1": "No", "q2": "NaN"}, "nan is not between"),
        ({"q1": "No"}, "left q2 out"),
        ({"q1": None, "q2": 4}, "left q1 out"),
    ],
)
async def test_interview_answers_outside_what_was_offered_are_refused(answer: dict[str, Any], why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        await Clerk(answer).mind.interview(INTERVIEW)


async def test_fractions_are_taken_where_they_are_allowed() -> None:
    asked = InterviewRequest(hedda(), {}, {"How happy?": (1.0, 5.0)}, fractions=True)
    assert await Clerk(json.dumps({"q1": "4.5"})).mind.interview(asked) == {"How happy?": 4.5}
    assert await Clerk("never asked").mind.interview(InterviewRequest(hedda(), {}, {})) == {}
