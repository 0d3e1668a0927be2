"""Orders about time and notes."""

from collections.abc import Iterable, Iterator

from app.events.commands.world import AddNoteCommand, AdvanceTimeCommand
from app.events.handlers.base import Effects, Handler
from app.events.meters import pass_hours
from app.models.command import Event
from app.models.events.play import DayStarted, HourPassed, NoteAdded, TimeAdvanced
from app.models.state.clock import day_of, hour_of, hours_begun
from app.models.state.game_state import GameState, Note


class WorldHandler(Handler):
    """Moves the clock, and people's meters with it; keeps notes."""

    async def advance_time(self, command: AdvanceTimeCommand, state: GameState) -> Effects:
        """Let game time pass, in minutes; each hour and each day that begins on the way is told once, in order."""
        before = state.clock.minutes
        state.clock.advance(command.minutes)
        hours = hours_begun(before, state.clock.minutes)
        pass_hours(state, len(hours))
        return Effects(events=(TimeAdvanced(minutes=command.minutes), *_boundaries(hours)))

    async def add_note(self, command: AddNoteCommand, state: GameState) -> Effects:
        """Keep a line."""
        note = Note(text=command.text, pinned=command.pinned, turn=state.turn, game_time=state.clock.minutes)
        state.notes.append(note)
        return Effects(events=(NoteAdded(text=note.text, pinned=note.pinned),))


def _boundaries(hours: Iterable[int]) -> Iterator[Event]:
    for time in hours:
        day, hour = day_of(time), hour_of(time)
        if hour == 0:
            yield DayStarted(day=day)
        yield HourPassed(day=day, hour=hour)
