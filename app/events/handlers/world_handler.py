"""Orders about time and notes."""

from collections.abc import Mapping

from app.events.commands.world import AddNoteCommand, AdvanceTimeCommand
from app.events.facts import NoteAdded, TimeAdvanced
from app.events.handlers.base import Effects, Handle
from app.models.command import Command
from app.models.game_state import GameState, Note


class WorldHandler:
    """Moves the clock and keeps notes."""

    def handles(self) -> Mapping[type[Command], Handle]:
        return {AdvanceTimeCommand: self.advance_time, AddNoteCommand: self.add_note}

    async def advance_time(self, command: AdvanceTimeCommand, state: GameState) -> Effects:
        """Let game time pass, in minutes."""
        state.clock.advance(command.minutes)
        return Effects(events=(TimeAdvanced(minutes=command.minutes),))

    async def add_note(self, command: AddNoteCommand, state: GameState) -> Effects:
        """Keep a line."""
        note = Note(text=command.text, pinned=command.pinned, turn=state.turn, game_time=state.clock.minutes)
        state.notes.append(note)
        return Effects(events=(NoteAdded(text=note.text, pinned=note.pinned),))
