"""People's minds. Times are game times."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Answer, Model
from app.api.schemas.memories import EvidenceOut, MessageId


class PersonOut(Answer):
    id: str = Field(examples=["tove"])
    name: str = Field(examples=["Tove Marrick"])
    location_id: str | None = Field(validation_alias="current_location_id", examples=["ferry-landing"])
    is_present: bool = Field(description="whether it is where the party is", examples=[True])
    activity: str = Field(examples=["conversing"])
    attitude: str = Field(examples=["neutral"], description="towards the party")


class PlanItemOut(Answer):
    id: str = Field(examples=["plan-tove-1-2"])
    description: str = Field(examples=["Mend the nets"])
    place: str | None = Field(examples=["ferry-landing"])
    time: int = Field(examples=[960])
    with_ids: list[str]
    priority: int = Field(description="1 to 5: highest", examples=[4])
    status: str = Field(examples=["pending"])


class GoalOut(Model):
    id: str = Field(examples=["goal-1"])
    text: str = Field(examples=["as many names under IN as under OUT"])
    progress: int = Field(description="0 to 100: reached", examples=[40])
    note: str = Field(description="what moved it last", examples=["The bell hangs again."])


class CommitmentOut(Model):
    """A promise, request, invitation or appointment: who is bound to whom, by which ``words``."""

    id: str = Field(examples=["c-2"])
    kind: str = Field(examples=["promise"])
    by_id: str = Field(examples=["player"])
    to_ids: list[str] = Field(examples=[["tove"]])
    words: str = Field(examples=["I promise to ring it."])
    place_id: str | None
    subject_id: str | None
    at: int | None
    made_at: int = Field(examples=[941])
    turn: int = Field(examples=[4])
    status: str = Field(examples=["open"])
    message_id: MessageId | None = Field(validation_alias="message_index")
    memory_ids: list[str]


class PersonDetail(PersonOut):
    reason: str = Field(description="why it does what it does", examples=["the next item of the plan"])
    energy: float = Field(description="as hunger and mood, 0 to 100", examples=[80.0])
    hunger: float = Field(examples=[70.0])
    mood: float = Field(examples=[60.0])
    items: list[str]
    plan_until: int | None = Field(description="null: it has made none yet", examples=[1800])
    plan: list[PlanItemOut]
    goals: list[GoalOut]
    relationships: dict[str, float] = Field(description="by whom, from -10 to 10", examples=[{"odo": 2.5}])
    commitments: list[CommitmentOut]
    reflections: list[EvidenceOut] = Field(description="the newest that stand, with their evidence four steps down")


class JobOut(Model):
    """What a mind has to think about; without ``npc_id`` of places and the world."""

    kind: str = Field(examples=["plan"])
    npc_id: str | None = Field(examples=["tove"])
    with_ids: list[str]
    asked_at: int = Field(examples=[941])


class IntentOut(Model):
    """What a person does at the next tick."""

    npc_id: str = Field(examples=["tove"])
    reason: str = Field(examples=["the next item of the plan"])
    decided_at: int = Field(examples=[941])
    commands: list[dict[str, Any]]


class CaptureOut(Answer):
    """Messages that wait to be condensed."""

    turn: int = Field(examples=[4])
    first_message_id: MessageId = Field(validation_alias="first")
    last_message_id: MessageId | None = Field(validation_alias="last")
    failures: int


class JobsOut(Answer):
    """What waits, and by kind of job how many were done, of these by rule as a model failed, and given up."""

    jobs: list[JobOut] = Field(description="the most urgent first")
    intents: list[IntentOut]
    captures: dict[str, list[CaptureOut]] = Field(description="by whose memory it will be")
    done: dict[str, int] = Field(examples=[{"plan": 4, "reflect": 1}])
    fallbacks: dict[str, int]
    dropped: dict[str, int]
