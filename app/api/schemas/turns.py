"""Turns: requests, answers, and the events of streams."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter, WrapValidator, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, to_json
from typing_extensions import override

from app.api.schemas.base import ApiModel, ProblemDetails, RequestModel, ResponseModel, WrittenAs
from app.api.schemas.game_models import ModelTrialOut, SituationBegun, SituationOut
from app.api.schemas.memories import MarkOut, MessageId
from app.api.schemas.table import RemarkOut, RemarkRemoved
from app.events.command_table import AnyCommand
from app.interfaces.narrator_tools import SpokenLine
from app.models.base import Id
from app.models.events.play import RecordedEvent
from app.models.messages.piece import Piece
from app.models.typed_text import MAX_HINT, MAX_PLAYER_TEXT

MOST_COMMANDS = 50
PlayerText = Annotated[str, Field(min_length=1, max_length=MAX_PLAYER_TEXT)]


class TurnIn(RequestModel):
    """A line as a player types it. ``player_id``: the player who says it; by default the token's player, else the
    first."""

    text: PlayerText = Field(examples=["ask Tove about the bell"])
    player_id: Id | None = Field(default=None, examples=["player"])


class RetryIn(RequestModel):
    """A wish for the new answer, which a model reads."""

    hint: str | None = Field(default=None, min_length=1, max_length=MAX_HINT, examples=["shorter, and in anger"])


class AnswerIn(RequestModel):
    """Another answer to the line of the last turn."""

    seq: int = Field(ge=1, description="the number of its record", examples=[6])


class WordsIn(RequestModel):
    """Other words for a message of a model; of a speech without quotation marks."""

    text: PlayerText = Field(examples=["She looks at the sand for a while before she answers."])


class EditIn(RequestModel):
    """Another text for the line of a turn: the game continues from there, in place or ``as_branch``, a new game."""

    text: PlayerText = Field(examples=["ask Tove about the tide"])
    as_branch: bool = Field(default=False, description="true: in a new game; false: in place of the old turns")


_COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


def _strictly(value: Any, _: object) -> AnyCommand:
    """Validate a command as strictly as `RequestModel`, but from JSON, which has no tuples, enums or times."""
    return _COMMAND.validate_json(to_json(value), strict=True)


class CommandsIn(RequestModel):
    """Commands to the game: all of them are carried out, in order, or none. `GET /v1/commands` describes each."""

    commands: list[Annotated[AnyCommand, WrapValidator(_strictly)]] = Field(
        min_length=1, max_length=MOST_COMMANDS, examples=[[{"kind": "advance_time", "minutes": 10}]]
    )


class NarrateIn(RequestModel):
    """A turn that the game master narrates: commands, then what people who are here say, then the text."""

    text: str = Field(default="", max_length=MAX_PLAYER_TEXT, examples=["Rain sets in, and the lamps go out."])
    says: list[SpokenLine] = Field(
        default=[], max_length=MOST_COMMANDS, examples=[[{"who": "tove", "text": "Come in, before you drown."}]]
    )
    commands: list[Annotated[AnyCommand, WrapValidator(_strictly)]] = Field(
        default=[], max_length=MOST_COMMANDS, examples=[[]]
    )

    @model_validator(mode="after")
    def _tells_something(self) -> Self:
        if not self.text.strip() and not self.says:
            raise ValueError("give a text, or somebody who speaks")
        return self


class PartOut(ResponseModel):
    """A part of a turn's text. Parts are in reading order."""

    kind: Literal["story", "speech", "refusal", "aside"] = Field(examples=["speech"])
    text: str = Field(examples=["Three nights it has not rung."])
    message_id: MessageId = Field(validation_alias="message_index")
    speaker_id: str | None = Field(default=None, description="the speaker of a speech", examples=["tove"])
    speaker_name: str = Field(default="", examples=["Tove Marrick"])
    to_ids: list[str] = Field(default=[], description="the addressees of a speech", examples=[["player"]])
    marks: list[MarkOut] = []
    by_model: bool = Field(default=False, description="whether a model wrote it, so that its words can be replaced")
    edited: bool = Field(default=False, description="whether a hand has replaced the model's words")


