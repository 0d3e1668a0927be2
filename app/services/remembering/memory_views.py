"""What is answered about a memory alone, over the API and at its seat alike."""

from datetime import datetime

from pydantic import Field

from app.models.base import View


class RememberedText(View):
    """A memory of an owner. ``who`` is the name of the owner, or `world`."""

    id: str = Field(examples=["made-ana-001"])
    who: str = Field(examples=["Ana"])
    text: str = Field(examples=["The launch is on Friday."])
    when: datetime


class RecalledText(RememberedText):
    """A memory that came to mind. ``relevance`` says from 0 to 1 how like the question it is; ``why`` is its score on
    one line, where it was asked for."""

    kind: str = Field(examples=["observation"])
    about: list[str] = Field(examples=[["Ben"]])
    where: str | None = Field(examples=["the office"])
    said_by: str | None = Field(examples=["Ben"])
    confidential: bool
    importance: float | None = Field(examples=[5.5])
    relevance: float = Field(examples=[0.74])
    score: float = Field(examples=[2.31])
    why: str | None = Field(default=None, examples=["hybrid 2.31 = 1 × meaning 0.62 + …"])


class Knower(View):
    """Whether an agent knows a claim, ``since`` when, the speaker ``through`` which it knows it (itself: it was the
    first to say so; null: it was not said), and the memory that says it."""

    who: str = Field(examples=["Ana"])
    standing: str = Field(examples=["knows"])
    since: datetime | None = None
    through: str | None = Field(default=None, examples=["Ben"])
    memory_id: str | None = Field(default=None, examples=["made-ana-001"])
    text: str = Field(default="", examples=["The launch is on Friday."])
