"""Turns: what is asked for, what they tell, and what else a stream of events tells."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from app.api.schemas.base import Model
from app.events.command_table import AnyCommand
from app.models.base import MAX_PLAYER_TEXT, Id

MOST_COMMANDS = 50
PlayerText = Annotated[str, Field(min_length=1, max_length=MAX_PLAYER_TEXT)]


class TurnIn(Model):
    """A line as a player types it. ``player_id``: who says it, by default the token's player, else the first."""

    text: PlayerText = Field(examples=["I ask Odo about the bell"])
    player_id: Id | None = Field(default=None, examples=["player"])


class EditIn(Model):
    """Other words for a line that was typed: the game goes on from there, here or ``as_branch``, a new game."""

    text: PlayerText = Field(examples=["I ask Odo about the tide"])
    as_branch: bool = False


class CommandsIn(Model):
    """Orders to the game: all of them are carried out, in order, or none. `GET /v1/commands` describes each."""

    commands: list[AnyCommand] = Field(
        min_length=1, max_length=MOST_COMMANDS, examples=[[{"kind": "advance_time", "minutes": 10}]]
    )


class MarkOut(Model):
    """A span of a part's text, from ``start`` up to ``end`` in characters, and where it comes from, if it repeats."""

    start: int
    end: int
    kind: Literal["listing", "refusal", "repeated", "aside"]
    source: str | None = Field(default=None, description="the id of a memory or message")


class PartOut(Model):
    """One part of what a turn tells, in the order in which it is told."""

    kind: Literal["story", "speech", "refusal", "aside"]
    text: str
    message_id: str
    speaker_id: str | None = Field(default=None, description="of a speech: who says it")
    speaker_name: str = ""
    to_ids: list[str] = Field(default=[], description="of a speech: to whom")
    marks: list[MarkOut] = []


class EventOut(Model):
    """A fact that has happened. Beside ``kind`` it has the fields of its kind: ids, numbers and texts."""

    model_config = ConfigDict(
        extra="allow", json_schema_extra={"examples": [{"kind": "item_taken", "item_id": "rope"}]}
    )

    kind: str


class CommandOut(Model):
    """An order that was carried out; a ``derived`` one followed from another by itself."""

    command: dict[str, Any]
    derived: bool


class SpendOut(Model):
    """What a model cost."""

    calls: int
    input_tokens: int
    output_tokens: int


class TurnOut(Model):
    """A turn. It replaces all turns that a client has from this number on. For the game master alone: ``commands``,
    ``spend``, and ``failure``, why a model did not tell the turn."""

    game_id: str
    turn: int
    seq: int = Field(description="the number of its record")
    player_id: str | None = Field(default=None, description="who typed the line")
    player_input: str | None = Field(default=None, description="null for a turn of commands alone")
    at: datetime | None = None
    parts: list[PartOut] = []
    message_ids: list[str] = Field(default=[], description="of all its messages")
    events: list[EventOut] = []
    changes: str = Field(default="", description="the engine's own line of what changed")
    interrupted: bool = False
    degraded: bool = Field(default=False, description="the rules told it, where a model should have")
    commands: list[CommandOut] = []
    spend: SpendOut | None = None
    failure: str = ""


class BranchedTurn(TurnOut):
    """A turn of an edited line. ``token``: as for a new branch."""

    token: str | None = None


class StopOut(Model):
    stopped: bool = Field(description="false where no turn was in progress")


class CommandInfo(Model):
    kind: str
    description: str
    json_schema: dict[str, Any]


class StandsAt(Model):
    """The number of the record at which the game stands: told when a stream begins, and when turns were taken back
    (``undone``): those whose number (``seq``) is greater."""

    seq: int


class TextTold(Model):
    """Text of a turn in progress, which may yet be told anew; the finished turn has it all."""

    turn: int
    piece: str


class MissedOut(Model):
    """What was not sent because it was not read fast enough, by the numbers of records, and where to ask for it."""

    first: int | None
    last: int | None
    turns: str = Field(description="the path of the game's turns")


class PresenceOut(Model):
    player_id: str
    is_here: bool


class TitleOut(Model):
    title: str


class MemoryTold(Model):
    """A memory that was made while the game settled; told to the game master."""

    memory_id: str
    of: str
    kind: str
    summary: str
