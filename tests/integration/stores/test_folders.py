"""The folder of games: what is in it, what does not belong there, and what a user may have done to it."""

import os
import shutil
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from app.errors import Conflict, CorruptSave, NotFound, StorageFailed
from app.models.records.record import Header
from app.stores import json_store
from app.stores.json_store import JOURNAL, JsonGameStore
from tests.unit.stores.journals import file_of, header, opening, some_records, turn


@pytest.fixture
def store(tmp_path: Path) -> JsonGameStore:
    made = JsonGameStore(tmp_path)
    made.create(header(), opening(), some_records())
    made.release("game-1")
    return made


def test_a_game_is_a_folder_with_its_journal_and_its_lock(tmp_path: Path, store: JsonGameStore) -> None:
    assert sorted(path.name for path in (tmp_path / "game-1").iterdir()) == ["journal.jsonl", "lock"]
    assert (tmp_path / "game-1" / "journal.jsonl").read_bytes() == file_of()


def test_a_folder_of_games_that_is_not_there_yet_is_empty_and_made_by_the_first_game(tmp_path: Path) -> None:
    store = JsonGameStore(tmp_path / "a" / "b")
    assert list(store.list()) == list(store.trash()) == []
    assert not (tmp_path / "a").exists()
    store.create(header(), opening())
    assert store.list()[0].game_id == "game-1"


def test_a_file_where_the_folder_of_games_should_be_is_one_readable_line(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("")
    store = JsonGameStore(tmp_path / "saves")
    for call in (store.list, lambda: store.create(header(), opening())):
        with pytest.raises(StorageFailed) as caught:
            call()
        assert str(tmp_path) not in str(caught.value)


def test_what_a_killed_create_left_is_ignored_and_cleared_by_the_next(tmp_path: Path, store: JsonGameStore) -> None:
    for name in (".new-game-1", ".new-game-2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "journal.jsonl").write_bytes(file_of()[:500])
    assert [game.game_id for game in store.list()] == ["game-1"]
    store.create(header("game-2"), opening("game-2"))
    assert not list(tmp_path.glob(".new-*"))
    assert store.read("game-2").records == ()


def test_the_list_shows_what_cannot_be_read_and_passes_over_what_is_no_game(
    tmp_path: Path, store: JsonGameStore
) -> None:
    (tmp_path / ".gitkeep").write_text("")
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "Holiday Photos").mkdir()
    (tmp_path / "empty-game").mkdir()
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-folder" / "journal.jsonl").mkdir()
    (tmp_path / "a-pipe").mkdir()
    os.mkfifo(tmp_path / "a-pipe" / "journal.jsonl")
    shutil.copytree(tmp_path / "game-1", tmp_path / "copied")
    shutil.copytree(tmp_path / "game-1", tmp_path / "My Game \x1b[2J")
    (tmp_path / "linked").symlink_to(tmp_path / "game-1")
    (tmp_path / "linked-to-nothing").symlink_to(tmp_path / "nothing")
    (tmp_path / "linked-inside").mkdir()
    (tmp_path / "linked-inside" / "journal.jsonl").symlink_to(tmp_path / "game-1" / "journal.jsonl")
    first, *others = store.list()
    assert (first.game_id, first.problem) == ("game-1", None)
    assert {game.game_id for game in others} == {
        "empty-game",
        "a-folder",
        "a-pipe",
        "copied",
        "My Game �[2J",
        "linked",
        "linked-to-nothing",
        "linked-inside",
    }
    for game in others:
        assert game.problem
        assert game.problem.isprintable()
        assert str(tmp_path) not in game.problem


def test_a_name_that_is_no_unicode_does_not_hide_the_other_games(tmp_path: Path, store: JsonGameStore) -> None:
    shutil.copytree(tmp_path / "game-1", tmp_path / os.fsdecode(b"\xff\xfe"))
    assert [game.game_id for game in store.list()] == ["game-1", "��"]


def test_a_copied_folder_names_the_game_it_belongs_to(tmp_path: Path, store: JsonGameStore) -> None:
    shutil.copytree(tmp_path / "game-1", tmp_path / "copied")
    for call in (store.read, store.acquire):
        with pytest.raises(CorruptSave, match=r"^copied/journal.jsonl, line 1: it belongs to another game, 'game-1'"):
            call("copied")
    assert store.repair("copied", "mine") == len(some_records())
    assert store.read("mine").records == some_records()


def test_a_linked_folder_is_refused(tmp_path: Path, store: JsonGameStore) -> None:
    (tmp_path / "linked").symlink_to(tmp_path / "game-1")
    for call in (store.read, store.acquire, store.delete):
        with pytest.raises(CorruptSave, match="link"):
            call("linked")
    with pytest.raises(Conflict):
        store.create(header("linked"), opening("linked"))
    assert store.read("game-1").records == some_records()


def test_a_linked_trash_is_refused_and_what_it_leads_to_stays_as_it_is(tmp_path: Path) -> None:
    root, outside = tmp_path / "saves", tmp_path / "outside"
    store = JsonGameStore(root)
    store.create(header(), opening())
    store.release("game-1")
    shutil.copytree(root / "game-1", outside / "game-1-1")
    outside.chmod(0o755)
    for target in (outside, tmp_path / "nothing"):
        (root / ".trash").symlink_to(target)
        for call in (store.trash, lambda: store.delete("game-1"), lambda: store.restore("game-1")):
            with pytest.raises(CorruptSave, match=r"^The trash of saved games is a link"):
                call()
        (root / ".trash").unlink()
    assert [path.name for path in outside.iterdir()] == ["game-1-1"]
    assert outside.stat().st_mode & 0o777 == 0o755
    assert store.read("game-1").header.game_id == "game-1"
    store.delete("game-1")


def test_a_link_in_the_trash_is_listed_with_its_problem_and_not_restored(tmp_path: Path, store: JsonGameStore) -> None:
    shutil.copytree(tmp_path / "game-1", tmp_path / "elsewhere" / "game-2")
    store.delete("game-1")
    (tmp_path / ".trash" / "game-1-2").symlink_to(tmp_path / "elsewhere" / "game-2")
    assert sorted(game.problem is None for game in store.trash()) == [False, True]
    with pytest.raises(CorruptSave, match="link"):
        store.restore("game-1")
    assert not (tmp_path / "game-1").exists()


def test_a_link_where_a_game_is_being_made_is_not_followed(tmp_path: Path, store: JsonGameStore) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / ".new-game-2").symlink_to(tmp_path / "outside")
    with pytest.raises(StorageFailed):
        store.create(header("game-2"), opening("game-2"))
    assert not list((tmp_path / "outside").iterdir())


