"""Correcting by hand what a game remembers, from the command line."""

import asyncio
from pathlib import Path

import pytest

from app.memory.seeding.seeding import is_seeded
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.records.folding import fold_journal
from app.services.game.games import game_library
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import begin_small_game, container_in

MARA = Scope.npc("mara")


@pytest.fixture
def game(command: RunCommand, saves: Path) -> str:
    """A game in the small world in which nothing has been played."""
    return begin_small_game(container_in(saves))


def memories_of(saves: Path, game: str, scope: Scope = MARA) -> list[MemoryEntry]:
    """What was added to what was given at the opening: to Mara four memories, mara-001 to mara-004."""
    entries = fold_journal(container_in(saves).library().read(game)).memories(scope)
    return [entry for entry in entries if entry.kind is not MemoryKind.GIFTED]


def test_a_memory_is_added_with_all_that_is_known_of_it(command: RunCommand, saves: Path, game: str) -> None:
    words = ("mara", "Henrik owes me forty.", "--importance", "7", "--pin", "--place", "the broken oar")
    ran = command("memories", game, "add", *words, "--about", "guard-2", "--about", "Henrik", "--kind", "emotional")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "Turn 1: a memory of Mara Ironhand was added and pinned (mara-005): “Henrik owes\nme forty.”\n"
    )
    [entry] = memories_of(saves, game)
    assert (entry.summary, entry.importance, entry.kind.value) == ("Henrik owes me forty.", 7, "emotional")
    assert (entry.location_id, entry.subjects) == ("inn", ("guard-2", "Henrik"))


@pytest.mark.parametrize(("who", "scope"), [("world", Scope.world()), ("Inn", Scope.location("inn")), ("MARA", MARA)])
def test_a_memory_may_be_anybodys(command: RunCommand, saves: Path, game: str, who: str, scope: Scope) -> None:
    assert command("memories", game, "add", who, "It snows.").code == 0
    assert [entry.summary for entry in memories_of(saves, game, scope)] == ["It snows."]


def test_the_list_marks_what_was_done_by_hand(command: RunCommand, game: str) -> None:
    command("memories", game, "add", "mara", "One.")
    command("memories", game, "add", "mara", "Two.")
    command("memories", game, "pin", "MARA-006")
    assert command("memories", game, "replace", "mara-005", "Uno.").out.startswith(
        "Turn 4: a memory of Mara Ironhand was replaced (mara-005 by mara-007): “Uno.”\n"
    )
    command("memories", game, "archive", "mara-007")
    shown = command("memories", game, "--of", "mara").out
    assert "  Day 1, 08:00 — One. [mara-005, hand-made, superseded by mara-007]\n" in shown
    assert "  Day 1, 08:00 — Two. [mara-006, hand-made, pinned]\n" in shown
    assert "  Day 1, 08:00 — Uno. [mara-007, hand-made, archived: hand]\n" in shown
    assert command("memories", game, "restore", "mara-007").out.startswith(
        "Turn 6: a memory of Mara Ironhand was restored (mara-007): “Uno.”\n"
    )
    assert "Uno. [mara-007, hand-made]" in command("memories", game).out
    command("memories", game, "unpin", "mara-006")
    assert "Two. [mara-006, hand-made]" in command("memories", game).out


def test_what_was_given_at_the_opening_is_only_counted(command: RunCommand, game: str) -> None:
    shown = command("memories", game, "--of", "mara").out
    assert "nothing yet" in shown
    assert "Not listed: 4 gifted memories" in shown
    assert "burnt forearms" not in shown


def test_what_was_given_at_the_opening_is_listed_on_request(command: RunCommand, game: str) -> None:
    shown = command("memories", game, "--of", "mara", "--gifted").out
    assert "  I am Mara Ironhand. My occupation: innkeeper. [mara-001, gifted: identity]\n" in shown
    assert "Not listed" not in shown
    assert command("memories", game, "--gifted", "pin", "mara-001").code == 2


def test_a_gift_that_was_replaced_by_hand_is_listed(command: RunCommand, game: str) -> None:
    command("memories", game, "replace", "mara-001", "I am nobody.")
    shown = command("memories", game, "--of", "mara").out
    assert "I am nobody. [mara-005, gifted: identity, hand-made]" in shown
    assert "Not listed: 4 gifted memories" in shown


def test_the_list_takes_its_option_before_and_after_the_game(command: RunCommand, game: str) -> None:
    command("memories", game, "add", "mara", "One.")
    lists = [command("memories", game, "--of", "mara"), command("memories", "--of", "mara", game)]
    assert lists[0] == lists[1]
    assert (lists[0].code, lists[0].err) == (0, "")
    assert "One." not in command("memories", game, "--of", "world").out


