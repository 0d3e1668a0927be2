"""Cards and lorebooks through the terminal: in, played, and out again."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.interchange.cards.character_card import read_card
from app.models.records.folding import fold_journal
from app.models.state.facts import facts
from app.stores.json_store import JsonGameStore
from tests.integration.cli.conftest import RunCommand
from tests.unit.interchange.cards import LOREBOOK_FILE, V1_FILE, V2_FILE, V3_FILE, WORLD_INFO_FILE, as_written

pytestmark = pytest.mark.long

BOAT = Path(__file__).parents[3] / "app" / "content" / "last-boat.json"
ODD = V2_FILE.parent / "odd"
TALK = "look\ntalk to Ysolde\nask Ysolde about the siege\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_card_becomes_a_scenario_that_is_sound_and_can_be_played(command: RunCommand, folder: Path) -> None:
    ran = command("import", "card", str(V2_FILE))
    assert (ran.code, ran.err) == (0, "")
    assert "Ysolde Ferrant is here as ysolde-ferrant." in words(ran.out)
    assert "python -m app play meeting-ysolde-ferrant.json" in words(ran.out)
    assert [path.name for path in folder.glob("*.json")] == ["meeting-ysolde-ferrant.json"]
    checked = command("check-scenario", "meeting-ysolde-ferrant.json")
    assert checked.code == 0
    assert checked.out.startswith("warning: walkthrough: it does not reach the end of the last act")
    assert checked.out.endswith("No problems found.\n")
    played = command("play", "meeting-ysolde-ferrant.json", "--name", "Ada", typed=TALK)
    assert played.code == 0
    assert "The door opens by a hand's breadth." in played.out
    assert "It is past midnight in the glass cellar." in words(played.out)
    assert "Ysolde Ferrant: “Mind the third stair, Ada. It lies.”" in words(played.out)
    assert "The siege lasted two winters." in words(played.out), "an entry of its book, asked for by its key"
    assert "SENTINEL" not in played.out


@pytest.mark.parametrize("path", [V1_FILE, V2_FILE, V3_FILE])
def test_a_scenario_made_of_a_card_plays_itself(command: RunCommand, path: Path) -> None:
    assert command("import", "card", str(path), "--out", "made.json").code == 0
    ran = command("play", "made.json")
    assert (ran.code, ran.err) == (0, "")
    assert "> talk to" in ran.out


def test_what_a_card_and_its_book_say_is_no_fact_of_the_game_by_itself(command: RunCommand, folder: Path) -> None:
    assert command("import", "card", str(V2_FILE)).code == 0
    assert command("play", "meeting-ysolde-ferrant.json", "--name", "Ada", typed=TALK).code == 0
    [saved] = {journal.parent for journal in folder.glob("**/journal.jsonl")}
    store = JsonGameStore(saved.parent)
    state = fold_journal(store.read(saved.name))
    assert state.turn > 0
    assert (len(state.canon), [*facts(state)]) == (0, [])


def test_a_card_goes_into_a_scenario_that_is_there_at_the_place_that_is_named(
    command: RunCommand, folder: Path
) -> None:
    place = as_written(BOAT)["locations"][1]["name"]
    ran = command("import", "card", str(V3_FILE), "--scenario", "last-boat", "--at", place, "--out", "fog.json")
    assert (ran.code, ran.err) == (0, "")
    made = json.loads((folder / "fog.json").read_text(encoding="utf-8"))
    assert (made["id"], made["npcs"][-1]["name"]) == ("fog", "Тарас Рудий")
    assert command("check-scenario", "fog.json").code == 0
    without = as_written(BOAT)
    del without["$schema"]
    made["npcs"].pop()
    assert made == without | {"id": "fog"}, "and what its author wrote stays as it was written"


def test_nothing_is_written_over_unless_it_is_asked_for(command: RunCommand, folder: Path) -> None:
    (folder / "mine.json").write_text("mine")
    for arguments in (
        ("import", "card", str(V1_FILE), "--out", "mine.json"),
        ("import", "lorebook", str(LOREBOOK_FILE), "--scenario", "tide-bell", "--out", "mine.json"),
        ("export", "card", "tide-bell", "tove", "--out", "mine.json"),
    ):
        ran = command(*arguments)
        assert (ran.code, ran.err) == (2, "There is a file 'mine.json' already; --force writes over it.\n")
        assert (folder / "mine.json").read_text() == "mine"
        assert command(*arguments, "--force").code == 0
        assert (folder / "mine.json").read_text() != "mine"
        (folder / "mine.json").write_text("mine")


def test_a_person_is_exported_as_the_card_it_came_from(command: RunCommand, folder: Path) -> None:
    command("import", "card", str(V3_FILE), "--out", "fog.json")
    assert command("export", "card", "fog.json", "Рудий", "--out", "back.json").code == 0
    assert as_written(folder / "back.json") == as_written(V3_FILE)
    command("import", "card", str(V2_FILE), "--out", "glass.json")
    assert command("export", "card", "glass.json", "Ysolde", "--out", "glass-card.json").code == 0
    assert as_written(folder / "glass-card.json") == as_written(V2_FILE)


def test_a_person_of_a_scenario_is_exported_and_what_a_card_has_no_place_for_is_said(command: RunCommand) -> None:
    ran = command("export", "card", "tide-bell", "tove", "--out", "tove.json")
    assert ran.code == 0
    assert "A card has no place for its topics" in words(ran.out)
    assert read_card(Path("tove.json")).name


@pytest.mark.parametrize(
    ("target", "whose"), [((), "the world"), (("--place", "landing"), "The Ferry Landing"), (("--npc", "tove"), "Tove")]
)
def test_a_lorebook_becomes_known_to_the_world_of_a_place_or_to_a_person(
    command: RunCommand, target: tuple[str, ...], whose: str
) -> None:
    ran = command("import", "lorebook", str(WORLD_INFO_FILE), "--scenario", "tide-bell", *target, "--out", "made.json")
    assert (ran.code, ran.err) == (0, "")
    assert f"2 entries of the book became lore of {whose}" in words(ran.out)
    assert "Left out, because switched off or empty: 1." in words(ran.out)
    made = Path("made.json")
    made.write_text(json.dumps(as_written(made) | {"walkthrough": [], "walkthroughs": []}))  # lore changes no deed
    assert command("check-scenario", "made.json").code == 0


def test_what_was_left_out_of_a_card_or_a_book_is_said_a_line_each(command: RunCommand) -> None:
    ran = command("import", "card", str(ODD / "nan.json"), "--out", "made.json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("data.extensions.x: a number that is not finite is left out.\n")
    Path("book.json").write_text(json.dumps({"entries": [7, {"keys": ["weir"], "content": "A weir."}]}))
    ran = command("import", "lorebook", "book.json", "--scenario", "tide-bell", "--out", "lore.json")
    assert ran.code == 0
    assert ran.out.startswith("The lorebook: entries[0] is a number where an object is meant: it is left out.\n")


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ({"entries": []}, "No lore was found: the book has no entries. Nothing is written."),
        (
            {"entries": [{"keys": [], "content": "x", "enabled": False}, {"keys": [], "content": ""}]},
            "No lore was found: 2 entries, 1 off and 1 without a text. Nothing is written.",
        ),
        (
            {"entries": [{"title": "Weir", "body": "A weir."}]},
            "No lore was found: 1 entry, 1 without a text. The lorebook: entries[0] has no content, and no other field"
            " that is known to hold its text; it has 'title', 'body'. Nothing is written.",
        ),
    ],
)
def test_a_book_without_lore_is_no_success_and_says_why(
    command: RunCommand, folder: Path, book: dict[str, Any], told: str
) -> None:
    (folder / "book.json").write_text(json.dumps(book))
    ran = command("import", "lorebook", "book.json", "--scenario", "tide-bell", "--out", "made.json")
    assert (ran.code, ran.out, ran.err) == (2, "", f"{told}\n")
    assert not (folder / "made.json").exists()


@pytest.mark.parametrize("target", [(), ("--place", "landing"), ("--npc", "tove")])
def test_a_book_that_is_known_already_changes_nothing_and_says_so(
    command: RunCommand, folder: Path, target: tuple[str, ...]
) -> None:
    command("import", "lorebook", str(WORLD_INFO_FILE), "--scenario", "tide-bell", *target, "--out", "once.json")
    before = (folder / "once.json").read_bytes()
    for out in ("twice.json", "once.json"):
        ran = command(
            "import", "lorebook", str(WORLD_INFO_FILE), "--scenario", "once.json", *target, "--out", out, "--force"
        )
        assert (ran.code, ran.err) == (0, "")
        assert "knows all of this book already: nothing is changed." in words(ran.out)
    assert ((folder / "once.json").read_bytes(), (folder / "twice.json").exists()) == (before, False)


def test_of_a_book_that_has_grown_only_what_is_new_is_added(command: RunCommand, folder: Path) -> None:
    entries = [{"keys": ["weir"], "content": "A weir."}, {"keys": ["mill"], "content": "A mill."}]
    for name, count in (("old.json", 1), ("new.json", 2)):
        (folder / name).write_text(json.dumps({"entries": entries[:count]}))
    command("import", "lorebook", "old.json", "--scenario", "tide-bell", "--out", "once.json")
    ran = command("import", "lorebook", "new.json", "--scenario", "once.json", "--out", "twice.json")
    assert "1 entry of the book became lore of the world. Known already: 1." in words(ran.out)
    assert [lore["text"] for lore in as_written(folder / "twice.json")["lore"][-2:]] == ["A weir.", "A mill."]


def test_a_card_that_came_before_changes_nothing_and_says_so_also_when_its_person_was_changed(
    command: RunCommand, folder: Path
) -> None:
    command("import", "card", str(V1_FILE), "--scenario", "tide-bell", "--out", "once.json")
    made = as_written(folder / "once.json")
    made["npcs"][-1]["description"] = "Older than the card says."
    (folder / "once.json").write_text(json.dumps(made))
    ran = command("import", "card", str(V1_FILE), "--scenario", "once.json", "--out", "twice.json")
    assert (ran.code, ran.err) == (0, "")
    assert "is in this scenario already, as odo-brandt, from the same card: nothing is changed." in words(ran.out)
    assert not (folder / "twice.json").exists()
    ran = command("import", "card", str(V2_FILE), "--scenario", "once.json", "--out", "twice.json")
    assert ran.code == 0
    assert (folder / "twice.json").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("import", "card", "nothing.json"), 2, "There is no readable file nothing.json."),
        (("import", "card", "folder"), 2, "There is no readable file folder."),
        (("import", "card", str(LOREBOOK_FILE)), 2, "This is a lorebook, not a character card"),
        (("import", "card", str(V1_FILE), "--at", "inn"), 2, "give --scenario too"),
        (("import", "card", str(V1_FILE), "--scenario", "tide-bell", "--at", "moon"), 3, "There is no place 'moon'"),
        (("import", "card", str(V1_FILE), "--scenario", "nowhere"), 3, "There is no scenario 'nowhere'"),
        (("import", "card", str(V1_FILE), "--out", "x.txt"), 2, "A scenario is a .json file"),
        (("import", "card", str(V1_FILE), "--out", "no/such/x.json"), 9, "x.json cannot be written"),
        (("import", "lorebook", str(V1_FILE), "--scenario", "tide-bell"), 2, "There is no lorebook in this file"),
        (("export", "card", "tide-bell", "nobody", "--out", "x.json"), 3, "There is no person 'nobody'"),
        (("export", "card", "tide-bell", "tove", "--out", "x.png"), 2, "A card is written as a .json file"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_and_writes_nothing(
    command: RunCommand, folder: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    (folder / "folder").mkdir()
    ran = command(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert {path.name for path in folder.iterdir()} <= {"folder", "saves"}