def test_a_linked_lock_is_not_followed(tmp_path: Path, store: JsonGameStore) -> None:
    target = tmp_path / "precious"
    (tmp_path / "game-1" / "lock").unlink()
    (tmp_path / "game-1" / "lock").symlink_to(target)
    with pytest.raises(StorageFailed):
        store.acquire("game-1")
    assert not target.exists()


def test_a_folder_without_a_journal_has_no_writer_but_can_be_deleted(tmp_path: Path, store: JsonGameStore) -> None:
    (tmp_path / "game-1" / "journal.jsonl").unlink()
    for call in (store.read, store.acquire):
        with pytest.raises(CorruptSave, match=r"game-1/journal.jsonl is missing"):
            call("game-1")
    store.delete("game-1")
    assert [game.game_id for game in store.trash()] == ["game-1"]


def test_a_damaged_game_is_left_as_it_is_by_everything_but_delete(tmp_path: Path, store: JsonGameStore) -> None:
    path = tmp_path / "game-1" / "journal.jsonl"
    damaged = file_of().replace(b"look 2", b"look 9", 1)
    path.write_bytes(damaged)
    store.list()
    store.repair("game-1", "game-2")
    for call in (lambda: store.read("game-1"), lambda: store.append("game-1", turn(7), 6)):
        with pytest.raises(CorruptSave, match=r"^game-1/journal.jsonl, line 4: "):
            call()
    with pytest.raises(Conflict):
        store.create(header(), opening())
    assert path.read_bytes() == damaged
    store.delete("game-1")
    assert (tmp_path / ".trash" / "game-1-1" / "journal.jsonl").read_bytes() == damaged


