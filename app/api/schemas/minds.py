"""People's minds, and what models were shown and have cost. Times are game times."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Answer, Model, Page
from app.api.schemas.memories import EvidenceOut, MessageId
from app.api.schemas.turns import SpendOut


class PersonOut(Answer):
    id: str = Field(examples=["mara"])
    name: str
    location_id: str | None = Field(validation_alias="current_location_id")
    is_present: bool = Field(description="whether it is where the party is")
    activity: str = Field(examples=["conversing"])
    attitude: str = Field(examples=["neutral"], description="towards the party")


class PlanItemOut(Answer):
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


class CaptureOut(Answer):
    """Messages that wait to be condensed."""

    turn: int
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


class BlockOut(Model):
    """A block of a prompt; ``reasons`` says why each memory or message is in it, ``tokens`` is an estimate."""

    name: str = Field(examples=["World Memory"])
    text: str
    tokens: int
    required: bool
    reasons: list[str]


class PromptOut(Answer):
    """The prompt of a turn, built again: its blocks in the order in which a model reads them, and what was ``cut``."""

    turn: int
    npc_id: str | None = Field(description="whose prompt it is; null: the narrator's")
    model: str
    mode: str
    was_read: bool = Field(description="false where the rules told the turn, and no model")
    budget: int = Field(description="tokens, as all that follows")
    tokens: int
    reserve: int = Field(description="kept free for the answer")
    tools_tokens: int
    blocks: list[BlockOut]
    cut: list[str] = Field(examples=[["Recalled: 1 of 4 lines (mara-012)"]])


class CostOut(SpendOut):
    cost: float | None = Field(description="US dollars; null where no price is known")


class TurnCost(CostOut):
    turn: int


class UsageOut(Page[TurnCost]):
    """What was spent by the turn in or after which it was, oldest first. What was undone is paid all the same."""

    total: CostOut
    by_work: dict[str, CostOut] = Field(description="`turn`, `capture`, the kinds of jobs; `other`: came to nothing")
    caps: dict[str, int | None] = Field(description="by setting; null: none", examples=[{"max_calls_per_turn": 12}])
