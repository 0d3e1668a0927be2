"""Notes and ways of telling that were given after a line: they stay in force when another answer replaces its turn.

The new turn carries them as commands of its own, the first ones; so an undo of it takes them back, too, as they came
after the line."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from app.events.command_table import parse_command
from app.events.commands import AddNoteCommand, ForgetNoteCommand, SetNarrationStyleCommand
from app.models.command import Command
from app.models.records.record import Record
from app.models.state.game_state import GameState, Note

_KINDS = frozenset(
    kind.model_fields["kind"].default for kind in (AddNoteCommand, ForgetNoteCommand, SetNarrationStyleCommand)
)


def has_only_notes(record: Record) -> bool:
    """Return whether a turn has nothing but notes and ways of telling, so that what it holds can stay without it."""
    kinds = {command["kind"] for command in record.own_commands}
    return record.player_input is None and bool(kinds) and kinds <= _KINDS


class LaterNotes(NamedTuple):
    """Commands that stay in force when the turn of a line is replaced, and the notes of the game in which they were
    given."""

    commands: tuple[Command, ...] = ()
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, state: GameState, line: Record, *after: Record) -> "LaterNotes":
        """Return those that the turn of a line carries itself, and those of the turns after it, which have only notes.

        Args:
            state: The present state, to which these turns lead.
            line: The turn of the line.
            after: The turns after it, in order.
        """
        carried = [item.command for item in line.commands if item.carried]
        given = [*carried, *(data for record in after for data in record.own_commands)]
        return cls(tuple(parse_command(data) for data in given), tuple(state.notes))

    def without(self, record: Record) -> "LaterNotes":
        """Return those that a turn does not carry."""
        carried = [parse_command(item.command) for item in record.commands if item.carried]
        return self._replace(commands=tuple(command for command in self.commands if command not in carried))

    async def carry_out(self, execute: Callable[[Command], Awaitable[object]], state: GameState) -> None:
        """Execute them in a state in which the replaced turns were not played.

        A note that is to be forgotten is found by its text; where it has gone with its turn, nothing is done.
        """
        for command in self.commands:
            if not isinstance(command, ForgetNoteCommand):
                await execute(command)
            elif (note := self._position(command.note, state)) is not None:
                await execute(command.model_copy(update={"note": note}))

    def _position(self, number: int, state: GameState) -> int | None:
        """Return where a note is in a state, the last one that says the same; None where there is none."""
        meant, kept = _said(self.notes[number]), {id(note) for note in state.kept_notes}
        same = [at for at, note in enumerate(state.notes) if id(note) in kept and _said(note) == meant]
        return same[-1] if same else None


NO_NOTES = LaterNotes()


def is_of(record: Record, player_id: str) -> bool:
    """Return whether a turn is a player's own, with all that it carries."""
    owners = (item.command.get("owner_id") or item.command.get("player_id") for item in record.commands if item.carried)
    return record.speaker_id == player_id and all(owner == player_id for owner in owners)


def _said(note: Note) -> Note:
    return note.model_copy(update={"turn": 0, "game_time": 0})
