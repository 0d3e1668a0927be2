"""``saves backup`` and ``saves restore-backup``: all games and scenarios in one file, and back; deleting for good."""

import zipfile
from pathlib import Path

import pytest

from app.api.access import Tokens
from app.cli.errors import EXIT_CODES, EXIT_PROBLEMS
from app.container import Container
from app.errors import InvalidInput, NotFound
from tests.integration.cli.conftest import RunCommand
from tests.integration.mcp.serving import begun, new_container


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "scenarios"
    (folder / "a-folder").mkdir(parents=True)
    (folder / "a-folder" / "scenario.md").write_text("# Mine\n", encoding="utf-8")
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(folder))
    return folder


@pytest.fixture
def games(saves: Path) -> list[str]:
    """Two games that nobody has open, the first with a token."""
    container = new_container(saves)
    found = [begun(container) for _ in range(2)]
    Tokens(container.tokens(), container.now()).create(found[0], "player", "player")
    for game_id in found:
        container.library().close(game_id)
    return found


def reopened(saves: Path) -> Container:
    return new_container(saves)


def test_a_backup_is_brought_back_whole_into_an_empty_place(
    command: RunCommand, saves: Path, games: list[str], scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.zip"
    ran = command("saves", "backup", str(file))
    assert (ran.code, "2 games and your own scenarios are backed up in games.zip" in ran.out.replace("\n", " ")) == (
        0,
        True,
    )
    assert file.stat().st_mode & 0o077 == 0
    before = reopened(saves)
    journals = [before.library().read(game_id) for game_id in games]
    tokens = before.tokens().read(games[0])
    empty = tmp_path / "elsewhere"
    (empty / "scenarios").mkdir(parents=True)
    monkeypatch.setenv("TALEKEEPER_SAVES", str(empty / "saves"))
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(empty / "scenarios"))
    assert command("saves", "restore-backup", str(file)).code == 0
    after = reopened(empty / "saves")
    assert [after.library().read(game_id) for game_id in games] == journals
    assert after.tokens().read(games[0]) == tokens
    assert (empty / "scenarios" / "a-folder" / "scenario.md").read_text(encoding="utf-8") == "# Mine\n"
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".talekeeper-")] == []


def test_a_backup_without_a_damaged_game_does_not_count_it(
    command: RunCommand, saves: Path, games: list[str], tmp_path: Path
) -> None:
    journal = saves / games[0] / "journal.jsonl"
    journal.write_text(journal.read_text(encoding="utf-8").replace("Élan", "Ilan"), encoding="utf-8")
    ran = command("saves", "backup", str(tmp_path / "games.zip"))
    said = " ".join(ran.out.split())
    assert (ran.code, "2 games" in said, "1 damaged and left out" in said) == (1, False, True)
    with zipfile.ZipFile(tmp_path / "games.zip") as packed:
        assert {name.split("/")[1] for name in packed.namelist() if name.startswith("games/")} == {games[1]}


def test_what_is_there_is_never_written_over(
    command: RunCommand, saves: Path, games: list[str], scenarios: Path, tmp_path: Path
) -> None:
    file = tmp_path / "games.zip"
    assert command("saves", "backup", str(file)).code == 0
    again = command("saves", "backup", str(file))
    assert again.code == EXIT_CODES[InvalidInput]
    assert command("saves", "backup", "--force", str(file)).code == 0
    (scenarios / "a-folder" / "scenario.md").write_text("# Changed\n", encoding="utf-8")
    assert command("saves", "restore-backup", str(file)).code == 0, "each game is there already, and is equal"
    assert (scenarios / "a-folder" / "scenario.md").read_text(encoding="utf-8") == "# Changed\n"


def test_a_damaged_game_is_left_out_and_not_counted(
    command: RunCommand, saves: Path, games: list[str], tmp_path: Path
) -> None:
    (journal,) = saves.rglob(f"{games[1]}*/journal*")
    journal.write_text("no journal", encoding="utf-8")
    ran = command("saves", "backup", str(tmp_path / "games.zip"))
    assert ran.code == EXIT_PROBLEMS
    assert "1 game and your own scenarios are backed up" in ran.out.replace("\n", " ")


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_what_is_no_backup_is_refused_in_one_line(command: RunCommand, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "other.zip"
    if content is None:
        with zipfile.ZipFile(file, "w") as packed:
            packed.writestr("../outside.txt", "x")
    else:
        file.write_bytes(content)
    ran = command("saves", "restore-backup", str(file))
    assert (ran.code, len(ran.err.splitlines()) <= 2) == (EXIT_CODES[InvalidInput], True)
    assert not (tmp_path.parent / "outside.txt").exists()
    assert command("saves", "restore-backup", str(tmp_path / "none.zip")).code == EXIT_CODES[NotFound]


def test_a_game_is_deleted_for_good_at_once_or_out_of_the_trash(
    command: RunCommand, saves: Path, games: list[str]
) -> None:
    assert command("saves", "delete", games[0]).code == 0
    for game_id in games:
        ran = command("saves", "delete", "--for-good", game_id)
        assert (ran.code, "deleted for good" in " ".join(ran.out.split())) == (0, True)
    assert [path for path in saves.rglob("*") if any(game_id in path.name for game_id in games)] == []
    assert command("saves", "delete", "--for-good", games[0]).code == EXIT_CODES[NotFound]
