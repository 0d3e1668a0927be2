"""Jobs of minds: in order, within budgets, exactly once in effect, whatever the model does."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cognition.budget import MindLimits
from app.cognition.queue import CognitionQueue, by_priority
from app.errors import ModelUnavailable, StorageFailed
from app.interfaces.agents.mind import BadAnswer, IMind
from app.interfaces.cognition import Apply
from app.interfaces.metering import Meter, current_meter
from app.models.minds.mind_state import Job, JobKind
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.testing import FakeMind
from tests.worlds import new_game

Answers = Sequence[str]
"""What the model does at each call: ``good``, ``bad``, ``down`` or ``never``."""


class ScriptedMind(FakeMind):
    """A paid model that does at each call what the script says, then always answers well."""

    def __init__(self, answers: Answers = (), model: str = "paid") -> None:
        self.model = model
        self.left = list(answers)
        self.calls = 0

    async def call(self) -> str:
        meter = current_meter()
        meter.check()
        self.calls += 1
        meter.add(Spend(calls=1, input_tokens=10, output_tokens=1))
        match self.left.pop(0) if self.left else "good":
            case "bad":
                raise BadAnswer("it was no answer")
            case "down":
                raise ModelUnavailable("The model is down.")
            case "never":
                await asyncio.Event().wait()
        return "by the model"


class Offline(FakeMind):
    """The heuristic."""

    model = "offline"


class Note:
    """Work that writes down who was asked what, and what was answered."""

    def __init__(self) -> None:
        self.applied: list[tuple[JobKind, str | None, str]] = []
        self.pointless: set[str] = set()

    def prepare(self, state: GameState, job: Job) -> str | None:
        return None if job.npc_id in self.pointless else f"{job.kind.value} {job.npc_id}"

    async def think(self, mind: IMind, asked: str) -> str:
        return await mind.call() if isinstance(mind, ScriptedMind) else "by rule"

    def apply(self, state: GameState, job: Job, asked: str, answer: str, *, by_model: bool) -> None:
        assert by_model == (answer == "by the model")
        self.applied.append((job.kind, job.npc_id, answer))


class Table:
    """A game and what a session does for the queue."""

    def __init__(self, mind: FakeMind, work: Note | None = None, timeout: float = 3600, **limits: float) -> None:
        self.state = new_game()
        self.work = work or Note()
        self.waits: list[float] = []
        self.is_open = True
        self.between: Callable[[], None] = lambda: None
        self.queue = CognitionQueue(
            mind,
            Offline(),
            dict.fromkeys(JobKind, self.work),
            MindLimits(timeouts=dict.fromkeys(JobKind, timeout), **limits),  # type: ignore[arg-type]  # others are numbers
            self._sleep,
        )

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def ask(self, *jobs: tuple[JobKind, str | None], **fields: int) -> None:
        for kind, npc_id in jobs:
            self.state.minds.ask(Job(kind=kind, npc_id=npc_id, asked_at=fields.get("asked_at", 480)))

    async def drain(self) -> None:
        await self.queue.drain(lambda: self.state, self.deliver, Meter)

    async def deliver(self, apply: Apply, meter: Meter, people: Collection[str] | None = None) -> bool:
        self.between()
        if self.is_open:
            apply(self.state)
        return self.is_open


MARA, GUARD = "mara", "guard-1"


async def test_each_job_is_done_once_and_gone() -> None:
    table = Table(ScriptedMind())
    table.ask((JobKind.REFLECT, MARA), (JobKind.PLAN, GUARD))
    await table.drain()
    assert sorted(table.work.applied) == [
        (JobKind.PLAN, GUARD, "by the model"),
        (JobKind.REFLECT, MARA, "by the model"),
    ]
    assert table.state.minds.jobs == []
    assert table.state.minds.done == {JobKind.REFLECT: 1, JobKind.PLAN: 1}
    await table.drain()
    assert len(table.work.applied) == 2


def test_a_job_of_one_kind_and_person_waits_only_once() -> None:
    state = new_game()
    assert state.minds.ask(Job(kind=JobKind.PLAN, npc_id=MARA, asked_at=1))
    assert not state.minds.ask(Job(kind=JobKind.PLAN, npc_id=MARA, asked_at=2))
    assert state.minds.ask(Job(kind=JobKind.PLAN, npc_id=GUARD, asked_at=2))


async def test_one_persons_jobs_follow_each_other_by_priority() -> None:
    table = Table(ScriptedMind(), at_once=4)
    table.ask((JobKind.PRUNE, MARA), (JobKind.REFLECT, MARA), (JobKind.PLAN, MARA))
    await table.drain()
    assert [kind for kind, _, _ in table.work.applied] == [JobKind.PLAN, JobKind.REFLECT, JobKind.PRUNE]


async def test_a_pointless_job_is_forgotten_without_a_call() -> None:
    mind = ScriptedMind()
    table = Table(mind)
    table.work.pointless.add(MARA)
    table.ask((JobKind.REFLECT, MARA))
    await table.drain()
    assert (mind.calls, table.work.applied, table.state.minds.jobs) == (0, [], [])


@pytest.mark.parametrize("calls", [0, 9])
async def test_the_reflection_of_a_quiet_day_asks_no_model_and_waits_for_no_budget(calls: int) -> None:
    mind = ScriptedMind()
    table = Table(mind, calls_per_tick=calls)
    table.state.minds.ask(Job(kind=JobKind.REFLECT, npc_id=MARA, asked_at=480, is_quiet=True))
    await table.drain()
    assert table.work.applied == [(JobKind.REFLECT, MARA, "by rule")]
    assert (mind.calls, table.state.minds.fallbacks, table.state.minds.jobs) == (0, {}, [])


async def test_without_a_model_the_heuristic_does_everything_and_nothing_is_counted_as_failed() -> None:
    table = Table(Offline())
    table.ask((JobKind.DECIDE, MARA), (JobKind.PLAN, GUARD))
    await table.drain()
    assert {answer for _, _, answer in table.work.applied} == {"by rule"}
    assert table.state.minds.fallbacks == {}
    assert table.state.minds.calls_today == 0


@pytest.mark.parametrize("failure", ["bad", "down", "never"])
async def test_a_failing_model_is_asked_again_after_a_pause_then_the_heuristic_answers_and_it_is_counted(
    failure: str,
) -> None:
    mind = ScriptedMind([failure] * 9)
    table = Table(mind, attempts=3, backoff=0.5, timeout=0.05 if failure == "never" else 3600)
    table.ask((JobKind.PLAN, MARA))
    await table.drain()
    assert table.work.applied == [(JobKind.PLAN, MARA, "by rule")]
    assert (mind.calls, table.waits) == (3, [0.5, 1.0])
    assert table.state.minds.fallbacks == {JobKind.PLAN: 1}
    assert table.state.minds.calls_today == 3


async def test_a_model_is_asked_twice_unless_it_is_set_otherwise() -> None:
    mind = ScriptedMind(["bad"] * 9)
    table = Table(mind)
    table.ask((JobKind.PLAN, MARA))
    await table.drain()
    assert (mind.calls, table.work.applied) == (2, [(JobKind.PLAN, MARA, "by rule")])


async def test_a_model_that_recovers_is_not_counted_as_failed() -> None:
    table = Table(ScriptedMind(["bad"]))
    table.ask((JobKind.PLAN, MARA))
    await table.drain()
    assert table.work.applied == [(JobKind.PLAN, MARA, "by the model")]
    assert table.state.minds.fallbacks == {}
    assert table.state.npc(MARA).mind.spend.calls == 2


async def test_what_exceeds_the_budget_waits_until_the_next_tick() -> None:
    mind = ScriptedMind()
    table = Table(mind, calls_per_tick=1, attempts=1)
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD))
    await table.drain()
    assert (mind.calls, len(table.state.minds.jobs)) == (1, 1)
    await table.drain()
    assert mind.calls == 1
    table.state.minds.calls_this_tick = 0
    await table.drain()
    assert (mind.calls, table.state.minds.jobs) == (2, [])


async def test_a_decision_that_no_budget_is_left_for_is_dropped_and_counted() -> None:
    table = Table(ScriptedMind(), calls_per_day=0)
    table.ask((JobKind.DECIDE, MARA), (JobKind.PLAN, "guard-2"))
    await table.drain()
    assert table.state.minds.dropped == {JobKind.DECIDE: 1}
    assert [job.kind for job in table.state.minds.jobs] == [JobKind.PLAN]


async def test_a_talk_that_no_budget_is_left_for_is_done_by_the_heuristic() -> None:
    mind = ScriptedMind()
    table = Table(mind, calls_per_day=0)
    table.ask((JobKind.CONVERSE, GUARD))
    await table.drain()
    assert (mind.calls, table.state.minds.dropped, table.state.minds.jobs) == (0, {}, [])
    assert table.state.minds.done == {JobKind.CONVERSE: 1}


async def test_a_job_that_has_waited_too_long_for_a_budget_is_done_by_the_heuristic() -> None:
    table = Table(ScriptedMind(), calls_per_npc_day=0, patience=60)
    table.ask((JobKind.PLAN, MARA), asked_at=480)
    table.state.clock.minutes = 539
    await table.drain()
    assert table.work.applied == []
    table.state.clock.minutes = 540
    await table.drain()
    assert table.work.applied == [(JobKind.PLAN, MARA, "by rule")]


async def test_what_was_thought_before_an_undo_is_dropped_and_thought_again() -> None:
    mind = ScriptedMind()
    table = Table(mind)
    table.ask((JobKind.PLAN, MARA))

    def undo() -> None:
        if mind.calls == 1:
            table.state = table.state.model_copy(deep=True)

    table.between = undo
    await table.drain()
    assert (mind.calls, len(table.work.applied)) == (2, 1)
    assert table.state.minds.jobs == []


async def test_a_job_whose_turn_was_undone_is_dropped() -> None:
    table = Table(ScriptedMind())
    table.ask((JobKind.PLAN, MARA))
    table.between = table.state.minds.jobs.clear
    await table.drain()
    assert table.work.applied == []


async def test_a_cancelled_pass_leaves_its_jobs_queued_and_no_work_running() -> None:
    table = Table(ScriptedMind(["never"] * 9))
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD))
    before = list(table.state.minds.jobs)
    others = asyncio.all_tasks()
    draining = asyncio.create_task(table.drain())
    for _ in range(5):
        await asyncio.sleep(0)
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    assert table.state.minds.jobs == before
    assert asyncio.all_tasks() == others


class Held(Note):
    """Thoughts that come in the order in which the test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.thought: list[str] = []
        self.gates = {npc_id: asyncio.Event() for npc_id in (MARA, GUARD, "guard-2")}
        self.timeout = 3600

    async def think(self, mind: IMind, asked: str) -> str:
        npc_id = asked.rpartition(" ")[2]
        await self.gates[npc_id].wait()
        self.thought.append(npc_id)
        return await super().think(mind, asked)


