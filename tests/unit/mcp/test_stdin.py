"""Lines of standard input: whole, bounded, and nobody has to wait for the next one."""

import os
from collections.abc import Iterator

import pytest

from app.mcp.stdio import StdinLines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


async def test_lines_come_whole_however_they_are_cut_and_the_last_needs_no_line_break(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    lines = StdinLines(reading)
    for piece in (b'{"a"', b': 1}\n{"b": 2}\n', b'\n  \n{"c', '": "ä"}'.encode()):
        os.write(writing, piece)
    os.close(writing)
    assert [line async for line in lines] == ['{"a": 1}', '{"b": 2}', '{"c": "ä"}']


async def test_a_line_over_the_limit_is_skipped_and_the_next_one_is_not(
    pipe: tuple[int, int], log_lines: list[str]
) -> None:
    reading, writing = pipe
    lines = StdinLines(reading, longest=100)
    os.write(writing, b"first\n" + b"x" * 5_000)
    assert await anext(lines) == "first"
    os.write(writing, b"y" * 5_000 + b"\nlast\n")
    os.close(writing)
    assert [line async for line in lines] == ["last"]
    assert any("over 100 bytes is skipped" in line for line in log_lines)


async def test_what_is_no_utf_8_still_is_a_line(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"\xff\xfe\n")
    os.close(writing)
    assert [line async for line in StdinLines(reading)] == ["\ufffd\ufffd"]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (r'"cut \ud83d"', '"cut ?"'),
        (r'"\uDE00\uD83D"', '"??"'),
        (r'"\ud83d\ude00"', r'"\ud83d\ude00"'),
        (r'"a path \\ud83d"', r'"a path \\ud83d"'),
        (r'"\\\ud83d"', r'"\\?"'),
    ],
)
async def test_half_a_character_is_a_question_mark_and_not_a_message_without_an_answer(
    pipe: tuple[int, int], sent: str, read: str
) -> None:
    reading, writing = pipe
    os.write(writing, f"{sent}\n".encode())
    os.close(writing)
    assert [line async for line in StdinLines(reading)] == [read]


async def test_closing_ends_the_lines_while_a_read_still_waits(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    lines = StdinLines(reading)
    os.write(writing, b"one\n")
    assert await anext(lines) == "one"
    lines.close()
    assert [line async for line in lines] == []
    os.close(writing)


async def test_a_descriptor_that_cannot_be_read_is_an_end() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    assert [line async for line in StdinLines(reading)] == []
