"""Each command has one row; the handlers of a bus and the narrators' tools follow from it."""

from inspect import signature
from typing import get_args
from unittest.mock import AsyncMock

import pytest

from app.events import commands
from app.events.bus import CommandBus
from app.events.command_table import COMMANDS, NARRATOR_COMMANDS, AnyCommand, By, CommandRow, handlers
from app.events.handlers.base import Handler
from app.interfaces.services.location import ILocationService
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command


def made() -> list[Handler]:
    return handlers(AsyncMock(spec=ILocationService), AsyncMock(spec=IMemoryService))


def test_every_command_has_exactly_one_row() -> None:
    named = [getattr(commands, name) for name in commands.__all__]
    listed = [row.command for row in COMMANDS]
    assert len(listed) == len(set(listed))
    assert set(listed) == {each for each in named if isinstance(each, type) and issubclass(each, Command)}


def test_the_union_of_all_commands_is_that_of_the_rows() -> None:
    assert get_args(get_args(AnyCommand)[0]) == tuple(row.command for row in COMMANDS)


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.command.__name__)
def test_the_handler_of_a_row_takes_its_command(row: CommandRow) -> None:
    [handler] = [handler for handler in made() if type(handler) is row.handler]
    assert row.command in handler.handles()


def test_a_handler_without_services_shows_that_it_takes_none() -> None:
    class Idle(Handler):
        """A handler that nothing has made yet: after that, Python shows the signature of `object`."""

    assert not signature(Idle).parameters


def test_the_handlers_of_the_table_make_a_bus_that_knows_every_command() -> None:
    CommandBus(made(), [row.command for row in COMMANDS])


def test_only_orders_of_play_are_tools_of_a_narrating_model() -> None:
    assert {row.by for row in COMMANDS if row.command in NARRATOR_COMMANDS} == {By.PLAY}
