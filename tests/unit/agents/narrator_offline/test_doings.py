"""What people say when they are asked what they are about."""

import pytest

from app.agents.narrator.knowledge.daily import asks_plans, plans_answer
from app.models.minds.plan import PlanItem, PlanStatus
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.worlds import new_game


def planned(*items: PlanItem) -> Play:
    state = at(new_game(), "inn")
    state.npc("mara").plan = list(items)
    state.npc("mara").mind.plan_until = state.clock.minutes + 600
    return Play(state)


def item(description: str, status: PlanStatus = PlanStatus.PENDING, place: str | None = None) -> PlanItem:
    return PlanItem(id=f"plan-mara-1-{len(description)}", description=description, time=500, status=status, place=place)


@pytest.mark.parametrize(
    "text",
    [
        "What are you doing?",
        "Mara, what are you up to today?",
        "what will you do tonight",
        "Where are you going?",
        "your plans",
    ],
)
def test_asked_for_a_persons_doings(text: str) -> None:
    assert asks_plans(text)


@pytest.mark.parametrize(
    "text", ["What did you do to my boat?", "Do you plan a war?", "What is your name?", "My plans"]
)
def test_asked_for_something_else(text: str) -> None:
    assert not asks_plans(text)


async def test_a_person_tells_what_it_is_about_and_what_comes_next() -> None:
    play = planned(item("Open the bar (as always)", PlanStatus.ACTIVE, "inn"), item("Buy onions", place="market"))
    said = (await play.do("Mara, what are you doing?")).narration.speeches[-1].text
    assert "pen the bar" in said
    assert "always" not in said
    assert "buy onions at the Market" in said


async def test_what_is_over_is_not_told() -> None:
    play = planned(item("Open the bar", PlanStatus.COMPLETED, "inn"))
    assert plans_answer(play.state, "mara") == ""
    play.state.npc("mara").plan = [item("Open the bar")]
    play.state.npc("mara").mind.plan_until = play.state.clock.minutes
    assert plans_answer(play.state, "mara") == ""