_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)


class EventOut(ApiModel):
    """A fact that has happened. Besides ``kind`` it has the fields of its kind: ids, numbers and texts."""

    model_config = ConfigDict(extra="allow")

    kind: str

    @override
    @classmethod
    def __get_pydantic_json_schema__(cls, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(_EVENT.core_schema), "examples": [{"kind": "quest_started", "quest_id": "silent-bell"}]}


class CommandOut(ApiModel):
    """A command that was carried out; ``derived`` where it followed from another one."""

    command: Annotated[dict[str, Any], WrittenAs(AnyCommand)] = Field(
        examples=[{"kind": "start_quest", "quest_id": "silent-bell"}]
    )
    derived: bool = Field(examples=[True])


class SpendOut(ResponseModel):
    """Model calls and tokens."""

    calls: int = Field(examples=[1])
    input_tokens: int = Field(examples=[2100])
    output_tokens: int = Field(examples=[140])


class ChangeOut(ApiModel):
    """A change made by the engine: the ``kind`` of the event, and its text, which begins with a sign: ``+`` gained,
    ``-`` lost, ``✓`` done, ``→`` moved there, ``!`` anything else."""

    kind: str = Field(examples=["quest_started"])
    text: str = Field(examples=["! quest begun: The Silent Bell"])


class TurnOut(ApiModel):
    """A turn. It replaces all turns that a client has from this number on. Only the game master receives ``commands``,
    ``spend``, ``recalled``, and ``failure`` (why a model did not narrate the turn)."""

    game_id: str = Field(examples=["tide-bell-1a2b3c4d"])
    turn: int = Field(examples=[4])
    seq: int = Field(description="the number of its record", examples=[6])
    player_id: str | None = Field(
        default=None,
        description="the player who typed the line, or asked to go on; of a turn of commands a player's token sees "
        "whether they were its own player's",
        examples=["player"],
    )
    player_input: str | None = Field(
        default=None,
        description='null for a turn of commands only, "" where the narrator went on without a line',
        examples=["ask Tove about the bell"],
    )
    at: datetime | None = Field(default=None, description="when its first message was written; wall-clock time, UTC")
    parts: list[PartOut] = []
    message_ids: list[MessageId] = Field(
        default=[], description="ids of all its messages", examples=[["m-6", "m-7", "m-8"]]
    )
    events: list[EventOut] = []
    changes: str = Field(
        default="",
        description="the line in which the engine summarises what changed",
        examples=["The Ferry Landing · Day 1, 15:31"],
    )
    changed: list[ChangeOut] = Field(default=[], description="the same line part by part, without place and time")
    place: str = Field(
        default="", description="the name of the place where the turn ended", examples=["The Ferry Landing"]
    )
    game_time: int | None = Field(default=None, description="when the turn ended", examples=[931])
    location_id: str | None = Field(default=None, description="where the turn ended", examples=["ferry-landing"])
    interrupted: bool = Field(
        default=False, description="whether the player stopped the narration after some text of it was shown"
    )
    degraded: bool = Field(default=False, description="whether the rules narrated it because the model failed")
    commands: list[CommandOut] = []
    spend: SpendOut | None = None
    recalled: list[str] = Field(
        default=[],
        description="ids of the memories and messages that it used: those recalled in the prompt that the model read, "
        "and those that people answered from",
        examples=[["tove-012", "m-3"]],
    )
    failure: str = ""


class AnswersOut(ApiModel):
    """The answers to the line of the last turn."""

    items: list[TurnOut] = Field(description="oldest first")
    chosen: int = Field(description="the `seq` of the one that the present turn is, among them", examples=[6])


class BranchedTurn(TurnOut):
    """The turn of an edited line. ``token``: as for a new branch."""

    token: str | None = Field(default=None, examples=["tide-bell-9e8d7c6b.…"])


class StopOut(ApiModel):
    stopped: bool = Field(examples=[True], description="false where no turn was in progress, or not yours")


