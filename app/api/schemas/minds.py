"""People and what goes on in their minds."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Model
from app.api.schemas.memories import EvidenceOut


class PersonOut(Model):
    """A person and where it is; ``is_present``: where the party is."""

    id: str = Field(examples=["mara"])
    name: str
    location_id: str | None
    activity: str = Field(examples=["conversing"])
    attitude: str = Field(examples=["neutral"], description="towards the party")
    is_present: bool


class PlanItemOut(Model):
    id: str
    description: str
    place: str | None
    time: int = Field(description="game time")
    with_ids: list[str]
    priority: int
    status: str = Field(examples=["pending"])


class GoalOut(Model):
    id: str
    text: str
    progress: int = Field(description="0 to 100: reached")
    note: str = Field(description="what moved it last")


class CommitmentOut(Model):
    """A promise, request, invitation or appointment: who is bound to whom, by which ``words``."""

    id: str
    kind: str = Field(examples=["promise"])
    by_id: str
    to_ids: list[str]
    words: str
    place_id: str | None
    subject_id: str | None
    at: int | None = Field(description="game time")
    made_at: int
    turn: int
    status: str = Field(examples=["open"])
    message_index: int | None
    memory_ids: list[str]


class PersonDetail(PersonOut):
    """``reflections``: the newest conclusions that stand, each with its evidence, and theirs, four steps down."""

    reason: str = Field(description="why it does what it does")
    energy: float = Field(description="as hunger and mood, 0 to 100")
    hunger: float
    mood: float
    items: list[str]
    plan_until: int | None = Field(description="game time; null: it has made none yet")
    plan: list[PlanItemOut]
    goals: list[GoalOut]
    relationships: dict[str, float] = Field(description="by whom it is about, from -10 to 10", examples=[{"odo": 2.5}])
    commitments: list[CommitmentOut]
    reflections: list[EvidenceOut]


class JobOut(Model):
    """What a mind has to think about; the lower ``priority`` first. Without ``npc_id``: of places and the world."""

    kind: str = Field(examples=["plan"])
    npc_id: str | None
    with_ids: list[str]
    asked_at: int = Field(description="game time")
    priority: int


class IntentOut(Model):
    """What a person does at the next tick."""

    npc_id: str
    reason: str
    decided_at: int
    commands: list[dict[str, Any]]


class CaptureOut(Model):
    """Messages that wait to be condensed into a memory of ``of``."""

    of: str
    turn: int
    first: int
    last: int | None
    failures: int


class TallyOut(Model):
    """Jobs of one kind: how many wait, were done, of these by rule because a model failed, and were given up."""

    waiting: int
    done: int
    fallbacks: int
    dropped: int


class JobsOut(Model):
    jobs: list[JobOut] = Field(description="the most urgent first")
    intents: list[IntentOut]
    captures: list[CaptureOut]
    tallies: dict[str, TallyOut]
