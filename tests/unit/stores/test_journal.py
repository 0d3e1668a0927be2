"""The file format: whatever happens to the bytes, a journal is read as it was confirmed or refused by line."""

import gc
import io
import itertools
import json
import random
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loguru import logger
from pydantic import BaseModel

from app import gc_tuning
from app.errors import CorruptSave, InvalidInput
from app.gc_tuning import collection_paused
from app.models.memory import MemoryEntry, MemoryStatus
from app.models.messages.message import Message
from app.models.messages.speech import SpeechAct
from app.models.records.folding import check, fold_journal
from app.models.records.record import NewMemory, Record
from app.stores.journal import encoded, recovered, salvage
from app.stores.lines import body_before_damage, body_of, framed
from app.stores.survey import survey
from tests.examples import IS_LONG, examples
from tests.unit.stores.journals import capture, content, file_of, mark, parsed, some_records, turn
from tests.worlds import message

NAME = "game-1/journal.jsonl"
BITS = [1 << n for n in range(8)]


@pytest.fixture
def warnings() -> Iterator[list[str]]:
    """What was warned of."""
    heard: list[str] = []
    sink = logger.add(heard.append, level="WARNING", format="{message}")
    yield heard
    logger.remove(sink)


def small_file() -> bytes:
    """Two short records behind header and opening."""
    return file_of(records=(turn(1, messages=()), mark(2, head=0)))


def test_every_line_is_json_with_the_checksum_of_its_body() -> None:
    for line in file_of().split(b"\n")[:-1]:
        whole = json.loads(line)
        assert list(whole) == ["crc", "body"]
        body = line[len('{"crc":"xxxxxxxx","body":') : -1]
        assert whole["crc"] == f"{zlib.crc32(body):08x}"
        assert json.loads(body) == whole["body"]


def test_a_record_that_is_written_in_pieces_says_the_same_as_a_whole_one() -> None:
    record = turn(1).model_copy(update={"memories": (*capture(1).memories, *capture(2).memories)})
    body = body_of(encoded(record))
    assert body is not None
    assert json.loads(body) == json.loads(record.model_dump_json(exclude_defaults=True))
    assert Record.model_validate_json(body) == record


def test_a_journal_is_read_as_it_was_written() -> None:
    journal = parsed(file_of())
    assert journal.records == some_records()
    assert file_of() == file_of("game-1", journal.records)


def test_a_flipped_bit_is_never_read_as_something_else() -> None:
    """A bit of every byte of the two records and around them, in a longer run all; of some bytes before, one bit and
    one whole byte."""
    data = small_file()
    records_at = data.index(b"\n", data.index(b"\n") + 1) - 30
    chance = random.Random(2)
    before = chance.sample(range(records_at), min(records_at, examples(2_000, usual=0.05)))
    for position in (*before, *range(records_at, len(data))):
        bits = chance.sample(BITS, 8 if IS_LONG else 1) if position >= records_at else [chance.choice(BITS), 0xFF]
        for bit in bits:
            damaged = data[:position] + bytes([data[position] ^ bit]) + data[position + 1 :]
            line = data.count(b"\n", 0, position) + 1
            with pytest.raises(CorruptSave, match=f"^{NAME}, line {line}: "):
                parsed(damaged)
            with pytest.raises(CorruptSave, match=f"^{NAME}, line {line}: "):
                survey(io.BytesIO(damaged), NAME)


def test_a_break_that_turned_into_any_other_byte_is_damage_not_a_tear() -> None:
    data = small_file()
    for byte in set(range(256)) - {ord("\n")}:
        with pytest.raises(CorruptSave, match="line 4"):
            parsed(data[:-1] + bytes([byte]))


def test_cut_at_every_byte_of_its_last_record_it_holds_every_earlier_one(warnings: list[str]) -> None:
    data = file_of()
    start = data.rindex(b"\n", 0, -1) + 1
    for length in range(start, len(data)):
        assert parsed(data[:length]).records == some_records()[:-1]
        found = survey(io.BytesIO(data[:length]), NAME)
        assert (found.confirmed, found.size, found.last_seq) == (start, length, 5)
        assert bool(warnings) == (length > start)
        warnings.clear()


def test_cut_within_header_or_opening_there_is_no_game() -> None:
    data = file_of(records=())
    for length in range(len(data)):
        with pytest.raises(CorruptSave, match=f"^{NAME}, line {1 if length <= data.index(10) else 2}: "):
            parsed(data[:length])


