"""Every command of the game; `app.events.command_table` says who carries it out and who may give it."""

# ruff: noqa: F403, F405  # the list says what is meant
from app.events.commands.character import *
from app.events.commands.memory import *
from app.events.commands.mind import *
from app.events.commands.play import *

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
