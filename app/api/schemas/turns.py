"""Turns: what is asked for, what they tell, and what else a stream of events tells."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, WrapValidator
from pydantic_core import to_json

from app.api.schemas.base import Model, ProblemDetails, RequestModel, ResponseModel
from app.api.schemas.memories import MarkOut, MessageId
from app.events.command_table import AnyCommand
from app.models.base import MAX_PLAYER_TEXT, Id
from app.models.messages.piece import Piece

MOST_COMMANDS = 50
PlayerText = Annotated[str, Field(min_length=1, max_length=MAX_PLAYER_TEXT)]


class TurnIn(RequestModel):
    """A line as a player types it. ``player_id``: who says it, by default the token's player, else the first."""

    text: PlayerText = Field(examples=["ask Tove about the bell"])
    player_id: Id | None = Field(default=None, examples=["player"])


class EditIn(RequestModel):
    """Other words for a line that was typed: the game goes on from there, here or ``as_branch``, a new game."""

    text: PlayerText = Field(examples=["ask Tove about the tide"])
    as_branch: bool = False


_COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


def _strictly(given: Any, _: object) -> AnyCommand:
    """As strict as `RequestModel`, but as JSON: no tuples, enums and times are in it, only their JSON forms."""
    return _COMMAND.validate_json(to_json(given), strict=True)


class CommandsIn(RequestModel):
    """Orders to the game: all of them are carried out, in order, or none. `GET /v1/commands` describes each."""

    commands: list[Annotated[AnyCommand, WrapValidator(_strictly)]] = Field(
        min_length=1, max_length=MOST_COMMANDS, examples=[[{"kind": "advance_time", "minutes": 10}]]
    )


class PartOut(ResponseModel):
    """One part of what a turn tells, in the order in which it is told."""

    kind: Literal["story", "speech", "refusal", "aside"] = Field(examples=["speech"])
    text: str = Field(examples=["Three nights it has not rung."])
    message_id: MessageId = Field(validation_alias="message_index")
    speaker_id: str | None = Field(default=None, description="of a speech: who says it", examples=["tove"])
    speaker_name: str = Field(default="", examples=["Tove Marrick"])
    to_ids: list[str] = Field(default=[], description="of a speech: to whom", examples=[["player"]])
    marks: list[MarkOut] = []


class EventOut(Model):
    """A fact that has happened. Beside ``kind`` it has the fields of its kind: ids, numbers and texts."""

    model_config = ConfigDict(
        extra="allow", json_schema_extra={"examples": [{"kind": "quest_started", "quest_id": "silent-bell"}]}
    )

    kind: str


class CommandOut(Model):
    """An order that was carried out; a ``derived`` one followed from another by itself."""

    command: dict[str, Any] = Field(examples=[{"kind": "start_quest", "quest_id": "silent-bell"}])
    derived: bool = Field(examples=[True])


class SpendOut(ResponseModel):
    """What a model cost."""

    calls: int = Field(examples=[1])
    input_tokens: int = Field(examples=[2100])
    output_tokens: int = Field(examples=[140])


class ChangeOut(Model):
    """What the engine changed: the ``kind`` of the event, and what it says of it. The text begins with a sign: ``+``
    gained, ``-`` gone, ``✓`` done, ``→`` moved there, ``!`` anything else."""

    kind: str = Field(examples=["quest_started"])
    text: str = Field(examples=["! quest begun: The Silent Bell"])