async def test_jobs_take_effect_in_the_order_in_which_they_began_however_long_each_takes() -> None:
    work = Held()
    table = Table(ScriptedMind(), work, at_once=3)
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD), (JobKind.PLAN, "guard-2"))
    begun = [job.npc_id for job in by_priority(table.state)]
    draining = asyncio.create_task(table.drain())
    for npc_id in reversed(begun):
        work.gates[npc_id or ""].set()
        for _ in range(20):
            await asyncio.sleep(0)
    await draining
    assert work.thought == begun[::-1]
    assert [npc_id for _, npc_id, _ in work.applied] == begun


async def test_what_cannot_be_delivered_is_followed_by_nothing(log_lines: list[str]) -> None:
    """The disk is full for the first one: the second, which was ready before it, is thought again another time."""
    work = Held()
    table = Table(ScriptedMind(), work, at_once=3)
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD))
    first, second = (job.npc_id or "" for job in by_priority(table.state))

    def full_disk() -> None:
        raise StorageFailed("no space left")

    table.between = full_disk
    draining = asyncio.create_task(table.drain())
    for npc_id in (second, first):
        work.gates[npc_id].set()
        for _ in range(20):
            await asyncio.sleep(0)
    with pytest.raises(StorageFailed):
        await draining
    assert work.thought == [second, first]
    assert (work.applied, len(table.state.minds.jobs)) == ([], 2)


