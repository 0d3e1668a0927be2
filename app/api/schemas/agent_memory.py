"""Memories alone: what agents of other programs remember."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from app.api.schemas.base import RequestModel, Title
from app.interfaces.memory_tools import MAX_OWNERS_AT_ONCE
from app.models.memory_kinds import FormedName

OwnerName = Annotated[str, Field(min_length=1, max_length=120, pattern=r"\S", examples=["Ana"])]
Date = Annotated[datetime, Field(strict=False)]
"""A date of JSON, which is a text."""


class NewMemoryGame(RequestModel):
    """A memory alone, to create."""

    title: Title = Field(default="Memory", examples=["The team's assistant"])
    start: Date | None = Field(
        default=None,
        description="the date at which a time of the caller's own begins; null: it goes by real time",
        examples=["1990-01-01T00:00:00Z"],
    )


class RememberIn(RequestModel):
    """A new memory. Agents and places are made when they are first named."""

    who: list[OwnerName] = Field(
        min_length=1,
        max_length=MAX_OWNERS_AT_ONCE,
        description="the whole names or ids of those who remember it; `world`: everybody",
        examples=[["Ana", "Ben"]],
    )
    text: str = Field(min_length=1, max_length=1000, pattern=r"\S", examples=["The launch is on Friday."])
    about: list[OwnerName] = Field(
        default=[], max_length=20, description="names of whom or what it is about", examples=[["launch"]]
    )
    when: Date | None = Field(
        default=None, description="when it happened; null: now", examples=["2026-05-01T18:30:00Z"]
    )
    where: OwnerName | None = Field(default=None, description="the place where it happened", examples=["the office"])
    said_by: OwnerName | None = Field(default=None, description="whose words the text is", examples=["Ben"])
    kind: FormedName = "observation"
    importance: float | None = Field(
        default=None, ge=1, le=10, allow_inf_nan=False, description="null: it is computed", examples=[6.0]
    )
    confidential: bool = Field(default=False, description="whether it was told in confidence")
