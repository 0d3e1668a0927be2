"""``import world``: a graph of rooms becomes a scenario that plays to its end, or is explained."""

import json
from pathlib import Path

from app.cli.errors import EXIT_CODES, EXIT_PROBLEMS
from app.errors import InvalidInput
from app.settings import PROJECT
from tests.integration.cli.conftest import RunCommand

HOUSE = PROJECT / "tests" / "data" / "worlds" / "orchard-house.json"
REFUSED = EXIT_CODES[InvalidInput]


def test_a_house_is_brought_in_checked_and_played_to_its_end(command: RunCommand, tmp_path: Path) -> None:
    out = tmp_path / "supper.json"

    brought = command("import", "world", str(HOUSE), "--out", str(out))
    assert (brought.code, brought.err) == (0, "")
    assert "The Orchard House: 11 rooms, 10 things, 8 steps." in brought.out
    assert "Warning: rooms[7].exits.north: one-way: no way leads back from 'Attic' to 'Landing'." in brought.out
    assert "Note: rooms[1].exits.north.door: 'kitchen door' is closed but not locked" in brought.out

    assert json.loads(out.read_text(encoding="utf-8"))["id"] == "supper", "as its file is called"
    assert command("check-scenario", str(out)).code == 0
    played = command("play", str(out))
    assert played.code == 0
    assert "'You found it, then,' says your aunt" in " ".join(played.out.split())


def test_without_out_it_is_only_checked(command: RunCommand, tmp_path: Path) -> None:
    checked = command("import", "world", str(HOUSE))

    assert checked.code == 0
    assert "It can be played" in checked.out
    assert list(tmp_path.glob("*.json")) == []


def test_all_problems_are_told_and_nothing_is_written(command: RunCommand, tmp_path: Path) -> None:
    house = json.loads(HOUSE.read_text(encoding="utf-8"))
    house["start"] = "proch"
    house["rooms"][0]["exits"]["north"]["door"]["key"] = "brass kee"
    house["quest"]["steps"][5]["what"] = "good cap"
    broken, out = tmp_path / "broken.json", tmp_path / "out.json"
    broken.write_text(json.dumps(house), encoding="utf-8")

    told = command("import", "world", str(broken), "--out", str(out))
    assert told.code == EXIT_PROBLEMS
    assert told.err == "3 problems found; no scenario can be made of it.\n"
    assert told.out.splitlines()[:3] == [
        "start: there is no room 'proch'. Is 'porch' meant?",
        "rooms[0].exits.north.door.key: there is no object 'brass kee'. Is 'brass key' meant?",
        "quest.steps[5].what: there is no object 'good cap'. Is 'good cup' meant?",
    ]
    assert not out.exists()


def test_a_file_that_is_there_is_not_written_over(command: RunCommand, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    out.write_text("mine", encoding="utf-8")

    assert command("import", "world", str(HOUSE), "--out", str(out)).code == REFUSED
    assert out.read_text(encoding="utf-8") == "mine"
    assert command("import", "world", str(HOUSE), "--out", str(out), "--force").code == 0
    assert command("import", "world", str(HOUSE), "--out", str(tmp_path / "world.txt")).code == REFUSED


def test_a_file_that_is_no_world_is_refused_in_a_line(command: RunCommand, tmp_path: Path) -> None:
    link, noise = tmp_path / "link.json", tmp_path / "noise.json"
    link.symlink_to(HOUSE)
    noise.write_bytes(b"\x00\xff")

    for file in (link, tmp_path / "none.json", tmp_path):
        assert command("import", "world", str(file)).code == REFUSED
    told = command("import", "world", str(noise))
    assert told.code == EXIT_PROBLEMS
    assert told.out.startswith("file: it is not UTF-8 text")


def test_check_scenario_knows_a_world_when_it_sees_one(command: RunCommand) -> None:
    told = command("check-scenario", str(HOUSE))

    assert told.code == EXIT_PROBLEMS
    assert "import world FILE --out SCENARIO.json" in told.out
