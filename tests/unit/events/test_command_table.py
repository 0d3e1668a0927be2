"""Each command has one handler; the handlers of a bus and the narrators' tools follow from the list of handlers."""

from typing import get_args
from unittest.mock import AsyncMock

from app.events import commands
from app.events.bus import CommandBus
from app.events.command_table import COMMAND_TYPES, COMMANDS, NARRATOR_COMMANDS, AnyCommand, handlers
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.location import ILocationService
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command


def test_every_command_has_exactly_one_handler() -> None:
    named = [getattr(commands, name) for name in commands.__all__]
    assert len(COMMANDS) == len(set(COMMANDS))
    assert set(COMMANDS) == {each for each in named if isinstance(each, type) and issubclass(each, Command)}


def test_the_union_of_all_commands_is_that_of_the_handlers() -> None:
    assert get_args(get_args(AnyCommand)[0]) == COMMANDS


def test_a_handler_lists_its_commands_in_the_order_of_its_methods_and_those_it_inherits_first() -> None:
    class Telling(WorldHandler):
        async def add_note(self, command: commands.AddNoteCommand, state: object) -> None:  # type: ignore[override]
            """Replaces the inherited method."""

        async def eat(self, command: commands.EatCommand, state: object) -> None:
            """One more."""

    carried_out = [commands.AdvanceTimeCommand, commands.AddNoteCommand, commands.EatCommand]
    assert list(Telling.commands()) == list(Telling().handles()) == carried_out
    assert Telling().handles()[commands.AddNoteCommand].__qualname__.endswith("Telling.add_note")


def test_the_handlers_of_the_table_make_a_bus_that_knows_every_command() -> None:
    CommandBus(handlers(AsyncMock(spec=ILocationService), AsyncMock(spec=IMemoryService)), COMMANDS)


def test_only_orders_of_play_are_tools_of_a_narrating_model() -> None:
    derived = {commands.CompleteQuestCommand, commands.ProgressActCommand}
    assert set(NARRATOR_COMMANDS) == set(COMMAND_TYPES) - derived
