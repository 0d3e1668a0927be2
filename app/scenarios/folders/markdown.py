"""Markdown of an author: front matter, headings that name fields, and paragraphs as text, read and written.

Of Markdown a text has what a story needs: lines that follow each other are one paragraph, a blank line ends it, a
backslash or two blanks at the end of a line break it, and so does a line that begins a list or a quotation. Lines
from ``<!--`` to ``-->`` are the author's own notes. All else is shown as it is written."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

WIDTH = 100
_MARK = "---"
_LIST_SIGNS = frozenset({"-", "*", "+", ">", "|"})
_BREAK = "\\"
_NO_TEXT = ("#", "<!--", _MARK, "\ufeff")
_ESCAPED = ("\\#", "\\\\", "\\<")


@dataclass(frozen=True)
class Section:
    """A part of a text: the heading before it ("" for none), the level of that heading and the number of its line, and
    the text's own first line."""

    heading: str
    level: int
    line: int
    text: str
    first_line: int


@dataclass(frozen=True)
class MarkdownFile:
    """A file: its front matter, which begins in line 2, and the sections after it."""

    front_matter: str
    sections: tuple[Section, ...]


class OpenEnd(Exception):
    """Something that begins in a line has no end."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


def read_markdown(text: str) -> MarkdownFile:
    """Separate front matter and sections.

    Raises:
        OpenEnd: The front matter or a note is not ended.
    """
    lines = text.split("\n")
    front, begin = list[str](), 0
    if lines[0].rstrip() == _MARK:
        ends = (number for number, line in enumerate(lines[1:], start=1) if line.rstrip() in (_MARK, "..."))
        end = next(ends, None)
        if end is None:
            raise OpenEnd(1, "the front matter that begins here has no end: a line with '---' alone.")
        front, begin = lines[1:end], end + 1
    return MarkdownFile("\n".join(front), tuple(_sections(lines, begin)))


def _sections(lines: Sequence[str], begin: int) -> Iterator[Section]:
    heading, level, at = "", 0, begin
    held = list[tuple[int, str]]()
    for number, line in _without_notes(lines, begin):
        signs = len(line) - len(line.lstrip("#"))
        if not (1 <= signs <= 6 and line[signs : signs + 1] in (" ", "")):
            held.append((number, line))
            continue
        yield _section(heading, level, at, held)
        heading, level, at, held = line[signs:].strip(), signs, number, []
    yield _section(heading, level, at, held)


def _section(heading: str, level: int, at: int, held: Sequence[tuple[int, str]]) -> Section:
    first = next((number for number, line in held if line.strip()), at)
    return Section(heading, level, at + 1, text_of([line for _, line in held]), first + 1)


def _without_notes(lines: Sequence[str], begin: int) -> Iterator[tuple[int, str]]:
    opened: int | None = None
    for number in range(begin, len(lines)):
        line = lines[number]
        if opened is None and line.lstrip().startswith("<!--"):
            opened = number
        if opened is None:
            yield number, line
        elif "-->" in line:
            opened = None
    if opened is not None:
        raise OpenEnd(opened + 1, "the note that begins here has no end: '-->'.")


def text_of(lines: Sequence[str]) -> str:
    """Return the text that lines are written for."""
    groups = groupby(lines, key=lambda line: bool(line.strip()))
    return "\n\n".join(_joined([*group]) for is_filled, group in groups if is_filled)


def _joined(lines: Sequence[str]) -> str:
    """Return the text of a paragraph."""
    text, breaks, in_list = "", False, False
    for line in lines:
        words = line.strip()
        begins = _begins_line(words, in_list=in_list)
        in_list = in_list or begins
        separator = "\n" if breaks or begins else " "
        breaks = line.endswith("  ") or words.endswith(_BREAK)
        words = words.removesuffix(_BREAK).rstrip()
        words = words[1:] if words[:2] in _ESCAPED else words
        text += f"{separator}{words}" if text else words
    return text


def _begins_line(words: str, *, in_list: bool) -> bool:
    """Return whether a line begins an entry of a list or a quotation. The first number of a list is 1: other ones may
    end a sentence."""
    first = words.split(maxsplit=1)[0]
    is_number = first[:-1].isdecimal() and first[-1] in ".)"
    return first in _LIST_SIGNS or first[0] == ">" or (is_number and (in_list or first[:-1] == "1"))


def lines_of(text: str) -> list[str] | None:
    """Return the lines to write for a text; None if no lines of Markdown are read as this text."""
    for width in (WIDTH, len(text) + 1):
        lines = [line for paragraph in text.split("\n\n") for line in (*_paragraph(paragraph, width), "")][:-1]
        if text and text_of(lines) == text and not any(line.startswith(_NO_TEXT) for line in lines):
            return lines
    return None


def _paragraph(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a paragraph, each of its own lines but the last with a backslash at its end."""
    own = text.split("\n")
    for number, line in enumerate(own):
        safe = f"\\{line}" if line.startswith(("#", "\\", "<")) else line
        wrapped = textwrap.wrap(
            safe, width, break_long_words=False, break_on_hyphens=False, drop_whitespace=True, expand_tabs=False
        ) or [safe]
        yield from wrapped[:-1]
        yield wrapped[-1] if number == len(own) - 1 else f"{wrapped[-1]}{_BREAK}"
