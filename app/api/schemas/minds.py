"""What people have yet to think about, and what models were shown and have cost. Times are game times."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Answer, Model, Page
from app.api.schemas.memories import MessageId
from app.api.schemas.turns import SpendOut


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


class BlockOut(Model):
    """A block of a prompt; ``reasons`` says why each memory or message is in it, ``tokens`` is an estimate."""

    name: str = Field(examples=["World Memory"])
    text: str = Field(examples=["The bell has been silent for three nights."])
    tokens: int = Field(examples=[12])
    required: bool
    reasons: list[str]


class PromptOut(Answer):
    """The prompt of a turn, built again: its blocks in the order in which a model reads them, and what was ``cut``."""

    turn: int = Field(examples=[4])
    npc_id: str | None = Field(description="whose prompt it is; null: the narrator's")
    model: str = Field(examples=["openai:gpt-5-mini"])
    mode: str = Field(examples=["guided"])
    was_read: bool = Field(description="false where the rules told the turn, and no model", examples=[True])
    budget: int = Field(description="tokens, as all that follows", examples=[6000])
    tokens: int = Field(examples=[1738])
    reserve: int = Field(description="kept free for the answer", examples=[800])
    tools_tokens: int
    blocks: list[BlockOut]
    cut: list[str] = Field(examples=[["Recalled: 1 of 4 lines (tove-012)"]])


class CostOut(SpendOut):
    cost: float | None = Field(description="US dollars; null where no price is known", examples=[0.0008])


class TurnCost(CostOut):
    turn: int = Field(examples=[4])


class UsageOut(Page[TurnCost]):
    """What was spent by the turn in or after which it was, oldest first. What was undone is paid all the same."""

    total: CostOut
    by_work: dict[str, CostOut] = Field(description="`turn`, `capture`, the kinds of jobs; `other`: came to nothing")
    caps: dict[str, int | None] = Field(description="by setting; null: none", examples=[{"max_calls_per_turn": 12}])
