"""Every command by the handler that carries it out, and those that are tools of a narrating model."""

from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events import commands
from app.events.handlers.base import Handler
from app.events.handlers.character_handler import CharacterHandler
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.memory_handler import MemoryHandler
from app.events.handlers.mind_handler import MindHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.location import ILocationService
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import printable
from app.models.command import Command

PLAY: tuple[type[Handler], ...] = (LocationHandler, NPCHandler, QuestHandler, ItemHandler, WorldHandler)
HANDLERS = (*PLAY, MemoryHandler, MindHandler, CharacterHandler)
"""Those of the story's play, then those of edits by hand, of people's minds and of characters' players or agents."""

_ALWAYS_DERIVED = (
    commands.CompleteQuestCommand,
    commands.ProgressActCommand,
)  # an order would be refused

COMMANDS = tuple(command for handler in HANDLERS for command in handler.commands())
COMMAND_TYPES = tuple(command for handler in PLAY for command in handler.commands())
NARRATOR_COMMANDS = tuple(command for command in COMMAND_TYPES if command not in _ALWAYS_DERIVED)
"""What may happen in a story: every bus carries out the orders of play; models are given those that are tools."""

if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = Annotated[Union[COMMANDS], Field(discriminator="kind")]  # noqa: UP007
    """Every command in one discriminated union: a Python call, a tool, a line of the journal, a body."""

_ADAPTER: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


def handlers(location_service: ILocationService, memory_service: IMemoryService) -> list[Handler]:
    """One handler of each class, with what its constructor asks for."""
    services = {"location_service": location_service, "memory_service": memory_service}
    return [
        kind(**{name: services[name] for name in signature(kind).parameters if name in services}) for kind in HANDLERS
    ]


def parse_command(data: dict[str, Any]) -> AnyCommand:
    """A command from its JSON form, or InvalidInput with one line that names the field."""
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "union_tag_invalid":
            raise InvalidInput(f"Bad command, kind: there is no command {printable(first['ctx']['tag'])!r}.") from None
        where = ".".join(printable(part) for part in first["loc"]) or "command"
        raise InvalidInput(f"Bad command, {where}: {first['msg']}.") from None
