"""Time and notes."""

import pytest
from pydantic import ValidationError

from app.events.commands import AddNoteCommand, AdvanceTimeCommand
from app.events.commands.world import MAX_ADVANCE
from app.events.facts import NoteAdded, TimeAdvanced
from app.events.handlers.world_handler import WorldHandler
from app.models.game_state import GameState, Note


async def test_time_passes_and_a_new_day_begins_with_its_first_scene(state: GameState) -> None:
    state.clock.scene = 4
    effects = await WorldHandler().advance_time(AdvanceTimeCommand(minutes=30), state)
    assert effects.events == (TimeAdvanced(minutes=30),)
    assert (str(state.clock), state.clock.scene_id) == ("Day 1, 08:30", "day-001/scene-04")
    await WorldHandler().advance_time(AdvanceTimeCommand(minutes=16 * 60), state)
    assert (str(state.clock), state.clock.scene_id) == ("Day 2, 00:30", "day-002/scene-01")


@pytest.mark.parametrize("minutes", [-1, MAX_ADVANCE + 1])
def test_time_runs_neither_backwards_nor_for_years(minutes: int) -> None:
    with pytest.raises(ValidationError):
        AdvanceTimeCommand(minutes=minutes)


async def test_a_note_is_kept_with_its_turn_and_time(state: GameState) -> None:
    state.turn = 7
    effects = await WorldHandler().add_note(AddNoteCommand(text="Mara wants a lantern.", pinned=True), state)
    assert effects.events == (NoteAdded(text="Mara wants a lantern.", pinned=True),)
    assert state.notes == [Note(text="Mara wants a lantern.", pinned=True, turn=7, game_time=480)]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "\x1b[2J", "bell\x07", "\x85", "\ud800"])
def test_a_note_is_a_readable_line_of_bounded_length(text: str) -> None:
    with pytest.raises(ValidationError):
        AddNoteCommand(text=text)


def test_a_note_may_have_several_lines() -> None:
    assert AddNoteCommand(text="One.\n\tTwo.").text == "One.\n\tTwo."
