"""Memories, what they come from, and who knows what."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from app.api.schemas.base import Model, Page, RequestModel, ResponseModel
from app.models.memory_id import make_message_id
from app.models.memory_kinds import HandMadeName


def _message_id(index: Any) -> Any:
    return make_message_id(index) if isinstance(index, int) else index


MessageId = Annotated[str, BeforeValidator(_message_id), Field(examples=["m-7"])]
Text = Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo lost his key in the cellar."])]


class MemoryOut(ResponseModel):
    """A memory as it stands. ``of``: whose it is, as `npc/tove`, `location/inn` or `world`; a ``text`` never changes:
    what says it otherwise is another memory, by which this one is superseded."""

    id: str = Field(examples=["tove-042"], description="m-7 is a message")
    of: str = Field(examples=["npc/tove"])
    kind: str = Field(examples=["summary"])
    text: str = Field(validation_alias="summary", examples=["Mara promised Tove Marrick to ring the bell."])
    state: Literal["stands", "archived", "superseded"]
    created_at: datetime
    turn: int | None = Field(examples=[4])
    game_time: int | None = Field(examples=[941])
    location_id: str | None = Field(examples=["ferry-landing"])
    quest_id: str | None
    subjects: list[str] = Field(description="whom and what it is about", examples=[["player", "tove"]])
    keywords: list[str] = Field(examples=[["The Silent Bell"]])
    tags: list[str] = Field(examples=[["npc-session"]])
    category: str | None = Field(description="of a gifted memory")
    origin: str | None = Field(examples=["dialogue"])
    origin_id: str | None = Field(description="who told it", examples=["player"])
    importance: float | None = Field(description="1 to 10; null: not rated yet", examples=[6.0])
    depth: int = Field(description="0: lived; of a conclusion, one more than its evidence")
    evidence: list[str] = Field(description="ids of what it was drawn from")
    first_message_id: MessageId | None = Field(validation_alias="first_message_index")
    last_message_id: MessageId | None = Field(validation_alias="since_message_index")
    archived_by: str | None
    superseded_by: str | None
    pinned: bool
    hand_made: bool
    recalls: int
    last_recalled: int | None = Field(description="game time")
    strength: int = Field(description="how often it was reinforced")
    happened: str | None = Field(
        default=None, description="of an observation: the kind of event that was seen", examples=["item_given"]
    )


class ScopeOut(Model):
    """Whose memories there are. ``count``: how many of them stand, ``kinds`` says of which kinds, ``pinned`` and
    ``hand_made`` how many of these are; ``archived``: how many were put away or superseded."""

    of: str = Field(examples=["npc/tove"])
    name: str = Field(examples=["Tove Marrick"])
    count: int = Field(examples=[31])
    kinds: dict[str, int] = Field(examples=[{"observation": 21, "summary": 4, "gifted": 6}])
    pinned: int = Field(examples=[1])
    hand_made: int = Field(examples=[1])
    archived: int = Field(examples=[2])


class SpellOut(Model):
    """How many memories of a kind there are in a spell of game time that begins at ``since``."""

    since: int = Field(examples=[930])
    kind: str = Field(examples=["observation"])
    count: int = Field(examples=[3])


class TimelineOut(Model):
    """How memories spread over game time, in spells of ``minutes`` each, from ``first`` to ``last``; null where there
    are none. Spells without any are left out."""

    first: int | None = Field(examples=[930])
    last: int | None = Field(examples=[1012])
    minutes: int = Field(examples=[1])
    spells: list[SpellOut]


class MarkOut(Model):
    """A span of a text, from ``start`` up to ``end`` in characters, and where it comes from, if it repeats."""

    start: int = Field(examples=[12])
    end: int = Field(examples=[40])
    kind: Literal["listing", "refusal", "repeated", "aside", "note"] = Field(examples=["repeated"])
    source: str | None = Field(default=None, description="the id of a memory or message", examples=["tove-015"])


class MessageOut(ResponseModel):
    """What was said or told."""

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
    """``claims``: what it promises, threatens, claims … in its own words: something to ask
    [get knowledge](#get-knowledge) about; ``kept_in``: for the game master the memories that were made of it."""

    claims: list[str] = Field(examples=[["I promise to ring it once for Henrik."]])
    kept_in: list[MemoryOut]


class BehindOut(MessageOut):
    """A message that a memory was made of; ``marks`` are the spans that the memory's text repeats."""

    marks: list[MarkOut]


class EvidenceOut(Model):
    """A memory and what it was drawn from; what stands in several places has its own evidence in one of them."""

    memory: MemoryOut
    evidence: list["EvidenceOut"] = []
    heard: bool | None = Field(default=None, description="of a message: whether the person was there to hear it")
    messages_left_out: int = Field(default=0, description="how many more, older messages it was made of")


class MemoryDetail(Model):
    """``marks``: spans of its text that repeat one of the ``messages``; ``claims``: what was promised, threatened,
    claimed … in the words said: something to ask [get knowledge](#get-knowledge) about; ``history``: the memory, what
    it stands in place of and what stands in its place now, oldest first; ``messages``: what was said that it was made
    of, the newest of them; ``messages_left_out``: how many more."""

    memory: MemoryOut
    marks: list[MarkOut]
    claims: list[str] = Field(examples=[["I promise to ring it once for Henrik."]])
    history: list[MemoryOut]
    evidence: list[EvidenceOut]
    messages: list[BehindOut]
    messages_left_out: int


class RecallOut(Model):
    """A turn in which a memory came to mind: it was ``offered`` to whoever told the turn, or a person ``answered`` out
    of it; ``why`` says it on one line."""

    turn: int = Field(examples=[12])
    game_time: int | None = Field(examples=[958])
    how: Literal["offered", "answered"]
    score: float = Field(examples=[1.21])
    why: str = Field(examples=["hybrid 1.21 = words 1.0 + meaning 0.21 (promis)"])


class HitOut(Model):
    """A memory that was found. Its ``score`` is the sum of its ``parts``; ``why`` says it on one line."""

    memory: MemoryOut
    rank: int = Field(examples=[1])
    score: float = Field(examples=[1.21])
    parts: dict[str, float] = Field(examples=[{"words": 1.0, "meaning": 0.21}])
    shared: list[str] = Field(
        description="the words asked for that it holds, in their basic form", examples=[["promis"]]
    )
    why: str = Field(examples=["hybrid 1.21 = words 1.0 + meaning 0.21 (promis)"])


class SearchOut(Page[HitOut]):
    """What was found, all on one page. While vectors are made (``lacking``) words alone decide."""

    by_meaning: bool = Field(description="whether meaning decided too")
    lacking: int = Field(description="texts that are still getting a vector: search again", examples=[0])


class MemoryIn(RequestModel):
    """Something to be remembered from now on."""

    of: str = Field(max_length=80, examples=["tove"], description="a person, a place or `world`: a name or an id")
    text: Text
    kind: HandMadeName = "semantic"
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, examples=[6.0])
    about: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=20, examples=[["odo"]])
    location_id: str | None = Field(
        default=None, max_length=64, description="where it happened", examples=["ferry-landing"]
    )
    pinned: bool = False


class MemoryPatch(RequestModel):
    """What is to change: ``text`` makes a memory that stands in place of this one; pinned ones are kept for good."""

    text: Text | None = None
    pinned: bool | None = Field(default=None, examples=[True])


class KnowledgeOut(Model):
    """How a person stands to a claim: since when, through whom (its own id: it was the first to say so), and the
    memory that says it."""

    npc_id: str = Field(examples=["tove"])
    standing: str = Field(examples=["knows"])
    since: int | None = Field(description="game time", examples=[931])
    through_id: str | None = Field(examples=["player"])
    memory_id: str | None = Field(examples=["m-4"])
    text: str = Field(examples=["The ferry leaves at six."])
