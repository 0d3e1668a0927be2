"""Whatever a mind answers about a day: a plan that the game can take, or a refusal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cognition.day.perceive import surprise
from app.cognition.day.planning import PlanWork
from app.cognition.planned_commands import take_intents
from app.errors import NotFound, NotPossible
from app.events.commands.mind import SetPlanCommand
from app.interfaces.agents.mind import BadAnswer, PlannedItem, PlanRequest
from app.memory.recall.recaller import Recaller
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import PlanStatus, plan_end
from app.testing import FakeMind
from tests.examples import examples
from tests.unit.cognition.people import at, give_plan, item, new_village
from tests.unit.events.playing import whole_bus

pytestmark = pytest.mark.long

_ids = st.sampled_from(["cottage", "ropewalk", "bakehouse", "hut", "vault", "atlantis", "jorun", "hedda", "party"])
_texts = st.text(min_size=1, max_size=300) | st.sampled_from(["Have lunch", "</plan>", "\x00\x1b[2J", " ", "﷽" * 300])
_items = st.builds(
    PlannedItem,
    description=_texts,
    minute=st.integers(0, 24 * 60 - 1) | st.sampled_from([0, 359, 360, 540, 1439]),
    place=st.none() | _ids,
    with_ids=st.lists(_ids, max_size=3).map(tuple),
    priority=st.integers(1, 5),
)

_answers = st.lists(_items, max_size=40).map(tuple)
_statuses = st.lists(st.sampled_from(PlanStatus), max_size=16)


class Anything(FakeMind):
    """A model that answers anything."""

    def __init__(self, answer: tuple[PlannedItem, ...]) -> None:
        self.answer = answer

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        return self.answer


@settings(max_examples=examples(60, usual=0.25), deadline=None)
@given(_answers, st.integers(at(6), at(5, 59, day=2)), st.integers(0, 40 * 60), st.none() | _statuses)
async def test_any_answer_is_a_plan_or_a_refusal(
    answer: tuple[PlannedItem, ...], now: int, late: int, before: list[PlanStatus] | None
) -> None:
    """``before`` is the plan that a surprise changes; without it a day is planned, if it is a time to plan."""
    state = new_village(now)
    npc = state.npc("jorun")
    job = Job(kind=JobKind.PLAN, npc_id="jorun", asked_at=now)
    if before is not None:
        give_plan(state, *(item(n, now - 60 + n, status=status) for n, status in enumerate(before)))
        surprise(state, npc, "There was a fight.")
    work = PlanWork(Recaller())
    asked = work.prepare(state, job)
    if asked is None:
        assert before is None
        assert now >= at(0, day=2)
        return
    try:
        thought = await work.think(Anything(answer), asked)
    except BadAnswer:
        assert before is None
        return
    state.clock.minutes = now = now + late
    work.apply(state, job, asked, thought, by_model=True)
    orders = [order for _, given in take_intents(state) for order in given]
    if not orders:
        return
    (order,) = orders
    assert isinstance(order, SetPlanCommand)
    assert order.until == plan_end(now) == plan_end(asked.now)
    assert len({item.id for item in order.items}) == len(order.items)
    new = [item for item in order.items if item not in npc.plan]
    assert len(new) <= 8
    assert all(now <= item.time < order.until for item in new)
    assert all(item.status is PlanStatus.PENDING for item in new)
    assert [item.time for item in new] == sorted({item.time for item in new})
    assert {item.place for item in new} <= {None, "cottage", "ropewalk", "bakehouse"}
    if before is not None:
        assert new
        kept = (PlanStatus.COMPLETED, PlanStatus.ACTIVE)
        assert [item for item in order.items if item in npc.plan] == [i for i in npc.plan if i.status in kept][-8:]
    try:
        await whole_bus().execute(order, state)
    except (NotFound, NotPossible) as error:
        raise AssertionError(f"the handler refuses the plan: {error}") from error
