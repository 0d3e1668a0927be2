"""Games copied between a folder and where games are kept."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from app.interfaces.game_models import GameModel
from app.interfaces.tokens import GameToken
from app.stores.opening import in_database, in_files
from tests.integration.cli.conftest import Ran, RunCommand
from tests.unit.stores.journals import content
from tests.worlds import NOW

pytestmark = pytest.mark.long

TOKEN = GameToken(id="one", sha256="aa", role="master", created_at=NOW)
MODEL = GameModel(teller="offline")


@pytest.fixture
def games(command: RunCommand, saves: Path) -> list[str]:
    """The ids of two games, played last the first, with tokens and a model."""
    for name in ("Ansel", "Mara"):
        command("play", "tide-bell", "--name", name, typed="look\nlook\n/save here\n/undo\nlook\n")
    stores = in_files(saves)
    found = [summary.game_id for summary in stores.games.list()]
    stores.tokens.change(found[0], lambda _: (TOKEN,))
    stores.models.change(found[0], lambda _: MODEL)
    return found


def said(ran: Ran) -> str:
    assert ran.err == ""
    return " ".join(ran.out.split())


def test_all_games_go_into_a_folder_and_are_there_the_second_time(
    command: RunCommand, games: list[str], saves: Path, tmp_path: Path
) -> None:
    ran = command("saves", "export", "--to", str(tmp_path / "new" / "copy"), "--all")
    assert (ran.code, ran.out) == (
        0,
        "".join(f"{each}: copied and equal.\n" for each in games) + "2 games copied and equal.\n",
    )
    for name in ("journal.jsonl", "tokens.json", "model.json"):
        copied = (tmp_path / "new" / "copy" / games[0] / name).read_bytes()
        assert copied == (saves / games[0] / name).read_bytes()
    ran = command("saves", "export", "--all", "--to", str(tmp_path / "new" / "copy"))
    assert ran.code == 0
    assert said(ran).endswith("was there already, and is equal. 0 games copied and equal, 2 there already.")


def test_games_are_named_by_title_and_each_is_copied_once(
    command: RunCommand, games: list[str], tmp_path: Path
) -> None:
    ran = command("saves", "export", "mara", games[0], "--to", str(tmp_path / "copy"))
    assert (ran.code, said(ran)) == (0, f"{games[0]}: copied and equal. 1 game copied and equal.")
    ran = command("saves", "export", "here", "--to", str(tmp_path / "copy"))
    assert (ran.code, "names a turn" in ran.err) == (2, True)
    ran = command("saves", "import", "nobody", "--from", str(tmp_path / "copy"))
    assert (ran.code, ran.err) == (3, "There is no game 'nobody'.\n")


def test_what_is_damaged_or_different_does_not_stop_the_others(
    command: RunCommand, games: list[str], saves: Path, tmp_path: Path
) -> None:
    command("play", "tide-bell", typed="look\n")
    command("saves", "export", "--to", str(tmp_path / "copy"), games[0])
    command("play", "--load", games[0], typed="look\n")
    before = (tmp_path / "copy" / games[0] / "journal.jsonl").read_bytes()
    journal = saves / games[1] / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"turn"', b'"tern"'))
    ran = command("saves", "export", "--to", str(tmp_path / "copy"), "--all")
    found = said(ran)
    assert ran.code == 1
    assert f"{games[0]}: There is a different game '{games[0]}' already" in found
    assert f"{games[1]}: {games[1]}/journal.jsonl, line 2" in found
    assert found.endswith("1 game copied and equal, 1 refused, 1 damaged and left out.")
    assert (tmp_path / "copy" / games[0] / "journal.jsonl").read_bytes() == before
    assert not (tmp_path / "copy" / games[1]).exists()


def test_deleted_games_are_counted_and_left(command: RunCommand, games: list[str], tmp_path: Path) -> None:
    command("saves", "delete", games[0])
    ran = command("saves", "export", "--to", str(tmp_path / "copy"), "--all")
    assert ran.out.startswith("1 deleted game in the trash is not copied.\n")
    assert [path.name for path in (tmp_path / "copy").glob("[!.]*")] == [games[1]]


def test_a_folder_that_takes_nothing_ends_it_after_some_games(
    command: RunCommand, games: list[str], tmp_path: Path
) -> None:
    for _ in range(2):
        command("play", "tide-bell", typed="look\n")
    (tmp_path / "copy" / ".lock").mkdir(parents=True)
    ran = command("saves", "export", "--to", str(tmp_path / "copy"), "--all")
    assert ran.code == 1
    assert said(ran).count("could not be saved") == 3
    assert said(ran).endswith(
        "Copying stopped; run it again when games can be stored. 0 games copied and equal, 3 failed."
    )


@pytest.mark.parametrize(
    "line",
    [
        ("export",),
        ("export", "--all"),
        ("export", "one", "two", "three"),
        ("export", "--to", "FOLDER"),
        ("export", "--to", "FOLDER", "one", "--all"),
        ("export", "--to", "FOLDER", "--all", "--force"),
        ("import",),
        ("import", "--all"),
        ("import", "one", "two"),
        ("import", "--from", "FOLDER"),
        ("import", "--from", "FOLDER", "one", "--all"),
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_refused(command: RunCommand, tmp_path: Path, line: tuple[str, ...]) -> None:
    ran = command("saves", *(str(tmp_path) if word == "FOLDER" else word for word in line))
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_folders_that_cannot_be_used_are_said(command: RunCommand, tmp_path: Path) -> None:
    ran = command("saves", "import", "--from", str(tmp_path / "none"), "--all")
    assert (ran.code, ran.err) == (3, "There is no folder 'none'.\n")
    (tmp_path / "file").touch()
    ran = command("saves", "export", "--to", str(tmp_path / "file"), "--all")
    assert (ran.code, ran.err) == (9, "The folder named by --to cannot be used: it is a file.\n")


def test_games_move_into_the_database_and_back(
    command: RunCommand,
    games: list[str],
    saves: Path,
    tmp_path: Path,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", database_url)
    command("database", "migrate")
    ran = command("saves", "import", "--from", str(saves), "--all")
    assert (ran.code, said(ran).endswith("2 games copied and equal.")) == (0, True)
    ran = command("saves", "import", "--from", str(saves), *games)
    assert (ran.code, said(ran).endswith("0 games copied and equal, 2 there already.")) == (0, True)
    with closing(in_database(database_url, 600.0)) as stores:
        assert (stores.tokens.read(games[0]), stores.models.read(games[0])) == ((TOKEN,), MODEL)
        for game_id in games:
            assert content(stores.games.read(game_id)) == content(in_files(saves).games.read(game_id))
            stores.games.acquire(game_id)
        ran = command("saves", "export", "--to", str(tmp_path / "back"), "--all")
        assert (ran.code, said(ran).endswith("2 games copied and equal.")) == (0, True)
    for path in saves.glob("*/*.json*"):
        assert (tmp_path / "back" / path.relative_to(saves)).read_bytes() == path.read_bytes()
    command("play", "--load", games[0], typed="look\n")
    ran = command("saves", "export", "--to", str(tmp_path / "back"), "--all")
    assert (ran.code, said(ran).endswith("0 games copied and equal, 1 there already, 1 refused.")) == (1, True)


def test_a_file_still_goes_in_and_out_of_the_database(
    command: RunCommand, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_DATABASE", database_url)
    command("database", "migrate")
    command("play", "tide-bell", "--name", "Mara", typed="look\n")
    assert command("saves", "export", "mara", str(tmp_path / "mara.json")).code == 0
    assert command("saves", "import", str(tmp_path / "mara.json")).code == 0
    written = command("saves", "export", json.loads((tmp_path / "mara.json").read_text())["header"]["game_id"], "-").out
    assert written == (tmp_path / "mara.json").read_text()
