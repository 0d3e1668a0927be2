"""One row for each command: its class, its handler, who gives it, and whether it is a narrator's tool."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events import commands
from app.events.handlers.action_handler import ActionHandler
from app.events.handlers.base import Handler, handled_by
from app.events.handlers.canon_handler import CanonHandler
from app.events.handlers.character_handler import CharacterHandler
from app.events.handlers.companion_handler import CompanionHandler
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.master_handler import MasterHandler
from app.events.handlers.memory_handler import MemoryHandler
from app.events.handlers.message_handler import MessageHandler
from app.events.handlers.mind_handler import MindHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.party_handler import PartyHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.remember_handler import RememberHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.location import ILocationService
from app.interfaces.services.memory import IMemoryService
from app.models.base import plain_reason, short_input
from app.models.command import Command
from app.models.plain_reasons import Form, Malformed, Problem


class By(Enum):
    """Who gives a command. Narrators give commands of play only."""

    PLAY = auto()
    MASTER = auto()  # a game master, a person or a model: what no player may order
    HAND = auto()  # an editor of memories, or of the scenario
    MIND = auto()  # a person's mind, about that person
    TABLE = auto()  # the host of the table, about its players and how it is told
    CHARACTER = auto()  # the player or agent of a character, about its memories and goals


@dataclass(frozen=True)
class CommandRow:
    """One command, its handler, who gives it, and whether a narrating model has it as a tool."""

    command: type[Command]
    handler: type[Handler]
    by: By = By.PLAY
    is_tool: bool = True  # no tool for commands that follow by themselves: a model's call could only be refused


COMMANDS = (
    CommandRow(commands.ChangeLocationCommand, LocationHandler),
    CommandRow(commands.UpdateLocationStateCommand, LocationHandler),
    CommandRow(commands.DiscoverSecretCommand, LocationHandler),
    CommandRow(commands.MoveNPCCommand, NPCHandler),
    CommandRow(commands.SetNPCAttitudeCommand, NPCHandler),
    CommandRow(commands.AskTopicCommand, NPCHandler),
    CommandRow(commands.EntrustMessageCommand, MessageHandler),
    CommandRow(commands.DeliverMessageCommand, MessageHandler, is_tool=False),
    CommandRow(commands.StartQuestCommand, QuestHandler),
    CommandRow(commands.CompleteObjectiveCommand, QuestHandler),
    CommandRow(commands.CompleteQuestCommand, QuestHandler, is_tool=False),
    CommandRow(commands.ProgressActCommand, QuestHandler, is_tool=False),
    CommandRow(commands.TakeItemCommand, ItemHandler),
    CommandRow(commands.DropItemCommand, ItemHandler),
    CommandRow(commands.GiveItemCommand, ItemHandler),
    CommandRow(commands.UseItemCommand, ItemHandler),
    CommandRow(commands.ShowItemCommand, ItemHandler, is_tool=False),
    CommandRow(commands.AdvanceTimeCommand, WorldHandler),
    CommandRow(commands.AddNoteCommand, WorldHandler),
    CommandRow(commands.PerformActionCommand, ActionHandler),
    CommandRow(commands.CheckCommand, ActionHandler),
    CommandRow(commands.ApplyRuleCommand, ActionHandler, is_tool=False),
    CommandRow(commands.JoinCompanionCommand, CompanionHandler),
    CommandRow(commands.LeaveCompanionCommand, CompanionHandler),
    CommandRow(commands.SetStateCommand, MasterHandler, By.MASTER),
    CommandRow(commands.SetTimerCommand, MasterHandler, By.MASTER),
    CommandRow(commands.StopTimerCommand, MasterHandler, By.MASTER),
    CommandRow(commands.CreatePersonCommand, CanonHandler, By.MASTER),
    CommandRow(commands.CreateItemCommand, CanonHandler, By.MASTER),
    CommandRow(commands.CreatePlaceCommand, CanonHandler, By.MASTER),
    CommandRow(commands.CreateActionCommand, CanonHandler, By.MASTER),
    CommandRow(commands.CreateStateCommand, CanonHandler, By.MASTER),
    CommandRow(commands.CreateTimerCommand, CanonHandler, By.MASTER),
    CommandRow(commands.EstablishFactCommand, CanonHandler, By.MASTER),
    CommandRow(commands.DescribeCommand, CanonHandler, By.MASTER),
    CommandRow(commands.RenameCommand, CanonHandler, By.MASTER),
    CommandRow(commands.UpdatePlayerSheetCommand, PartyHandler, By.MASTER, is_tool=False),
    CommandRow(commands.ForgetNoteCommand, WorldHandler, is_tool=False),
    CommandRow(commands.UpdateScenarioCommand, CanonHandler, By.HAND, is_tool=False),
    CommandRow(commands.JoinPartyCommand, PartyHandler, By.TABLE),
    CommandRow(commands.LeavePartyCommand, PartyHandler, By.TABLE),
    CommandRow(commands.SetNarrationStyleCommand, PartyHandler, By.TABLE),
    CommandRow(commands.AddMemoryCommand, MemoryHandler, By.HAND),
    CommandRow(commands.PinMemoryCommand, MemoryHandler, By.HAND),
    CommandRow(commands.ArchiveMemoryCommand, MemoryHandler, By.HAND),
    CommandRow(commands.RestoreMemoryCommand, MemoryHandler, By.HAND),
    CommandRow(commands.ReplaceMemoryCommand, MemoryHandler, By.HAND),
    CommandRow(commands.ImportMemoriesCommand, MemoryHandler, By.HAND),
    CommandRow(commands.RememberCommand, RememberHandler, By.HAND),
    CommandRow(commands.SetPlanCommand, MindHandler, By.MIND),
    CommandRow(commands.UpdatePlanItemCommand, MindHandler, By.MIND),
    CommandRow(commands.SetActivityCommand, MindHandler, By.MIND),
    CommandRow(commands.EatCommand, MindHandler, By.MIND),
    CommandRow(commands.AdjustRelationshipCommand, MindHandler, By.MIND),
    CommandRow(commands.CreateArtifactCommand, MindHandler, By.MIND),
    CommandRow(commands.SeedMemoriesCommand, CharacterHandler, By.CHARACTER),
    CommandRow(commands.FormMemoryCommand, CharacterHandler, By.CHARACTER),
    CommandRow(commands.ReinforceMemoryCommand, CharacterHandler, By.CHARACTER),
    CommandRow(commands.AssociateMemoriesCommand, CharacterHandler, By.CHARACTER),
    CommandRow(commands.UpdateGoalCommand, CharacterHandler, By.CHARACTER),
    CommandRow(commands.PlayCharacterCommand, CharacterHandler, By.CHARACTER),
)


COMMAND_TYPES = tuple(row.command for row in COMMANDS if row.by is By.PLAY)
NARRATOR_COMMANDS = tuple(row.command for row in COMMANDS if row.by is By.PLAY and row.is_tool)
"""Commands of play: every bus must handle `COMMAND_TYPES`; models have `NARRATOR_COMMANDS` as tools."""
MASTER_TOOLS = tuple(row.command for row in COMMANDS if row.by is By.MASTER and row.is_tool)
"""Orders of the game master alone, which models have as tools where the scenario allows canon."""
MASTER_COMMANDS = tuple(row.command for row in COMMANDS if row.by in (By.PLAY, By.MASTER))
"""What a game master may order: commands of play, and those that no player may give."""

if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = Annotated[Union[tuple(row.command for row in COMMANDS)], Field(discriminator="kind")]  # noqa: UP007
    """Every command in one discriminated union: a Python call, a tool, a line of the journal, a body."""


def _kind(command: type[Command]) -> str:
    kind: str = command.model_fields["kind"].default
    return kind


_ADAPTER: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
_KINDS = frozenset(_kind(row.command) for row in COMMANDS)
_added: dict[str, tuple[type[Command], type[Handler]]] = {}


def add_command(command: type[Command], handler: type[Handler]) -> None:
    """Add a program's own command to those of the game, for the whole process.

    Only programs can give the command, by `TurnService.execute` or by a narrator of their own; models, HTTP clients and
    seats cannot. Add it before a container creates its bus, and in each program that opens games with such commands. If
    a command of the same ``kind`` was added before, the new class replaces it.

    Args:
        command: The command's class. Its ``kind`` is the name of the class in snake case without a last ``Command``.
        handler: A subclass of `Handler` with the method that carries the command out: a public coroutine method
            ``(self, command, state)`` of any name whose parameter ``command`` is annotated with the command's class
            itself (a text, as with ``from __future__ import annotations``, does not count), and which returns a
            `HandlerResult`. ``state`` is the `GameState`, which the method changes. The class is constructed with
            ``location_service`` and ``memory_service``, if it has parameters of these names. It can handle several
            commands; add each of them.

    Raises:
        ValueError: A command of the game has the same ``kind``, or the handler has no method for the command.
    """
    kind = _kind(command)
    if kind in _KINDS:
        raise ValueError(f"The game has a command of the kind {kind!r} already.")
    if command not in handled_by(handler):
        raise ValueError(f"{handler.__name__} has no method that carries out a {command.__name__}.")
    _added[kind] = command, handler


def handlers(location_service: ILocationService, memory_service: IMemoryService) -> list[Handler]:
    """Make one handler of each class in the table, and of each class that was added.

    Args:
        location_service: The service that moves the party and people.
        memory_service: The service that makes memories.
    """
    services = {"location_service": location_service, "memory_service": memory_service}
    kinds = dict.fromkeys((*(row.handler for row in COMMANDS), *(handler for _, handler in _added.values())))
    return [kind(**{name: services[name] for name in _parameters(kind) if name in services}) for kind in kinds]


@cache
def _parameters(kind: type[Handler]) -> tuple[str, ...]:
    """Return the names of the arguments that a handler is made with; every container and table makes all handlers."""
    return tuple(signature(kind).parameters)


def parse_command(data: dict[str, Any]) -> AnyCommand:
    """Make a command from its JSON object.

    Args:
        data: The fields of the command, with its ``kind``.

    Raises:
        InvalidInput: There is no such kind, or a field is missing or wrong; one line names the field.
    """
    added = _added.get(str(data.get("kind"))) if isinstance(data, dict) else None
    try:
        return _ADAPTER.validate_python(data) if added is None else added[0].model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "union_tag_invalid" and not first["loc"]:  # of an effect of the command it has one
            raise InvalidInput(
                Malformed(
                    form=Form.COMMAND, problem=Problem.NO_COMMAND, where="kind", detail=short_input(first["ctx"]["tag"])
                )
            ) from None
        where = ".".join(short_input(part) for part in first["loc"]) or "command"
        raise InvalidInput(Malformed(form=Form.COMMAND, where=where, detail=plain_reason(first))) from None