async def test_the_state_is_read_only_between_turns() -> None:
    is_between: list[bool] = []

    class Looking(Note):
        def prepare(self, state: GameState, job: Job) -> str | None:
            assert is_between
            return super().prepare(state, job)

        async def think(self, mind: IMind, asked: str) -> str:
            assert not is_between
            return await super().think(mind, asked)

    @asynccontextmanager
    async def between() -> AsyncIterator[None]:
        is_between.append(True)
        yield
        is_between.pop()

    table = Table(ScriptedMind(), Looking())
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD))
    await table.queue.drain(lambda: table.state, table.deliver, Meter, between)
    assert len(table.work.applied) == 2


async def test_a_closed_game_ends_the_pass() -> None:
    table = Table(ScriptedMind())
    table.is_open = False
    table.ask((JobKind.PLAN, MARA), (JobKind.REFLECT, MARA))
    await table.drain()
    assert len(table.state.minds.jobs) == 2


async def test_no_job_is_dropped_for_calls_that_are_only_kept_for_others() -> None:
    mind = ScriptedMind()
    table = Table(mind, calls_per_tick=4, attempts=2, at_once=4)
    table.ask((JobKind.DECIDE, MARA), (JobKind.DECIDE, GUARD), (JobKind.DECIDE, "guard-2"))
    await table.drain()
    assert (mind.calls, table.state.minds.dropped) == (3, {})


class AsksForMore(Note):
    """A decision asks for a talk with the guard, which comes before other decisions."""

    def apply(self, state: GameState, job: Job, asked: str, answer: str, *, by_model: bool) -> None:
        super().apply(state, job, asked, answer, by_model=by_model)
        if job.kind is JobKind.DECIDE:
            state.minds.ask(Job(kind=JobKind.CONVERSE, npc_id=job.npc_id, with_ids=(GUARD,), asked_at=480))


