"""What recall has indexed outlives an undo, as far as it is still true."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.index.stream_index import StreamIndex, common_length, transfer_indexes
from app.memory.index.vectors import VectorRows
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import speakers_named
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, MemoryStatus, Scope
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.memory.recall.streams import (
    MARA,
    WORDS,
    context,
    contexts,
    embed_all,
    fill,
    mara_stream,
    observed,
    texts,
    vector_of,
)
from tests.worlds import new_game, say

statuses = st.builds(
    MemoryStatus,
    importance=st.none() | st.integers(1, 10),
    archived_by=st.sampled_from([None, None, "prune"]),
    pinned=st.booleans(),
    last_recalled=st.none() | st.integers(0, 5000),
)
steps = st.one_of(
    st.tuples(st.just("add"), contexts()),
    st.tuples(st.just("say"), st.tuples(texts, st.sampled_from([(), ("mara",), ("mara", "guard-1")]))),
    st.tuples(st.just("mark"), st.tuples(st.integers(1, 6), statuses)),
    st.tuples(st.just("index"), st.none()),
    st.tuples(st.just("slice"), st.integers(0, 3)),
    st.tuples(st.just("embed"), st.integers(1, 5)),
)
Steps = list[tuple[str, Any]]


def play(state: GameState, story: Steps) -> GameState:
    """Live through the steps; those that only index change nothing in the game."""
    stream = MemoryStream(state, MARA)
    for kind, given_value in story:
        if kind == "add":
            fill(stream, [given_value])
        elif kind == "say":
            line, witnesses = given_value
            say(state, line, witness_ids=witnesses)
        elif kind == "mark":
            number, status = given_value
            if number <= len(stream):
                state.set_status(f"mara-{number:03d}", status)
        elif kind == "index":
            answers(state)
        elif kind == "slice":
            StreamIndex.grow(state, MARA, given_value)
        else:
            embed_all(stream, given_value)
    return state


def answers(state: GameState) -> list[list[tuple[str | None, dict[str, float]]]]:
    """Everything that recall has to say about some questions."""
    stream, found = MemoryStream(state, MARA), []
    for preset in Preset:
        for text in ("key owl", "Tobin silver rain", "When was the promise?"):
            query = RecallQuery(text=text, now=5000, preset=preset, limit=50, vector=vector_of(text))
            hits = Recaller().recall(stream, query)
            found.append([(hit.memory.id, rounded(hit.components)) for hit in hits])
    return found


def rounded(components: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in components.items()}


def read_anew(state: GameState) -> GameState:
    """The same game as it comes from the disk: equal, but no object is the same and nothing is derived."""
    return GameState.model_validate_json(state.model_dump_json())


@settings(max_examples=examples(30))
@given(st.lists(steps, max_size=14), st.lists(steps, max_size=8), st.lists(steps, max_size=8))
def test_a_handed_on_index_answers_as_one_built_anew(kept: Steps, undone: Steps, then: Steps) -> None:
    """Whatever was remembered, said, marked and embedded before, undone and done instead."""
    old = play(play(new_game(), kept), undone)
    new = play(new_game(), [step for step in kept if step[0] in ("add", "say", "mark")])
    new = read_anew(new)
    transfer_indexes(old, new)
    plain = read_anew(new)
    for state in (new, plain):
        play(state, then)
        embed_all(MemoryStream(state, MARA))
    assert answers(new) == answers(plain)
    assert same_structure(StreamIndex.of(new, MARA), StreamIndex.of(plain, MARA))


def same_structure(ours: StreamIndex, theirs: StreamIndex) -> bool:
    """Whether two indexes hold the same documents, with the same people, tags and columns."""
    pairs = (ours.entries, theirs.entries), (ours.messages, theirs.messages)
    for one, other in pairs:
        names = set(one.columns._names) - {"place", "type"}  # codes are numbered by who came first
        assert all(np.array_equal(one.columns[name], other.columns[name]) for name in names)
        assert list(one.subjects) == list(other.subjects)
        assert all(np.array_equal(one.subjects.of(key), other.subjects.of(key)) for key in one.subjects)
    entries, others = pairs[0]
    assert entries.position_of == others.position_of
    assert list(entries.tags) == list(others.tags)
    assert entries.active_counts == others.active_counts
    return ours.messages.document_of == theirs.messages.document_of


def test_what_is_in_both_games_is_not_read_again() -> None:
    old = mara_stream()
    observed(old, [context(word) for word in WORDS])
    say(old.state, *WORDS, witness_ids=("mara",))
    embed_all(old)
    new = read_anew(old.state)
    old.add(MemoryKind.OBSERVATION, context("undone"))
    say(old.state, "undone too", witness_ids=("mara",))
    index = old.index
    index.follow_messages(old.state)
    transfer_indexes(old.state, new)
    stream = MemoryStream(new, MARA)
    assert (len(index.entries), len(index.messages)) == (len(WORDS), len(WORDS))
    assert stream.index is index
    assert stream.unembedded() == []


def test_the_state_that_is_given_up_keeps_nothing_of_what_it_gave() -> None:
    """Who still holds the old state gets answers about the old game, and does not disturb the new one."""
    old = mara_stream()
    old.add(MemoryKind.OBSERVATION, context("The key."))
    embed_all(old)
    new = read_anew(old.state)
    old.add(MemoryKind.OBSERVATION, context("The owl."))
    embed_all(old)
    transfer_indexes(old.state, new)
    before = answers(new)
    assert [entry.summary for entry in old.all()] == ["The key.", "The owl."]
    assert old.index is not MemoryStream(new, MARA).index
    old.add(MemoryKind.OBSERVATION, context("The rain."))
    assert answers(new) == before


def test_another_text_under_the_same_id_is_read_anew() -> None:
    """Equality decides, not ids: a retry gives its first memory the id that the undone one had."""
    old, other = mara_stream(), mara_stream()
    for stream, text in ((old, "The key lies in the cellar."), (other, "The owl took the silver.")):
        stream.add(MemoryKind.OBSERVATION, context(text))
        say(stream.state, text, witness_ids=("mara",))
        embed_all(stream)
        answers(stream.state)
    new = read_anew(other.state)
    transfer_indexes(old.state, new)
    hits = Recaller().recall(MemoryStream(new, MARA), RecallQuery(now=0, text="key cellar", limit=9))
    assert all("key" not in hit.memory.summary for hit in hits)
    assert answers(new) == answers(read_anew(new))


def test_a_message_that_others_heard_then_and_she_hears_now_is_found() -> None:
    old, new = new_game(), new_game()
    say(old, "The key is under the stone.", "And the owl?", witness_ids=("guard-1",))
    say(old, "Rain again.", witness_ids=("mara",))
    say(new, "The key is under the stone.", "And the owl?", "Rain again.", witness_ids=("mara",))
    answers(old)
    transfer_indexes(old, new)
    assert answers(new) == answers(read_anew(new))


def test_an_index_of_a_place_that_the_other_game_does_not_have_is_dropped() -> None:
    old, new = new_game(), new_game()
    assert StreamIndex.of(old, Scope.location("inn")).scope == Scope.location("inn")
    del new.scenario.location_states["inn"]
    transfer_indexes(old, new)
    assert not new.derived.take(StreamIndex)
    assert not old.derived.take(StreamIndex)


def test_sequences_agree_up_to_the_first_difference() -> None:
    assert common_length([1, 2, 3], [1, 2, 4]) == 2
    assert common_length([1, 2], [1, 2, 3]) == common_length([1, 2, 3], [1, 2]) == 2
    assert common_length([], [1]) == common_length([1], [2]) == 0


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=12), st.integers(0, 14))
def test_rows_of_vectors_that_are_cut_answer_as_those_that_never_had_more(
    given_texts: list[tuple[str, bool]], size: int
) -> None:
    """Vectors come late and out of order; equal texts share one."""
    cut, plain = VectorRows(), VectorRows()
    for text, gives in given_texts:
        cut.add_document(text)
        if gives:
            cut.give(text, vector_of(text))
    for position in range(0, len(given_texts), 2):
        cut.give(given_texts[-position][0], vector_of(given_texts[-position][0]))
    having = {text for text, _ in given_texts} - set(cut.waiting())
    cut.cut(size)
    for text, _ in given_texts[:size]:
        plain.add_document(text)
        if text in having:
            plain.give(text, vector_of(text))
    query = np.asarray(vector_of("query") / np.linalg.norm(vector_of("query")), dtype=np.float32)
    for rows in (cut, plain):
        rows.add_document("z")
        rows.add_document("a")
        rows.give("z", vector_of("z"))
    assert cut.waiting() == plain.waiting()
    assert len(cut.rows) == len(plain.rows)
    np.testing.assert_allclose(cut.similarities(query), plain.similarities(query), atol=1e-6)
    assert not cut.is_aligned or cut.row_of_document.tolist() == list(range(len(cut.row_of_document)))


def test_what_follows_on_what_is_judged_by_what_is_left() -> None:
    """A memory from the inn goes on from the one before, whatever was undone at the market in between."""
    old = mara_stream()
    old.add(MemoryKind.OBSERVATION, context("The key.", location_id="inn"))
    new = read_anew(old.state)
    old.add(MemoryKind.OBSERVATION, context("The rain.", location_id="market"))
    answers(old.state)
    transfer_indexes(old.state, new)
    stream = MemoryStream(new, MARA)
    stream.add(MemoryKind.OBSERVATION, context("The owl.", location_id="inn"))
    assert stream.index.entries.columns["follows"].tolist() == [False, True]


def test_rows_are_in_order_again_when_what_was_out_of_order_is_cut() -> None:
    """Then similarities need no detour."""
    rows = VectorRows()
    for text in "abb":
        rows.add_document(text)
        rows.give(text, vector_of(text))
    assert not rows.is_aligned
    rows.cut(2)
    assert rows.is_aligned


def test_speakers_and_days_are_known_as_far_as_is_indexed_and_forgotten_with_an_undo() -> None:
    """They are read with the texts, a slice at a time: looking for them later would read a long game in one step."""
    longer, shorter = new_game(), new_game()
    for state in (longer, shorter):
        say(state, "I sold a pot.", witness_ids=("mara",), speaker_name="Nadia")
    say(longer, "I sold a car.", witness_ids=("mara",), speaker_name="Tom")
    asked, heard = "What did Tom sell to Nadia?", longer.conversation_history
    StreamIndex.grow(longer, MARA, 1)
    messages = StreamIndex.of(longer, MARA).messages
    assert speakers_named(messages, asked) == ["Nadia"]
    assert StreamIndex.grow(longer, MARA, 1) is False
    assert speakers_named(messages, asked) == ["Tom", "Nadia"]
    assert messages.columns["day"].tolist() == [each.timestamp.toordinal() for each in heard]
    transfer_indexes(longer, shorter)
    assert StreamIndex.of(shorter, MARA).messages is messages
    assert speakers_named(messages, asked) == ["Nadia"]
