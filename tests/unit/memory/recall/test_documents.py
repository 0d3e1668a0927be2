"""What the index holds of memories and messages, and which of them a query allows."""

from typing import Any

import pytest

from app.memory.index.documents import NEAR, NO_TIME, entry_terms
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from app.models.messages.message import Role
from tests.unit.memory.recall.streams import MARA, context, mara_stream, observed
from tests.worlds import NOW, say

HEARD = ("mara",)


def keep(stream: MemoryStream, summary: str, **fields: Any) -> MemoryEntry:
    """Keep an entry as it is: what is not given stays empty."""
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=summary, **fields)
    return stream.state.remember(MARA, entry)


def found(stream: MemoryStream, text: str = "", **fields: Any) -> set[str | None]:
    query = RecallQuery(now=0, text=text, limit=50, **fields)
    return {hit.memory.id for hit in Recaller().recall(stream, query)}


# -- columns -------------------------------------------------------------------------------------------------------


def test_importance_of_one_to_ten_is_also_held_as_zero_to_a_hundred() -> None:
    stream = mara_stream()
    observed(stream, [context(f"n{number}", importance=number) for number in (1, 5.5, 10)])
    assert stream.index.entries.columns["importance"].tolist() == [1, 5.5, 10]
    assert stream.index.entries.columns["hundred"].tolist() == [0, 50, 100]


def test_a_memory_was_last_recalled_when_it_was_made_until_it_is_recalled() -> None:
    stream = mara_stream()
    for summary, game_time in (("a", 7), ("b", None), ("c", 7), ("d", 7)):
        keep(stream, summary, game_time=game_time)
    stream.mark_recalled(["mara-003"], 30)
    stream.mark_recalled(["mara-004"], 0)
    assert stream.index.entries.columns["last_recalled"].tolist() == [7, 0, 30, 0]


def test_what_has_no_time_turn_or_place_is_marked_as_such() -> None:
    stream = mara_stream()
    keep(stream, "a")
    keep(stream, "b", game_time=0, turn=0, location_id="inn")
    columns = stream.index.entries.columns
    assert {name: columns[name].tolist() for name in ("time", "turn", "place")} == {
        "time": [NO_TIME, 0],
        "turn": [-1, 0],
        "place": [-1, 0],
    }


def test_numbers_from_files_are_clamped_to_what_a_column_holds() -> None:
    stream = mara_stream()
    keep(stream, "a", game_time=2**50, turn=2**40, depth=2**40)
    columns = stream.index.entries.columns
    assert [int(columns[name][0]) for name in ("time", "turn", "depth")] == [-NO_TIME, 2**31 - 1, 2**31 - 1]
    assert int(columns["last_recalled"][0]) == -NO_TIME


@pytest.mark.parametrize(
    ("first", "second", "follows"),
    [
        ({}, {}, True),
        ({"game_time": 10}, {"game_time": 10 + NEAR}, True),
        ({"game_time": 10}, {"game_time": 11 + NEAR}, False),
        ({"game_time": 10 + NEAR}, {"game_time": 10}, True),
        ({"game_time": 500}, {}, True),
        ({}, {"game_time": 500}, True),
        ({"location_id": "inn"}, {"location_id": "inn"}, True),
        ({"location_id": "inn"}, {"location_id": "market"}, False),
        ({"location_id": "inn"}, {}, False),
        ({"scene": "one"}, {"scene": "one"}, True),
        ({"scene": "one"}, {"scene": "two"}, False),
        ({"scene": "one"}, {}, True),
        ({}, {"scene": "two"}, True),
        ({"scene": "one", "game_time": 0}, {"scene": "one", "game_time": 500}, False),
        ({"scene": "one", "location_id": "inn"}, {"scene": "one", "location_id": "market"}, False),
    ],
)
def test_a_memory_goes_on_from_the_one_before_at_one_place_in_one_scene_and_half_an_hour(
    first: dict[str, Any], second: dict[str, Any], follows: bool
) -> None:
    stream = mara_stream()
    keep(stream, "a", **first)
    keep(stream, "b", **second)
    assert stream.index.entries.columns["follows"].tolist() == [False, follows]


def test_gifted_memories_go_on_from_nothing() -> None:
    stream = mara_stream()
    for kind in (MemoryKind.OBSERVATION, MemoryKind.GIFTED, MemoryKind.OBSERVATION, MemoryKind.OBSERVATION):
        keep(stream, "a", kind=kind)
    assert stream.index.entries.columns["follows"].tolist() == [False, False, False, True]


def test_the_index_counts_what_stands_through_every_change_of_status() -> None:
    stream = mara_stream()
    observed(stream, [context(word) for word in "abc"])
    counts = []
    for memory_id, archived_by in (("mara-001", "prune"), ("mara-002", "prune"), ("mara-001", "x"), ("mara-001", None)):
        stream.state.set_status(memory_id, MemoryStatus(archived_by=archived_by))
        counts.append(stream.index.entries.active_counts[MemoryKind.OBSERVATION])
    assert counts == [2, 1, 1, 2]
    assert found(stream) == {"mara-001", "mara-003"}


# -- keywords ------------------------------------------------------------------------------------------------------


def test_a_memory_is_found_by_a_keyword_that_its_text_does_not_hold() -> None:
    stream = mara_stream()
    observed(stream, [context("Rain."), context("A debt was paid.", keywords=("Aldous", "silver")), context("Owls.")])
    hits = Recaller().recall(stream, RecallQuery(now=0, text="Who paid Aldous?", limit=1))
    assert (hits[0].memory.id, hits[0].components["words"] > 0) == ("mara-002", True)
    assert stream.index.entries.postings.lengths[1] == len(entry_terms(stream.all()[1]).terms) == 4


