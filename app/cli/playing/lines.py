"""Sources of the player's lines: a terminal, standard input, or a script."""

import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO, Protocol, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout

from app.async_lines import AsyncLineReader
from app.models.typed_text import MAX_PLAYER_TEXT

PROMPT = "> "
MAX_LINE_BYTES = 8 * MAX_PLAYER_TEXT
"""The most bytes read of one piped line: more than a turn may have, but bounded."""


class ILineSource(Protocol):
    """A source of the player's lines. ``interactive``: a person types them and sees them."""

    interactive: bool = False

    async def read(self) -> str | None:
        """Return the next line, or None at the end."""

    def hand_back(self, text: str) -> None:  # noqa: ARG002  # only a terminal needs it
        """Offer a line again that did not become a turn. Only a terminal needs it: scripts and senders still have their
        lines."""
        return


class InteractiveLines(ILineSource, Protocol):
    async def ask(self, question: str) -> str | None:
        """Return the answer to a question, or None when the player quits."""


class ScriptLines(ILineSource):
    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: Iterator[str] = iter(lines)

    async def read(self) -> str | None:
        return next(self._lines, None)


class TerminalLines:
    """Lines typed at a terminal. Ctrl-C clears the line and quits when pressed twice; Ctrl-D quits."""

    interactive = True

    def __init__(self, remark: Callable[[str], None], session: PromptSession[str] | None = None) -> None:
        self._remark = remark
        self._session = session or PromptSession[str]()
        self._handed_back = ""

    async def read(self) -> str | None:
        return await self.ask(PROMPT)

    async def ask(self, question: str) -> str | None:
        interrupted = False
        while True:
            default, self._handed_back = self._handed_back, ""
            try:
                with patch_stdout(raw=True):
                    return await self._session.prompt_async(question, default=default)
            except EOFError:
                return None
            except KeyboardInterrupt:
                if interrupted and not self._session.default_buffer.text:
                    return None
                interrupted = True
                self._remark("Press Ctrl-C again to quit.")

    def hand_back(self, text: str) -> None:
        self._handed_back = text


class PipedLines(ILineSource):
    """Lines from standard input that is not a terminal, read in a thread so that background work goes on."""

    def __init__(self, source: BinaryIO) -> None:
        self._lines = AsyncLineReader(iter(partial(_next_line, source), None))

    async def read(self) -> str | None:
        """Return the next line; bytes that are not UTF-8 become surrogates, so that the turn refuses the line."""
        return await anext(self._lines, None)


def _next_line(source: BinaryIO) -> str | None:
    """Return one line, cut at `MAX_LINE_BYTES`; None at the end or on an error."""
    try:
        data = source.readline(MAX_LINE_BYTES)
        rest = data
        while len(rest) == MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE_BYTES)
    except (OSError, ValueError):
        return None
    return data.decode("utf-8", "surrogateescape").rstrip("\r\n") if data else None


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal; a closed standard input is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def binary_input(stream: TextIO | None) -> BinaryIO:
    """Return standard input as a byte stream of its own, so that a thread waiting for input does not delay the exit."""
    if stream is None:
        return io.BytesIO()
    try:
        return open(stream.fileno(), "rb", closefd=False)  # stays open for the life of the process
    except (OSError, ValueError, AttributeError):
        return getattr(stream, "buffer", io.BytesIO())