class CommandInfo(ApiModel):
    kind: str = Field(examples=["start_quest"])
    description: str = Field(examples=["Begin a quest."])
    json_schema: dict[str, Any] = Field(examples=[{"properties": {}, "type": "object"}])


class GamePosition(ApiModel):
    """The number of the newest record that counts. It is sent when a stream begins without `Last-Event-ID`
    (``stands``), when turns were undone, namely those with a greater ``seq`` (``undone``), when no background work
    waits any more (``settled``), and when some of it failed and waits for the next attempt (``unsettled``)."""

    seq: int


class StreamedText(ApiModel):
    """Text of a turn in progress, which may be replaced; the finished turn has the whole text. Append each ``piece`` to
    the text shown so far; ``words``, ``speaker_name`` and ``marks`` describe it as those of a part of a turn do. A part
    begins where the speaker changes, and with a ``piece`` that begins with an empty line."""

    turn: int
    piece: str = Field(examples=["\n\nTove Marrick: “Three nights it has not rung.”"])
    words: str = Field(
        description="the text without the empty line, and for a speech without name and quotation marks",
        examples=["Three nights it has not rung."],
    )
    speaker_id: str | None = Field(default=None, description="the speaker of a speech", examples=["tove"])
    speaker_name: str = Field(default="", examples=["Tove Marrick"])
    marks: list[MarkOut] = Field(default=[], description="spans of `words`")

    @classmethod
    def of(cls, turn: int, text: str) -> "StreamedText":
        """Return a piece of text as the narrator sent it, split into words and speaker."""
        piece = Piece.of(text)
        marks = [MarkOut.model_validate(mark._asdict()) for mark in piece.marks]
        who, name = piece.speaker_id, piece.speaker_name
        return cls(turn=turn, piece=piece, words=piece.words, speaker_id=who, speaker_name=name, marks=marks)


class MissedOut(ApiModel):
    """A range of records that were not sent, and the path under which to read the turns. The client read too slowly, or
    more than 500 records came after its `Last-Event-ID`. Without numbers only events of no record were lost, as
    text."""

    first: int | None
    last: int | None
    turns: str = Field(description="the path of the game's turns")


class PresenceOut(ApiModel):
    player_id: str
    is_here: bool


class TitleOut(ApiModel):
    title: str


class StreamedMemory(ApiModel):
    """A memory that was made in the background; sent to the game master only."""

    memory_id: str
    of: str
    kind: str
    summary: str


TRIAL_EVENTS: dict[str, type[ApiModel]] = {"begun": SituationBegun, "tried": SituationOut, "report": ModelTrialOut}
"""The data of the events of a trial of a model; the others are of games."""
STREAM_EVENTS: dict[str, type[ApiModel]] = {
    "stands": GamePosition,
    "text": StreamedText,
    "command": CommandOut,
    "event": EventOut,
    "turn": TurnOut,
    "problem": ProblemDetails,
    "memory": StreamedMemory,
    "settled": GamePosition,
    "unsettled": GamePosition,
    "undone": GamePosition,
    "title": TitleOut,
    "presence": PresenceOut,
    "remark": RemarkOut,
    "remark_removed": RemarkRemoved,
    "missed": MissedOut,
    **TRIAL_EVENTS,
}
"""The data of each event of a stream, by the event's name."""


ITEM_SCHEMA = "x-item-schema"


def stream_responses(*names: str, **others: type[ApiModel]) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` of an operation that streams these events, for the OpenAPI document.

    Args:
        names: The events.
        others: The data of events that differ from `STREAM_EVENTS`.

    OpenAPI 3.1 cannot describe the items of a stream, which 3.2 calls itemSchema; hence `ITEM_SCHEMA`.
    """
    refs = {name: {"$ref": f"#/components/schemas/{(STREAM_EVENTS | others)[name].__name__}"} for name in names}
    data = {"type": "string", "contentMediaType": "application/json"}
    events = [{"event": {"const": name}, "data": {**data, "contentSchema": ref}} for name, ref in refs.items()]
    one_of = [{"type": "object", "properties": event, "required": [*event]} for event in events]
    return {200: {"content": {"text/event-stream": {ITEM_SCHEMA: {"oneOf": one_of}}}}}