@pytest.mark.parametrize("at_once", [1, 4])
async def test_what_a_job_asks_for_comes_in_its_place_however_many_are_done_side_by_side(at_once: int) -> None:
    table = Table(ScriptedMind(), AsksForMore(), at_once=at_once)
    table.ask((JobKind.REFLECT, GUARD), (JobKind.DECIDE, "guard-2"), (JobKind.DECIDE, MARA))
    await table.drain()
    applied = [(kind, npc_id) for kind, npc_id, _ in table.work.applied]
    assert applied[0] == (JobKind.REFLECT, GUARD), "before decisions"
    assert set(applied[1:]) == {(kind, who) for kind in (JobKind.DECIDE, JobKind.CONVERSE) for who in (MARA, "guard-2")}
    assert all(
        applied.index((JobKind.DECIDE, who)) < applied.index((JobKind.CONVERSE, who)) for who in (MARA, "guard-2")
    )


class Slow(Note):
    """Takes its time over each answer, by who is asked what."""

    def __init__(self, delays: Mapping[str, int]) -> None:
        super().__init__()
        self.delays = delays

    async def think(self, mind: IMind, asked: str) -> str:
        answer = await super().think(mind, asked)
        for _ in range(self.delays[asked]):
            await asyncio.sleep(0)
        return answer


@given(
    kinds=st.lists(st.sampled_from(JobKind), min_size=1, max_size=7, unique=True),
    slow=st.lists(st.integers(0, 5), min_size=21, max_size=21),
    tick=st.integers(0, 12),
    person=st.integers(0, 5),
    at_once=st.integers(2, 4),
)
async def test_who_gets_the_last_calls_does_not_depend_on_how_fast_the_answers_come(
    kinds: list[JobKind], slow: list[int], tick: int, person: int, at_once: int
) -> None:
    jobs = [(kind, npc_id) for kind in kinds for npc_id in (MARA, GUARD, "guard-2")]
    ends = []
    for delays in (
        dict.fromkeys((f"{kind.value} {npc_id}" for kind, npc_id in jobs), 0),
        {f"{kind.value} {npc_id}": ticks for (kind, npc_id), ticks in zip(jobs, slow, strict=False)},
    ):
        table = Table(ScriptedMind(), Slow(delays), calls_per_tick=tick, calls_per_npc_day=person, at_once=at_once)
        table.ask(*jobs)
        await table.drain()
        ends.append((sorted(table.work.applied), table.state.minds.jobs, table.state.minds.dropped))
    assert ends[0] == ends[1]


JOBS = st.lists(
    st.tuples(st.sampled_from(JobKind), st.sampled_from([MARA, GUARD, "guard-2"])), max_size=12, unique=True
)


@given(
    jobs=JOBS,
    answers=st.lists(st.sampled_from(["good", "bad", "down"]), max_size=30),
    tick=st.integers(0, 6),
    day=st.integers(0, 6),
    person=st.integers(0, 6),
    at_once=st.integers(1, 4),
)
async def test_budgets_hold_to_the_call_and_no_job_is_lost(
    jobs: list[tuple[JobKind, str]], answers: list[str], tick: int, day: int, person: int, at_once: int
) -> None:
    mind = ScriptedMind(answers)
    table = Table(mind, calls_per_tick=tick, calls_per_day=day, calls_per_npc_day=person, at_once=at_once)
    table.ask(*jobs)
    await table.drain()
    minds = table.state.minds
    assert mind.calls == minds.calls_today == minds.calls_this_tick <= min(tick, day)
    for npc_id in (MARA, GUARD, "guard-2"):
        assert table.state.npc(npc_id).mind.spend.calls <= person
    assert len(minds.jobs) + sum(minds.done.values()) + sum(minds.dropped.values()) == len(jobs)


async def test_offline_the_loop_does_other_work_between_the_steps_of_each_job() -> None:
    """Jobs that never wait would otherwise hold the loop for as long as all of them take."""
    passes, seen = [0], list[int]()

    class Watched(Note):
        def prepare(self, state: GameState, job: Job) -> str | None:
            seen.append(passes[0])
            return super().prepare(state, job)

        def apply(self, state: GameState, job: Job, asked: str, answer: str, *, by_model: bool) -> None:
            seen.append(passes[0])
            super().apply(state, job, asked, answer, by_model=by_model)

    async def other_work() -> None:
        while True:
            passes[0] += 1
            await asyncio.sleep(0)

    table = Table(Offline(), Watched())
    table.ask((JobKind.PLAN, MARA), (JobKind.PLAN, GUARD), (JobKind.REFLECT, MARA))
    other = asyncio.create_task(other_work())
    await table.drain()
    other.cancel()
    assert len(seen) == 6
    assert len(set(seen)) == 6, "no two steps without other work in between"
