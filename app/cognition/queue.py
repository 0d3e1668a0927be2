"""Working through the queued jobs: off the turn's path, within the budgets, each exactly once in effect."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from app.cognition.budget import MindLimits, book, calls_left
from app.cognition.day.deeds import possible_deeds
from app.cognition.remembering.reflection_times import has_reflected_today
from app.errors import BudgetExhausted, TalekeeperError
from app.interfaces.agents.mind import BadAnswer, IMind
from app.interfaces.cognition import Apply, Between, DeliverThought
from app.interfaces.metering import Meter, metered
from app.interfaces.model_names import is_offline
from app.log import logger
from app.memory.index.stream_index import StreamIndex
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import Scope
from app.models.minds.mind_state import Job, JobKind
from app.models.state.game_state import GameState
from app.scheduling import checkpoint

PRIORITY = {
    JobKind.PLAN: 0,
    JobKind.CONVERSE: 1,
    JobKind.REFLECT: 1,
    JobKind.DECIDE: 2,
    JobKind.SCORE: 2,
    JobKind.CONDENSE: 3,
    JobKind.PRUNE: 3,
}
"""The lower number comes first; among equals the earlier."""
_STEP = {kind: 2 * priority for kind, priority in PRIORITY.items()} | {
    JobKind.REFLECT: 3,
    JobKind.SCORE: 5,
    JobKind.PRUNE: 7,
}
"""By priority; within one, reflections wait for talks, ratings for decisions, and pruning for condensing."""
WORTHLESS_LATER = frozenset({JobKind.DECIDE})
"""Kinds that are dropped, and counted, where no budget is left: the moment will have passed."""
AT_ONCE_BY_RULE = frozenset({JobKind.CONVERSE})
"""Kinds whose moment passes too, and that the heuristic does where no budget is left."""
MINDLESS = frozenset({JobKind.PRUNE})  # kinds that ask no mind and so need no budget
_OF_OWN_MIND = frozenset({JobKind.PLAN, JobKind.DECIDE, JobKind.CONVERSE, JobKind.REFLECT})
DAY_ENDS = 30  # minutes before midnight from which on a reflection of the day waits for no turn's end
INDEXED_AT_ONCE = 100  # memories, some 50 µs each

Sleep = Callable[[float], Awaitable[None]]
Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Work(Protocol[Request, Answer]):
    """One kind of job. `prepare` and `apply` have the state for themselves; `think` runs while the game goes on and
    sees only what was prepared. A job is over when it was applied, or when there is nothing to prepare any more."""

    def prepare(self, state: GameState, job: Job) -> Request | None:
        """Return everything that the mind will be shown, as plain values; None if the job has become pointless."""

    async def think(self, mind: IMind, request: Request) -> Answer:
        """Ask the mind. BadAnswer for an answer that cannot be used; its text tells the next attempt why."""

    def apply(self, state: GameState, job: Job, request: Request, answer: Answer, *, by_model: bool) -> None:
        """Put what of the answer fits the game as it is now into it. Memories and marks are written at once; what
        changes the world becomes an `Intent`, carried out at the next tick."""


_Started = tuple[Job, int]  # a job under way, and the calls that are kept for it


class _Defect(Exception):
    """A job that cannot be done, now or ever; its cause says why."""


@dataclass(frozen=True)
class _Begun:
    """A job under way, with what was prepared for it: None where it is pointless, or a ``defect`` was met."""

    state: GameState
    job: Job
    meter: Meter
    request: Any
    defect: _Defect | None = None


@contextmanager
def _defects() -> Iterator[None]:
    """Whatever goes wrong in a job itself is its defect: what saving raises is not."""
    try:
        yield
    except Exception as error:
        raise _Defect from error


@dataclass(frozen=True)
class CognitionQueue:
    """Does jobs in order of priority, several side by side, two that share a person one after the other. A job
    computes on what was prepared between turns, and is applied after those that began before it, removed in the same
    commit. A failing model is asked again after a pause, then the ``fallback`` answers, which needs none. A job that
    cannot be done at all is dropped and counted: one that stayed would fail each pass, and hold the others behind it.
    """

    mind: IMind
    fallback: IMind
    works: Mapping[JobKind, Work[Any, Any]]
    limits: MindLimits
    sleep: Sleep = asyncio.sleep

    async def drain(
        self,
        current: Callable[[], GameState],
        deliver: DeliverThought,
        new_meter: Callable[[], Meter],
        between: Between = nullcontext,
    ) -> None:
        """One pass: every job that may be done now is done. Being cancelled leaves the others queued."""
        under_way: dict[asyncio.Task[bool], _Started] = {}
        newest: asyncio.Task[bool] | None = None
        go_on = True
        try:
            while go_on:
                begun: list[_Begun] = []
                async with between():
                    startable = self._startable(current(), list(under_way.values()))
                    if not is_offline(self.mind):
                        begun = [self._begin(current(), job, calls, new_meter()) for job, calls in startable]
                for job, calls in startable if is_offline(self.mind) else ():
                    # One that goes by rules never waits: side by side they would hold the loop together.
                    go_on = await self._do_offline(current, job, calls, deliver, new_meter) and go_on
                for one, started in zip(begun, startable, strict=False):
                    newest = asyncio.create_task(self._do(one, deliver, after=newest))
                    under_way[newest] = started
                if not under_way:
                    if startable and go_on:
                        continue
                    return
                done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    del under_way[task]
                    go_on = task.result() and go_on
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def catch_up(self, state: GameState) -> bool:
        """Do one job by the heuristic that cannot wait for the end of a turn in which days pass: a plan that has waited
        too long, the reflection of a day that is nearly over, or an order that a person carries out by rule. Return
        whether there was one."""
        job = next((job for job in by_priority(state) if self._cannot_wait(state, job)), None)
        if job is None:
            return False
        try:
            begun = self._begin(state, job, 0, Meter(calls_left=0))
            apply = await self._thought(begun, may_ask=False, in_turn=True)
            apply(state)
        except _Defect as error:
            _log_given_up(job, error)
            _drop(state, job)
        return True

    def _cannot_wait(self, state: GameState, job: Job) -> bool:
        now = state.clock.minutes
        if job.kind is JobKind.PLAN:
            return now - job.asked_at >= self.limits.patience
        if job.kind is JobKind.DECIDE:  # by rule: what it does must not depend on how long the party waits in one turn
            return is_offline(self.mind) and any(possible_deeds(state, job.npc_id or ""))
        is_last = now % MINUTES_PER_DAY >= MINUTES_PER_DAY - DAY_ENDS
        return job.kind is JobKind.REFLECT and is_last and not has_reflected_today(state.npc(job.npc_id or ""), now)

    def _startable(self, state: GameState, under_way: list[_Started]) -> list[_Started]:
        """Return the jobs to start now, in order, each with the calls that it may make.

        The result of a pass must not depend on the speed of answers, nor on a restart. So jobs start strictly in order,
        a job that builds upon another (a talk upon the decision to talk) starts when that one is done, and calls
        reserved for others are given away only once it is known how many they have made.
        """
        doing = [job for job, _ in under_way]
        busy = {person for job in doing for person in job.people}
        reserved = sum(calls for _, calls in under_way)
        level = max((_STEP[job.kind] for job in doing), default=None)
        chosen: list[_Started] = []
        held: set[str | None] = set()
        for job in (job for job in by_priority(state) if job not in doing):
            is_early = level is not None and _STEP[job.kind] > level
            if is_early or len(under_way) + len(chosen) == self.limits.at_once or busy & job.people:
                break
            calls = None if held & job.people else self._calls_for(state, job)
            if calls is None:
                held |= job.people  # a waiting person keeps its place before later jobs
                continue
            if calls > calls_left(state, job.npc_id, self.limits, reserved):
                break
            chosen.append((job, calls))
            reserved += calls
            busy |= job.people
            level = _STEP[job.kind]
        return chosen

    def _calls_for(self, state: GameState, job: Job) -> int | None:
        """The calls a job may make; 0 lets the heuristic do it, None lets it wait for another tick."""
        if is_offline(self.mind) or job.kind in MINDLESS or job.is_quiet:
            return 0
        left = calls_left(state, job.npc_id, self.limits)
        if left or job.kind in WORTHLESS_LATER | AT_ONCE_BY_RULE:
            return min(left, self.limits.attempts)
        return 0 if state.clock.minutes - job.asked_at >= self.limits.patience else None

    async def _do_offline(
        self,
        current: Callable[[], GameState],
        job: Job,
        calls: int,
        deliver: DeliverThought,
        new_meter: Callable[[], Meter],
    ) -> bool:
        """One job; whether the pass may go on."""
        if job not in current().minds.jobs:
            return True
        await _index_in_slices(current(), job)
        return await self._do(self._begin(current(), job, calls, new_meter()), deliver)

    def _begin(self, state: GameState, job: Job, calls: int, meter: Meter) -> _Begun:
        """What is read of the state for a job, to be thought about while the game goes on."""
        meter.cap_calls(calls)
        if any(_cannot(state, npc_id, job) for npc_id in state.npcs.keys() & job.people):
            return _Begun(state, job, meter, None)
        try:
            with _defects():
                return _Begun(state, job, meter, self.works[job.kind].prepare(state, job))
        except _Defect as error:
            return _Begun(state, job, meter, None, error)

    async def _do(self, begun: _Begun, deliver: DeliverThought, after: asyncio.Task[bool] | None = None) -> bool:
        """One job, delivered when the one before it is; whether the pass may go on."""
        job, meter, state = begun.job, begun.meter, begun.state
        may_ask = not is_offline(self.mind) and meter.calls_left != 0
        people = (job.npc_id or "", *job.with_ids) if job.people <= state.npcs.keys() else None
        is_late = not (is_offline(self.mind) or may_ask) and job.kind in WORTHLESS_LATER
        try:
            apply: Apply = partial(_drop, job=job) if is_late else await self._thought(begun, may_ask=may_ask)
            await checkpoint()
            if after is not None and not await _went_well(after):
                return False
            return await deliver(apply, meter, people)
        except _Defect as error:
            _log_given_up(job, error)
            if after is not None and not await _went_well(after):
                return False
            return await deliver(partial(_drop, job=job), meter, people)

    async def _thought(self, begun: _Begun, *, may_ask: bool, in_turn: bool = False) -> Apply:
        """Do a job but for its effect, which is returned; of one that has become pointless only that it is removed."""
        state, job, request, work = begun.state, begun.job, begun.request, self.works[begun.job.kind]
        if begun.defect is not None:
            raise begun.defect
        if request is None:
            return partial(_remove, job=job)
        with _defects():
            if not in_turn:
                await checkpoint()
            with metered(begun.meter):
                answer, by_model, failed = await self._think(work, job, request, may_ask=may_ask)

        def apply(now: GameState) -> None:
            """Nothing at all where the game went back meanwhile: a job that is still there is done again."""
            if now is not state or job not in now.minds.jobs:
                return
            _remove(now, job)
            book(now, job.npc_id, begun.meter.spend)
            now.minds.done[job.kind] = now.minds.done.get(job.kind, 0) + 1
            if failed:
                now.minds.fallbacks[job.kind] = now.minds.fallbacks.get(job.kind, 0) + 1
            with _defects():
                work.apply(now, job, request, answer, by_model=by_model)

        return apply

    async def _think(self, work: Work[Any, Any], job: Job, request: Any, *, may_ask: bool) -> tuple[Any, bool, bool]:
        """(the answer, whether a model gave it, whether one failed)."""
        failed, within = False, self.limits.timeouts[job.kind]
        for attempt in range(self.limits.attempts if may_ask else 0):
            if attempt:
                await self.sleep(self.limits.backoff * 2 ** (attempt - 1))
            try:
                async with asyncio.timeout(within):
                    answer = await work.think(self.mind, request)
            except BudgetExhausted as error:
                logger.info("{} of {}: {}", job.kind.value, job.npc_id, error)
                break
            except TimeoutError:
                failed = True
                late = f"no answer within {within:g} seconds (TALEKEEPER_MIND_{job.kind.value.upper()}_TIMEOUT)"
                logger.warning("{} of {} failed: {}", job.kind.value, job.npc_id, late)
            except (BadAnswer, TalekeeperError) as error:
                failed = True
                logger.warning("{} of {} failed: {}", job.kind.value, job.npc_id, error or type(error).__name__)
            except Exception:  # noqa: BLE001  # whatever an adapter does, the heuristic answers
                failed = True
                logger.exception("{} of {} failed", job.kind.value, job.npc_id)
            else:
                return answer, True, False
        return await work.think(self.fallback, request), False, failed


def by_priority(state: GameState) -> list[Job]:
    """The jobs that wait, the most urgent first: step by step, by when they were asked for, and person by person."""
    order = {npc_id: position for position, npc_id in enumerate(state.npcs)}
    return sorted(
        state.minds.jobs,
        key=lambda job: (_STEP[job.kind], job.asked_at, order.get(job.npc_id or "", len(order)), job.kind),
    )


async def _index_in_slices(state: GameState, job: Job) -> None:
    """Index the memories of the people that a job is about, letting the loop do other work in between."""
    for npc_id in (job.people - {None}) or state.npcs:
        await checkpoint()
        scope = Scope.npc(npc_id)
        while npc_id in state.npcs and StreamIndex.grow(state, scope, INDEXED_AT_ONCE):  # lets others
            await checkpoint()


async def _went_well(task: asyncio.Task[bool]) -> bool:
    """Whether a job was delivered and the pass may go on, when it has ended; what it raised reaches the pass itself."""
    await asyncio.wait([task])
    return not task.cancelled() and task.exception() is None and task.result()


def _cannot(state: GameState, npc_id: str, job: Job) -> bool:
    """Return whether a person is dead, or has no mind for a job of this kind."""
    is_mindful = job.kind in _OF_OWN_MIND
    return state.npc(npc_id).dead or (is_mindful and not state.sheets.npc(npc_id).has_mind)


def _remove(state: GameState, job: Job) -> None:
    state.minds.jobs = [each for each in state.minds.jobs if each.key != job.key or each != job]


def _log_given_up(job: Job, error: _Defect) -> None:
    logger.opt(exception=error.__cause__).error("{} of {} is given up", job.kind.value, job.npc_id)


def _drop(state: GameState, job: Job) -> None:
    if job in state.minds.jobs:
        _remove(state, job)
        state.minds.dropped[job.kind] = state.minds.dropped.get(job.kind, 0) + 1
