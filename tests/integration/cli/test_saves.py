"""The commands on saved games."""

import json
from pathlib import Path

import pytest

from app.stores.lines import framed
from tests.integration.cli.conftest import RunCommand

pytestmark = pytest.mark.long


@pytest.fixture
def game_id(command: RunCommand, saves: Path) -> str:
    """A game of two turns, the second named ``crossing``."""
    command("play", "tide-bell", "--name", "O'Brien", typed="look\nexamine the tide board\n/save crossing\n")
    [folder] = saves.glob("tide-bell-*")
    return folder.name


def test_list_shows_title_turn_time_and_named_turns(command: RunCommand, game_id: str) -> None:
    ran = command("saves", "list")
    assert ran.code == 0
    assert f"{game_id} — O'Brien in The Bell on the Sands\n  turn 2 · Day 1, 15:32 · played 2" in ran.out
    assert "named turns: crossing" in ran.out


def test_an_empty_list_says_how_to_begin(command: RunCommand) -> None:
    assert "`play` begins one" in command("saves", "list").out
    assert "The trash is empty." in command("saves", "list", "--trash").out


def test_a_game_that_cannot_be_read_stays_in_the_list_with_its_problem(
    command: RunCommand, game_id: str, saves: Path
) -> None:
    damage(saves / game_id / "journal.jsonl", line=4)
    assert f"{game_id}\n  Cannot be read: {game_id}/journal.jsonl, line 4:" in command("saves", "list").out
    ran = command("play", "--load", game_id, typed="look\n")
    assert ran.code == 8
    assert "line 4" in ran.err
    assert "saves repair" in ran.err


def test_a_trial_save_is_named_in_one_line_by_every_command(command: RunCommand, game_id: str, saves: Path) -> None:
    journal = saves / game_id / "journal.jsonl"
    first, *others = journal.read_bytes().splitlines(keepends=True)
    body = json.loads(first)["body"]
    del body["save_format"]
    trial = framed(json.dumps({"format_version": 3, **body}).encode()) + b"".join(others)
    journal.write_bytes(trial)
    why = f"{game_id}/journal.jsonl is a trial save from before format 1, which this version of Talekeeper cannot read."
    assert f"{game_id}\n Cannot be read: {why}".split() == command("saves", "list").out.split()
    for line in (
        ("play", "--load", game_id),
        ("saves", "show", game_id),
        ("saves", "export", game_id),
        ("saves", "repair", game_id),
    ):
        ran = command(*line, typed="look\n")
        assert (ran.code, " ".join(ran.err.split())) == (12, why), line
    ran = command("saves", "check")
    assert (ran.code, why in " ".join(ran.out.split())) == (1, True)
    ran = command("saves", "export", "--to", str(saves.parent / "copy"), "--all")
    assert (ran.code, "1 of another format and left out" in ran.out) == (1, True)
    assert journal.read_bytes() == trial
    assert command("saves", "delete", game_id).code == 0


def damage(journal: Path, line: int) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"turn"', b'"tern"', 1)
    journal.write_bytes(b"".join(lines))


def test_check_names_what_is_wrong_in_each_game_and_fails(command: RunCommand, game_id: str, saves: Path) -> None:
    ran = command("saves", "check")
    assert (ran.code, f"{game_id}: intact, 3 records" in ran.out) == (0, True)
    command("play", "tide-bell", typed="look\n")
    journal = saves / game_id / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    body = json.loads(lines[3])["body"]
    lines[3] = framed(json.dumps({**body, "parts": {"scenario": []}}).encode())
    journal.write_bytes(b"".join(lines))
    ran = command("saves", "check")
    assert ran.code == 1
    said = " ".join(ran.out.split())
    assert f"{game_id}: {game_id}/journal.jsonl, line 4: it does not fit the scenario" in said
    assert said.count("intact") == 1
    assert command("saves", "check", game_id).code == 1
    assert command("play", "--load", game_id, typed="look\n").code == 8
    assert "1 record of" in command("saves", "repair", game_id).out


def test_a_line_that_is_left_out_shows_in_the_list(command: RunCommand, game_id: str, saves: Path) -> None:
    journal = saves / game_id / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    assert f"Cannot be read: {game_id}/journal.jsonl, line 3:" in command("saves", "list").out


def test_repair_recovers_up_to_the_damage_into_a_new_game(command: RunCommand, game_id: str, saves: Path) -> None:
    damage(saves / game_id / "journal.jsonl", line=4)
    before = (saves / game_id / "journal.jsonl").read_bytes()
    ran = command("saves", "repair", game_id)
    assert ran.code == 0
    assert "1 record of" in ran.out
    assert (saves / game_id / "journal.jsonl").read_bytes() == before
    [new] = [folder.name for folder in saves.glob("tide-bell-*") if folder.name != game_id]
    shown = command("saves", "show", new).out
    assert "turn 1, Day 1, 15:31" in shown
    assert f"repaired from {game_id}" in " ".join(shown.split())


