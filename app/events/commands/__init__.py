"""Every command of the game in one discriminated union: a Python call, a tool, a line of the journal, a body."""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.commands.item import DropItemCommand, GiveItemCommand, TakeItemCommand, UseItemCommand
from app.events.commands.location import (
    ChangeLocationCommand,
    DiscoverSecretCommand,
    UpdateLocationStateCommand,
)
from app.events.commands.npc import AskTopicCommand, MoveNPCCommand, SetNPCAttitudeCommand
from app.events.commands.quest import (
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    ProgressActCommand,
    StartQuestCommand,
)
from app.events.commands.world import AddNoteCommand, AdvanceTimeCommand

__all__ = [
    "COMMAND_TYPES",
    "AddNoteCommand",
    "AdvanceTimeCommand",
    "AnyCommand",
    "AskTopicCommand",
    "ChangeLocationCommand",
    "CompleteObjectiveCommand",
    "CompleteQuestCommand",
    "DiscoverSecretCommand",
    "DropItemCommand",
    "GiveItemCommand",
    "MoveNPCCommand",
    "ProgressActCommand",
    "SetNPCAttitudeCommand",
    "StartQuestCommand",
    "TakeItemCommand",
    "UpdateLocationStateCommand",
    "UseItemCommand",
    "parse_command",
]

AnyCommand = Annotated[
    ChangeLocationCommand
    | UpdateLocationStateCommand
    | DiscoverSecretCommand
    | MoveNPCCommand
    | SetNPCAttitudeCommand
    | AskTopicCommand
    | StartQuestCommand
    | CompleteObjectiveCommand
    | CompleteQuestCommand
    | ProgressActCommand
    | TakeItemCommand
    | DropItemCommand
    | GiveItemCommand
    | UseItemCommand
    | AdvanceTimeCommand
    | AddNoteCommand,
    Field(discriminator="kind"),
]

COMMAND_TYPES = (
    ChangeLocationCommand,
    UpdateLocationStateCommand,
    DiscoverSecretCommand,
    MoveNPCCommand,
    SetNPCAttitudeCommand,
    AskTopicCommand,
    StartQuestCommand,
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    ProgressActCommand,
    TakeItemCommand,
    DropItemCommand,
    GiveItemCommand,
    UseItemCommand,
    AdvanceTimeCommand,
    AddNoteCommand,
)

_ADAPTER: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


_LONGEST_SHOWN = 60


def parse_command(data: dict[str, Any]) -> AnyCommand:
    """A command from its JSON form, or InvalidInput with one line that names the field."""
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "union_tag_invalid":
            raise InvalidInput(f"Bad command, kind: there is no command {_shown(first['ctx']['tag'])!r}.") from None
        where = ".".join(_shown(part) for part in first["loc"]) or "command"
        raise InvalidInput(f"Bad command, {where}: {first['msg']}.") from None


def _shown(given: object) -> str:
    """What somebody sent, short and on one line: what cannot be printed is escaped."""
    text = str(given)
    short = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in short)
