"""What reaches the terminal: wrapped, and without anything that could steer it."""

import io

import pytest
from rich.console import Console

from app.cli.rendering.screen import Paragraph, Screen, Stream, Title
from app.cli.rendering.text import clean, one_line
from tests.integration.cli.tables import ReadableScreen

HOSTILE = (
    "\x1b[31mred\x1b[0m \x1b]0;title\x07bell\x07 \x1b]8;;http://x\x1b\\link"
    " \x9b2J back\x08 \u202eflip\udc80 [bold]b[/bold]"
)


def test_escape_sequences_and_control_characters_are_removed_and_brackets_stay() -> None:
    assert clean(HOSTILE) == "red bell link 2J back flip [bold]b[/bold]"


def test_line_breaks_stay_tabs_become_blanks_and_carriage_returns_break_lines() -> None:
    assert clean("a\r\nb\rc\td") == "a\nb\nc    d"


def test_one_line_is_cut_at_its_limit() -> None:
    assert one_line("a\n\n b" * 10, 10) == "a ba ba b…"


def test_a_paragraph_is_wrapped_set_in_and_has_no_blanks_at_line_ends() -> None:
    readable = ReadableScreen(width=30)
    readable.screen.show(Paragraph("one two three four five six seven eight", indent=4))
    assert readable.shown == "    one two three four five\n    six seven eight\n"


def test_markup_of_rich_in_any_text_means_nothing() -> None:
    readable = ReadableScreen()
    readable.screen.show(Title("[red]x[/red]"), Paragraph("[/] [bold]y :smile: 12"))
    readable.screen.player("[blink]z")
    readable.screen.error("[/red]")
    assert "[red]x[/red]" in readable.shown
    assert "[/] [bold]y :smile: 12" in readable.shown
    assert "> [blink]z" in readable.shown
    assert readable.errors == "[/red]\n"


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_stream_looks_the_same_however_it_is_cut(size: int) -> None:
    """Only the end of a word shows where it ends, so the pieces do not matter."""
    text = "\n\nHello there, this is a longer line to wrap.\n\n\nAnd \x07another [one]  here. \n"
    readable = ReadableScreen(width=24)
    stream = Stream(readable.screen)
    for start in range(0, len(text), size):
        stream.feed(text[start : start + size])
    stream.close()
    assert readable.shown == "Hello there, this is a\nlonger line to wrap.\n\nAnd another [one] here.\n"


def test_a_stream_shows_complete_words_at_once() -> None:
    readable = ReadableScreen()
    stream = Stream(readable.screen)
    stream.feed("The door ope")
    assert readable.shown == "The door"
    stream.feed("ns.")
    stream.close()
    stream.close()
    assert readable.shown == "The door opens.\n"


def test_a_word_wider_than_the_screen_is_broken_by_cells() -> None:
    readable = ReadableScreen(width=20)
    stream = Stream(readable.screen)
    stream.feed("日本語" * 8)
    stream.close()
    lines = readable.shown.splitlines()
    assert "".join(lines) == "日本語" * 8
    assert all(len(line) <= 10 for line in lines)


def test_a_stream_of_nothing_shows_nothing() -> None:
    readable = ReadableScreen()
    stream = Stream(readable.screen)
    stream.feed(" \n\x07")
    stream.close()
    assert readable.shown == ""


@pytest.mark.parametrize("is_terminal", [True, False])
def test_until_text_comes_a_terminal_shows_that_the_narrator_is_thinking(is_terminal: bool) -> None:
    out = io.StringIO()
    stream = Stream(Screen(Console(file=out, width=40, force_terminal=is_terminal, markup=False)), waits=True)
    assert ("thinking" in out.getvalue()) == is_terminal
    stream.feed("You go. ")
    shown = out.getvalue()
    stream.feed("You sit.")
    stream.close()
    assert out.getvalue().removeprefix(shown).count("thinking") == 0
    assert out.getvalue().endswith("You go. You sit.\n")


def test_no_sign_is_left_where_no_text_comes() -> None:
    out = io.StringIO()
    stream = Stream(Screen(Console(file=out, width=40, force_terminal=True, markup=False)), waits=True)
    stream.close()
    assert out.getvalue().endswith("\x1b[2K")
