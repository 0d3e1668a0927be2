"""Where lines come from."""

import asyncio
import io
import os
from collections.abc import Iterator

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import DummyOutput

from app.cli.playing.lines import (
    MAX_LINE_BYTES,
    ILineSource,
    PipedLines,
    ScriptLines,
    TerminalLines,
    binary_input,
    is_terminal,
)


async def everything(lines: ILineSource) -> list[str]:
    found = []
    while (line := await lines.read()) is not None:
        found.append(line)
    return found


async def test_piped_lines_come_without_their_breaks_and_end_with_none_again_and_again() -> None:
    lines = PipedLines(io.BytesIO(b"look\r\n\ngo north\nlast"))
    assert await everything(lines) == ["look", "", "go north", "last"]
    assert await lines.read() is None
    assert await lines.read() is None


async def test_an_endless_line_is_cut_and_what_follows_it_is_kept() -> None:
    lines = PipedLines(io.BytesIO(b"a" * (3 * MAX_LINE_BYTES + 5) + b"\nlook\n"))
    assert [len(line) for line in await everything(lines)] == [MAX_LINE_BYTES, 4]


async def test_a_flood_of_lines_is_read_only_as_fast_as_it_is_played() -> None:
    source = io.BytesIO(b"x\n" * 10_000)
    lines = PipedLines(source)
    await lines.read()
    assert source.tell() < 1_000


async def test_a_slow_pipe_holds_up_nothing_else() -> None:
    """Captures run while the next line is waited for."""
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as source:
        waiting = asyncio.create_task(PipedLines(source).read())
        await asyncio.sleep(0)
        assert not waiting.done()
        os.write(write_end, b"look\n")
        assert await waiting == "look"
        os.close(write_end)


async def test_bytes_that_are_no_utf8_stay_recognizable_as_such() -> None:
    [line] = await everything(PipedLines(io.BytesIO(b"\xff\n")))
    with pytest.raises(UnicodeEncodeError):
        line.encode()


def test_no_standard_input_is_an_empty_one() -> None:
    assert not is_terminal(None)
    assert binary_input(None).read() == b""


def test_a_closed_standard_input_is_nobody() -> None:
    closed = io.StringIO()
    closed.close()
    assert not is_terminal(closed)


async def test_a_script_gives_its_lines() -> None:
    assert await everything(ScriptLines(["a", "b"])) == ["a", "b"]


class Keyboard:
    """A terminal's input, and what the door remarked meanwhile."""

    def __init__(self, keys: PipeInput) -> None:
        self.keys = keys
        self.remarks: list[str] = []
        self.remarked = asyncio.Event()
        self.lines = TerminalLines(self._remark, PromptSession[str](input=keys, output=DummyOutput()))

    def _remark(self, text: str) -> None:
        self.remarks.append(text)
        self.remarked.set()


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield Keyboard(keys)


async def test_a_person_types_lines(keyboard: Keyboard) -> None:
    keyboard.keys.send_text("look\r")
    assert await keyboard.lines.read() == "look"


async def test_ctrl_c_clears_the_line(keyboard: Keyboard) -> None:
    keyboard.keys.send_text("go nor\x03")
    reading = asyncio.create_task(keyboard.lines.read())
    await keyboard.remarked.wait()
    keyboard.keys.send_text("look\r")
    assert await reading == "look"
    assert keyboard.remarks == ["Press Ctrl-C again to quit."]


async def test_ctrl_c_twice_quits(keyboard: Keyboard) -> None:
    keyboard.keys.send_text("go nor\x03")
    reading = asyncio.create_task(keyboard.lines.read())
    await keyboard.remarked.wait()
    keyboard.keys.send_text("\x03")
    assert await reading is None


async def test_ctrl_d_quits(keyboard: Keyboard) -> None:
    keyboard.keys.send_text("\x04")
    assert await keyboard.lines.read() is None


async def test_a_line_handed_back_can_be_sent_again(keyboard: Keyboard) -> None:
    keyboard.lines.hand_back("give the lantern to Mara")
    keyboard.keys.send_text(" now\r")
    assert await keyboard.lines.read() == "give the lantern to Mara now"
    keyboard.keys.send_text("look\r")
    assert await keyboard.lines.read() == "look"
