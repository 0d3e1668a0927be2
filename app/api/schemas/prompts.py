"""The prompts of models line by line and by size, and what they cost. Times are game times."""

from typing import Literal

from pydantic import Field

from app.api.schemas.base import ApiModel, Page, ResponseModel
from app.api.schemas.turns import SpendOut

ShareName = Literal["memory", "said", "state", "fixed"]


class SourceOut(ApiModel):
    """The source of a line: memories, a message or a note, with its ``words`` verbatim. Memories of one visit share a
    line."""

    words: str = Field(examples=["Mara promised Tove Marrick to ring the bell."])
    ids: list[str] = Field(
        description="ids of the memories, or of the message; none for a note", examples=[["tove-012"]]
    )
    of: str | None = Field(description="the owner of the memory; null for a message or a note", examples=["npc/tove"])
    of_name: str = Field(examples=["Tove Marrick"])
    place_id: str | None = Field(description="where a message was said")
    place_name: str
    turn: int | None = Field(examples=[4])
    game_time: int | None = Field(examples=[941])
    later: list[str] = Field(description="later statements that replace it")
    confided: bool = Field(description="whether it was said in confidence")
    score: float | None = Field(description="of a recalled memory", examples=[1.21])
    parts: dict[str, float] = Field(
        description="the components of the score, without the smallest",
        examples=[{"words": 1.0, "meaning": 0.21}],
    )
    shared: list[str] = Field(description="the words of the query that it contains, stemmed", examples=[["promis"]])


class LineOut(ApiModel):
    """A line of a prompt. ``why`` it is there: it describes the situation (`state`), was just `said`, is one of the
    latest memories of its owner (`latest`), was `recalled`, or is a note, `pinned` or recent (`note`)."""

    text: str = Field(examples=['- Day 1, 15:41: "Mara promised Tove Marrick to ring the bell."'])
    why: Literal["state", "said", "latest", "recalled", "pinned", "note"] = Field(examples=["latest"])
    reason: str = Field(description="the same in words, or empty", examples=["one of the last 3 of Tove Marrick"])
    source: SourceOut | None = Field(description="for memories, messages and notes")


class BlockOut(ApiModel):
    """A block of a prompt, with its ``lines`` where it consists of lines; ``tokens`` is an estimate. ``share``: the
    part of the prompt that it belongs to, `memory`, what was `said`, the situation (`state`) or what is always there
    (`fixed`)."""

    name: str = Field(examples=["World Memory"])
    text: str = Field(examples=["The bell has been silent for three nights."])
    tokens: int = Field(examples=[12])
    required: bool
    share: ShareName = Field(examples=["memory"])
    reasons: list[str] = Field(description="the reason for each memory or note")
    lines: list[LineOut]


class Omission(ApiModel):
    """What was left out of a block. ``why``: the whole budget was used up (`room`), or the block's share of it
    (`share`); a block of messages is left out as a whole (`blocks`); the block has the most lines it may ever have
    (`most`)."""

    section: str = Field(examples=["Recalled"])
    what: str = Field(examples=["1 of 4 lines (tove-012)"])
    lines: list[LineOut]
    why: Literal["room", "share", "blocks", "most"] = Field(examples=["share"])
    limit: int | None = Field(description="the tokens that the block may take, or would have taken", examples=[800])


class PromptOut(ResponseModel):
    """The prompt of a turn, rebuilt: its blocks in order, and what was left out, by line (``left_out``) and in words
    (``cut``)."""

    turn: int = Field(examples=[4])
    npc_id: str | None = Field(description="the person whose prompt it is; null: the narrator")
    npc_name: str = Field(description="the name of that person")
    model: str = Field(examples=["openai:gpt-5-mini"])
    mode: str = Field(examples=["guided"])
    was_read: bool = Field(description="false where the rules narrated the turn, not a model", examples=[True])
    budget: int = Field(description="tokens, like the fields below", examples=[6000])
    tokens: int = Field(description="used of the budget, the reserve included", examples=[1738])
    reserve: int = Field(description="reserved for the answer", examples=[800])
    tools_tokens: int = Field(description="reserved for tools, their schemas and results")
    blocks: list[BlockOut]
    left_out: list[Omission]
    shown_elsewhere: list[str] = Field(
        description="ids of recalled memories that another block already shows", examples=[["m-12"]]
    )
    cut: list[str] = Field(examples=[["Recalled: 1 of 4 lines (tove-012)"]])


class PromptSize(ApiModel):
    """The size of a turn's prompt, without the part reserved for the answer."""

    turn: int = Field(examples=[4])
    seq: int = Field(description="the number of its record", examples=[6])
    npc_id: str | None = Field(description="the person whose prompt it is; null: the narrator")
    was_read: bool = Field(description="false where the rules narrated the turn, not a model", examples=[False])
    budget: int = Field(description="tokens, like the fields below", examples=[6000])
    tokens: int = Field(examples=[938])
    shares: dict[ShareName, int] = Field(examples=[{"memory": 90, "said": 240, "state": 210, "fixed": 398}])


class CostOut(SpendOut):
    cost: float | None = Field(description="US dollars; null where no price is known", examples=[0.0008])


class TurnCost(CostOut):
    turn: int = Field(examples=[4])


class UsageOut(Page[TurnCost]):
    """What was spent, by the turn in or after which it was spent, oldest first. It includes undone turns."""

    total: CostOut
    by_work: dict[str, CostOut] = Field(
        description="`turn`, `capture`, the kinds of jobs; `other`: work without a result"
    )
    caps: dict[str, int | None] = Field(description="by setting; null: no cap", examples=[{"max_calls_per_turn": 12}])
