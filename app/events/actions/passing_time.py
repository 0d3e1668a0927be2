"""The times at which a jump of time stops: when a timer is due, and at the times that rules, quests and acts wait for.
So a wait of an hour and sixty of a minute end in the same state."""

from collections.abc import Iterator

from app.models.command import Event
from app.models.events.actions import TimerDue
from app.models.instances.world_state import RunningTimer
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effects
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState


class _AwaitedTimes(tuple[int, ...]):
    """The times, in game minutes, that conditions of rules, quests and acts wait for, in order."""


def next_stop(state: GameState, until: int) -> int:
    """Return the game time at which a jump of time stops first.

    Args:
        state: The game, for reading.
        until: The end of the jump, in game minutes.
    """
    now = state.clock.minutes
    due = [max(now, timer.due) for timer in state.world.timers.values()]
    awaited = next((time for time in _awaited(state) if time > now), until)
    return min([until, awaited, *due])


def _awaited(state: GameState) -> _AwaitedTimes:
    if (times := state.sheet.derived.get(_AwaitedTimes)) is None:
        times = state.sheet.derived.hold(_AwaitedTimes(sorted(set(_times(state.sheet)))))
    return times


def _times(sheet: ScenarioSheet) -> Iterator[int]:
    steps = [step.condition for quest in sheet.quests for step in quest.objectives]
    for condition in (*(rule.when for rule in sheet.rules), *steps, *(act.condition for act in sheet.acts)):
        yield from _times_in(condition)


def _times_in(condition: Condition | None) -> Iterator[int]:
    match condition:
        case conditions.TimeReached(minutes=minutes):
            yield minutes
        case conditions.Not(condition=part):
            yield from _times_in(part)
        case conditions.AllOf(conditions=parts) | conditions.AnyOf(conditions=parts):
            for part in parts:
                yield from _times_in(part)


def due_timers(state: GameState) -> list[tuple[str, RunningTimer]]:
    """Return the timers whose time has come, the earliest first."""
    now = state.clock.minutes
    due = [(timer.due, timer_id) for timer_id, timer in state.world.timers.items() if timer.due <= now]
    return [(timer_id, state.world.timers[timer_id]) for _, timer_id in sorted(due)]


def fire(state: GameState, timer_id: str, timer: RunningTimer) -> tuple[Event, Effects]:
    """End a timer, or start one that repeats again.

    Args:
        state: The game, which is changed.
        timer_id: The timer.
        timer: How it ran.

    Returns:
        The event, and the effects to apply.
    """
    sheet = state.sheets.timers.get(timer_id)
    del state.world.timers[timer_id]
    if sheet is None:
        return TimerDue(timer_id=timer_id, text=timer.text), timer.effects
    if sheet.repeats and sheet.minutes:
        state.world.timers[timer_id] = RunningTimer(due=timer.due + sheet.minutes)
    is_heard = not sheet.heard_at or state.scenario.current_location_id in sheet.heard_at
    text = timer.text or sheet.text
    return TimerDue(timer_id=timer_id, text=text if is_heard else ""), timer.effects or sheet.effects
