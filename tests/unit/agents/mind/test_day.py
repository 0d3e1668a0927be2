"""The day by rule: reference times and priorities, sensible places, one's own things, what is left of a day."""

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import KnownPlace, PlannedItem, PlanRequest
from app.models.clock import MINUTES_PER_DAY
from app.models.minds.plan import PlanItem, Purpose
from tests.unit.agents.mind.village import PLACES, SIX, hedda, planning

MIND = HeuristicMind()


def at(items: tuple[PlannedItem, ...], clock: str) -> PlannedItem:
    """The item of a time of day."""
    hour, minute = map(int, clock.split(":"))
    return next(item for item in items if item.minute == hour * 60 + minute)


async def day(now: int = SIX, **changes: object) -> tuple[PlannedItem, ...]:
    return await MIND.plan(planning(now, **changes))


async def test_a_day_has_its_hours_places_and_priorities() -> None:
    items = await day()
    expected = {
        "07:00": ("bakehouse", 4),
        "09:00": ("mill", 5),
        "12:00": ("bakehouse", 4),
        "13:00": ("mill", 5),
        "17:00": ("square", 3),
        "20:00": ("bakehouse", 4),
    }
    assert {clock: (at(items, clock).place, at(items, clock).priority) for clock in expected} == expected
    assert 5 <= len(items) <= 8


async def test_lunch_and_company_are_at_home_where_there_is_nothing_else() -> None:
    home = KnownPlace("hut", "Hut", "home")
    items = await day(places=(home,), home="hut", work=None)
    assert {item.place for item in items} <= {"hut", None}


async def test_who_has_neither_home_nor_work_finds_a_place_but_not_the_wild() -> None:
    items = await day(home=None, work=None)
    assert {item.place for item in items if item.minute != 15 * 60 + 30} <= {"bakehouse", "mill", "square"}
    assert at(items, "20:00").place == "bakehouse"
    assert all(item.place is None for item in await day(home=None, work=None, places=()))


async def test_company_is_looked_for_with_whom_one_likes() -> None:
    company = at(await day(), "17:00")
    assert company.with_ids == ("anna",)
    assert "Anna Brask" in company.description
    assert at(await day(people=()), "17:00").with_ids == ()


async def test_what_was_left_undone_comes_back_once_and_never_what_every_day_brings() -> None:
    everyday = tuple(map(left, await day(person=hedda(goals=()))))
    items = await day(left_undone=(*everyday, PlanItem(id="plan", description="Mend the oven", time=600)))
    again = at(items, "15:30")
    assert again.description == "Catch up on what was left: Mend the oven"
    later = at(await day(left_undone=(left(again),)), "15:30")
    assert later.description == again.description
    assert len(await day(person=hedda(goals=()), left_undone=everyday)) == 6


def left(item: PlannedItem) -> PlanItem:
    """An item of a plan that was not done."""
    return PlanItem(id="plan", description=item.description, time=item.minute, purpose=item.purpose, about=item.about)


@pytest.mark.parametrize(
    ("hint", "begin", "end", "then"),
    [
        ("at the Idle Mill from first light until four", "06:00", "16:00", Purpose.MEAL),
        ("at the Idle Mill from nine to five", "09:00", "17:00", Purpose.COMPANY),
        ("at the Idle Mill from 10:30 till 4 pm", "10:30", "16:00", Purpose.MEAL),
    ],
)
async def test_a_habit_from_when_until_when_lasts_as_long(hint: str, begin: str, end: str, then: Purpose) -> None:
    """Nothing else is planned within it, a meal that it takes the time of comes after it, and the day is whole."""
    items = await day(hints=(hint,), person=hedda(goals=()))
    habit, following = at(items, begin), at(items, end)
    assert (habit.description, habit.place) == (hint.replace("at", "At", 1), "mill")
    assert not [item for item in items if habit.minute < item.minute < following.minute]
    assert following.purpose is then
    assert 5 <= len(items) <= 8


