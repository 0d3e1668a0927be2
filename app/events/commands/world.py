"""Orders about time and notes."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.models.base import has_control_characters
from app.models.command import Command
from app.models.state.clock import MINUTES_PER_DAY

MAX_ADVANCE = 365 * MINUTES_PER_DAY


def _readable(text: str) -> str:
    if not text.strip() or has_control_characters(text):
        raise ValueError("a note is readable text without control characters")
    return text


class AdvanceTimeCommand(Command):
    """Let game time pass; it never runs backwards."""

    kind: Literal["advance_time"] = "advance_time"
    minutes: int = Field(ge=0, le=MAX_ADVANCE)


class AddNoteCommand(Command):
    """Keep a line on purpose; a pinned one is always before the narrator."""

    kind: Literal["add_note"] = "add_note"
    text: Annotated[str, AfterValidator(_readable)] = Field(min_length=1, max_length=1000)
    pinned: bool = False
