"""Memories, what they come from, and who knows what."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app.api.schemas.base import Model

Text = Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo lost his key in the cellar."])]
HandMadeKind = Literal["semantic", "observation", "emotional", "procedural"]


class MemoryOut(Model):
    """A memory as it stands. ``of``: whose it is, as `npc/mara`, `location/inn` or `world`; a ``text`` never changes:
    what says it otherwise is another memory, by which this one is superseded."""

    id: str = Field(examples=["mara-042"], description="m-7 is the message of index 7")
    of: str = Field(examples=["npc/mara"])
    kind: str = Field(examples=["summary"])
    text: str
    state: Literal["stands", "archived", "superseded"] = "stands"
    created_at: datetime
    turn: int | None = None
    game_time: int | None = None
    location_id: str | None = None
    quest_id: str | None = None
    subjects: list[str] = Field(default=[], description="whom and what it is about")
    keywords: list[str] = []
    tags: list[str] = []
    category: str | None = Field(default=None, description="of a gifted memory")
    origin: str | None = None
    origin_id: str | None = Field(default=None, description="who told it")
    importance: float | None = Field(default=None, description="1 to 10; null: not rated yet")
    depth: int = Field(default=0, description="0: lived; of a conclusion, one more than its evidence")
    evidence: list[str] = Field(default=[], description="ids of what it was drawn from")
    first_message: int | None = Field(default=None, description="index of the first message that it covers")
    last_message: int | None = None
    archived_by: str | None = None
    superseded_by: str | None = None
    pinned: bool = False
    hand_made: bool = False
    recalls: int = 0
    last_recalled: int | None = Field(default=None, description="game time")
    strength: int = 0


class MessageOut(Model):
    """What was said or told, by its index in the conversation."""

    index: int
    turn: int
    role: str = Field(examples=["player"])
    speaker_id: str | None
    speaker_name: str
    addressee_ids: list[str]
    location_id: str | None
    game_time: int
    content: str


class EvidenceOut(Model):
    """A memory and what it was drawn from; what stands in several places has its own evidence in one of them."""

    memory: MemoryOut
    evidence: list["EvidenceOut"] = []


class MemoryDetail(Model):
    """``history``: the memory, what it stands in place of and what stands in its place now, oldest first;
    ``messages``: what was said that it was made of, the newest of them; ``messages_left_out``: how many more."""

    memory: MemoryOut
    history: list[MemoryOut]
    evidence: list[EvidenceOut]
    messages: list[MessageOut]
    messages_left_out: int


class HitOut(Model):
    """A memory that was found. Its ``score`` is the sum of its ``parts``; ``why`` says it on one line."""

    memory: MemoryOut
    rank: int
    score: float
    parts: dict[str, float] = Field(examples=[{"words": 1.0, "meaning": 0.21}])
    shared: list[str] = Field(description="the words asked for that it holds, in their basic form")
    why: str


class MemoryIn(Model):
    """Something to be remembered from now on."""

    of: str = Field(max_length=80, examples=["mara"], description="a person, a place or `world`: a name or an id")
    text: Text
    kind: HandMadeKind = "semantic"
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False)
    about: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=20, examples=[["odo"]])
    location_id: str | None = Field(default=None, max_length=64, description="where it happened")
    pinned: bool = False


class MemoryPatch(Model):
    """What is to change: ``text`` makes a memory that stands in place of this one; pinned ones are kept for good."""

    text: Text | None = None
    pinned: bool | None = None


class KnowledgeOut(Model):
    """How a person stands to a claim: since when, through whom (its own id: it was the first to say so), and the
    memory that says it."""

    npc_id: str
    standing: str = Field(examples=["knows"])
    since: int | None = Field(description="game time")
    through_id: str | None
    memory_id: str | None
    text: str
