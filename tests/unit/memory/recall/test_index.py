"""What the index follows: statuses, messages, copies of the game."""

import copy

import pytest

from app.memory.index.stream_index import StreamIndex, transfer_indexes
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, MemoryStatus, Scope
from app.models.state.game_state import GameState
from app.models.state.message_index import MessageIndex
from tests.unit.memory.recall.streams import MARA, context, embed_all, mara_stream, observed
from tests.worlds import message, new_game, say


def test_what_is_heard_is_in_order_over_all_places_without_the_first_ones() -> None:
    history = [
        message(0, "a", location_id="inn", witness_ids=("mara",)),
        message(1, "b", location_id="market", witness_ids=("guard-1",)),
        message(2, "c", location_id="market", witness_ids=("mara", "guard-1")),
        message(3, "d", location_id="inn", witness_ids=("mara",), interrupted=True),
        message(4, "e", location_id="inn", witness_ids=("mara",)),
    ]
    index = MessageIndex()
    index.follow(history, len(history))
    assert index.heard(MARA) == [0, 2, 4]
    assert index.heard(MARA, skip=2) == [4]
    assert index.heard(MARA, skip=9) == index.heard(Scope.npc("nobody")) == []
    assert index.heard(Scope.location("market")) == [1, 2]
    assert index.heard(Scope.world(), skip=1) == [1, 2, 4]


def test_the_index_is_grown_and_not_built_anew() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("a"))
    index = stream.index
    stream.add(MemoryKind.OBSERVATION, context("b"))
    stream.pin("mara-001")
    assert stream.index is index
    assert MemoryStream(stream.state, MARA).index is index
    assert len(index.entries) == 2


def test_every_scope_of_every_game_has_its_own() -> None:
    state = new_game()
    assert StreamIndex.of(state, MARA) is not StreamIndex.of(state, Scope.npc("guard-1"))
    assert StreamIndex.of(state, MARA) is not StreamIndex.of(new_game(), MARA)


def test_a_game_read_again_goes_its_own_way() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("The key."))
    embed_all(stream)
    other = MemoryStream(GameState.model_validate_json(stream.state.model_dump_json()), MARA)
    other.add(MemoryKind.OBSERVATION, context("The owl."))
    other.archive(["mara-001"], "prune")
    found = [
        [hit.memory.summary for hit in Recaller().recall(either, RecallQuery(now=0, text="key owl"))]
        for either in (stream, other)
    ]
    assert found == [["The key."], ["The owl."]]


def test_a_copy_of_a_game_follows_its_own_statuses() -> None:
    """The index is copied with the game, in the middle of what it has read of the changes."""
    stream = mara_stream()
    key, owl = (
        stream.add(MemoryKind.OBSERVATION, context("The key.")),
        stream.add(MemoryKind.OBSERVATION, context("The owl.")),
    )
    assert stream.active() == [key, owl]
    stream.archive(["mara-001"], "prune")
    other = MemoryStream(copy.deepcopy(stream.state), MARA)
    other.archive(["mara-002"], "prune")
    assert (stream.active(), other.active()) == ([owl], [])
    assert list(other.state.status_log) == [*stream.state.status_log, "mara-002"]


def test_an_index_begun_in_the_middle_knows_earlier_statuses() -> None:
    stream = mara_stream()
    stream.state.set_status("mara-001", MemoryStatus(archived_by="prune"))
    stream.add(MemoryKind.OBSERVATION, context("The key."))
    assert stream.active() == []


def test_an_index_grows_in_slices_and_says_when_it_is_done() -> None:
    """Entries first, then what was heard; recall in between is complete all the same."""
    stream = mara_stream()
    observed(stream, [context(f"key {number}") for number in range(5)])
    say(stream.state, *(f"owl {number}" for number in range(4)), witness_ids=("mara",))
    sizes = []
    while StreamIndex.grow(stream.state, MARA, 2):
        index = stream.state.derived.get(StreamIndex, MARA)
        assert index is not None
        sizes.append((len(index.entries), len(index.messages)))
    assert sizes == [(2, 0), (4, 0), (5, 1), (5, 3)]
    assert not StreamIndex.grow(stream.state, MARA, 0)
    stream.add(MemoryKind.OBSERVATION, context("the silver"))
    assert StreamIndex.grow(stream.state, MARA, 0)
    found = Recaller().recall(stream, RecallQuery(now=0, text="silver", limit=1))
    assert [hit.memory.summary for hit in found] == ["the silver"]


@pytest.mark.parametrize(
    ("limit", "entries", "messages", "more"),
    [(-1, 0, 0, True), (0, 0, 0, True), (3, 3, 0, True), (4, 3, 1, True), (5, 3, 2, False), (9, 3, 2, False)],
)
def test_a_slice_takes_entries_first_and_messages_with_what_is_left(
    limit: int, entries: int, messages: int, more: bool
) -> None:
    stream = mara_stream()
    observed(stream, [context(f"key {number}") for number in range(3)])
    say(stream.state, "owl", "rain", witness_ids=("mara",))
    assert StreamIndex.grow(stream.state, MARA, limit) is more
    index = stream.state.derived.get(StreamIndex, MARA)
    assert index is not None
    assert (len(index.entries), len(index.messages)) == (entries, messages)


@pytest.mark.parametrize(("limit", "taken"), [(None, 3), (-1, 0), (0, 0), (2, 2), (9, 3)])
def test_following_says_how_many_entries_are_new(limit: int | None, taken: int) -> None:
    stream = mara_stream()
    observed(stream, [context(f"key {number}") for number in range(3)])
    index = StreamIndex(stream.state, MARA)
    assert index.follow(stream.state, limit) == len(index.entries) == taken
    assert index.follow(stream.state) == 3 - taken


def test_an_index_of_more_than_there_is_any_longer_is_begun_anew() -> None:
    stream = mara_stream()
    observed(stream, [context("key"), context("owl")])
    index = stream.index
    del stream.state.memories(MARA)[1:]
    assert stream.index is not index
    assert len(stream.index.entries) == 1


def test_statuses_that_change_in_two_games_are_read_again_in_the_one_that_goes_on() -> None:
    """Also those that only the other game had."""
    old, new = mara_stream(), mara_stream()
    for stream in (old, new):
        observed(stream, [context("key"), context("owl"), context("rain")])
    old.archive(["mara-001"], "prune")
    assert old.index.entries.active_counts.total() == 2
    new.archive(["mara-002"], "prune")
    transfer_indexes(old.state, new.state)
    assert new.index.entries.columns["inactive"].tolist() == [False, True, False]
    assert new.index.entries.active_counts.total() == 2
    assert [entry.summary for entry in new.active()] == ["key", "rain"]
    assert new.index.entries.position_of == {"mara-001": 0, "mara-002": 1, "mara-003": 2}
