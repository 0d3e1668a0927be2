"""A file that is replaced is at every moment the old one or a new one, whoever else replaces it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.durable_files import replace_file


def test_whoever_replaces_a_file_while_another_does_gets_its_own_in_and_the_last_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"

    def slow() -> Iterator[bytes]:
        yield b"first, "
        replace_file(path, [b"second"])
        assert path.read_bytes() == b"second"
        yield b"and whole"

    replace_file(path, slow())
    assert path.read_bytes() == b"first, and whole"
    assert [each.name for each in tmp_path.iterdir()] == ["tokens.json"]


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(b"old")

    def broken() -> Iterator[bytes]:
        yield b"new"
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011  # that one
        replace_file(path, broken())
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["tokens.json"]


def test_what_a_killed_process_left_goes_with_the_next_and_what_others_write_now_stays(tmp_path: Path) -> None:
    left, being_written = (tmp_path / f".talekeeper-{letter * 16}.new" for letter in "ab")
    for path in (left, being_written):
        path.write_bytes(b"a key")
    os.utime(left, (0, 0))
    replace_file(tmp_path / "model.json", [b"{}"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [being_written.name, "model.json"]
