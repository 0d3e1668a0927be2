"""How a game is told: what a game says, what its scenario says, and what is usual."""

import pytest
from pydantic import ValidationError

from app.models.sheets.narration import (
    MAX_AUTHOR_NOTE,
    MAX_STYLE,
    USUAL_STYLE,
    NarrationLength,
    NarrationStyle,
    NarrationTense,
)
from tests.unit.events.sheets import game_in
from tests.worlds import new_game, small_sheet


def test_a_game_that_says_nothing_is_told_as_usual() -> None:
    assert new_game().narration_style == USUAL_STYLE
    assert None not in dict(USUAL_STYLE).values()


def test_what_the_game_says_goes_before_its_scenario_field_by_field() -> None:
    of_scenario = NarrationStyle(style="A shanty.", tense=NarrationTense.PAST, author_note="A storm is near.")
    state = game_in(small_sheet().model_copy(update={"narration": of_scenario}))
    assert state.narration_style == of_scenario.over(USUAL_STYLE)
    state.narration = NarrationStyle(length=NarrationLength.SHORT, author_note="")
    counts = {"style": "A shanty.", "length": "short", "person": "second", "tense": "past", "author_note": ""}
    assert state.narration_style.model_dump(mode="json") == counts


@pytest.mark.parametrize("text", ["One.\r\nTwo.", " One.\nTwo. ", "One.\rTwo."])
def test_texts_keep_their_lines_and_lose_outer_blanks(text: str) -> None:
    assert NarrationStyle(style=text, author_note=text) == NarrationStyle(style="One.\nTwo.", author_note="One.\nTwo.")


@pytest.mark.parametrize(
    "values",
    [
        {"style": "x" * (MAX_STYLE + 1)},
        {"author_note": "x" * (MAX_AUTHOR_NOTE + 1)},
        {"style": "\x1b[31mred"},
        {"author_note": "\x00"},
        {"style": 7},
        {"length": "endless"},
        {"person": "fourth"},
        {"tense": "future"},
        {"mood": "grim"},
    ],
)
def test_what_is_too_long_unreadable_or_unknown_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        NarrationStyle.model_validate(values)


def test_a_scenario_that_says_nothing_is_written_as_before() -> None:
    assert "narration" not in small_sheet().model_dump()
    told = small_sheet().model_copy(update={"narration": NarrationStyle(tense=NarrationTense.PAST)})
    assert type(told).model_validate(told.model_dump(mode="json")) == told
