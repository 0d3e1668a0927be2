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
    """The prompt of a turn, built again: its blocks in the order in which a model reads them, and what was ``cut``.
    ``was_read`` is false for one that no model read, as the rules told the turn."""

    turn: int
    npc_id: str | None = Field(description="the person whose prompt it is; null: the narrator's")
    model: str
    mode: str
    was_read: bool
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
    """What was spent in turns of this number, undone ones too, and up to the next."""

    turn: int


class CapsOut(Model):
    """What stops the next call of a model; null: no cap."""

    calls_per_turn: int | None
    tokens_per_turn: int | None
    tokens_per_game: int | None
    mind_calls_per_tick: int
    mind_calls_per_day: int = Field(description="of the game, for all minds")
    mind_calls_per_person: int = Field(description="each game day")


class UsageOut(Page[TurnCost]):
    """By turn, oldest first; ``by_work``: telling a turn, condensing (`capture`), the jobs of minds by their kind, and
    what came to nothing (`other`). What was undone is paid all the same."""

    total: CostOut
    by_work: dict[str, CostOut]
    by_person: dict[str, CostOut] = Field(description="what thinking for people has cost, without what was undone")
    tokens_left: int | None = Field(description="of the game's cap")
    mind_calls_today: int
    caps: CapsOut
