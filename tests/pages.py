"""Read the examples of a page of docs: files that it shows, and commands with what they print.

A file is a block below a line that begins with its name in backticks and ends with a colon. A command is a line of a
``console`` block that begins with ``$``; below it is what it prints, with some lines left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(
    r"(?:^`(?P<name>[\w./-]+)`[^\n]*:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class File:
    """A file that a page shows whole."""

    name: str
    text: str
    line: int


@dataclass(frozen=True)
class Typed:
    """A command that a page shows, the lines typed into it, and the lines that it prints."""

    command: str
    shown: tuple[str, ...]
    line: int

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of a player: those that a game repeats behind its prompt."""
        return tuple(line.removeprefix("> ") for line in self.shown if line.startswith("> "))


def steps(page: str) -> Iterator[File | Typed]:
    """List the files and commands of a page in order.

    Args:
        page: The text of the page.
    """
    for block in _BLOCK.finditer(page):
        line = page.count("\n", 0, block.start("text")) + 1
        if block["kind"] == "console":
            yield from _typed(block["text"], line)
        elif block["name"]:
            yield File(block["name"], block["text"], line)


def _typed(text: str, line: int) -> Iterator[Typed]:
    commands = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not commands[0].strip(), f"line {line}: a console block begins with a command"
    for command in commands[1:]:
        first, *shown = command.splitlines()
        yield Typed(first, tuple(shown), line)


_CHANGING = re.compile(r"(?<=-)[0-9a-f]{8}\b|\d{4}-\d{2}-\d{2} \d{2}:\d{2}")
"""What differs from game to game: the end of an id, and the time of the clock on the wall."""
_LEFT_OUT = "…"


def missing(shown: tuple[str, ...], printed: str) -> list[str]:
    """List the shown lines that were not printed in this order.

    Args:
        shown: The lines of a page; ``…`` stands for anything within a line, and for lines that are left out.
        printed: What a command has printed.
    """
    lines, left = [_plain(line) for line in printed.splitlines()], []
    for line in shown:
        pattern = re.compile(".*".join(map(re.escape, _plain(line).split(_LEFT_OUT))))
        at = next((at for at, one in enumerate(lines) if pattern.fullmatch(one)), None)
        if at is None:
            left.append(line)
        else:
            del lines[: at + 1]
    return left


def _plain(line: str) -> str:
    return _CHANGING.sub("#", line.strip())
