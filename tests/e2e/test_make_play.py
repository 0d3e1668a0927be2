"""What ``make play`` runs, as a process of its own at a real terminal; without input it is run by test_installed.py."""

import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds after which a silent program counts as hanging."""


def environment(saves: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TALEKEEPER_")}
    return {**kept, "TALEKEEPER_SAVES": str(saves), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "80"}


def would_run(folder: Path, target: str) -> str:
    """What make would run there."""
    return subprocess.run(["make", "-n", target], cwd=folder, check=True, capture_output=True, text=True).stdout


def test_each_target_installs_what_it_needs_in_any_order(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(PROJECT / name, tmp_path / name)
    installed = {"play": '-e ".[embeddings]"', "test": '-e ".[test,embeddings]"', "check": '-e ".[dev,embeddings]"'}
    for target, wanted in installed.items():
        ran = would_run(tmp_path, target)
        assert [extras for extras in installed.values() if extras in ran] == [wanted]
    made = tmp_path / ".venv"
    made.mkdir()
    (made / ".made").touch()
    for stamp, ready in ((".for-play", {"play"}), (".for-test", {"play", "test"}), (".for-dev", {*installed})):
        (made / stamp).touch()
        assert {target for target in installed if "pip install" not in would_run(tmp_path, target)} == ready


class Terminal:
    """The program at one end of a pseudo-terminal, and we at the other."""

    def __init__(self, saves: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=PROJECT,
            env=environment(saves),
            start_new_session=True,
        )
        os.close(slave)
        self._unread = ""

    def expect(self, text: str) -> None:
        """Read on until the text has come; what came before it is done with."""
        while text not in self._unread:
            ready, _, _ = select.select([self._master], [], [], PATIENCE)
            assert ready, f"{text!r} did not come; there was {self._unread!r}"
            self._unread += os.read(self._master, 65536).decode("utf-8", "replace")
        self._unread = self._unread.partition(text)[2]

    def expect_prompt(self) -> None:
        """Read on until keys are read one by one: bracketed paste is switched on at every prompt."""
        self.expect("\x1b[?2004h")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, "play", "tide-bell", "--name", "O'Brien")
    yield opened
    opened.close()


def test_at_a_terminal_one_plays_by_typing_and_leaves_by_ctrl_c(terminal: Terminal, tmp_path: Path) -> None:
    terminal.expect("/help lists what you can do")
    terminal.type("take the herring bucket\r")
    terminal.expect("+ herring bucket")
    terminal.type("/hlep\r")
    terminal.expect("the nearest is /help")
    terminal.expect_prompt()
    terminal.type("never sent\x03")
    terminal.expect("Press Ctrl-C again to quit.")
    terminal.expect_prompt()
    terminal.type("\x03")
    assert terminal.process.wait(PATIENCE) == 0
    again = Terminal(tmp_path, "play")
    try:
        again.expect("Go on with it? [Y/n]")
        again.type("\r")
        again.expect("/help lists what you can do")
        again.type("inventory\r")
        again.expect("herring bucket")
        again.type("/quit\r")
        assert again.process.wait(PATIENCE) == 0
    finally:
        again.close()
