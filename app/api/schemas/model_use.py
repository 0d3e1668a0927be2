"""What models were shown, and what they have cost."""

from pydantic import Field

from app.api.schemas.base import Model, Page
from app.api.schemas.turns import SpendOut


class BlockOut(Model):
    """A block of a prompt; ``reasons`` says why each memory or message is in it, ``tokens`` is an estimate."""

    name: str = Field(examples=["World Memory"])
    text: str
    tokens: int
    required: bool
    reasons: list[str]


class RecalledOut(Model):
    """A memory that recall chose for a prompt; ``shown``: whether the prompt holds it."""

    memory_id: str
    of: str
    score: float
    why: str
    shown: bool


class PromptOut(Model):
    """The prompt of a turn, built again: its blocks in the order in which a model reads them, and what was ``cut``."""

    turn: int
    npc_id: str | None = Field(description="the person whose prompt it is; null: the narrator's")
    model: str
    mode: str
    was_read: bool = Field(description="false where the rules told the turn, and no model")
    budget: int = Field(description="tokens, as all that follows")
    tokens: int
    reserve: int = Field(description="kept free for the answer")
    tools_tokens: int
    blocks: list[BlockOut]
    cut: list[str] = Field(examples=[["Recalled: 1 of 4 lines (mara-012)"]])
    recalled: list[RecalledOut] = Field(description="the best first")


class CostOut(SpendOut):
    cost: float | None = Field(description="US dollars; null where no price is known")


class TurnCost(CostOut):
    turn: int


class UsageOut(Page[TurnCost]):
    """What was spent by the turn in or after which it was, oldest first. What was undone is paid all the same."""

    total: CostOut
    by_work: dict[str, CostOut] = Field(description="`turn`, `capture`, the kinds of jobs; `other`: came to nothing")
    by_person: dict[str, CostOut] = Field(description="what thinking for people has cost, without what was undone")
    caps: dict[str, int | None] = Field(description="by setting; null: none", examples=[{"max_calls_per_turn": 12}])
