"""Every command of the game in one discriminated union: a Python call, a tool, a line of the journal, a body."""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.commands.character import (
    AssociateMemoriesCommand,
    FormMemoryCommand,
    PlayCharacterCommand,
    ReinforceMemoryCommand,
    SeedMemoriesCommand,
    UpdateGoalCommand,
)
from app.events.commands.item import DropItemCommand, GiveItemCommand, TakeItemCommand, UseItemCommand
from app.events.commands.location import (
    ChangeLocationCommand,
    DiscoverSecretCommand,
    UpdateLocationStateCommand,
)
from app.events.commands.memory import (
    AddMemoryCommand,
    ArchiveMemoryCommand,
    PinMemoryCommand,
    ReplaceMemoryCommand,
)
from app.events.commands.mind import (
    AdjustRelationshipCommand,
    CreateArtifactCommand,
    EatCommand,
    SetActivityCommand,
    SetPlanCommand,
    UpdatePlanItemCommand,
)
from app.events.commands.npc import AskTopicCommand, MoveNPCCommand, SetNPCAttitudeCommand
from app.events.commands.quest import (
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    ProgressActCommand,
    StartQuestCommand,
)
from app.events.commands.world import AddNoteCommand, AdvanceTimeCommand
from app.models.command import Command

__all__ = [
    "CHARACTER_ORDERS",
    "COMMAND_TYPES",
    "HAND_EDITS",
    "MIND_ORDERS",
    "AddMemoryCommand",
    "AddNoteCommand",
    "AdjustRelationshipCommand",
    "AdvanceTimeCommand",
    "AnyCommand",
    "ArchiveMemoryCommand",
    "AskTopicCommand",
    "AssociateMemoriesCommand",
    "ChangeLocationCommand",
    "CompleteObjectiveCommand",
    "CompleteQuestCommand",
    "CreateArtifactCommand",
    "DiscoverSecretCommand",
    "DropItemCommand",
    "EatCommand",
    "FormMemoryCommand",
    "GiveItemCommand",
    "MoveNPCCommand",
    "PinMemoryCommand",
    "PlayCharacterCommand",
    "ProgressActCommand",
    "ReinforceMemoryCommand",
    "ReplaceMemoryCommand",
    "SeedMemoriesCommand",
    "SetActivityCommand",
    "SetNPCAttitudeCommand",
    "SetPlanCommand",
    "StartQuestCommand",
    "TakeItemCommand",
    "UpdateGoalCommand",
    "UpdateLocationStateCommand",
    "UpdatePlanItemCommand",
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
    | AddNoteCommand
    | AddMemoryCommand
    | PinMemoryCommand
    | ArchiveMemoryCommand
    | ReplaceMemoryCommand
    | SetPlanCommand
    | UpdatePlanItemCommand
    | SetActivityCommand
    | EatCommand
    | AdjustRelationshipCommand
    | CreateArtifactCommand
    | SeedMemoriesCommand
    | FormMemoryCommand
    | ReinforceMemoryCommand
    | AssociateMemoriesCommand
    | UpdateGoalCommand
    | PlayCharacterCommand,
    Field(discriminator="kind"),
]

COMMAND_TYPES: tuple[type[Command], ...] = (
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
"""The orders of play: what may happen in a story. Every bus carries them out, and a narrator may give them."""

HAND_EDITS: tuple[type[Command], ...] = (
    AddMemoryCommand,
    PinMemoryCommand,
    ArchiveMemoryCommand,
    ReplaceMemoryCommand,
)
"""What a person changes by hand about what a game remembers. No narrator gives such an order."""

MIND_ORDERS: tuple[type[Command], ...] = (
    SetPlanCommand,
    UpdatePlanItemCommand,
    SetActivityCommand,
    EatCommand,
    AdjustRelationshipCommand,
    CreateArtifactCommand,
)
"""What people's minds decide about themselves. No narrator gives such an order."""

CHARACTER_ORDERS: tuple[type[Command], ...] = (
    SeedMemoriesCommand,
    FormMemoryCommand,
    ReinforceMemoryCommand,
    AssociateMemoriesCommand,
    UpdateGoalCommand,
    PlayCharacterCommand,
)
"""What whoever plays a character orders about its memory and goals. No narrator gives such an order."""

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
