"""What a player may type, and be called."""

import pytest

from app.errors import InvalidInput
from app.models.typed_text import checked_name, checked_player_text
from tests.wording import raises_in_words


@pytest.mark.parametrize("text", ["go north", "Élan says «hello»", "a\n\tb", "x" * 10_000, "٣ 🐉", "</system>"])
def test_readable_text_is_taken_as_it_is(text: str) -> None:
    assert checked_player_text(text) == text


@pytest.mark.parametrize("text", ["a\r\nb", "a\rb", "a\nb"])
def test_lines_end_in_one_way_whatever_they_were_typed_on(text: str) -> None:
    assert checked_player_text(text) == "a\nb"


def test_too_long_a_text_names_the_limit() -> None:
    with raises_in_words(InvalidInput, match=r"10,001 characters.* at most 10,000"):
        checked_player_text("x" * 10_001)


@pytest.mark.parametrize("text", ["", "  \n\t", "bell\x07", "\x1b[2J", "nul\x00", "\x85", "\x9b31m", "\r\n"])
def test_empty_text_and_control_characters_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_player_text(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["O'Brien", "Élan", "李雷", "Jean-Luc", "x" * 60])
def test_people_are_called_many_things(name: str) -> None:
    assert checked_name(f" {name} ") == name


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\nb", "a\tb", "\x1b[31m", "\x7f"])
def test_a_name_is_one_short_line(name: str) -> None:
    with raises_in_words(InvalidInput, match="1 to 60 characters"):
        checked_name(name)
