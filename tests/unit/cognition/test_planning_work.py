"""Planning a day: what a mind is asked, and what becomes of its answer."""

import pytest

from app.cognition.day.perceive import surprise
from app.cognition.day.planning import PlanWork, plan_is_due
from app.cognition.planned_commands import take_intents
from app.events.commands.mind import SetPlanCommand
from app.interfaces.agents.mind import BadAnswer, PlannedItem, PlanRequest
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import PlanStatus
from app.models.state.game_state import GameState
from app.testing import FakeMind
from tests.unit.cognition.people import RuleMind, at, give_plan, item, new_village, plan_asked, statuses
from tests.worlds import NOW

JORUN = "jorun"
PENDING, ACTIVE, COMPLETED, CANCELLED = PlanStatus


def whole_day(*extra: PlannedItem) -> tuple[PlannedItem, ...]:
    """Six items that can be used, and more."""
    hours = (7, 9, 12, 13, 17, 20)
    items = tuple(PlannedItem(description=f"Thing of {hour}", minute=hour * 60) for hour in hours)
    return (*items, *extra)


class Planner(FakeMind):
    """A model that gives the plans it was given, in turn."""

    def __init__(self, *answers: tuple[PlannedItem, ...]) -> None:
        self.answers = list(answers)

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        return self.answers.pop(0)


def job(state: GameState, **facts: str) -> Job:
    return Job(kind=JobKind.PLAN, npc_id=JORUN, asked_at=state.clock.minutes, facts=facts)


async def plan(
    state: GameState, answer: tuple[PlannedItem, ...], *, applied_at: int | None = None, by_model: bool = True
) -> SetPlanCommand | None:
    """Let Jorun plan; the order that is given, if one is."""
    work = PlanWork(Recaller())
    waiting = next((waiting for waiting in state.minds.jobs if waiting.kind is JobKind.PLAN), None) or job(state)
    asked = work.prepare(state, waiting)
    assert asked is not None
    thought = await work.think(Planner(answer), asked)
    state.clock.minutes = applied_at or state.clock.minutes
    state.minds.jobs.clear()
    work.apply(state, waiting, asked, thought, by_model=by_model)
    orders = [order for _, given in take_intents(state) for order in given]
    assert len(orders) < 2
    assert all(isinstance(order, SetPlanCommand) for order in orders)
    return orders[0] if orders and isinstance(orders[0], SetPlanCommand) else None


def carry_out(state: GameState, order: SetPlanCommand | None) -> None:
    """What the handler of the order does."""
    assert order is not None
    npc = state.npc(order.npc_id)
    npc.plan, npc.mind.plan_until = list(order.items), order.until


# -- what a mind is asked ------------------------------------------------------------------------------------------


def test_a_mind_is_told_who_plans_what_day_it_is_and_what_it_knows() -> None:
    state = new_village(at(6))
    asked = PlanWork(Recaller()).prepare(state, job(state))

    assert asked is not None
    assert (asked.person.name, asked.now, asked.weekday) == ("Jorun Haldane", at(6), "Monday")
    assert (asked.home, asked.work, asked.hints) == ("cottage", "ropewalk", ("up early",))
    assert {place.id for place in asked.places} == {"cottage", "ropewalk", "lane", "square", "bakehouse", "mill"}
    assert (asked.surprise, asked.planned) == ("", ())


def test_places_from_which_no_way_leads_back_are_not_offered() -> None:
    """Ragna's door opens from the inside only."""
    state = new_village(at(6))
    asked = PlanWork(Recaller()).prepare(state, job(state).model_copy(update={"npc_id": "ragna"}))

    assert asked is not None
    assert [place.id for place in asked.places] == ["hut"]


def test_who_belongs_nowhere_plans_where_it_is() -> None:
    state = new_village(at(6))
    asked = PlanWork(Recaller()).prepare(state, job(state).model_copy(update={"npc_id": "drifter"}))

    assert asked is not None
    assert [place.id for place in asked.places] == ["square"]
    assert (asked.home, asked.work) == (None, None)


