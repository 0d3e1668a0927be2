"""What people have yet to think about. Times are game times."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Answer, Model
from app.api.schemas.memories import MessageId


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
