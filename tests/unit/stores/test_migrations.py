"""Older formats are brought up to date step by step; newer ones and trial saves are refused."""

import io
import json
from pathlib import Path

import pytest

from app.errors import Conflict, CorruptSave, InvalidInput
from app.models.records.record import SAVE_FORMAT_VERSION
from app.stores.json_store import JsonGameStore
from app.stores.lines import framed
from app.stores.migrations import MIGRATIONS, version_problem
from app.stores.transfer import export_game, import_game
from tests.unit.stores.formats import TRIAL, from_minus_one, from_zero, old_file, to_zero, trial_file
from tests.unit.stores.journals import content, file_of, header, opening, parsed, some_records, turn
from tests.wording import raises_in_words


@pytest.fixture
def older_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps from the invented formats."""
    monkeypatch.setitem(MIGRATIONS, -1, from_minus_one)
    monkeypatch.setitem(MIGRATIONS, 0, from_zero)


def _saved(root: Path, data: bytes) -> Path:
    path = root / "game-1" / "journal.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


def test_there_is_a_step_from_every_older_version() -> None:
    assert set(MIGRATIONS) == set(range(1, SAVE_FORMAT_VERSION))


def test_a_new_journal_is_written_in_format_1() -> None:
    assert json.loads(file_of().split(b"\n")[0])["body"]["save_format"] == 1


@pytest.mark.usefixtures("older_steps")
@pytest.mark.parametrize("version", [0, -1])
def test_an_older_journal_is_read_and_listed_as_the_current_format(tmp_path: Path, version: int) -> None:
    _saved(tmp_path, old_file(version))
    store = JsonGameStore(tmp_path)
    assert content(store.read("game-1")) == content(parsed(file_of()))
    (game,) = store.list()
    assert (game.title, game.turn, game.labels, game.problem) == ("A Small World", 2, ("before the owl",), None)


@pytest.mark.usefixtures("older_steps")
def test_reading_leaves_an_older_file_alone_and_its_writer_rewrites_it_and_keeps_it(tmp_path: Path) -> None:
    path = _saved(tmp_path, old_file() + b"torn")
    store = JsonGameStore(tmp_path)
    store.read("game-1")
    store.list()
    assert path.read_bytes() == old_file() + b"torn"
    store.append("game-1", turn(7), 6)
    assert path.with_name("journal.v0.jsonl").read_bytes() == old_file() + b"torn"
    assert path.read_bytes() == file_of(records=(*some_records(), turn(7)))
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.jsonl", "journal.v0.jsonl", "lock"]


def test_an_older_format_without_a_step_is_refused_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _saved(tmp_path, old_file(-1))
    monkeypatch.setitem(MIGRATIONS, 0, from_zero)
    store = JsonGameStore(tmp_path)
    for call in (store.read, store.acquire):
        with pytest.raises(CorruptSave, match=r"^game-1/journal.jsonl has the old format -1, which this version"):
            call("game-1")
    assert path.read_bytes() == old_file(-1)


def test_a_newer_format_is_refused_clearly_and_left_alone(tmp_path: Path) -> None:
    newer = {"save_format": SAVE_FORMAT_VERSION + 1, "a_field_of_the_future": True}
    data = framed(json.dumps(newer).encode()) + b"".join(io.BytesIO(file_of()).readlines()[1:])
    path = _saved(tmp_path, data)
    store = JsonGameStore(tmp_path)
    for call in (store.read, store.acquire):
        with pytest.raises(CorruptSave, match=r"^game-1/journal.jsonl was made by a newer version of Talekeeper"):
            call("game-1")
    with pytest.raises(CorruptSave, match="newer version"):
        store.repair("game-1", "game-2")
    assert "newer version" in (store.list()[0].problem or "")
    assert path.read_bytes() == data


@pytest.mark.parametrize("version", [None, "1", 1.0, True, [1]])
def test_a_format_that_is_no_number_is_refused(version: object) -> None:
    assert version_problem({"save_format": version}) == "states no save format"


@pytest.mark.parametrize("header", [None, [], {}, {"game_id": "game-1"}])
def test_a_header_without_a_format_is_refused(header: object) -> None:
    assert version_problem(header) == "states no save format"


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_trial_save_is_listed_with_one_line_and_left_alone(tmp_path: Path, version: int) -> None:
    data = trial_file(version)
    path = _saved(tmp_path, data)
    store = JsonGameStore(tmp_path)
    for call in (store.read, store.acquire, lambda _: store.repair("game-1", "game-2")):
        with raises_in_words(CorruptSave) as caught:
            call("game-1")
        assert str(caught.value) == f"game-1/journal.jsonl {TRIAL}."
    with raises_in_words(CorruptSave, match=TRIAL):
        store.append("game-1", turn(7), 6)
    with raises_in_words(Conflict, match="There is a game 'game-1' already"):
        store.create(header(), opening())
    (listed,) = store.list()
    assert (listed.game_id, listed.problem) == ("game-1", f"game-1/journal.jsonl {TRIAL}.")
    assert path.read_bytes() == data


def test_a_trial_save_may_be_deleted_and_restored(tmp_path: Path) -> None:
    path = _saved(tmp_path, trial_file(3))
    store = JsonGameStore(tmp_path)
    store.delete("game-1")
    assert TRIAL in (store.trash()[0].problem or "")
    store.restore("game-1")
    assert path.read_bytes() == trial_file(3)


def test_an_export_of_a_trial_save_is_refused_in_one_line() -> None:
    document = json.loads(export_game(parsed(file_of())))
    document["header"] = {"format_version": 3, **document["header"]}
    del document["header"]["save_format"]
    with pytest.raises(InvalidInput) as caught:
        import_game(json.dumps(document).encode())
    assert str(caught.value) == f"The exported game {TRIAL}."


def test_an_older_export_is_imported_through_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(export_game(parsed(file_of())))
    older = {
        "talekeeper_export": 1,
        "header": to_zero("header", document["header"]),
        "opening": to_zero("opening", document["opening"]),
        "records": [to_zero("record", record) for record in document["records"]],
    }
    data = json.dumps(older).encode()
    with pytest.raises(InvalidInput, match="old format 0"):
        import_game(data)
    monkeypatch.setitem(MIGRATIONS, 0, from_zero)
    assert content(import_game(data)) == content(parsed(file_of()))