def test_show_tells_how_a_game_stands(command: RunCommand, game_id: str) -> None:
    out = command("saves", "show", "o'brien").out
    assert f"Game:         {game_id}" in out
    assert "Place:        The Ferry Landing" in out
    assert "Named turns:  crossing" in out
    assert "Spent:        no model calls" in out


def test_export_and_import_give_the_same_game_under_a_new_id(
    command: RunCommand, game_id: str, saves: Path, tmp_path: Path
) -> None:
    target = tmp_path / "game.json"
    assert command("saves", "export", game_id, str(target)).code == 0
    assert json.loads(target.read_text(encoding="utf-8"))["header"]["game_id"] == game_id
    ran = command("saves", "import", str(target))
    assert ran.code == 0
    [new] = [folder.name for folder in saves.glob("tide-bell-*") if folder.name != game_id]
    assert new in ran.out
    assert "turn 2, Day 1, 15:32" in command("saves", "show", new).out


def test_export_writes_over_nothing_unless_told_to(command: RunCommand, game_id: str, tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    target.write_text("mine")
    ran = command("saves", "export", game_id, str(target))
    assert ran.code == 2
    assert target.read_text() == "mine"
    assert command("saves", "export", game_id, str(target), "--force").code == 0
    assert target.read_text() != "mine"


def test_export_to_a_folder_that_is_not_there_is_one_line(command: RunCommand, game_id: str, tmp_path: Path) -> None:
    ran = command("saves", "export", game_id, str(tmp_path / "none" / "game.json"))
    assert ran.code == 9
    assert ran.err.count("\n") == 1
    assert str(tmp_path) not in ran.err


def test_export_to_standard_output_is_nothing_but_the_game(command: RunCommand, game_id: str) -> None:
    ran = command("saves", "export", game_id, "-")
    assert json.loads(ran.out)["header"]["game_id"] == game_id


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"talekeeper_export": 99}'])
def test_importing_something_else_is_refused(command: RunCommand, tmp_path: Path, saves: Path, content: bytes) -> None:
    (tmp_path / "game.json").write_bytes(content)
    ran = command("saves", "import", str(tmp_path / "game.json"))
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert not list(saves.glob("*-*"))


def test_importing_a_game_whose_scenario_leads_nowhere_is_refused(
    command: RunCommand, game_id: str, tmp_path: Path
) -> None:
    document = json.loads(command("saves", "export", game_id, "-").out)
    document["opening"]["state"]["scenario"]["sheet"]["locations"][0]["exits"][0]["to"] = "nowhere-at-all"
    (tmp_path / "game.json").write_text(json.dumps(document), encoding="utf-8")
    ran = command("saves", "import", str(tmp_path / "game.json"))
    assert ran.code == 2
    assert "nowhere-at-all" in ran.err


def test_importing_an_id_that_climbs_is_refused(command: RunCommand, game_id: str, tmp_path: Path) -> None:
    document = command("saves", "export", game_id, "-").out.replace(game_id, "../../x")
    (tmp_path / "game.json").write_text(document, encoding="utf-8")
    assert command("saves", "import", str(tmp_path / "game.json")).code == 2


def test_a_deleted_game_can_be_brought_back(command: RunCommand, game_id: str) -> None:
    ran = command("saves", "delete", "o'brien")
    assert ran.code == 0
    assert "1 deleted game can be restored" in command("saves", "list").out
    assert game_id in command("saves", "list", "--trash").out
    assert command("saves", "show", game_id).code == 3
    assert command("saves", "restore", game_id).code == 0
    assert command("saves", "show", game_id).code == 0


def test_the_name_of_a_turn_deletes_no_game(command: RunCommand, game_id: str) -> None:
    ran = command("saves", "delete", "crossing")
    assert ran.code == 2
    assert game_id in ran.err
    assert command("saves", "show", game_id).code == 0


def test_text_from_a_save_cannot_steer_the_terminal(command: RunCommand, game_id: str, tmp_path: Path) -> None:
    """A hand-made export may hold anything in its texts: it is shown as text."""
    document = json.loads(command("saves", "export", game_id, "-").out)
    for record in document["records"]:
        for message in record.get("messages", []):
            message["content"] = "\x1b]0;owned\x07\x1b[2J[bold]plain[/bold]"
    document["header"]["title"] = "\x1b[31mA Title"
    (tmp_path / "game.json").write_text(json.dumps(document), encoding="utf-8")
    for arguments in (
        ("saves", "import", str(tmp_path / "game.json")),
        ("saves", "list"),
        ("saves", "show", "\x1b[31mA"),
        ("play", "--load", "\x1b[31mA"),
    ):
        ran = command(*arguments)
        assert ran.code == 0, ran.err
        assert "\x1b" not in ran.out + ran.err
    assert "[bold]plain[/bold]" in ran.out