def test_what_yesterday_left_undone_is_thought_of_if_it_mattered() -> None:
    state = new_village(at(7))
    give_plan(
        state,
        item(1, at(8), status=CANCELLED),
        item(2, at(9), priority=2, status=CANCELLED),
        item(3, at(10), status=COMPLETED),
        item(4, at(11)),
    )
    state.clock.minutes = at(6, day=2)
    tomorrow = PlanWork(Recaller()).prepare(state, job(state))
    state.clock.minutes = at(6, day=3)
    later = PlanWork(Recaller()).prepare(state, job(state))

    assert tomorrow is not None
    assert later is not None
    assert [item.description for item in tomorrow.left_undone] == ["Do thing 1", "Do thing 4"]
    assert later.left_undone == ()


def test_what_is_recalled_speaks_of_plans_and_holds_no_more_than_fifteen() -> None:
    state = new_village(at(6, day=3))
    stream = MemoryStream(state, Scope.npc(JORUN))
    for n in range(20):
        stream.add(
            MemoryKind.OBSERVATION, MemoryContext(content=f"Saw a bird, number {n}.", created_at=NOW, game_time=at(6))
        )
    wish = stream.add(
        MemoryKind.REFLECTION, MemoryContext(content="I want a goal.", created_at=NOW, game_time=at(6), importance=3)
    )
    stream.add(MemoryKind.PLAN, MemoryContext(content="My plan of yesterday.", created_at=NOW))

    asked = PlanWork(Recaller()).prepare(state, job(state))

    assert asked is not None
    assert len(asked.memories) == 15
    assert asked.memories[0].id == wish.id
    assert "My plan of yesterday." not in [memory.text for memory in asked.memories]


def test_after_a_surprise_a_mind_is_told_of_it_and_of_the_plan() -> None:
    state = new_village(at(9))
    give_plan(state, item(1, at(8), "ropewalk", status=ACTIVE), item(2, at(12)))
    surprise(state, state.npc(JORUN), "There was a fight.")

    asked = PlanWork(Recaller()).prepare(state, state.minds.jobs[0])

    assert asked is not None
    assert asked.surprise == "There was a fight."
    assert asked.planned == ("08:00 Do thing 1, at the Ropewalk (active)", "12:00 Do thing 2 (pending)")


def test_there_is_nothing_to_ask_with_a_plan_or_nowhere() -> None:
    state = new_village(at(9))
    work = PlanWork(Recaller())
    state.npc(JORUN).current_location_id = None
    assert work.prepare(state, job(state)) is None

    state.npc(JORUN).current_location_id = "cottage"
    give_plan(state, item(1, at(10)))
    assert work.prepare(state, job(state, surprise="settled by now")) is None


# -- what becomes of the answer ------------------------------------------------------------------------------------


async def test_an_answer_becomes_a_plan_with_ids_of_its_own_and_one_memory() -> None:
    state = new_village(at(6))
    order = await plan(state, whole_day())

    assert order is not None
    assert order.until == at(6, day=2)
    assert [item.id for item in order.items] == [f"plan-jorun-1-{n}" for n in range(1, 7)]
    assert [item.time for item in order.items] == [at(hour) for hour in (7, 9, 12, 13, 17, 20)]
    (memory,) = MemoryStream(state, Scope.npc(JORUN)).by_kind(MemoryKind.PLAN)
    assert memory.summary.startswith("Made a plan for Monday, day 1: at 07:00 Thing of 7; at 09:00 Thing of 9;")
    assert memory.importance == 6


async def test_unknown_places_and_people_are_left_out_and_times_of_the_night_follow_the_day() -> None:
    state = new_village(at(6))
    state.npc(JORUN).relationships = {"hedda": 3.0}
    watch = PlannedItem(
        description="Keep\nwatch\x00", minute=60, place="atlantis", with_ids=("hedda", "nobody", "hedda", "jorun")
    )
    order = await plan(state, whole_day(watch))

    assert order is not None
    night = order.items[-1]
    assert (night.description, night.time, night.place, night.with_ids) == (
        "Keep watch",
        at(1, day=2),
        None,
        ("hedda",),
    )