@pytest.mark.parametrize("tail", [b"\0" * 5000, b"{", b'{"crc":"00000000","body":{}', b"nonsense}}}}", b"\r"])
def test_whatever_follows_the_last_line_break_was_never_confirmed(tail: bytes, warnings: list[str]) -> None:
    assert parsed(file_of() + tail).records == some_records()
    assert warnings == [f"{NAME}: the last {len(tail)} bytes were never confirmed and are left out\n"]


def test_lines_that_are_exchanged_left_out_or_doubled_are_found() -> None:
    lines = file_of().splitlines(keepends=True)
    siblings = file_of(records=(turn(1), turn(2, 0))).splitlines(keepends=True)
    with pytest.raises(CorruptSave, match="line 3: record 1 is missing before record 2"):
        parsed(b"".join([*siblings[:2], siblings[3], siblings[2]]))
    with pytest.raises(CorruptSave, match="line 3: record 2 names a record 1 that is not there"):
        parsed(b"".join([*lines[:2], *lines[3:]]))
    with pytest.raises(CorruptSave, match="line 5: record 2 cannot follow record 2"):
        parsed(b"".join([*lines[:4], *lines[3:]]))
    with pytest.raises(CorruptSave, match="states no save format"):
        parsed(b"".join(lines[1:]))


def test_any_line_dropped_doubled_or_swapped_is_found_by_reader_and_list() -> None:
    """But for the last one when it is dropped: nothing in the file says that it was there."""
    lines = file_of().splitlines(keepends=True)
    numbers = range(len(lines))
    dropped = [[*lines[:n], *lines[n + 1 :]] for n in numbers[:-1]]
    doubled = [[*lines[: n + 1], lines[n], *lines[n + 1 :]] for n in numbers]
    swapped = [[lines[{a: b, b: a}.get(n, n)] for n in numbers] for a, b in itertools.combinations(numbers, 2)]
    for broken in (*dropped, *doubled, *swapped):
        for look in (parsed, lambda data: survey(io.BytesIO(data), NAME)):
            with pytest.raises(CorruptSave, match=NAME):
                look(b"".join(broken))


@pytest.mark.parametrize("body", [b"[]", b"7", b"", b"{", b'{"save_format":1', b'{"seq":1}', b'{"seq":' + b"9" * 5000])
def test_a_body_with_a_right_checksum_but_no_sense_is_named(body: bytes) -> None:
    lines = file_of().splitlines(keepends=True)
    for number in (1, 2, 3):
        broken = [*lines[: number - 1], framed(body), *lines[number:]]
        with pytest.raises(CorruptSave, match=f"^{NAME}(, line {number}| states no save format)") as caught:
            parsed(b"".join(broken))
        assert str(caught.value).isprintable()


def test_an_unknown_field_of_a_record_is_refused() -> None:
    body = body_of(encoded(turn(1)))
    assert body is not None
    lines = file_of(records=()) + framed(body[:-1] + b',"\\u001b[2Jextra":1}')
    with pytest.raises(CorruptSave, match="line 3: it does not fit the format") as caught:
        parsed(lines)
    assert str(caught.value).isprintable()


def test_an_empty_file_is_no_game() -> None:
    with pytest.raises(CorruptSave, match="line 1"):
        parsed(b"")


def test_what_stands_before_the_damage_is_salvaged() -> None:
    lines = file_of().splitlines(keepends=True)
    for number in range(3, len(lines) + 1):
        damaged = b"".join([*lines[: number - 1], b"?" + lines[number - 1][1:], *lines[number:]])
        found = salvage(io.BytesIO(damaged), NAME)
        assert found.journal.records == some_records()[: number - 3]
        assert f"line {number}" in str(found.damage)


def test_a_record_whose_line_break_alone_is_damaged_is_salvaged_too() -> None:
    found = salvage(io.BytesIO(file_of()[:-1] + b"\x0b"), NAME)
    assert found.journal.records == some_records()
    assert found.damage is not None


@settings(derandomize=True, deadline=None)
@given(body=st.binary(max_size=60).filter(lambda body: b"\n" not in body), rest=st.binary(min_size=1, max_size=5))
def test_a_tail_is_damage_only_when_it_goes_on_after_a_whole_line(body: bytes, rest: bytes) -> None:
    line = framed(body)
    assert body_of(line) == body
    assert body_before_damage(line[:-1] + rest) == body
    for length in range(len(line)):
        assert body_of(line[:length]) is None
        assert body_before_damage(line[:length]) is None


