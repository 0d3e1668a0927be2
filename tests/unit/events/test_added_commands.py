"""Commands of a program's own, added to those of the game."""

import pytest

from app.errors import InvalidInput
from app.events import command_table
from app.events.command_table import add_command, handlers, parse_command
from app.events.commands import AdvanceTimeCommand
from app.events.handlers.base import Handler, HandlerResult
from app.models.command import Command
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from tests.wording import raises_in_words


class HumCommand(Command):
    """Hum a tune."""

    notes: int


class HumHandler(Handler):
    """Carries out humming."""

    async def hum(self, command: HumCommand, state: GameState) -> HandlerResult:
        return HandlerResult(follow_ups=(AdvanceTimeCommand(minutes=command.notes),))


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_table, "_added", {})


def test_an_added_command_is_read_from_json_and_has_a_handler() -> None:
    with raises_in_words(InvalidInput, match="no command 'hum'"):
        parse_command({"kind": "hum", "notes": 3})
    add_command(HumCommand, HumHandler)
    assert parse_command({"kind": "hum", "notes": 3}) == HumCommand(notes=3)
    with raises_in_words(InvalidInput, match="notes"):
        parse_command({"kind": "hum", "notes": "many"})
    made = handlers(LocationService(), memory_service=None)  # type: ignore[arg-type]
    assert HumCommand in made[-1].handles()


def test_a_handler_may_have_other_public_coroutines() -> None:
    class ChoirHandler(HumHandler):
        async def rehearse(self, song: str) -> str:
            return song

    add_command(HumCommand, ChoirHandler)
    assert [*ChoirHandler().handles()] == [HumCommand]


def test_a_command_of_the_game_cannot_be_replaced() -> None:
    class TakeItemCommand(Command):
        """Has the kind of a command of the game."""

    with pytest.raises(ValueError, match="take_item"):
        add_command(TakeItemCommand, HumHandler)


def test_a_handler_without_a_method_for_the_command_is_refused() -> None:
    class RoarCommand(Command):
        """Roar."""

    with pytest.raises(ValueError, match="HumHandler has no method that carries out a RoarCommand"):
        add_command(RoarCommand, HumHandler)
