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


def parse_command(data: dict[str, Any]) -> AnyCommand:
    """A command from its JSON form, or InvalidInput with one line that names the field."""
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "command"
        raise InvalidInput(f"Bad command, {where}: {first['msg']}.") from None
