"""What is confirmed is on the disk, and what fails leaves the file as it was."""

import errno
import itertools
import os
import stat
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from app.errors import Conflict, StorageFailed
from app.stores.json_store import JsonGameStore
from tests.examples import IS_LONG
from tests.unit.stores.journals import file_of, header, opening, some_records, turn
from tests.wording import raises_in_words

JOURNAL = Path("game-1") / "journal.jsonl"


class Disk:
    """Watches and breaks the calls that change files. Every entry of ``calls`` is (what, kind of file, its size)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, str, int]] = []
        self.full_after: int | None = None
        self.failing: set[str] = set()
        for name in ("write", "fsync", "ftruncate"):
            monkeypatch.setattr(os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., int | None]) -> Callable[..., int | None]:
        def call(descriptor: int, *args: bytes | int) -> int | None:
            status = os.fstat(descriptor)
            self.calls.append((name, "folder" if stat.S_ISDIR(status.st_mode) else "file", status.st_size))
            if name in self.failing:
                raise OSError(errno.EIO, "broken", "/an/absolute/path")
            if name == "write" and self.full_after is not None and isinstance(args[0], bytes | memoryview):
                taken = args[0][: self.full_after]
                self.full_after -= len(taken)
                if not taken:
                    raise OSError(errno.ENOSPC, "full", "/an/absolute/path")
                return real(descriptor, taken)
            return real(descriptor, *args)

        return call


@pytest.fixture
def store(tmp_path: Path) -> JsonGameStore:
    made = JsonGameStore(tmp_path)
    made.create(header(), opening(), some_records())
    return made


@pytest.fixture
def disk(store: JsonGameStore, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_an_append_is_synced_after_the_whole_line_and_before_it_returns(
    tmp_path: Path, store: JsonGameStore, disk: Disk
) -> None:
    store.append("game-1", turn(7), 6)
    size = (tmp_path / JOURNAL).stat().st_size
    assert [call[0] for call in disk.calls] == ["write", "fsync"]
    assert disk.calls[-1] == ("fsync", "file", size)


def test_a_new_game_is_synced_file_and_folder_and_the_folder_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    real, moments = Path.rename, []

    def rename(path: Path, target: Path) -> Path:
        moments.append(len(disk.calls))
        return real(path, target)

    monkeypatch.setattr(Path, "rename", rename)
    JsonGameStore(tmp_path / "saves").create(header(), opening(), some_records())
    synced = [(number, kind, size) for number, (name, kind, size) in enumerate(disk.calls) if name == "fsync"]
    before = [(kind, size) for number, kind, size in synced if number < moments[0] and kind == "file"]
    assert before == [("file", (tmp_path / "saves" / JOURNAL).stat().st_size)]
    assert [kind for number, kind, _ in synced if number < moments[0]] == ["folder", "file", "folder"]
    assert [kind for number, kind, _ in synced if number >= moments[0]] == ["folder"]
    assert disk.calls[-1][0] == "fsync"


@pytest.mark.parametrize("room", [0, 1, 25, 200])
def test_a_full_disk_leaves_the_file_as_it_was_and_the_next_append_works(
    tmp_path: Path, store: JsonGameStore, disk: Disk, room: int
) -> None:
    disk.full_after = room
    for _ in range(2):
        with pytest.raises(StorageFailed) as caught:
            store.append("game-1", turn(7), 6)
        assert str(caught.value) == "The game 'game-1' could not be saved: No space left on device."
        assert (tmp_path / JOURNAL).read_bytes() == file_of()
    disk.full_after = None
    store.append("game-1", turn(7), 6)
    assert (tmp_path / JOURNAL).read_bytes() == file_of(records=(*some_records(), turn(7)))


def test_a_write_in_several_bites_is_one_line(
    tmp_path: Path, store: JsonGameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:7]))
    store.append("game-1", turn(7), 6)
    assert (tmp_path / JOURNAL).read_bytes() == file_of(records=(*some_records(), turn(7)))


def test_a_failing_sync_leaves_the_file_as_it_was_and_the_next_append_works(
    tmp_path: Path, store: JsonGameStore, disk: Disk
) -> None:
    disk.failing = {"fsync"}
    with pytest.raises(StorageFailed, match="Input/output error"):
        store.append("game-1", turn(7), 6)
    assert (tmp_path / JOURNAL).read_bytes() == file_of()
    disk.failing = set()
    store.append("game-1", turn(7), 6)
    assert store.read("game-1").records == (*some_records(), turn(7))


def test_an_interrupt_while_saving_takes_the_record_back(
    tmp_path: Path, store: JsonGameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.append("game-1", turn(7), 6)
    assert (tmp_path / JOURNAL).read_bytes() == file_of()
    store.append("game-1", turn(7), 6)
    assert store.read("game-1").last_seq == 7


def _interrupt(descriptor: int) -> None:
    if os.fstat(descriptor).st_size > len(file_of()):
        raise KeyboardInterrupt


FAULTS = [set[str](), {"fsync"}, {"ftruncate"}, {"fsync", "ftruncate"}, {"full"}, {"full", "ftruncate"}]


THREE = list(itertools.product(FAULTS, repeat=3))


@pytest.mark.parametrize("sequence", THREE if IS_LONG else THREE[::5])
def test_after_any_three_faults_the_writer_stands_at_its_last_confirmed_length(
    tmp_path: Path, store: JsonGameStore, disk: Disk, sequence: tuple[set[str], ...]
) -> None:
    confirmed = list(some_records())
    for faults in (*sequence, set[str]()):
        disk.failing, disk.full_after = faults, 100 if "full" in faults else None
        number = len(confirmed) + 1
        with suppress(StorageFailed) if faults else nullcontext():
            store.append("game-1", turn(number), number - 1)
            confirmed.append(turn(number))
        store.acquire("game-1")
        assert list(store.read("game-1").records) == confirmed
    assert (tmp_path / JOURNAL).read_bytes() == file_of(records=tuple(confirmed))


def test_a_failed_write_that_cannot_be_taken_back_is_cut_off_by_the_next_append(
    tmp_path: Path, store: JsonGameStore, disk: Disk
) -> None:
    """Also a whole line, of which only the sync failed: it was never confirmed."""
    disk.failing = {"fsync", "ftruncate"}
    with pytest.raises(StorageFailed, match="Input/output error"):
        store.append("game-1", turn(7, player_input="first"), 6)
    assert (tmp_path / JOURNAL).read_bytes() > file_of()
    assert store.read("game-1").records == some_records()
    with pytest.raises(StorageFailed):
        store.append("game-1", turn(7, player_input="second"), 6)
    disk.failing = set()
    store.append("game-1", turn(7, player_input="third"), 6)
    assert (tmp_path / JOURNAL).read_bytes() == file_of(records=(*some_records(), turn(7, player_input="third")))


def test_what_a_failed_write_left_is_cut_off_when_the_game_is_given_up(
    tmp_path: Path, store: JsonGameStore, disk: Disk
) -> None:
    disk.failing = {"fsync", "ftruncate"}
    with pytest.raises(StorageFailed):
        store.append("game-1", turn(7), 6)
    disk.failing = set()
    store.release("game-1")
    assert (tmp_path / JOURNAL).read_bytes() == file_of()
    JsonGameStore(tmp_path).acquire("game-1")


@pytest.mark.parametrize("faults", [{"fsync"}, {"ftruncate"}])
def test_a_torn_tail_is_cut_off_after_a_first_attempt_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: set[str]
) -> None:
    path = tmp_path / JOURNAL
    path.parent.mkdir()
    path.write_bytes(file_of() + b'{"crc"')
    store, disk = JsonGameStore(tmp_path), Disk(monkeypatch)
    disk.failing = faults
    for _ in range(2):
        with pytest.raises(StorageFailed):
            store.append("game-1", turn(7), 6)
        assert store.read("game-1").records == some_records()
    disk.failing = set()
    store.append("game-1", turn(7), 6)
    assert path.read_bytes() == file_of(records=(*some_records(), turn(7)))


@pytest.mark.parametrize("reopened", [False, True])
def test_a_torn_tail_is_cut_off_before_the_first_append_and_not_earlier(tmp_path: Path, reopened: bool) -> None:
    path = tmp_path / JOURNAL
    path.parent.mkdir()
    longer = file_of(records=(*some_records(), turn(7, player_input="x" * 5000)))
    path.write_bytes(longer[:-1])
    store = JsonGameStore(tmp_path)
    store.acquire("game-1")
    store.read("game-1")
    store.list()
    assert path.read_bytes() == longer[:-1]
    if reopened:
        store.release("game-1")
    store.append("game-1", turn(7), 6)
    assert path.read_bytes() == file_of(records=(*some_records(), turn(7)))


@pytest.mark.parametrize("change", [b"more\n", None])
def test_a_journal_that_another_program_changed_is_not_written_to(
    tmp_path: Path, store: JsonGameStore, change: bytes | None
) -> None:
    path = tmp_path / JOURNAL
    changed = file_of(records=some_records()[:3]) if change is None else file_of() + change
    path.write_bytes(changed)
    for _ in range(2):
        with raises_in_words(Conflict, match="again"):
            store.append("game-1", turn(7), 6)
    assert path.read_bytes() == changed


def test_a_game_that_cannot_be_created_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = JsonGameStore(tmp_path)
    disk = Disk(monkeypatch)
    disk.full_after = 5000
    with pytest.raises(StorageFailed, match="No space left"):
        store.create(header(), opening(), some_records())
    disk.full_after, disk.failing = None, {"fsync"}
    with pytest.raises(StorageFailed):
        store.create(header(), opening(), some_records())
    disk.failing = set()
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]
    store.create(header(), opening(), some_records())
    assert (tmp_path / JOURNAL).read_bytes() == file_of()


def test_a_game_whose_name_cannot_be_synced_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = JsonGameStore(tmp_path)
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if os.fstat(descriptor).st_ino == tmp_path.stat().st_ino:
            raise OSError(errno.EIO, "broken")
        real(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(StorageFailed):
            store.create(header(), opening())
    assert list(store.list()) == []
    store.create(header(), opening())
    store.append("game-1", turn(1), 0)