@settings(max_examples=examples(20), derandomize=True, deadline=None)
@given(
    text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    parts=st.dictionaries(
        st.text(max_size=10),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats(allow_nan=False, allow_infinity=False),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=8,
        ),
        max_size=4,
    ),
)
def test_any_text_and_any_part_comes_back_as_it_was(text: str, parts: dict[str, object]) -> None:
    try:
        data = file_of(records=(turn(1, messages=(message(0, text),), parts=parts, label=text or None),))
    except InvalidInput:
        assert any(0xD800 <= ord(char) < 0xE000 for char in repr(parts))
        return
    record = parsed(data).records[0]
    assert (record.messages[0].content, record.parts, record.label) == (text, parts, text or None)


def test_a_recovered_game_is_another_game_with_the_same_records() -> None:
    journal = parsed(file_of())
    copy = recovered(io.BytesIO(file_of()), NAME, "game-2")
    assert (copy.header.game_id, copy.opening.state.game_id) == ("game-2", "game-2")
    assert copy.header.branched_from is not None
    assert copy.header.branched_from.how == "repaired"
    assert journal.opening.state.game_id == "game-1"
    assert content(parsed(file_of("game-1"))) == content(journal)
    with pytest.raises(InvalidInput):
        recovered(io.BytesIO(file_of()), NAME, "../game-2")


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_as_before_after_reading(enabled: bool) -> None:
    if not enabled:
        gc.disable()
    try:
        with pytest.raises(CorruptSave):
            parsed(b"")
        with collection_paused():
            assert not gc.isenabled()
            with collection_paused():
                pass
            assert not gc.isenabled()
        assert gc.isenabled() == enabled
    finally:
        gc.enable()


def test_objects_that_somebody_has_frozen_stay_frozen() -> None:
    gc_tuning.freeze()
    try:
        parsed(file_of())
        assert gc.get_freeze_count() > 0
    finally:
        gc_tuning.unfreeze()


def test_records_leave_out_what_has_its_default_value() -> None:
    record = capture(1)
    body = body_of(encoded(record))
    assert body is not None
    assert b"null" not in body
    assert Record.model_validate_json(body) == record


def test_messages_of_a_journal_share_the_set_of_their_fields() -> None:
    together = [one for record in parsed(file_of()).records for one in record.messages]
    assert len(together) > 1
    assert len({id(one.model_fields_set) for one in together}) == 1


PARTS: tuple[dict[str, object], ...] = (
    {"scenario": []},
    {"scenario": 7},
    {"scenario": {"current_act_id": []}},
    {"clock": None},
    {"clock": {"minutes": "soon"}},
    {"location/market": None},
    {"location/nowhere": {}},
    {"npc/mara": [1]},
    {"goals": {}},
    {"pending/npc/nobody": []},
    {"party": {"players": 1}},
    {"unknown": {}},
)


@pytest.mark.parametrize("parts", PARTS)
def test_a_part_of_the_wrong_type_is_named_by_file_and_line_and_repair_drops_its_record(
    parts: dict[str, object],
) -> None:
    data = file_of(records=(turn(1), turn(2, parts=parts), turn(3, parts={})))
    with pytest.raises(CorruptSave, match=f"^{NAME}, line 4: it does not fit the scenario") as caught:
        fold_journal(parsed(data))
    assert str(caught.value).isprintable()
    with pytest.raises(CorruptSave, match="line 4"):
        check(parsed(data))
    kept = recovered(io.BytesIO(data), NAME, "game-2")
    assert kept.records == (turn(1),)
    assert fold_journal(kept).clock.minutes == 481


def test_a_bad_part_that_a_later_record_replaces_is_found_by_the_check() -> None:
    journal = parsed(file_of(records=(turn(1, parts={"clock": 7}), turn(2))))
    assert fold_journal(journal).clock.minutes == 482
    with pytest.raises(CorruptSave, match="line 3"):
        check(journal)
    check(parsed(file_of()))


@pytest.mark.parametrize("model", [Record, NewMemory, MemoryEntry, Message, SpeechAct, MemoryStatus])
def test_what_a_journal_holds_very_often_has_no_default_that_is_copied(model: type[BaseModel]) -> None:
    """Pydantic copies a dictionary or list that is a default deeply, in Python: 1.5 µs for each of each record."""
    defaults = {name: field.default for name, field in model.model_fields.items()}
    assert not {name for name, default in defaults.items() if isinstance(default, dict | list | set)}
