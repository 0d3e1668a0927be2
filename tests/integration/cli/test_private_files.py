"""What a game leaves on the disk is for its owner alone: files 0600, folders 0700, under any umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.conftest import RunCommand

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(root: Path) -> list[str]:
    """What others may read, write or enter, by its path below ``root``."""
    found = (path for path in root.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o077)
    return sorted(str(path.relative_to(root)) for path in found)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_saves_trash_exports_and_logs_are_for_their_owner_alone(
    command: RunCommand, tmp_path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_SAVES", str(saves / "of" / "mine"))
    monkeypatch.setenv("TALEKEEPER_LOG", str(tmp_path / "log"))
    for _ in range(2):
        command("play", "tide-bell", "--name", "Anna", typed="look\ntake the bell\n")
    first, second = sorted(path.name for path in (saves / "of" / "mine").glob("tide-bell-*"))
    assert command("saves", "export", first, str(tmp_path / "first.json")).code == 0
    assert command("export", "card", "tide-bell", "tove", "--out", str(tmp_path / "card.json")).code == 0
    for form in ("genagents", "jsonl"):
        assert command("export", "agents", str(tmp_path / form), first, "Tove", "--format", form).code == 0
    assert command("saves", "import", str(tmp_path / "first.json")).code == 0
    command("saves", "delete", second)
    assert list((saves / "of" / "mine" / ".trash").iterdir())
    assert (tmp_path / "log").exists()
    assert open_to_others(tmp_path) == []


@pytest.mark.parametrize(
    "command_line", [("saves", "list"), ("saves", "show", "tide-bell"), ("saves", "delete", "tide-bell")]
)
def test_games_of_earlier_versions_are_closed_to_others_when_they_are_looked_at(
    command: RunCommand, saves: Path, command_line: tuple[str, ...]
) -> None:
    for _ in range(2):
        command("play", "tide-bell", "--name", "Anna", typed="look\n")
        [game, *_] = saves.glob("tide-bell-*")
        if command_line[1] == "list":
            command("saves", "delete", game.name)
    for path in (saves, *saves.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    command(*command_line[:2], *(game.name for _ in command_line[2:]))
    assert open_to_others(saves / game.name) == []
    assert [path for path in open_to_others(saves) if path.startswith(".trash")] == []
    assert mode(saves) == 0o755  # a folder that was there may have another purpose too


def test_what_a_link_in_a_game_leads_to_keeps_its_mode(command: RunCommand, saves: Path, tmp_path: Path) -> None:
    command("play", "tide-bell", typed="look\n")
    [game] = saves.glob("tide-bell-*")
    (tmp_path / "mine").write_text("")
    (tmp_path / "mine").chmod(0o644)
    (game / "link").symlink_to(tmp_path / "mine")
    game.chmod(0o755)
    command("saves", "list")
    assert (mode(game), mode(tmp_path / "mine")) == (0o700, 0o644)


def test_an_export_and_a_log_over_a_file_that_others_could_read_close_it(
    command: RunCommand, saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("out.json", "log"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o644)
    monkeypatch.setenv("TALEKEEPER_LOG", str(tmp_path / "log"))
    command("play", "tide-bell", typed="look\n")
    [game] = saves.glob("tide-bell-*")
    assert command("saves", "export", game.name, str(tmp_path / "out.json"), "--force").code == 0
    assert [mode(tmp_path / name) for name in ("out.json", "log")] == [0o600, 0o600]