def test_undo_in_play_names_the_edits_that_it_takes_back(command: RunCommand, saves: Path, game: str) -> None:
    command("memories", game, "add", "world", "The well is deep. " * 9)
    command("memories", game, "pin", "world-001")
    played = command("play", "--load", game, typed="look\n/undo 2\n/undo\n")
    assert "Taken back:\n  “look”\n  turn 2: a memory of the world was pinned (world-001): “The well" in played.out
    assert "Taken back:\n  turn 1: a memory of the world was added (world-001): “The well" in played.out
    assert "is deep. The w…”" in " ".join(played.out.split())
    assert memories_of(saves, game, Scope.world()) == []


def test_a_corrected_memory_is_recalled(command: RunCommand, game: str) -> None:
    command("memories", game, "add", "mara", "The silver lies under the third stair.")
    command("memories", game, "replace", "mara-005", "The silver lies in the well.")
    asked = command("recall", game, "mara", "where is the silver?").out
    assert "in the well" in asked
    assert "third stair" not in asked


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("pin", "mara-009"), 3, "Mara Ironhand remembers mara-001 to mara-004."),
        (("pin", "world-009"), 3, "The world remembers nothing yet."),
        (("archive", "m-0"), 3, "is a message"),
        (("replace", "nobody-001", "x"), 3, "ids are made like"),
        (("pin", "../../x"), 2, "memory_id"),
        (("add", "zorro", "x"), 3, "There are: "),
        (("add", "guard", "x"), 2, "guard-1, guard-2"),
        (("add", "mara", " "), 2, "readable text"),
        (("add", "mara", "\x1b[2J"), 2, "readable text"),
        (("add", "mara", "\udcff"), 2, "add_memory.text"),
        (("add", "mara", "x" * 1001), 2, "1000 characters"),
        (("add", "mara", "x", "--place", "guard-1"), 3, "is not a place"),
        (("add", "mara", "x", "--place", "world"), 3, "is not a place"),
        (("add", "mara", "x", "--about", "a\nb"), 2, "subjects"),
        (("add", "mara", "x", "--importance", "nan"), 2, "importance"),
        (("add", "mara", "x", "--kind", "plan"), 2, "semantic"),
        (("add", "mara"), 2, "TEXT"),
        (("forget", "mara-001"), 2, "forget"),
        (("--of", "world", "add", "mara", "x"), 2, "--of"),
    ],
)
def test_a_bad_edit_is_refused_in_a_clear_line_and_changes_nothing(
    command: RunCommand, saves: Path, game: str, arguments: tuple[str, ...], code: int, says: str
) -> None:
    journal = saves / game / "journal.jsonl"
    before = journal.read_bytes()
    ran = command("memories", game, *arguments)
    assert ran.code == code
    assert says in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""
    assert journal.read_bytes() == before


def test_what_waits_to_be_condensed_goes_on_waiting(command: RunCommand, saves: Path) -> None:
    """It was asked for under the model that the game is played with, and an edit asks none."""
    game = _left_in_the_middle(saves)
    waiting = fold_journal(container_in(saves).library().read(game)).pending
    assert waiting
    assert command("memories", game, "add", "mara", "One.").code == 0
    assert fold_journal(container_in(saves).library().read(game)).pending == waiting


def _left_in_the_middle(saves: Path) -> str:
    async def play() -> str:
        container = container_in(saves)
        game = begin_small_game(container)
        turns = container.turns()
        turns.settle_in_background = False
        await turns.take_turn(game, "go to the inn")
        await turns.close(game)
        return game

    return asyncio.run(play())


def test_an_edit_needs_no_model_and_no_embedder(
    command: RunCommand, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_MODEL", "openai:no-key-for-this")
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", "nobody:knows-this")
    monkeypatch.setenv("TALEKEEPER_EMBEDDER_BASE_URL", "http://localhost:1")
    assert command("memories", game, "add", "mara", "One.").code == 0


def test_a_game_that_is_being_played_is_not_edited(command: RunCommand, saves: Path, game: str) -> None:
    library = container_in(saves).library()
    library.open(game)
    assert command("memories", game, "add", "mara", "One.").code == 5
    assert command("memories", game).code == 0, "it can still be looked at"
    library.close(game)
    assert command("memories", game, "add", "mara", "One.").code == 0


def test_a_game_of_an_older_version_is_given_what_the_sheets_say_once(
    command: RunCommand, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(game_library, "seed_memories", lambda *_, **__: None)
        old = begin_small_game(container_in(saves))
    assert not is_seeded(fold_journal(container_in(saves).library().read(old)))

    ran = command("memories", old, "seed")

    assert (ran.code, ran.err) == (0, "")
    assert " memories were given, 0 hold no longer, 0 are as they were" in " ".join(ran.out.split())
    assert is_seeded(fold_journal(container_in(saves).library().read(old)))
    again = command("memories", old, "seed")
    assert again.code != 0
    assert "there is nothing to seed" in " ".join(again.err.split())
