"""Time and notes."""

import math
from unittest.mock import AsyncMock

import pytest
from pydantic import ValidationError

from app.events.commands import AddNoteCommand, AdvanceTimeCommand
from app.events.commands.play import MAX_ADVANCE
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.phrases import time_text
from app.models.clock import day_of, hour_of
from app.models.command import Event
from app.models.events.play import DayStarted, HourPassed, NoteAdded, TimeAdvanced
from app.models.state.game_state import GameState, Note


async def test_time_passes_and_a_new_day_begins_with_its_first_scene(state: GameState) -> None:
    state.clock.scene = 4
    result = await WorldHandler(AsyncMock(spec=IMemoryService)).advance_time(AdvanceTimeCommand(minutes=30), state)
    assert result.events == (TimeAdvanced(minutes=30),)
    assert (time_text(state.clock.minutes), state.clock.scene_id) == ("Day 1, 08:30", "day-001/scene-04")
    await WorldHandler(AsyncMock(spec=IMemoryService)).advance_time(AdvanceTimeCommand(minutes=16 * 60), state)
    assert (time_text(state.clock.minutes), state.clock.scene_id) == ("Day 2, 00:30", "day-002/scene-01")


async def pass_time(state: GameState, *minutes: int) -> list[Event]:
    """The events of so many steps, without that time has passed."""
    handler = WorldHandler(AsyncMock(spec=IMemoryService))
    result = [await handler.advance_time(AdvanceTimeCommand(minutes=step), state) for step in minutes]
    return [event for effect in result for event in effect.events if not isinstance(event, TimeAdvanced)]


@pytest.mark.parametrize("step", [1, 10, 59, 60, 61, 1440, 10_000])
async def test_each_hour_and_each_day_begins_once_however_large_the_step(state: GameState, step: int) -> None:
    """From 08:00 of day 1 to 08:00 of day 8, or later."""
    events = await pass_time(state, *[step] * math.ceil(7 * 1440 / step))
    hours = [(event.day, event.hour) for event in events if isinstance(event, HourPassed)]
    days = [event.day for event in events if isinstance(event, DayStarted)]
    assert hours[:16] == [(1, hour) for hour in range(9, 24)] + [(2, 0)]
    assert hours == sorted(set(hours))
    assert hours[-1] == (day_of(state.clock.minutes), hour_of(state.clock.minutes))
    assert len(hours) == state.clock.minutes // 60 - 8 >= 7 * 24
    assert days == list(range(2, day_of(state.clock.minutes) + 1))


async def test_a_day_is_told_before_its_first_hour(state: GameState) -> None:
    state.clock.minutes = 1439
    assert await pass_time(state, 1) == [DayStarted(day=2), HourPassed(day=2, hour=0)]


async def test_no_time_and_less_than_an_hour_begin_no_hour(state: GameState) -> None:
    before = state.npc("mara").model_copy()
    assert await pass_time(state, 0, 59, 0) == []
    assert state.npc("mara") == before
    assert await pass_time(state, 1) == [HourPassed(day=1, hour=9)]
    assert await pass_time(state, 0) == []


@pytest.mark.parametrize("minutes", [-1, MAX_ADVANCE + 1])
def test_time_runs_neither_backwards_nor_for_years(minutes: int) -> None:
    with pytest.raises(ValidationError):
        AdvanceTimeCommand(minutes=minutes)


async def test_a_note_is_kept_with_its_turn_and_time(state: GameState) -> None:
    state.turn = 7
    result = await WorldHandler(AsyncMock(spec=IMemoryService)).add_note(
        AddNoteCommand(text="Mara wants a lantern.", pinned=True), state
    )
    assert result.events == (NoteAdded(text="Mara wants a lantern.", pinned=True),)
    assert state.notes == [Note(text="Mara wants a lantern.", pinned=True, turn=7, game_time=480)]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "\x1b[2J", "bell\x07", "\x85", "\ud800"])
def test_a_note_is_a_readable_line_of_bounded_length(text: str) -> None:
    with pytest.raises(ValidationError):
        AddNoteCommand(text=text)


def test_a_note_may_have_several_lines() -> None:
    assert AddNoteCommand(text="One.\n\tTwo.").text == "One.\n\tTwo."
