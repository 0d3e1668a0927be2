"""The pending jobs and the used budgets of people's minds: part of the game, saved and undone with it."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from app.models.base import Frozen, FrozenMapping, Id, Mutable
from app.models.spend import Spend

MOST_QUESTIONS = 8
TICK = 10  # game minutes between two ticks


class JobKind(StrEnum):
    """The kind of a background job of a mind."""

    SCORE = "score"
    PLAN = "plan"
    REFLECT = "reflect"
    DECIDE = "decide"
    CONVERSE = "converse"
    CONDENSE = "condense"
    PRUNE = "prune"


class Job(Frozen):
    """A pending job of one person's mind (``npc_id`` None: of the places and the world, `PRUNE` only). A person never
    has two pending jobs of one kind. ``facts`` are values of the moment when it was queued; ``is_quiet`` is the
    reflection of a day on which little happened, which no model is asked for."""

    kind: JobKind
    npc_id: Id | None = None
    with_ids: tuple[Id, ...] = Field(default=(), description="others whose memories it will touch")
    asked_at: int = Field(ge=0, description="game time")
    facts: FrozenMapping = Field(default_factory=dict)
    is_quiet: bool = Field(default=False, exclude_if=lambda is_quiet: not is_quiet)

    @property
    def key(self) -> tuple[JobKind, str | None]:
        """The key that is unique among pending jobs."""
        return self.kind, self.npc_id

    @property
    def people(self) -> frozenset[str | None]:
        """The people concerned: of two jobs that share one, the later job waits for the earlier one."""
        return frozenset((self.npc_id, *self.with_ids))


class PlannedCommand(Frozen):
    """Commands (as JSON) that a person has decided to give at the next tick, with the reason."""

    npc_id: Id
    commands: tuple[dict[str, Any], ...]
    reason: str
    decided_at: int = Field(ge=0)


class OpenQuestion(Frozen):
    """A question that a person wants to ask others, or ``whom_id`` alone, about ``about_id``: a person, place, thing,
    or a goal of its own. ``because`` is the id of the memory that raised it."""

    about_id: str
    because: str
    raised_at: int = Field(ge=0, description="game time, minutes")
    whom_id: Id | None = None
    place_id: Id | None = Field(default=None, description="where the person or thing was missed")


NOBODY = "-"


def whose(waiting: Job | PlannedCommand) -> str:
    """Return the id of the person that a job belongs to; ``-`` for a job of places and the world."""
    return waiting.npc_id or NOBODY


class MindState(Mutable):
    """The bookkeeping of one person's mind: when it last noticed, talked, reflected. Times are game minutes; None is
    never."""

    seen: dict[str, int] = Field(default={}, description="being or place -> when it was last noticed")
    talked: dict[Id, int] = Field(default={}, description="other person -> when a conversation last ended")
    plan_until: int | None = Field(default=None, description="when the plan is over")
    reflected_at: int | None = None
    reflections: dict[int, int] = Field(default={}, description="day -> reflections of that day; two days are kept")
    reason: str = Field(default="", description="why it does what it does")
    surprised_at: int | None = Field(default=None, description="of a surprise that may change the plan")
    questions: tuple[OpenQuestion, ...] = Field(
        default=(), max_length=MOST_QUESTIONS, exclude_if=lambda asked: not asked
    )
    played_until: int | None = Field(default=None, description="until when a player or agent decides what it does")
    spend: Spend = Spend()
    calls: dict[int, int] = Field(default={}, description="day -> model calls of that day; two days are kept")

    def is_played(self, now: int) -> bool:
        """Whether a player or agent decides at the game time ``now`` what the person does."""
        return self.played_until is not None and now < self.played_until


class MindsState(Mutable):
    """The queue of jobs, the planned commands, and the used budgets. ``tick`` is the last tick that was run. Jobs and
    planned commands are in order of arrival for each person (`whose`), in no order across people."""

    tick: int | None = None
    jobs: list[Job] = []
    intents: list[PlannedCommand] = []
    day: int = 0
    calls_today: int = Field(default=0, ge=0)
    calls_this_tick: int = Field(default=0, ge=0)
    done: dict[JobKind, int] = {}
    dropped: dict[JobKind, int] = Field(
        default={}, description="given up: for want of a budget, by rule, or for a defect"
    )
    fallbacks: dict[JobKind, int] = Field(default={}, description="done by the heuristic because the model failed")

    def ask(self, job: Job) -> bool:
        """Queue a job; return False if one of its kind and person is pending already."""
        if any(waiting.key == job.key for waiting in self.jobs):
            return False
        self.jobs.append(job)
        return True
