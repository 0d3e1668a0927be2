"""Memories, their sources, and who knows what."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from app.api.schemas.base import ApiModel, Page, RequestModel, ResponseModel
from app.models.memory_id import make_message_id
from app.models.memory_kinds import HandMadeName


def _message_id(index: Any) -> Any:
    return make_message_id(index) if isinstance(index, int) else index


MessageId = Annotated[str, BeforeValidator(_message_id), Field(examples=["m-7"])]
Text = Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo lost his key in the cellar."])]


class MemoryOut(ResponseModel):
    """A memory in its current state. ``of`` is the key of its owner: `npc/tove`, `location/inn` or `world`. Its
    ``text`` never changes: a corrected text is another memory, which supersedes this one."""

    id: str = Field(examples=["tove-042"], description="m-7 is a message")
    of: str = Field(examples=["npc/tove"])
    kind: str = Field(examples=["summary"])
    text: str = Field(validation_alias="summary", examples=["Mara promised Tove Marrick to ring the bell."])
    state: Literal["stands", "archived", "superseded"] = Field(description="`stands`: it is in use")
    created_at: datetime = Field(description="wall-clock time, UTC")
    turn: int | None = Field(description="the turn in which it happened; null: unknown", examples=[4])
    game_time: int | None = Field(description="minutes since day 1, 00:00; null: unknown", examples=[941])
    location_id: str | None = Field(description="where it happened; null: nowhere known", examples=["ferry-landing"])
    quest_id: str | None = Field(description="the quest that it is about; null: none")
    subjects: list[str] = Field(description="the people and things that it is about", examples=[["player", "tove"]])
    keywords: list[str] = Field(examples=[["The Silent Bell"]])
    tags: list[str] = Field(examples=[["npc-session"]])
    category: str | None = Field(description="of a gifted memory, else null")
    origin: str | None = Field(examples=["dialogue"])
    origin_id: str | None = Field(description="the speaker it was heard from", examples=["player"])
    importance: float | None = Field(description="1 to 10; null: not rated yet", examples=[6.0])
    depth: int = Field(description="0 for an experience; for a conclusion, one more than its evidence")
    evidence: list[str] = Field(description="ids of the memories and messages that it was concluded from")
    first_message_id: MessageId | None = Field(validation_alias="first_message_index")
    last_message_id: MessageId | None = Field(validation_alias="since_message_index")
    archived_by: str | None = Field(description="a memory's id, or a word such as `hand`; null: it is not archived")
    superseded_by: str | None = Field(description="the id of the memory that replaces it; null: none does")
    pinned: bool = Field(description="whether the game never archives it")
    hand_made: bool = Field(description="whether it was written by hand")
    recalls: int = Field(description="how often it was recalled")
    last_recalled: int | None = Field(description="minutes since day 1, 00:00; null: never")
    strength: int = Field(description="the number of reinforcements")
    happened: str | None = Field(
        default=None, description="for an observation, the kind of event that was seen", examples=["item_given"]
    )


class ScopeOut(ApiModel):
    """An owner of memories. ``count`` is the number of active ones, ``kinds`` counts them by kind, ``pinned`` and
    ``hand_made`` how many of them are so; ``archived`` counts the archived and superseded ones."""

    of: str = Field(examples=["npc/tove"])
    name: str = Field(examples=["Tove Marrick"])
    count: int = Field(examples=[31])
    kinds: dict[str, int] = Field(examples=[{"observation": 21, "summary": 4, "gifted": 6}])
    pinned: int = Field(examples=[1])
    hand_made: int = Field(examples=[1])
    archived: int = Field(examples=[2])


class SpellOut(ApiModel):
    """The number of memories of a kind in a period of game time that begins at ``since``."""

    since: int = Field(examples=[930])
    kind: str = Field(examples=["observation"])
    count: int = Field(examples=[3])


class TimelineOut(ApiModel):
    """Memories counted over game time, in periods of ``minutes`` each, from ``first`` to ``last``; null where there are
    none. Empty periods are left out."""

    first: int | None = Field(examples=[930])
    last: int | None = Field(examples=[1012])
    minutes: int = Field(examples=[1])
    spells: list[SpellOut]


class MarkOut(ApiModel):
    """A span of a text, from ``start`` to ``end`` (exclusive) in characters, and the source of repeated text."""

    start: int = Field(examples=[12])
    end: int = Field(examples=[40])
    kind: Literal["listing", "refusal", "repeated", "aside", "note"] = Field(examples=["repeated"])
    source: str | None = Field(default=None, description="the id of a memory or message", examples=["tove-015"])


class MessageOut(ResponseModel):
    """A message: narration, speech, or the line of a player."""

    id: MessageId = Field(validation_alias="index")
    turn: int = Field(examples=[4])
    role: str = Field(examples=["player"])
    speaker_id: str | None = Field(examples=["player"])
    speaker_name: str = Field(examples=["Mara"])
    to_ids: list[str] = Field(validation_alias="addressee_ids", examples=[["tove"]])
    location_id: str | None = Field(examples=["ferry-landing"])
    game_time: int = Field(examples=[941])
    text: str = Field(validation_alias="content", examples=["I promise to ring it."])


class MessageDetail(MessageOut):
    """A message with its ``claims`` (promises, threats, statements … in its own words, which can be looked up with [get
    knowledge](#get-knowledge)) and, for the game master, the memories that were made of it (``kept_in``)."""

    claims: list[str] = Field(examples=[["I promise to ring it once for Henrik."]])
    kept_in: list[MemoryOut]


class SourceMessageOut(MessageOut):
    """A source message of a memory; ``marks`` are the spans that the memory's text repeats."""

    marks: list[MarkOut]


class EvidenceOut(ApiModel):
    """A memory and its evidence. A memory that occurs in several places of the tree has its evidence in one of them."""

    memory: MemoryOut
    evidence: list["EvidenceOut"] = []
    heard: bool | None = Field(default=None, description="for a message, whether the owner heard it")
    messages_left_out: int = Field(default=0, description="the number of older source messages not shown")


class MemoryDetail(ApiModel):
    """A memory with all that explains it. ``marks``: spans of its text that repeat one of the ``messages``; ``claims``:
    promises, threats, statements … in the words used, which can be looked up with [get knowledge](#get-knowledge);
    ``history``: the memory, those that it supersedes and those that supersede it, oldest first; ``messages``: its
    newest source messages; ``messages_left_out``: how many older ones there are."""

    memory: MemoryOut
    marks: list[MarkOut]
    claims: list[str] = Field(examples=[["I promise to ring it once for Henrik."]])
    history: list[MemoryOut]
    evidence: list[EvidenceOut]
    messages: list[SourceMessageOut]
    messages_left_out: int


class RecallOut(ApiModel):
    """A turn that used a memory: it was ``offered`` to the narrator, or a person ``answered`` from it. ``why`` is the
    score on one line."""

    turn: int = Field(examples=[12])
    game_time: int | None = Field(description="minutes since day 1, 00:00", examples=[958])
    how: Literal["offered", "answered"]
    score: float = Field(examples=[1.21])
    why: str = Field(examples=["hybrid 1.21 = words 1.0 + meaning 0.21 (promis)"])


class HitOut(ApiModel):
    """A memory that was found. ``score`` is the sum of ``parts``; ``why`` is the same on one line."""

    memory: MemoryOut
    rank: int = Field(examples=[1])
    score: float = Field(examples=[1.21])
    parts: dict[str, float] = Field(examples=[{"words": 1.0, "meaning": 0.21}])
    shared: list[str] = Field(description="the words of the query that it contains, stemmed", examples=[["promis"]])
    why: str = Field(examples=["hybrid 1.21 = words 1.0 + meaning 0.21 (promis)"])


class SearchOut(Page[HitOut]):
    """The hits of a search, on one page. While vectors are missing (``lacking``) only words are matched."""

    by_meaning: bool = Field(description="whether vectors were used too")
    lacking: int = Field(description="texts whose vectors are still being computed: search again", examples=[0])


class MemoryIn(RequestModel):
    """A memory to add."""

    of: str = Field(
        max_length=80, examples=["tove"], description="the owner: `world`, or a person or place by id or name"
    )
    text: Text
    kind: HandMadeName = "semantic"
    importance: float | None = Field(
        default=None, ge=1, le=10, allow_inf_nan=False, description="null: the game rates it", examples=[6.0]
    )
    about: list[Annotated[str, Field(max_length=80)]] = Field(
        default=[], max_length=20, description="ids or names of its subjects", examples=[["odo"]]
    )
    location_id: str | None = Field(
        default=None,
        max_length=64,
        description="where it happened; null: nowhere in particular",
        examples=["ferry-landing"],
    )
    pinned: bool = Field(default=False, description="whether the game never archives it")


class MemoryPatch(RequestModel):
    """A change of a memory: ``text`` makes a new memory that supersedes this one; ``pinned`` pins it, so that the game
    never archives it, or unpins it. Null leaves either as it is."""

    text: Text | None = None
    pinned: bool | None = Field(default=None, examples=[True])
