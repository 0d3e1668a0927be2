"""Entries of canon that do not fit: named by file and line, and recovered up to them."""

import io
import json
from typing import Any

import pytest

from app.errors import CorruptSave
from app.models.records.folding import check, fold_journal
from app.models.records.record import Journal, Record
from app.models.sheets.canon import CanonEntry
from app.stores.journal import encoded_journal, read_journal, recovered
from app.stores.lines import framed
from tests.unit.stores.journals import header, mark, opening, turn

NAME = "game-1/journal.jsonl"
PERSON: dict[str, Any] = {"kind": "person", "sheet": {"id": "made-odo", "name": "Odo", "description": "Small."}}
LAMP: dict[str, Any] = {"kind": "item", "sheet": {"id": "made-lamp", "name": "lamp", "description": "Heavy."}}
FACT: dict[str, Any] = {"kind": "fact", "subject": "made-odo", "attribute": "mother", "value": "Ottilie"}


def entry(change: dict[str, Any]) -> dict[str, Any]:
    return {"change": change, "turn": 1, "game_time": 480}


def file_of(*records: Record) -> bytes:
    return b"".join(encoded_journal(header(), opening(), records))


def with_canon(number: int, *changes: dict[str, Any], **fields: Any) -> Record:
    return turn(number, canon=tuple(CanonEntry.model_validate(entry(change)) for change in changes), **fields)


def edited(record: Record, *changes: dict[str, Any]) -> bytes:
    """A line of a journal whose canon was written by hand, with a right checksum."""
    written = record.model_dump(mode="json", exclude_defaults=True) | {"canon": [entry(change) for change in changes]}
    return framed(json.dumps(written).encode())


def parsed(data: bytes) -> Journal:
    return read_journal(io.BytesIO(data), NAME)


UNREADABLE: tuple[dict[str, Any], ...] = (
    {"kind": "miracle", "of": "mara"},
    {"kind": "fact", "subject": "mara", "attribute": "mother"},
    {"kind": "person", "sheet": {"id": "made-odo"}},
    {"kind": "person", "sheet": {"id": "made-odo", "name": "Odo", "wings": 2}},
    {"kind": "forgotten_note", "note": -1},
)


@pytest.mark.parametrize("change", UNREADABLE, ids=str)
def test_an_entry_that_cannot_be_read_is_named_and_recovered_up_to(change: dict[str, Any]) -> None:
    data = file_of(with_canon(1, PERSON)) + edited(turn(2), change)
    with pytest.raises(CorruptSave, match=f"^{NAME}, line 4: it does not fit the format") as caught:
        parsed(data)
    assert str(caught.value).isprintable()
    kept = recovered(io.BytesIO(data), NAME, "game-2")
    assert [record.seq for record in kept.records] == [1]
    assert "made-odo" in fold_journal(kept).npcs


MISFITS: tuple[tuple[dict[str, Any], str], ...] = (
    (LAMP | {"sheet": LAMP["sheet"] | {"id": "made-odo"}}, "the id 'made-odo' is that of another part"),
    (PERSON | {"sheet": PERSON["sheet"] | {"id": "market"}}, "the id 'market' is that of another part"),
    (PERSON | {"sheet": PERSON["sheet"] | {"id": "nobody"}}, "there is no person 'nobody'"),
    (PERSON | {"sheet": PERSON["sheet"] | {"start_location": "moon"}}, "there is no place 'moon'"),
    (
        {
            "kind": "place",
            "sheet": {
                "id": "made-hut",
                "name": "Hut",
                "description": "Low.",
                "exits": [{"to": "moon", "name": "a ladder"}],
            },
        },
        "there is no place 'moon'",
    ),
    ({"kind": "name", "of": "made-nobody", "name": "Nobody"}, "there is no part 'made-nobody'"),
    ({"kind": "description", "of": "made-nobody", "text": "Gone."}, "there is no part 'made-nobody'"),
    ({"kind": "state", "of": "made-nobody", "sheet": {"name": "bright"}}, "there is no part 'made-nobody'"),
    ({"kind": "forgotten_note", "note": 3}, "there is no note 3"),
)


@pytest.mark.parametrize(("change", "reason"), MISFITS, ids=str)
def test_an_entry_that_does_not_fit_is_named_and_repair_drops_its_record(change: dict[str, Any], reason: str) -> None:
    data = file_of(with_canon(1, PERSON), with_canon(2, change), turn(3, parts={}))
    with pytest.raises(CorruptSave, match=f"^{NAME}, line 4: it does not fit the scenario: canon, .*: ") as caught:
        fold_journal(parsed(data))
    assert reason in str(caught.value)
    with pytest.raises(CorruptSave, match="line 4"):
        check(parsed(data))
    kept = recovered(io.BytesIO(data), NAME, "game-2")
    assert [record.seq for record in kept.records] == [1]
    assert "made-odo" in fold_journal(kept).npcs


def test_an_id_that_an_undone_turn_had_made_is_free_for_another_part() -> None:
    thing = LAMP | {"sheet": LAMP["sheet"] | {"id": "made-odo"}}
    undo = mark(2, head=0)
    again = with_canon(3, thing, FACT, parent=0, first_message=0)
    journal = parsed(file_of(with_canon(1, PERSON), undo, again))
    check(journal)
    assert "made-odo" in fold_journal(journal, 3).sheets.items
    assert "made-odo" in fold_journal(journal, 1).sheets.npcs


def test_a_reader_that_does_not_know_a_field_says_so_in_one_line() -> None:
    data = file_of() + edited(turn(1), PERSON | {"sheet": PERSON["sheet"] | {"has_wings": True}})
    with pytest.raises(CorruptSave, match=f"^{NAME}, line 3: .*has_wings") as caught:
        parsed(data)
    assert len(str(caught.value).splitlines()) == 1