def test_the_terms_of_an_entry_are_those_of_its_text_and_then_its_keywords() -> None:
    stream = mara_stream()
    plain, marked = observed(stream, [context("The owl?"), context("The owl?", keywords=("forty", "silver"))])
    assert entry_terms(plain).terms == ["owl"]
    assert entry_terms(marked).terms == ["owl", "40", "silver"]
    shape, sketch = (stream.index.entries.columns[name].tolist() for name in ("shape", "sketch"))
    assert [(entry_terms(one).shape, entry_terms(one).sketch) for one in (plain, marked)] == list(
        zip(shape, sketch, strict=True)
    )
    assert shape[0] != shape[1]
    assert sketch[0] != sketch[1]


# -- what a query allows -------------------------------------------------------------------------------------------


def mixed() -> MemoryStream:
    """Four memories and three messages that differ in everything that can be asked for."""
    stream, seen = mara_stream(), MemoryKind.OBSERVATION
    keep(stream, "north", kind=seen, game_time=0, turn=0, importance=1, subjects=("Tobin",))
    keep(stream, "east", kind=MemoryKind.REFLECTION, game_time=60, importance=5, location_id="inn")
    keep(stream, "south", kind=seen, game_time=120, importance=9, metadata={"type": "scene"})
    keep(stream, "west", kind=seen, importance=5, metadata={"type": "lore"})
    stream.archive(["mara-003"], "prune")
    say(stream.state, "key", witness_ids=HEARD, location_id="inn", game_time=0, turn=1)
    say(stream.state, "owl", witness_ids=HEARD, location_id="market", game_time=60, turn=2, npc_ids=("tobin",))
    say(stream.state, "rain", witness_ids=HEARD, location_id="market", game_time=120, turn=3)
    return stream


@pytest.mark.parametrize(
    ("fields", "numbers"),
    [
        ({}, "1 2 4 m0 m1 m2"),
        ({"messages": False}, "1 2 4"),
        ({"kinds": (MemoryKind.REFLECTION,)}, "2"),
        ({"kinds": (MemoryKind.OBSERVATION, MemoryKind.CONVERSATION)}, "1 4 m0 m1 m2"),
        ({"types": ("lore",)}, "4"),
        ({"types": ("lore", "scene")}, "4"),
        ({"types": ("nowhere",)}, ""),
        ({"without_types": ("lore",)}, "1 2 m0 m1 m2"),
        ({"without_types": ("nowhere",)}, "1 2 4 m0 m1 m2"),
        ({"minimum_importance": 5}, "2 4"),
        ({"minimum_importance": 5.1}, ""),
        ({"minimum_importance": 0}, "1 2 4"),
        ({"subjects": ("TOBIN",)}, "1 m1"),
        ({"subjects": ("nobody",)}, ""),
        ({"location_id": "inn"}, "2 m0"),
        ({"location_id": "market"}, "m1 m2"),
        ({"location_id": "nowhere"}, ""),
        ({"since": 60}, "2 m1 m2"),
        ({"since": 0}, "1 2 m0 m1 m2"),
        ({"since": 61}, "m2"),
        ({"until": 60}, "1 2 m0 m1"),
        ({"until": 59}, "1 m0"),
        ({"until": 0}, "1 m0"),
        ({"since": 1, "until": 119}, "2 m1"),
        ({"first_turn": 2}, "m1 m2"),
        ({"first_turn": 0}, "1 m0 m1 m2"),
        ({"last_turn": 0}, "1"),
        ({"last_turn": 2}, "1 m0 m1"),
        ({"first_turn": 2, "last_turn": 2}, "m1"),
        ({"first_turn": 2, "location_id": "inn"}, ""),
    ],
)
def test_each_filter_leaves_what_it_names(fields: dict[str, Any], numbers: str) -> None:
    """Limits are inclusive; what has no time or turn is within no limit; messages have no importance and no type."""
    expected = {f"m-{one[1:]}" if one[0] == "m" else f"mara-00{one}" for one in numbers.split()}
    assert found(mixed(), **fields) == expected


# -- messages ------------------------------------------------------------------------------------------------------


def test_messages_are_indexed_once_also_where_lines_between_them_are_left_out() -> None:
    stream = mara_stream()
    say(stream.state, "the key", witness_ids=HEARD)
    say(stream.state, "+ key", witness_ids=HEARD, role=Role.SYSTEM)
    say(stream.state, "…", "the owl", witness_ids=HEARD)
    messages = stream.index.follow_messages(stream.state)
    say(stream.state, "the rain", witness_ids=HEARD)
    assert messages is stream.index.follow_messages(stream.state)
    assert messages.document_of == {0: 0, 3: 1, 4: 2}
    assert messages.columns["position"].tolist() == [0, 3, 4]


@pytest.mark.parametrize(("limit", "taken"), [(0, 0), (-1, 0), (1, 1), (2, 2), (9, 3), (None, 3)])
def test_no_more_messages_are_read_than_asked_for(limit: int | None, taken: int) -> None:
    stream = mara_stream()
    say(stream.state, "the key", "the owl", "the rain", witness_ids=HEARD)
    messages = stream.index.messages
    assert messages.follow(stream.state, stream.scope, limit) == 3 - taken
    assert len(messages) == taken
