"""Every command of the game; `app.events.command_table` says who carries it out and who may give it."""

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
    ImportMemoriesCommand,
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

__all__ = [
    "AddMemoryCommand",
    "AddNoteCommand",
    "AdjustRelationshipCommand",
    "AdvanceTimeCommand",
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
    "ImportMemoriesCommand",
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
]
