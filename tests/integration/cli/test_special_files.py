"""Files that are none: a pipe, a device, a socket, a folder. No command waits for one or breaks on it."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from tests.integration.cli.conftest import RunCommand
from tests.unit.interchange.cards import V1_FILE

pytestmark = pytest.mark.long

READERS = {
    "saves import": ("saves", "import", "{file}"),
    "run": ("run", "{file}", "--scenario", "tide-bell"),
    "play": ("play", "{file}.json"),
    "check-scenario": ("check-scenario", "{file}.json"),
    "import card": ("import", "card", "{file}"),
    "import card --scenario": ("import", "card", str(V1_FILE), "--scenario", "{file}.json"),
    "import lorebook": ("import", "lorebook", "{file}", "--scenario", "tide-bell"),
    "import agents": ("import", "agents", "{file}", "tide-bell", "Tove"),
}


@pytest.fixture
def no_waiting() -> Iterator[None]:
    """A command that waits fails instead of hanging."""

    def fail(signum: int, frame: FrameType | None) -> None:
        raise AssertionError("the command waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def make(path: Path, kind: str) -> None:
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(str(path))


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder"])
@pytest.mark.parametrize("reader", READERS)
def test_a_file_of_another_kind_is_refused_in_one_line(
    command: RunCommand, no_waiting: None, tmp_path: Path, kind: str, reader: str
) -> None:
    if reader == "import agents":
        command("play", "tide-bell", typed="look\n")
    for name in ("odd", "odd.json"):
        make(tmp_path / name, kind)
    ran = command(*(part.format(file=tmp_path / "odd") for part in READERS[reader]))
    assert ran.code in (2, 3)
    assert len(ran.err.splitlines()) == 1
    assert "odd" in ran.err or reader == "import agents"
    assert str(tmp_path) not in ran.err


def test_a_listed_scenario_that_is_a_pipe_is_shown_with_its_problem(
    command: RunCommand, no_waiting: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir()
    os.mkfifo(tmp_path / "own" / "piped.json")
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(tmp_path / "own"))
    ran = command("scenarios")
    assert ran.code == 0
    assert "piped" in ran.out


@pytest.mark.parametrize("link", [False, True])
def test_a_regular_file_is_read_also_through_a_link(command: RunCommand, tmp_path: Path, link: bool) -> None:
    script = tmp_path / "script"
    script.write_text("look\n")
    if link:
        (tmp_path / "linked").symlink_to(script)
        script = tmp_path / "linked"
    assert command("run", str(script), "--scenario", "tide-bell").code == 0


def test_a_log_or_an_export_to_a_pipe_that_nothing_reads_is_refused(
    command: RunCommand, no_waiting: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command("play", "tide-bell", typed="look\n")
    [game] = saves.glob("tide-bell-*")
    assert command("saves", "export", game.name, str(pipe), "--force").code == 9
    monkeypatch.setenv("TALEKEEPER_LOG", str(pipe))
    ran = command("saves", "list")
    assert ran.code == 2
    assert ran.err.startswith("TALEKEEPER_LOG names a file that cannot be written: ")
