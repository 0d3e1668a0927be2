"""Orders about time and notes."""

from typing import Literal

from pydantic import Field

from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command

MAX_ADVANCE = 365 * MINUTES_PER_DAY


class AdvanceTimeCommand(Command):
    """Let game time pass; it never runs backwards."""

    kind: Literal["advance_time"] = "advance_time"
    minutes: int = Field(ge=0, le=MAX_ADVANCE)


class AddNoteCommand(Command):
    """Keep a line on purpose; a pinned one is always before the narrator."""

    kind: Literal["add_note"] = "add_note"
    text: str = Field(min_length=1, max_length=1000)
    pinned: bool = False