class TurnOut(Model):
    """A turn. It replaces all turns that a client has from this number on. For the game master alone: ``commands``,
    ``spend``, ``recalled``, and ``failure``, why a model did not tell the turn."""

    game_id: str = Field(examples=["tide-bell-1a2b3c4d"])
    turn: int = Field(examples=[4])
    seq: int = Field(description="the number of its record", examples=[6])
    player_id: str | None = Field(default=None, description="who typed the line", examples=["player"])
    player_input: str | None = Field(
        default=None, description="null: commands alone", examples=["ask Tove about the bell"]
    )
    at: datetime | None = None
    parts: list[PartOut] = []
    message_ids: list[MessageId] = Field(
        default=[], description="of all its messages", examples=[["m-6", "m-7", "m-8"]]
    )
    events: list[EventOut] = []
    changes: str = Field(default="", description="the engine's own line", examples=["The Ferry Landing · Day 1, 15:31"])
    changed: list[ChangeOut] = Field(default=[], description="the same line part by part, without place and time")
    place: str = Field(default="", description="the name of the place where it ended", examples=["The Ferry Landing"])
    game_time: int | None = Field(default=None, description="when it ended", examples=[931])
    location_id: str | None = Field(default=None, description="where it ended", examples=["ferry-landing"])
    interrupted: bool = False
    degraded: bool = Field(default=False, description="the rules told it, where a model should have")
    commands: list[CommandOut] = []
    spend: SpendOut | None = None
    recalled: list[str] = Field(
        default=[],
        description="ids of the memories and messages that it was told from: those recalled in the prompt that was read"
        " and those that people answered from",
        examples=[["tove-012", "m-3"]],
    )
    failure: str = ""


class BranchedTurn(TurnOut):
    """A turn of an edited line. ``token``: as for a new branch."""

    token: str | None = Field(default=None, examples=["tide-bell-9e8d7c6b.…"])


class StopOut(Model):
    stopped: bool = Field(examples=[True], description="false where no turn was in progress")


class CommandInfo(Model):
    kind: str = Field(examples=["start_quest"])
    description: str = Field(examples=["Begin a quest."])
    json_schema: dict[str, Any] = Field(examples=[{"properties": {}, "type": "object"}])


class StandsAt(Model):
    """The number of the record at which the game stands: told when a stream begins, when turns were taken back
    (``undone``), those whose number (``seq``) is greater, when nothing of it waits any more (``settled``), and when
    some of it could not be condensed and waits for the next time (``unsettled``)."""

    seq: int


class TextTold(Model):
    """Text of a turn in progress, which may yet be told anew; the finished turn has it all. ``piece`` goes on in one
    text, to read as it is; ``words``, ``speaker_name`` and ``marks`` say what it is as those of a part of a turn do. A
    part begins where the speaker changes, and with a ``piece`` that begins with an empty line."""

    turn: int
    piece: str = Field(examples=["\n\nTove Marrick: “Three nights it has not rung.”"])
    words: str = Field(
        description="without the empty line, and of a speech without name and quotation marks",
        examples=["Three nights it has not rung."],
    )
    speaker_id: str | None = Field(default=None, description="of a speech: who says it", examples=["tove"])
    speaker_name: str = Field(default="", examples=["Tove Marrick"])
    marks: list[MarkOut] = Field(default=[], description="of its words")

    @classmethod
    def of(cls, turn: int, text: str) -> "TextTold":
        """What a narrator has shown."""
        piece = Piece.of(text)
        marks = [MarkOut.model_validate(mark._asdict()) for mark in piece.marks]
        who, name = piece.speaker_id, piece.speaker_name
        return cls(turn=turn, piece=piece, words=piece.words, speaker_id=who, speaker_name=name, marks=marks)


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


TOLD: dict[str, type[Model]] = {
    "stands": StandsAt,
    "text": TextTold,
    "command": CommandOut,
    "event": EventOut,
    "turn": TurnOut,
    "problem": ProblemDetails,
    "memory": MemoryTold,
    "settled": StandsAt,
    "unsettled": StandsAt,
    "undone": StandsAt,
    "title": TitleOut,
    "presence": PresenceOut,
    "missed": MissedOut,
}
"""What streams tell, by the names of the events."""


ITEM_SCHEMA = "x-item-schema"


def streaming(*names: str, **others: type[Model]) -> dict[int | str, dict[str, Any]]:
    """The answer of an operation that streams these events, for the OpenAPI document; ``others``: what an event has in
    place of what it has elsewhere. OpenAPI 3.1 has no word for the items of a stream, which 3.2 calls itemSchema."""
    refs = {name: {"$ref": f"#/components/schemas/{(TOLD | others)[name].__name__}"} for name in names}
    data = {"type": "string", "contentMediaType": "application/json"}
    events = [{"event": {"const": name}, "data": {**data, "contentSchema": ref}} for name, ref in refs.items()]
    one_of = [{"type": "object", "properties": event, "required": [*event]} for event in events]
    return {200: {"content": {"text/event-stream": {ITEM_SCHEMA: {"oneOf": one_of}}}}}
