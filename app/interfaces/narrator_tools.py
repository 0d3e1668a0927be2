"""The tools of the narrator's seat. Each command of play is a further tool, under its kind."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.interfaces.character_tools import Spoken, Who
from app.interfaces.seat import RequestId, ToolSpec
from app.models.base import MAX_PLAYER_TEXT, Frozen
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryKind

MAX_ORDERS = 16  # commands, and speeches, of one turn
MAX_MINUTES = 7 * MINUTES_PER_DAY  # of one call: minds live through them in ticks of ten minutes

TurnText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PLAYER_TEXT, pattern=r"\S")]


class Look(Frozen):
    """See the scene as the table does: place, exits, people, things, time, quests, act; with all ids."""


class SpokenLine(Frozen):
    """What a person who is here says aloud in a turn."""

    who: Who = Field(description="the person's id or name")
    text: Spoken = Field(description="the bare words, without quotation marks")


class TakeTurn(Frozen):
    """Play what a player says or does, with all that follows from it; the answer tells what came of it.

    Without ``narration`` the game's own narrator understands the text, gives the commands and tells the outcome. With
    it you are the narrator: your commands are carried out first, all of them or nothing happens, then what people say
    and your telling are recorded as they are.
    """

    text: TurnText = Field(description="the player's words, or what the player does")
    speaker: Who | None = Field(default=None, description="the player's id or name; the first player's by default")
    request_id: RequestId = None
    narration: TurnText | None = Field(default=None, description="your own telling, where you are the narrator")
    commands: tuple[dict[str, Any], ...] = Field(
        default=(),
        max_length=MAX_ORDERS,
        description="with narration: what it brings about, each a command with its kind, as {'kind': 'take_item', …}",
    )
    says: tuple[SpokenLine, ...] = Field(
        default=(), max_length=MAX_ORDERS, description="with narration: what people say in it, which is not repeated"
    )


class AdvanceTime(Frozen):
    """Let game time pass, and everybody live through it; it never runs backwards."""

    minutes: int = Field(ge=0, le=MAX_MINUTES)


class Memories(Frozen):
    """Read what a place, a person or the world remembers, the newest first."""

    of: Who = Field(description="a place's or person's id or name, or 'world'")
    limit: int = Field(default=10, ge=1, le=50)
    kind: MemoryKind | None = Field(default=None, description="only memories of this kind")


class Undo(Frozen):
    """Take back the last turns with everything that derives from them; each call of a command was a turn too."""

    turns: int = Field(default=1, ge=1, le=100)
    request_id: RequestId = None


LOOK = ToolSpec("look", Look)
TAKE_TURN = ToolSpec("take_turn", TakeTurn, changes=True)
MEMORIES = ToolSpec("memories", Memories)
UNDO = ToolSpec("undo", Undo, changes=True)
