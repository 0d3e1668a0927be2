"""People and what goes on in their minds. Times are game times."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Model
from app.api.schemas.memories import EvidenceOut, MessageId


class PersonOut(Model):
    id: str = Field(examples=["mara"])
    name: str
    location_id: str | None
    is_present: bool = Field(description="whether it is where the party is")
    activity: str = Field(examples=["conversing"])
    attitude: str = Field(examples=["neutral"], description="towards the party")


class PlanItemOut(Model):
    id: str
    description: str
    place: str | None
    time: int
    with_ids: list[str]
    priority: int = Field(description="1 to 5: highest")
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
    at: int | None
    made_at: int
    turn: int
    status: str = Field(examples=["open"])
    message_id: MessageId | None = Field(validation_alias="message_index")
    memory_ids: list[str]


class PersonDetail(PersonOut):
    reason: str = Field(description="why it does what it does")
    energy: float = Field(description="as hunger and mood, 0 to 100")
    hunger: float
    mood: float
    items: list[str]
    plan_until: int | None = Field(description="null: it has made none yet")
    plan: list[PlanItemOut]
    goals: list[GoalOut]
    relationships: dict[str, float] = Field(description="by whom, from -10 to 10", examples=[{"odo": 2.5}])
    commitments: list[CommitmentOut]
    reflections: list[EvidenceOut] = Field(description="the newest that stand, with their evidence four steps down")


class JobOut(Model):
    """What a mind has to think about; without ``npc_id`` of places and the world."""

    kind: str = Field(examples=["plan"])
    npc_id: str | None
    with_ids: list[str]
    asked_at: int


class IntentOut(Model):
    """What a person does at the next tick."""

    npc_id: str
    reason: str
    decided_at: int
    commands: list[dict[str, Any]]


class CaptureOut(Model):
    """Messages that wait to be condensed."""

    turn: int
    first_message_id: MessageId = Field(validation_alias="first")
    last_message_id: MessageId | None = Field(validation_alias="last")
    failures: int


class JobsOut(Model):
    """What waits, and by kind of job how many were done, of these by rule as a model failed, and given up."""

    jobs: list[JobOut] = Field(description="the most urgent first")
    intents: list[IntentOut]
    captures: dict[str, list[CaptureOut]] = Field(description="by whose memory it will be")
    done: dict[str, int] = Field(examples=[{"plan": 4, "reflect": 1}])
    fallbacks: dict[str, int]
    dropped: dict[str, int]
    calls_today: int = Field(description="of models, by all minds on this day of the game")