async def test_of_two_items_at_one_time_the_more_important_stays() -> None:
    state = new_village(at(6))
    better = PlannedItem(description="Something better", minute=9 * 60, priority=5)
    as_good = PlannedItem(description="Something else", minute=9 * 60, priority=5)
    order = await plan(state, whole_day(better, as_good))

    assert order is not None
    assert [item.description for item in order.items if item.time == at(9)] == ["Something better"]


async def test_of_more_than_eight_items_the_most_important_stay() -> None:
    state = new_village(at(6))
    more = tuple(PlannedItem(description=f"Less {n}", minute=10 * 60 + n, priority=1 + n % 2) for n in range(6))
    order = await plan(state, whole_day(*more))

    assert order is not None
    assert len(order.items) == 8
    assert sum(item.priority == 3 for item in order.items) == 6
    assert [item.time for item in order.items] == sorted(item.time for item in order.items)


@pytest.mark.parametrize(
    "answer",
    [(), whole_day()[:4], (*whole_day()[:4], *whole_day()[:4]), (*whole_day()[:4], whole_day()[0].model_copy())],
)
async def test_a_whole_day_of_fewer_than_five_items_is_a_bad_answer(answer: tuple[PlannedItem, ...]) -> None:
    state = new_village(at(6))
    work = PlanWork(Recaller())
    asked = work.prepare(state, job(state))
    assert asked is not None

    with pytest.raises(BadAnswer, match="5 to 8 items"):
        await work.think(Planner(answer), asked)


async def test_the_heuristics_answer_is_taken_as_it_is() -> None:
    class Lazy(RuleMind):
        async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
            return (await super().plan(asked))[:2]

    assert len(await PlanWork(Recaller()).think(Lazy(), plan_asked(at(6)))) == 2


@pytest.mark.parametrize(
    ("now", "is_whole"), [(at(6), True), (at(9), True), (at(9, 1), False), (at(23), False), (at(2, day=2), False)]
)
def test_a_plan_is_of_a_whole_day_when_that_has_only_begun(now: int, is_whole: bool) -> None:
    assert plan_asked(now).is_of_whole_day == is_whole
    assert not plan_asked(now, surprise="A fight.").is_of_whole_day


async def test_a_plan_made_late_takes_up_what_has_just_begun() -> None:
    state = new_village(at(15, 30))
    order = await plan(state, whole_day())

    assert order is not None
    assert [(item.description, item.time) for item in order.items] == [
        ("Thing of 13", at(15, 30)),
        ("Thing of 17", at(17)),
        ("Thing of 20", at(20)),
    ]


async def test_an_answer_that_comes_late_takes_up_what_has_begun_meanwhile() -> None:
    state = new_village(at(6))
    order = await plan(state, whole_day(), applied_at=at(10))

    assert order is not None
    assert [(item.description, item.time) for item in order.items][:2] == [
        ("Thing of 9", at(10)),
        ("Thing of 12", at(12)),
    ]


async def test_an_answer_for_a_day_that_is_over_is_left_out() -> None:
    state = new_village(at(23))
    assert await plan(state, whole_day(), applied_at=at(6, day=2)) is None
    assert plan_is_due(state, state.npc(JORUN))


async def test_a_plan_that_was_given_meanwhile_stands() -> None:
    state = new_village(at(6))
    work = PlanWork(Recaller())
    asked = work.prepare(state, job(state))
    assert asked is not None
    give_plan(state, item(1, at(8)))

    work.apply(state, job(state), asked, whole_day(), by_model=True)

    assert state.minds.intents == []
    assert MemoryStream(state, Scope.npc(JORUN)).by_kind(MemoryKind.PLAN) == []


async def test_a_day_without_anything_left_is_a_plan_too() -> None:
    """Else it would be asked for again and again until the morning."""
    state = new_village(at(23))
    order = await plan(state, (), by_model=False)

    assert order == SetPlanCommand(npc_id=JORUN, items=(), until=at(6, day=2))
    assert MemoryStream(state, Scope.npc(JORUN)).by_kind(MemoryKind.PLAN) == []


