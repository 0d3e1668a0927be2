"""What models were shown, line by line and in all, and what that has cost. Times are game times."""

from typing import Literal

from pydantic import Field

from app.api.schemas.base import Model, Page, ResponseModel
from app.api.schemas.turns import SpendOut

ShareName = Literal["memory", "said", "state", "fixed"]


class SourceOut(Model):
    """What a line shows of memories, of a message or of a note: its ``words`` as they are. Memories of one visit share
    a line."""

    words: str = Field(examples=["Mara promised Tove Marrick to ring the bell."])
    ids: list[str] = Field(description="of the memories, or of the message; a note has none", examples=[["tove-012"]])
    of: str | None = Field(
        description="whose memory it is; null: it is none, but was said or noted", examples=["npc/tove"]
    )
    of_name: str = Field(examples=["Tove Marrick"])
    place_id: str | None = Field(description="of a message: where it was said")
    place_name: str
    turn: int | None = Field(examples=[4])
    game_time: int | None = Field(examples=[941])
    later: list[str] = Field(description="what has been said since instead")
    confided: bool = Field(description="told in confidence")
    score: float | None = Field(description="of what was recalled", examples=[1.21])
    parts: dict[str, float] = Field(
        description="the components of the score but for the smallest",
        examples=[{"words": 1.0, "meaning": 0.21}],
    )
    shared: list[str] = Field(
        description="the words asked for that it holds, in their basic form", examples=[["promis"]]
    )


class LineOut(Model):
    """A line as a model reads it. ``why`` it is there: it says how things stand (`state`), was just `said`, is one of
    the last memories of its owner (`latest`), was `recalled`, or is a note, `pinned` or one of the newest (`note`)."""

    text: str = Field(examples=['- Day 1, 15:41: "Mara promised Tove Marrick to ring the bell."'])
    why: Literal["state", "said", "latest", "recalled", "pinned", "note"] = Field(examples=["latest"])
    reason: str = Field(description="the same in words, if at all", examples=["one of the last 3 of Tove Marrick"])
    source: SourceOut | None = Field(description="of memories and messages")


class BlockOut(Model):
    """A block of a prompt, its ``lines`` where it is made of such; ``tokens`` is an estimate. ``share``: what it is of,
    `memory`, what was `said`, how things stand (`state`) or what is always there (`fixed`)."""

    name: str = Field(examples=["World Memory"])
    text: str = Field(examples=["The bell has been silent for three nights."])
    tokens: int = Field(examples=[12])
    required: bool
    share: ShareName = Field(examples=["memory"])
    reasons: list[str] = Field(description="why each memory or note is in it")
    lines: list[LineOut]


class LeftOutOut(Model):
    """What was left out of a block, in words and line by line. ``why``: the whole budget was taken (`room`), or what
    the block may take of it (`share`); a block of messages goes as a whole (`blocks`); as many are there as are ever
    shown (`most`)."""

    section: str = Field(examples=["Recalled"])
    what: str = Field(examples=["1 of 4 lines (tove-012)"])
    lines: list[LineOut]
    why: Literal["room", "share", "blocks", "most"] = Field(examples=["share"])
    limit: int | None = Field(description="tokens that the block may take, or that it would have taken", examples=[800])


class PromptOut(ResponseModel):
    """The prompt of a turn, built again: its blocks in the order in which a model reads them, and what was left out,
    with its lines and as ``cut`` in words."""

    turn: int = Field(examples=[4])
    npc_id: str | None = Field(description="whose prompt it is; null: the narrator's")
    npc_name: str = Field(description="what that person is called")
    model: str = Field(examples=["openai:gpt-5-mini"])
    mode: str = Field(examples=["guided"])
    was_read: bool = Field(description="false where the rules told the turn, and no model", examples=[True])
    budget: int = Field(description="tokens, as all that follows", examples=[6000])
    tokens: int = Field(description="taken of it, the reserve included", examples=[1738])
    reserve: int = Field(description="kept free for the answer", examples=[800])
    tools_tokens: int
    blocks: list[BlockOut]
    left_out: list[LeftOutOut]
    shown_elsewhere: list[str] = Field(
        description="ids of what was recalled and stands in another block already", examples=[["m-12"]]
    )
    cut: list[str] = Field(examples=[["Recalled: 1 of 4 lines (tove-012)"]])


class PromptSize(Model):
    """How large the prompt of a turn is, without what is kept free for the answer."""

    turn: int = Field(examples=[4])
    seq: int = Field(description="the number of its record", examples=[6])
    npc_id: str | None = Field(description="whose prompt it is; null: the narrator's")
    was_read: bool = Field(description="false where the rules told the turn, and no model", examples=[False])
    budget: int = Field(description="tokens, as all that follows", examples=[6000])
    tokens: int = Field(examples=[938])
    shares: dict[ShareName, int] = Field(examples=[{"memory": 90, "said": 240, "state": 210, "fixed": 398}])


class CostOut(SpendOut):
    cost: float | None = Field(description="US dollars; null where no price is known", examples=[0.0008])


class TurnCost(CostOut):
    turn: int = Field(examples=[4])


class UsageOut(Page[TurnCost]):
    """What was spent by the turn in or after which it was, oldest first. What was undone is paid all the same."""

    total: CostOut
    by_work: dict[str, CostOut] = Field(description="`turn`, `capture`, the kinds of jobs; `other`: came to nothing")
    caps: dict[str, int | None] = Field(description="by setting; null: none", examples=[{"max_calls_per_turn": 12}])
