"""Handles commands about time and notes; changes people's meters as time passes."""

from collections.abc import Iterable, Iterator

from app.errors import NotFound, NotPossible
from app.events.actions.carrying_out import carry_out
from app.events.actions.passing_time import due_timers, fire, next_stop
from app.events.commands.canon import ForgetNoteCommand
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.events.handlers.base import Handler, HandlerResult
from app.events.handlers.party_handler import player_of
from app.interfaces.services.memory import IMemoryService
from app.models.clock import day_of, hour_of, hours_begun
from app.models.command import Event
from app.models.events.canon import NoteForgotten
from app.models.events.play import DayStarted, HourPassed, NoteAdded, TimeAdvanced
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.activity import Activity
from app.models.refusals.canon import NoteOfOthers, NoteUnknown
from app.models.sheets.canon import ForgottenNote
from app.models.sheets.scenario import MeterRates
from app.models.state.game_state import GameState, Note


class WorldHandler(Handler):
    """The handler of the commands about time and notes: to advance the clock, to add and to forget a note. Each method
    carries out one command: it changes the state and returns a `HandlerResult`, or raises an error that it lists;
    nothing has changed then.

    Args:
        memory_service: Requests the summaries that become memories (an `IMemoryService`).
    """

    def __init__(self, memory_service: IMemoryService) -> None:
        self._memory = memory_service

    async def advance_time(self, command: AdvanceTimeCommand, state: GameState) -> HandlerResult:
        """Advance the game's clock, and change the energy, hunger and mood of people on the map for each hour that
        begins. It stops where a timer is due, or where a rule, quest or act waits for the time.

        Args:
            command: The minutes of game time, from 0 to 525,600.
            state: The game, which is changed.

        Returns:
            A result with the event TimeAdvanced, then one DayStarted for each day and one HourPassed for each hour that
            begins, in order of time; then the events of due timers. ``rest`` has the command for the time that is left.
        """
        before, until = state.clock.minutes, state.clock.minutes + command.minutes
        stop = next_stop(state, until)
        state.clock.advance(stop - before)
        hours = hours_begun(before, stop)
        _pass_hours(state, len(hours))
        events: list[Event] = [TimeAdvanced(minutes=stop - before), *_boundaries(hours)]
        for timer_id, timer in due_timers(state):
            if state.world.timers.get(timer_id) == timer:  # no effect of an earlier one has stopped or restarted it
                due, effects = fire(state, timer_id, timer)
                events += [due, *(await carry_out(effects, state, self._memory)).events]
        rest = (AdvanceTimeCommand(minutes=until - stop),) if stop < until else ()
        return HandlerResult(events=tuple(events), rest=rest)

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        """Append a note to the notes of the game, with the turn and game time of now.

        Args:
            command: The text, whether it is pinned, the player who owns it (None for all players), and whether the
                game master alone may read it.
            state: The game, which is changed.

        Returns:
            A result with the event NoteAdded.

        Raises:
            NotFound: The party has no such player, or the player has left. Nothing has changed then.
        """
        if command.owner_id is not None:
            player_of(state, command.owner_id)
        fields = command.model_dump(include={"text", "pinned", "owner_id", "for_master"})
        state.notes.append(Note(**fields, turn=state.turn, game_time=state.clock.minutes))
        return HandlerResult(events=(NoteAdded(**fields),))

    async def forget_note(self, command: ForgetNoteCommand, state: GameState) -> HandlerResult:
        """Let a note not count any more.

        Args:
            command: The position of the note, and the player who forgets it.
            state: The game, which is changed.

        Returns:
            A result with the event NoteForgotten.

        Raises:
            NotFound: There is no such note, or it was forgotten already.
            NotPossible: A ``player_id`` is given, and the note belongs to another player or to the game master. Nothing
                has changed then.
        """
        note = state.notes[command.note] if command.note < len(state.notes) else None
        if note is None or all(note is not kept for kept in state.kept_notes):
            raise NotFound(NoteUnknown(note=command.note))
        if command.player_id is not None and (note.for_master or note.owner_id not in (None, command.player_id)):
            raise NotPossible(NoteOfOthers())
        state.add_canon(ForgottenNote(note=command.note), player=command.player_id)
        event = NoteForgotten(note=command.note, owner_id=note.owner_id, for_master=note.for_master)
        return HandlerResult(events=(event,))


def _boundaries(hours: Iterable[int]) -> Iterator[Event]:
    for time in hours:
        day, hour = day_of(time), hour_of(time)
        if hour == 0:
            yield DayStarted(day=day)
        yield HourPassed(day=day, hour=hour)


LOWEST, HIGHEST = 0.0, 100.0


def _pass_hours(state: GameState, hours: int) -> None:
    """Change the meters of people on the map, hour by hour: any split of a span gives the same meters. Whoever has no
    mind would not eat or sleep, and has none."""
    rates = state.sheet.meters
    for npc in state.npcs.values() if hours else ():
        if npc.current_location_id is not None and state.sheets.npc(npc.instance_id).has_mind:
            energy, hunger, mood = _rates(rates, npc, in_company=_is_in_company(state, npc))
            npc.energy = _after(npc.energy, energy, hours)
            npc.hunger = _after(npc.hunger, hunger, hours)
            npc.mood = _after(npc.mood, mood, hours)


def _is_in_company(state: GameState, npc: NPCInstance) -> bool:
    """Return whether another person at the same place is awake; the party always is."""
    if npc.current_location_id == state.scenario.current_location_id is not None:
        return True
    others = (other for other in state.present(npc.current_location_id) if other is not npc)
    return any(other.activity is not Activity.SLEEPING for other in others)


def _rates(rates: MeterRates, npc: NPCInstance, *, in_company: bool) -> tuple[float, float, float]:
    if npc.activity is Activity.SLEEPING:
        return rates.energy_asleep, rates.hunger * rates.asleep, rates.mood * rates.asleep
    return rates.energy, rates.hunger, rates.mood_in_company if in_company else rates.mood


def _after(value: float, rate: float, hours: int) -> float:
    """Return a meter after some hours, by sums and not by one product: sums of floats depend on how they are split."""
    for _ in range(hours):
        before, value = value, min(HIGHEST, max(LOWEST, value + rate))
        if value == before:
            break
    return value
