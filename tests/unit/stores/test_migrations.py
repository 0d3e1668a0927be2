"""Older formats are brought up to date step by step, newer ones are refused."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.errors import CorruptSave, InvalidInput
from app.models.records.record import SAVE_FORMAT_VERSION
from app.stores.json_store import JsonGameStore
from app.stores.lines import framed
from app.stores.migrations import MIGRATIONS, LineKind, to_format_3, version_problem
from app.stores.transfer import export_game, import_game
from tests.unit.stores.journals import content, file_of, parsed, some_records, turn


def _to_zero(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    """An invented format 0: another name for the title, the turn as text."""
    if kind == "header":
        return {"name": body["title"], **{key: body[key] for key in body if key != "title"}, "format_version": 0}
    return {**body, "turn": str(body["turn"]), "old": kind} if kind == "record" else {"first": body["state"]}


def _from_zero(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    if kind == "header":
        return {"title": body["name"], **{key: body[key] for key in body if key != "name"}}
    if kind == "opening":
        return {"state": body["first"]}
    return {**{key: body[key] for key in body if key != "old"}, "turn": int(body["turn"])}


def _from_minus_one(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    return {key: body[key] for key in body if key != "older"}


@pytest.fixture
def older_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps from the invented formats."""
    monkeypatch.setitem(MIGRATIONS, -1, _from_minus_one)
    monkeypatch.setitem(MIGRATIONS, 0, _from_zero)


def old_file(version: int = 0) -> bytes:
    """`file_of`, as the invented formats 0 and -1 would have it."""
    old = []
    kinds: list[LineKind] = ["header", "opening"]
    for number, line in enumerate(file_of().split(b"\n")[:-1]):
        body = _to_zero(kinds[number] if number < 2 else "record", json.loads(line)["body"])
        body |= {"older": True} if version < 0 else {}
        body |= {"format_version": version} if number == 0 else {}
        old.append(framed(json.dumps(body, separators=(",", ":")).encode()))
    return b"".join(old)


def _saved(root: Path, data: bytes) -> Path:
    path = root / "game-1" / "journal.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


def test_there_is_a_step_from_every_older_version() -> None:
    assert set(MIGRATIONS) == set(range(1, SAVE_FORMAT_VERSION))


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
    monkeypatch.setitem(MIGRATIONS, 0, _from_zero)
    store = JsonGameStore(tmp_path)
    for call in (store.read, store.acquire):
        with pytest.raises(CorruptSave, match=r"^game-1/journal.jsonl has the old format -1, which this version"):
            call("game-1")
    assert path.read_bytes() == old_file(-1)


def test_a_newer_format_is_refused_clearly_and_left_alone(tmp_path: Path) -> None:
    header = {"format_version": SAVE_FORMAT_VERSION + 1, "a_field_of_the_future": True}
    data = framed(json.dumps(header).encode()) + b"".join(io.BytesIO(file_of()).readlines()[1:])
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
def test_a_version_that_is_no_number_is_refused(version: object) -> None:
    assert version_problem(version) == "states no format version"


def test_an_older_export_is_imported_through_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(export_game(parsed(file_of())))
    older = {
        "talekeeper_export": 1,
        "header": _to_zero("header", document["header"]),
        "opening": _to_zero("opening", document["opening"]),
        "records": [_to_zero("record", record) for record in document["records"]],
    }
    data = json.dumps(older).encode()
    with pytest.raises(InvalidInput, match="old format 0"):
        import_game(data)
    monkeypatch.setitem(MIGRATIONS, 0, _from_zero)
    assert content(import_game(data)) == content(parsed(file_of()))


def test_format_3_has_parts_of_its_own_for_what_changes_often() -> None:
    """The parts of format 2 are split, so that what a later record leaves out is not lost with the part it was in."""
    npc = {"energy": 50.0, "relationships": {"bo": 2.0}, "importance_accumulator": 7.0}
    job = {"kind": "plan", "npc_id": "mara", "asked_at": 480}
    parts = {
        "npc/mara": npc,
        "mind/mara": {"reason": "So.", "seen": {}},
        "plan/mara": [{"id": "plan-mara-1-1", "status": "active"}],
        "minds": {"tick": 48, "jobs": [job], "intents": []},
        "pending/world": None,
    }
    assert to_format_3("record", {"parts": parts})["parts"] == {
        "npc/mara": {"energy": 50.0},
        "relationships/mara": [["bo", 2.0]],
        "accumulator/mara": [7.0],
        "mind/mara": {"seen": {}},
        "reason/mara": ["So."],
        "plan/mara": [{"id": "plan-mara-1-1"}],
        "progress/mara": ["active"],
        "minds": {"tick": 48},
        "jobs/*": [job],
        "intents/*": [],
        "pending/world": None,
    }
