"""Scenarios as folders on the command line: a new one, checking, playing and converting."""

import json
from pathlib import Path

import pytest

from app.scenarios.folders.writing import folder_files
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.integration.cli.conftest import RunCommand
from tests.worlds import small_sheet

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put_small(folder: Path) -> Path:
    for name, text in folder_files(small_sheet()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_new_scenario_has_no_problem_and_no_warning_and_plays_to_its_end(command: RunCommand) -> None:
    made = command("new-scenario", "harbour-town")
    assert made.code == 0, made.err
    assert "python -m app play harbour-town" in made.out

    checked = command("check-scenario", "harbour-town")
    assert (checked.code, checked.out) == (
        0,
        "walkthrough.txt:1: 4 lines, the end of the last act.\nNo problems found.\n",
    )
    played = command("play", "harbour-town")
    assert "Here the story ends." in played.out
    assert "Harbour Town has played itself. Your turn: python -m app play harbour-town" in played.out


@pytest.mark.parametrize("thing", ["the lever", "lever", "the iron lever"])
def test_the_action_of_a_new_scenario_comes_by_each_name_of_its_thing(command: RunCommand, thing: str) -> None:
    command("new-scenario", "harbour-town")
    played = command("play", "harbour-town", typed=f"take the oil can\ngo to the mill\npull {thing}\n/quit\n")
    assert "You let three drops of oil run into the joint" in played.out


def test_hints_name_the_program_as_it_was_started(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/local/bin/talekeeper"])
    assert "talekeeper check-scenario" in command("new-scenario", str(tmp_path / "mill")).out
    assert command("play", "--help").out.startswith("Usage: talekeeper play")
    monkeypatch.setattr("sys.argv", ["app/__main__.py"])
    assert command("play", "--help").out.startswith("Usage: python -m app play")


def test_a_new_scenario_has_one_of_each_part_that_authors_begin_with(command: RunCommand, tmp_path: Path) -> None:
    command("new-scenario", "harbour-town")
    sheet = ScenarioLibrary([]).load(tmp_path / "harbour-town")
    assert (sheet.id, sheet.title) == ("harbour-town", "Harbour Town")
    assert (len(sheet.locations), len(sheet.npcs), len(sheet.items), len(sheet.quests)) == (2, 1, 1, 1)
    assert (len(sheet.npcs[0].topics), len(sheet.index.actions)) == (1, 1)
    assert sheet.walkthrough


def test_a_new_scenario_is_never_written_over_another_and_has_an_id(command: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "notes.md").write_text("mine")
    assert (command("new-scenario", "there").code, (tmp_path / "there" / "notes.md").read_text()) == (2, "mine")
    ran = command("new-scenario", "My Story")
    assert (ran.code, "'My Story' is no id of a scenario" in ran.err) == (2, True)
    assert not (tmp_path / "My Story").exists()


@pytest.mark.parametrize("named", ["small", "./small", "{absolute}", "small/"])
def test_a_folder_is_played_by_its_path_wherever_a_file_is(command: RunCommand, tmp_path: Path, named: str) -> None:
    put_small(tmp_path / "small")
    named = named.format(absolute=tmp_path / "small")
    ran = command("play", named, typed="look\n")
    assert (ran.code, "A Small World" in ran.out) == (0, True), ran.err
    assert command("check-scenario", named).code == 0
    (tmp_path / "script").write_text("look\n")
    assert command("run", "script", "--scenario", named).code == 0


def test_check_scenario_names_file_and_line_in_problems_and_warnings(command: RunCommand, tmp_path: Path) -> None:
    folder = put_small(tmp_path / "small")
    (folder / "timers.yaml").write_text("tide:\n  name: the tide\n  minutes: 5\n")
    ran = command("check-scenario", "small")
    assert (ran.code, "warning: timers.yaml:1: tide: 'tide' never runs" in ran.out) == (0, True), ran.out

    (folder / "places" / "market.md").write_text("---\nexits:\n  - {to: moon, name: up}\n---\n# Market\n\nStalls.\n")
    ran = command("check-scenario", "small")
    assert ran.code == 1
    assert "places/market.md:3: exits[0].to: 'moon' names no place of this scenario.\n" in ran.out


def test_check_scenario_checks_every_file_and_folder_of_a_folder(command: RunCommand, tmp_path: Path) -> None:
    put_small(tmp_path / "all" / "small")
    (tmp_path / "all" / "broken.json").write_text("{")
    ran = command("check-scenario", "all")
    assert ran.code == 1
    assert "broken.json\nline 1, column 2: this is not JSON" in ran.out
    assert "small\n" in ran.out


def test_a_scenario_is_converted_to_a_folder_and_back_without_loss(command: RunCommand, tmp_path: Path) -> None:
    assert command("convert-scenario", "before-the-thaw", "thaw").code == 0
    assert command("convert-scenario", "thaw", "thaw.json").code == 0
    assert command("convert-scenario", "thaw.json", "again").code == 0

    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
    library = ScenarioLibrary([])
    assert library.load(tmp_path / "thaw") == library.load(tmp_path / "thaw.json") == sheet
    files = {path.relative_to(tmp_path / "thaw"): path.read_text() for path in (tmp_path / "thaw").rglob("*.*")}
    again = {path.relative_to(tmp_path / "again"): path.read_text() for path in (tmp_path / "again").rglob("*.*")}
    assert files == again
    assert "format_version" in json.loads((tmp_path / "thaw.json").read_text())


def test_converting_never_writes_over_what_is_there_unless_it_is_asked_to(command: RunCommand, tmp_path: Path) -> None:
    put_small(tmp_path / "small")
    (tmp_path / "small.json").write_text("mine")
    assert (
        command("convert-scenario", "tide-bell", "small").code,
        command("convert-scenario", "small", "small.json").code,
    ) == (2, 2)
    assert (tmp_path / "small.json").read_text() == "mine"
    assert command("convert-scenario", "small", "small.json", "--force").code == 0
    assert ScenarioLibrary([]).load(tmp_path / "small.json") == small_sheet()


def test_what_cannot_be_played_is_not_converted(command: RunCommand, tmp_path: Path) -> None:
    folder = put_small(tmp_path / "small")
    (folder / "things.yaml").write_text("rope: [\n")
    ran = command("convert-scenario", "small", "small.json")
    assert (ran.code, "things.yaml:" in ran.err, (tmp_path / "small.json").exists()) == (2, True, False)