async def test_memories_that_a_model_was_shown_are_marked() -> None:
    for by_model in (True, False):
        state = new_village(at(6))
        seen = MemoryStream(state, Scope.npc(JORUN)).add(
            MemoryKind.OBSERVATION, MemoryContext(content="A bird.", created_at=NOW)
        )
        await plan(state, whole_day(), by_model=by_model)
        assert state.status(seen.id).recalls == by_model


# -- surprises -----------------------------------------------------------------------------------------------------


async def surprised(
    answer: tuple[PlannedItem, ...], *, applied_at: int | None = None
) -> tuple[GameState, SetPlanCommand | None]:
    state = new_village(at(10))
    give_plan(
        state,
        item(1, at(7), status=COMPLETED),
        item(2, at(8), status=CANCELLED),
        item(3, at(9), status=ACTIVE),
        item(4, at(12)),
    )
    surprise(state, state.npc(JORUN), "There was a fight.")
    return state, await plan(state, answer, applied_at=applied_at)


async def test_a_surprise_keeps_what_is_done_or_under_way_and_replaces_the_rest() -> None:
    state, order = await surprised(
        (
            PlannedItem(description="Too early", minute=9 * 60),
            PlannedItem(description="See what happened", minute=10 * 60, priority=5),
        )
    )

    assert order is not None
    assert [(item.id, item.status) for item in order.items] == [
        ("plan-jorun-1-1", COMPLETED),
        ("plan-jorun-1-3", ACTIVE),
        ("plan-jorun-1-5", PENDING),
    ]
    assert state.npc(JORUN).mind.surprised_at is None
    memory = MemoryStream(state, Scope.npc(JORUN)).by_kind(MemoryKind.PLAN)[-1]
    assert memory.summary == "Changed the plan for the rest of Monday, day 1: at 10:00 See what happened."


@pytest.mark.parametrize("answer", [(), (PlannedItem(description="Too early", minute=9 * 60),)])
async def test_a_surprise_that_changes_nothing_is_over(answer: tuple[PlannedItem, ...]) -> None:
    state, order = await surprised(answer)

    assert order is None
    assert not plan_is_due(state, state.npc(JORUN))
    assert statuses(state, JORUN) == [COMPLETED, CANCELLED, ACTIVE, PENDING]


async def test_no_number_of_an_item_is_given_twice_on_a_day() -> None:
    """A change of status that was meant for an item that is gone must never hit another one."""
    state, order = await surprised((PlannedItem(description="First", minute=11 * 60),))
    given = [item.id for item in state.npc(JORUN).plan]
    for n in range(5):
        carry_out(state, order)
        given += [item.id for item in state.npc(JORUN).plan if item.status is PENDING]
        surprise(state, state.npc(JORUN), "Another one.")
        order = await plan(state, (PlannedItem(description=f"Again {n}", minute=11 * 60),))

    assert len(given) == len(set(given))


async def test_a_surprise_while_a_mind_thinks_is_asked_about_afterwards() -> None:
    state = new_village(at(10))
    give_plan(state, item(1, at(12)))
    surprise(state, state.npc(JORUN), "There was a fight.")
    work, first = PlanWork(Recaller()), state.minds.jobs[0]
    asked = work.prepare(state, first)
    assert asked is not None
    state.clock.minutes = at(10, 5)
    surprise(state, state.npc(JORUN), "There was another.")

    work.apply(state, first, asked, (), by_model=True)

    assert plan_is_due(state, state.npc(JORUN))


async def test_however_often_a_day_is_changed_the_plan_stays_small() -> None:
    state = new_village(at(6))
    carry_out(state, await plan(state, whole_day()))
    for n in range(10):
        state.clock.minutes = at(10, 10 * n)
        done = [planned.model_copy(update={"status": COMPLETED}) for planned in state.npc(JORUN).plan]
        state.npc(JORUN).plan = done
        surprise(state, state.npc(JORUN), "Another one.")
        carry_out(state, await plan(state, whole_day()))

    assert 8 < len(state.npc(JORUN).plan) <= 16