@pytest.mark.parametrize("hint", ["carries sacks from the inn to the mill", "works from first light to dark"])
async def test_a_habit_that_names_no_two_hours_has_no_length(hint: str) -> None:
    assert {item.minute for item in await day(hints=(hint,))} >= {item.minute for item in await day()}


async def test_habits_have_their_hours_and_places() -> None:
    items = await day(hints=("counts the ropes at the Idle Mill at dusk",))
    habit = at(items, "18:30")
    assert habit.description.startswith("Counts the ropes")
    assert habit.place == "mill"
    assert at(await day(hints=("rings the bell at 10:45",)), "10:45").place == "mill"
    assert "(sings while she works)" in at(await day(hints=("sings while she works",)), "09:00").description
    assert "(" not in at(await day(hints=("sleeps behind the oven",)), "09:00").description


async def test_a_goal_shows_on_some_days() -> None:
    days = [await day(SIX + n * MINUTES_PER_DAY) for n in range(20)]
    own = [[item.description for item in items if item.minute == 15 * 60 + 30] for items in days]
    assert 3 < sum(map(bool, own)) < 18
    assert ["Do something about a goal: nobody in the village hungry"] in own


async def test_days_are_not_all_told_alike() -> None:
    days = [await day(SIX + n * MINUTES_PER_DAY) for n in range(10)]
    assert len({tuple(item.description for item in items) for items in days}) > 5


@pytest.mark.parametrize(
    ("clock", "first", "place"),
    [
        ("10:00", "10:00", "mill"),
        ("11:45", "12:00", "bakehouse"),
        ("21:15", "21:15", "bakehouse"),
        ("02:00", "02:00", "bakehouse"),
    ],
)
async def test_later_the_rest_of_the_day_is_left(clock: str, first: str, place: str) -> None:
    """What is under way is taken up, unless the next item is near; what has passed is left out."""
    hour, minute = map(int, clock.split(":"))
    items = await day(MINUTES_PER_DAY + hour * 60 + minute)
    assert items[0] == at(items, first)
    assert items[0].place == place
    assert all(item.minute >= hour * 60 + minute for item in items if item.minute >= SIX)


# -- surprises -----------------------------------------------------------------------------------------------------


async def surprised(what: str, now: int, **changes: object) -> tuple[PlannedItem, ...]:
    return await day(now, surprise=what, **changes)


async def test_danger_comes_first_and_the_day_goes_on_after_it() -> None:
    items = await surprised("The danger at the Village Square is high now.", 14 * 60, is_danger=True)
    assert (items[0].minute, items[0].priority, items[0].place) == (14 * 60, 5, "bakehouse")
    assert [item.minute for item in items[1:]] == sorted(item.minute for item in items[1:])
    assert at(items, "20:00").place == "bakehouse"


async def test_a_visit_changes_the_day_now_and_then_and_then_makes_time_for_the_visitor() -> None:
    visits = range(600, 900, 10)
    answers = [await surprised("Anna Brask arrived for a visit.", now, visitor_id="anna") for now in visits]
    changed = [items for items in answers if items]
    assert 3 < len(changed) < 20
    assert all(items[0].with_ids == ("anna",) and "Anna Brask" in items[0].description for items in changed)


@pytest.mark.parametrize("visitor_id", ["tobin", "stranger", None])
async def test_most_surprises_change_nothing(visitor_id: str | None) -> None:
    """Nor does the visit of somebody who is disliked, or not known; what the words say makes no difference."""
    what = "Anna Brask arrived for a visit, and there was a fight."
    assert [await surprised(what, now, visitor_id=visitor_id) for now in range(600, 700, 10)] == [()] * 10


async def test_a_plan_reads_only_what_it_is_asked() -> None:
    asked = PlanRequest(hedda(), SIX, "Monday", PLACES)
    assert await MIND.plan(asked) == await HeuristicMind().plan(asked)
