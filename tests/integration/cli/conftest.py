"""The whole command line, run as a user would: arguments and standard input in, text and an exit code out."""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
from loguru import logger

from app.cli.main import run


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


class RunCommand(Protocol):
    """Runs one command."""

    def __call__(self, *arguments: str, typed: bytes | str = b"") -> Ran: ...


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], saves: Path) -> Iterator[RunCommand]:
    monkeypatch.setenv("TALEKEEPER_SAVES", str(saves))
    monkeypatch.setenv("COLUMNS", "80")

    def run_command(*arguments: str, typed: bytes | str = b"") -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    yield run_command
    logger.remove()
