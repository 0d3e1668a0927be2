"""Export and import: what comes out goes in again, and nothing else does."""

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from app.errors import InvalidInput
from app.models.records.folding import fold_journal
from app.stores import transfer
from app.stores.transfer import export_game, import_game
from tests.unit.stores.contract import HOSTILE_IDS
from tests.unit.stores.journals import content, file_of, parsed

Change = Callable[[dict[str, Any]], object]


def exported() -> dict[str, Any]:
    """A whole game as an exported document."""
    document: dict[str, Any] = json.loads(export_game(parsed(file_of())))
    return document


def test_a_round_trip_is_equal() -> None:
    journal = parsed(file_of())
    again = import_game(export_game(journal))
    assert content(again) == content(journal)
    assert export_game(again) == export_game(journal)
    assert fold_journal(again).model_dump_json() == fold_journal(journal).model_dump_json()


def test_an_export_is_readable_text() -> None:
    text = export_game(parsed(file_of())).decode()
    assert "Élan" in text
    assert "— “quoted”" in text
    assert text.startswith('{\n  "talekeeper_export": 1,\n  "header": {\n')


def test_a_byte_order_mark_in_front_is_no_harm() -> None:
    journal = parsed(file_of())
    assert content(import_game(b"\xef\xbb\xbf" + export_game(journal))) == content(journal)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\1\2",
        b"[1, 2",
        b"{}",
        b"[]",
        b"null",
        b'"talekeeper_export"',
        b'["talekeeper_export"]',
        b'{"talekeeper_export": NaN}',
        b'{"talekeeper_export": true, "header": {}, "opening": {}, "records": []}',
        b'{"talekeeper_export": 0, "header": {}, "opening": {}, "records": []}',
        b'{"talekeeper_export": "1", "header": {}, "opening": {}, "records": []}',
        b'{"talekeeper_export": 1, "header": {}, "opening": {}}',
        b'{"talekeeper_export": 1, "header": {}, "opening": {}, "records": {}}',
        b'{"talekeeper_export": 1, "header": [], "opening": {}, "records": []}',
        b'{"talekeeper_export": 1, "header": {}, "opening": {}, "records": [], "more": 1}',
        b"[" * 100_000,
        b'{"talekeeper_export":' * 1000,
        "ä".encode("latin-1"),
    ],
)
def test_what_is_no_export_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(InvalidInput) as caught:
        import_game(data)
    assert str(caught.value).isprintable()


def test_a_journal_is_not_an_export() -> None:
    with pytest.raises(InvalidInput):
        import_game(file_of())


@pytest.mark.parametrize(("field", "name"), [("talekeeper_export", "export format 3"), ("format", "format 4")])
def test_a_newer_version_is_named(field: str, name: str) -> None:
    document = exported()
    target = document if field == "talekeeper_export" else document["header"]
    target["talekeeper_export" if target is document else "save_format"] = int(name[-1])
    with pytest.raises(InvalidInput, match=f"newer version of Talekeeper.*{name}"):
        import_game(json.dumps(document).encode())


CHANGES: dict[str, Change] = {
    "another game in the opening": lambda game: game["opening"]["state"].update(game_id="game-2"),
    "a place that is none": lambda game: game["opening"]["state"]["scenario"].update(current_location_id="../market"),
    "an unknown field": lambda game: game["opening"]["state"].update(extra=1),
    "negative time": lambda game: game["opening"]["state"]["clock"].update(minutes=-1),
    "records exchanged": lambda game: game["records"].reverse(),
    "a record left out": lambda game: game["records"].pop(0),
    "a record twice": lambda game: game["records"].insert(0, game["records"][0]),
    "a parent that is not there": lambda game: game["records"][4].update(parent=99),
    "a parent of its own": lambda game: game["records"][4].update(parent=5),
    "a head that is not there": lambda game: game["records"][3].update(head=99),
    "record number zero": lambda game: game["records"][0].update(seq=0),
    "a record that is none": lambda game: game["records"].__setitem__(0, 5),
    "a message out of place": lambda game: game["records"][4]["messages"][0].update(index=7),
    "a message at a place that is none": lambda game: game["records"][0]["messages"][0].update(location_id="a/../b"),
    "a part nobody knows": lambda game: game["records"][4]["parts"].update(weather={}),
    "a part of a place that is not there": lambda game: game["records"][4]["parts"].update({"location/moon": {}}),
    "a part of the wrong shape": lambda game: game["records"][4]["parts"].update(pending=[]),
    "a part that is a number": lambda game: game["records"][4]["parts"].update(scenario=3),
    "a clock of words": lambda game: game["records"][4]["parts"].update(clock={"minutes": "late"}),
    "a number that JSON does not know": lambda game: game["records"][0]["parts"].update(clock={"minutes": math.inf}),
    "a memory of a place that is not there": lambda game: game["records"][0].update(
        memories=[
            {
                "scope": {"source": "location", "owner_id": "moon"},
                "entry": {"created_at": "2026-01-01T00:00:00Z", "source": "location", "summary": "Dust."},
            }
        ]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_game_that_does_not_add_up_is_refused_in_one_line(change: Change) -> None:
    document = exported()
    change(document)
    with pytest.raises(InvalidInput) as caught:
        import_game(json.dumps(document).encode())
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("game_id", HOSTILE_IDS)
def test_an_id_that_is_none_is_refused(game_id: str) -> None:
    document = exported()
    document["header"]["game_id"] = document["opening"]["state"]["game_id"] = game_id
    with pytest.raises(InvalidInput, match="header: game_id"):
        import_game(json.dumps(document).encode())


def test_a_file_that_is_too_large_is_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "MAX_IMPORT_BYTES", 2 * 2**20)
    with pytest.raises(InvalidInput, match="at most 2 MiB"):
        import_game(b" " * (2 * 2**20 + 1))


def test_conditions_nested_without_end_are_refused() -> None:
    document = exported()
    condition: dict[str, Any] = {"kind": "time_reached", "minutes": 1}
    for _ in range(180):
        condition = {"kind": "all_of", "conditions": [condition]}
    document["opening"]["state"]["scenario"]["sheet"]["acts"][0]["condition"] = condition
    with pytest.raises(InvalidInput):
        import_game(json.dumps(document).encode())
