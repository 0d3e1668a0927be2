"""Read the examples of a page of docs: files that it shows, changes of them, and commands with what they print.

A file is a block below a line that begins with its name in backticks and ends with a colon; a block of the kind
``diff`` changes it. A command is a line of a ``console`` block that begins with ``$``; below it is what it prints, with
some lines left out.
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
class Change:
    """Lines of a file that a page adds, removes, or shows to say where."""

    name: str
    text: str
    line: int

    def applied(self, before: str) -> str:
        """Return the text of the file after the change.

        Args:
            before: Its text before, which holds the lines of the change once.
        """
        lines = [each or " " for each in self.text.splitlines()]
        old, new = ("".join(f"{each[1:]}\n" for each in lines if each[0] in kinds) for kinds in (" -", " +"))
        assert before.count(old) == 1, f"line {self.line}: {self.name} does not hold these lines once"
        return before.replace(old, new)


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


def steps(page: str) -> Iterator[File | Change | Typed]:
    """List the files, their changes and the commands of a page in order.

    Args:
        page: The text of the page.
    """
    for block in _BLOCK.finditer(page):
        line = page.count("\n", 0, block.start("text")) + 1
        if block["kind"] == "console":
            yield from _typed(block["text"], line)
        elif block["name"] and block["kind"] == "diff":
            yield Change(block["name"], block["text"], line)
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