def test_the_trash_numbers_its_games_and_passes_over_what_is_none(tmp_path: Path, store: JsonGameStore) -> None:
    store.delete("game-1")
    (tmp_path / ".trash" / "game-1-9").mkdir()
    (tmp_path / ".trash" / "game-1-x").mkdir()
    (tmp_path / ".trash" / "note-1").write_text("")
    store.create(header(), opening())
    store.delete("game-1")
    assert (tmp_path / ".trash" / "game-1-10" / "journal.jsonl").exists()
    assert [game.game_id for game in store.trash()] == ["game-1"] * 3


def test_after_delete_the_game_has_no_writer_any_more(store: JsonGameStore) -> None:
    store.acquire("game-1")
    store.delete("game-1")
    with pytest.raises(NotFound):
        store.append("game-1", turn(7), 6)
    store.create(header(), opening())
    store.append("game-1", turn(1), 0)
    store.release("game-1")
    store.delete("game-1")


def test_a_folder_that_vanished_while_open_fails_in_one_line(tmp_path: Path, store: JsonGameStore) -> None:
    store.acquire("game-1")
    shutil.rmtree(tmp_path / "game-1")
    with pytest.raises(StorageFailed) as caught:
        store.append("game-1", turn(7), 6)
    assert str(caught.value) == "The game 'game-1' could not be saved: No such file or directory."
    assert not (tmp_path / "game-1").exists()


def test_times_that_make_no_sense_do_not_hide_the_other_games(tmp_path: Path, store: JsonGameStore) -> None:
    for game_id, at in (
        ("early", "0001-01-01T00:00:00"),
        ("late", "9999-12-31T23:59:59"),
        ("shifted", "0001-01-01T00:00+14:00"),
    ):
        made = Header.model_validate({**header(game_id).model_dump(), "created_at": at})
        store.create(made, opening(game_id))
    assert {game.game_id for game in store.list()} == {"game-1", "early", "late", "shifted"}


# -- listing what was listed before -------------------------------------------------------------------------------


def aged(path: Path, seconds: int) -> None:
    """As if it had been written so long ago."""
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns - seconds * 10**9))


def test_a_file_that_has_not_changed_is_surveyed_once(tmp_path: Path, mocker: MockerFixture) -> None:
    store = JsonGameStore(tmp_path)
    store.create(header(), opening(), some_records())
    aged(tmp_path / "game-1" / JOURNAL, 3600)
    surveying = mocker.spy(json_store, "survey")
    listed = [store.list() for _ in range(3)]
    assert surveying.call_count == 1
    assert listed[0] == listed[1] == listed[2] == JsonGameStore(tmp_path).list()


def test_a_file_that_was_written_just_now_is_surveyed_each_time(tmp_path: Path, mocker: MockerFixture) -> None:
    """Its time does not tell two changes apart that follow each other at once."""
    store = JsonGameStore(tmp_path)
    store.create(header(), opening(), some_records())
    aged(tmp_path / "game-1" / JOURNAL, -3600)
    surveying = mocker.spy(json_store, "survey")
    assert store.list() == store.list()
    assert surveying.call_count == 2


def test_what_is_listed_follows_each_change_of_the_file(tmp_path: Path) -> None:
    store = JsonGameStore(tmp_path)
    store.create(header(), opening(), some_records())
    path = tmp_path / "game-1" / JOURNAL
    aged(path, 3600)
    assert store.list()[0].turn == 2
    store.append("game-1", turn(7, 6), 6)
    assert store.list()[0].turn == 7
    aged(path, 3600)
    assert store.list()[0].problem is None
    path.write_bytes(path.read_bytes().replace(b"seq", b"sep", 1))
    aged(path, 7200)
    assert "damaged" in (store.list()[0].problem or "")
