"""The terminal output: two consoles, and text that is wrapped while it streams."""

from dataclasses import dataclass

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.control import Control
from rich.rule import Rule
from rich.segment import ControlType
from rich.text import Text

from app.cli.rendering.text import clean, one_line

MAX_WIDTH = 96  # cells: longer lines are hard to read, however wide the terminal is
MAX_ECHO = 1_000  # characters of a player's line that are echoed
MAX_ERROR = 2_000  # characters of one line to standard error


def plain_console(*, stderr: bool = False) -> Console:
    """Return a console that prints text verbatim: brackets, numbers and colons have no special meaning."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


@dataclass(frozen=True)
class Paragraph:
    text: str
    style: str = ""
    indent: int = 0


@dataclass(frozen=True)
class Title:
    text: str


Part = Paragraph | Title


class Screen:
    """The player's terminal. All text is cleaned of control characters."""

    def __init__(self, out: Console | None = None, err: Console | None = None) -> None:
        self.out = out or plain_console()
        self.err = err or plain_console(stderr=True)

    @property
    def width(self) -> int:
        return max(20, min(self.out.width, MAX_WIDTH))

    def show(self, *parts: Part) -> None:
        for part in parts:
            if isinstance(part, Title):
                title = Text(one_line(part.text), style="bold")
                self.out.print(Rule(title, style="dim"), width=self.width)
                continue
            width = max(10, self.width - part.indent)
            for line in Text(clean(part.text), style=part.style).wrap(self.out, width):
                line.rstrip()
                line.pad_left(part.indent)
                self.out.print(line, soft_wrap=True)

    def say(self, text: str, style: str = "") -> None:
        self.show(Paragraph(text, style))

    def note(self, text: str) -> None:
        """Print a dim remark of the program, which is not part of the story."""
        self.say(text, "dim")

    def player(self, line: str) -> None:
        """Print a line of the player that was not typed here; of a long one the beginning."""
        self.say(f"> {line}" if len(line) <= MAX_ECHO else f"> {line[:MAX_ECHO]} …", "bold")

    def line(self, text: str) -> None:
        """Print one line unwrapped, for other programs to read."""
        self.out.print(Text(clean(text)), soft_wrap=True)

    def gap(self) -> None:
        self.out.print()

    def error(self, line: str, style: str = "red") -> None:
        """Print one line to standard error."""
        self.err.print(Text(one_line(line, MAX_ERROR), style=style), soft_wrap=not self.err.is_terminal)


class Stream:
    """Prints text word by word, wrapped, as it arrives. ``text`` is everything received; with ``waits`` a terminal
    shows "thinking" until the first piece."""

    def __init__(self, screen: Screen, *, waits: bool = False) -> None:
        self.text = ""
        self._waits = waits and screen.out.is_terminal and not screen.out.is_dumb_terminal
        if self._waits:
            screen.out.print(Text("thinking …", style="dim"), end="")
        self._screen = screen
        self._word = ""
        self._column = 0
        self._breaks = 0
        self._blank = False

    def feed(self, piece: str) -> None:
        """Take a piece of text; print each word once it is complete."""
        self._stop_waiting()
        self.text += piece
        for char in clean(piece):
            if char == "\n":
                self._flush()
                self._breaks += 1
            elif char.isspace():
                self._flush()
                self._blank = True
            else:
                self._word += char
                if cell_len(self._word) >= self._screen.width:
                    self._flush()

    def close(self) -> None:
        self._stop_waiting()
        self._flush()
        if self._column:
            self._write("\n")

    def _stop_waiting(self) -> None:
        if self._waits:
            self._screen.out.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
        self._waits = False

    def _flush(self) -> None:
        """Print the word. Breaks and blanks before it are printed only now, so that the text does not end in them."""
        word, self._word = self._word, ""
        if not word:
            return
        if self._breaks and self._column:
            self._write("\n" * min(self._breaks, 2))
        elif self._blank and self._column:
            self._write("\n" if self._column + 1 + cell_len(word) > self._screen.width else " ")
        self._breaks, self._blank = 0, False
        for part in chop_cells(word, self._screen.width):
            if self._column and self._column + cell_len(part) > self._screen.width:
                self._write("\n")
            self._write(part)

    def _write(self, text: str) -> None:
        """Print a word, a blank or line breaks."""
        self._column = 0 if text.startswith("\n") else self._column + cell_len(text)
        self._screen.out.print(Text(text), end="", soft_wrap=True)
