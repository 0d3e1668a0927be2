"""What holds for every way of recall."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.memory.recall.genagents import GenagentsWeights
from app.memory.recall.hybrid import HybridWeights
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.memory.recall.streams import (
    GUARD,
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

Memories = list[tuple[MemoryKind, MemoryContext]]
memories = st.lists(contexts(), max_size=12)
presets = st.sampled_from(list(Preset))
ranked = st.sampled_from([Preset.SITUATIONAL, Preset.HYBRID])
LIMITED = (Preset.SITUATIONAL, Preset.GENAGENTS)


def ask(stream: MemoryStream, text: str = "", preset: Preset = Preset.HYBRID, **fields: Any) -> list[ScoredMemory]:
    return Recaller().recall(stream, RecallQuery(text=text, now=5000, preset=preset, **fields))


def ids(hits: list[ScoredMemory]) -> list[str | None]:
    return [hit.memory.id for hit in hits]


def hold_talk(state: GameState, lines: list[str]) -> None:
    say(state, *lines, witness_ids=("mara",))


@settings(max_examples=examples(30))
@given(memories, st.lists(texts, max_size=5), texts, presets, st.booleans())
def test_components_add_up_to_the_score(
    given_memories: Memories, lines: list[str], text: str, preset: Preset, with_vectors: bool
) -> None:
    stream = mara_stream()
    fill(stream, given_memories)
    hold_talk(stream.state, lines)
    if with_vectors:
        embed_all(stream)
    for hit in ask(stream, text, preset, vector=vector_of(text) if with_vectors else None):
        assert sum(hit.components.values()) == pytest.approx(hit.score, abs=1e-9)
        assert np.isfinite(hit.score)
        assert hit.why.startswith(f"{preset.value} ")
        assert "\n" not in hit.why


@settings(max_examples=examples(30))
@given(memories, texts, st.integers(0, 15), st.sampled_from(LIMITED), st.booleans())
def test_recall_gives_exactly_k_or_all(
    given_memories: Memories, text: str, limit: int, preset: Preset, with_vectors: bool
) -> None:
    stream = mara_stream()
    fill(stream, given_memories)
    if with_vectors:
        embed_all(stream)
    hits = ask(stream, text, preset, limit=limit, vector=vector_of(text))
    assert len(hits) == min(limit, len(stream.active()))
    assert len(set(ids(hits))) == len(hits)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


@given(st.lists(st.sampled_from(WORDS), unique=True, max_size=10), st.integers(0, 12))
def test_hybrid_gives_exactly_k_or_all_of_what_says_different_things(words: list[str], limit: int) -> None:
    stream = mara_stream()
    observed(stream, [context(word) for word in words[::2]])
    hold_talk(stream.state, [f"{word} again" for word in words[1::2]])
    assert len(ask(stream, "key", limit=limit)) == min(limit, len(words))


@settings(max_examples=examples(30))
@given(memories, texts, ranked, st.booleans())
def test_the_best_come_first_and_equals_in_stream_order(
    given_memories: Memories, text: str, preset: Preset, with_vectors: bool
) -> None:
    stream = mara_stream()
    fill(stream, given_memories)
    if with_vectors:
        embed_all(stream)
    order = {entry.id: position for position, entry in enumerate(stream.all())}
    hits = ask(stream, text, preset, limit=20, vector=vector_of(text) if with_vectors else None)
    assert all((-a.score, order[a.memory.id]) <= (-b.score, order[b.memory.id]) for a, b in pairwise(hits))
    again = ask(stream, text, preset, limit=20, vector=vector_of(text) if with_vectors else None)
    assert [(hit.memory, hit.components, hit.why) for hit in again] == [
        (hit.memory, hit.components, hit.why) for hit in hits
    ]


@settings(max_examples=examples(30))
@given(memories, memories, st.lists(texts, max_size=4), texts, presets)
def test_add_then_recall_is_build_then_recall(
    first: Memories, second: Memories, lines: list[str], text: str, preset: Preset
) -> None:
    """An index grown between recalls answers as one built at once, vectors that come late included."""
    grown, built = mara_stream(), mara_stream()
    fill(grown, first)
    ask(grown, text, preset)
    embed_all(grown)
    hold_talk(grown.state, lines)
    ask(grown, text, preset, vector=vector_of(text))
    fill(grown, second)
    if first:
        grown.pin("mara-001")
    embed_all(grown)

    fill(built, first + second)
    hold_talk(built.state, lines)
    if first:
        built.pin("mara-001")
    embed_all(built)
    assert seen(grown, text, preset) == seen(built, text, preset)


def seen(stream: MemoryStream, text: str, preset: Preset) -> list[tuple[str | None, list[float]]]:
    hits = ask(stream, text, preset, vector=vector_of(text))
    return [(hit.memory.id, [round(value, 6) for value in hit.components.values()]) for hit in hits]


@settings(max_examples=examples(30))
@given(memories, memories, st.lists(texts, max_size=3), texts, presets)
def test_nothing_crosses_scopes_or_games(
    hers: Memories, his: Memories, lines: list[str], text: str, preset: Preset
) -> None:
    """Mara answers the same, whatever others remember, hear or live through in another game."""
    alone, together, other_game = mara_stream(), mara_stream(), mara_stream()
    guard = MemoryStream(together.state, GUARD)
    for stream in (alone, together):
        fill(stream, hers)
    fill(guard, his)
    fill(other_game, his)
    say(together.state, *lines, witness_ids=("guard-1",))
    for stream in (alone, together, guard, other_game):
        embed_all(stream)
    ask(guard, text, preset)
    ask(other_game, text, preset)
    assert seen(together, text, preset) == seen(alone, text, preset)
    assert {hit.memory.source for hit in ask(guard, text, preset)} <= {MemorySource.NPC}
    own = {entry.id for entry in guard.all()} | {f"m-{n}" for n in range(len(lines))}
    assert set(ids(ask(guard, text, preset))) <= own


@pytest.mark.parametrize("preset", Preset)
def test_recall_changes_nothing(preset: Preset) -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("The key is in the cellar."))
    stream.pin("mara-001")
    before = stream.state.model_dump_json()
    marked = len(stream.state.status_log)
    ask(stream, "key", preset)
    assert stream.state.model_dump_json() == before
    assert len(stream.state.status_log) == marked
    assert stream.state == GameState.model_validate_json(before)


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("text", ["", "key", "?!", "the of", "鍵", "x" * 100_000])
def test_an_empty_stream_and_an_empty_filter_answer_nothing(preset: Preset, text: str) -> None:
    stream = mara_stream()
    assert ask(stream, text, preset) == ask(stream, text, preset, vector=np.ones(3)) == []
    stream.add(MemoryKind.OBSERVATION, context("The key."))
    assert ask(stream, text, preset, kinds=(MemoryKind.GIFTED,)) == []
    assert ask(stream, text, preset, limit=0) == []


def filtered() -> MemoryStream:
    stream = mara_stream()
    stream.state.turn = 3
    stream.add(
        MemoryKind.OBSERVATION, context("key one", game_time=10, location_id="inn", importance=2, tags=("Debt",))
    )
    stream.state.turn = 5
    stream.add(
        MemoryKind.REFLECTION, context("key two", game_time=20, location_id="market", importance=8, subjects=("Tobin",))
    )
    stream.add(MemoryKind.GIFTED, context("key three", game_time=30, metadata={"type": "scene"}, importance=5))
    return stream


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [1, 2, 3]),
        ({"kinds": (MemoryKind.OBSERVATION, MemoryKind.GIFTED)}, [1, 3]),
        ({"types": ("scene", "episodic")}, [3]),
        ({"subjects": ("tobin", "nobody")}, [2]),
        ({"location_id": "inn"}, [1]),
        ({"location_id": "nowhere"}, []),
        ({"since": 20}, [2, 3]),
        ({"until": 20}, [1, 2]),
        ({"since": 11, "until": 19}, []),
        ({"first_turn": 4}, [2, 3]),
        ({"last_turn": 4}, [1]),
        ({"minimum_importance": 5}, [2, 3]),
    ],
)
@pytest.mark.parametrize("preset", [Preset.SITUATIONAL, Preset.GENAGENTS, Preset.HYBRID])
def test_filters(preset: Preset, fields: dict[str, Any], expected: list[int]) -> None:
    hits = ask(filtered(), "key", preset, **fields)
    assert sorted(hit.memory.id or "" for hit in hits) == [f"mara-{number:03d}" for number in expected]


def test_memories_without_time_are_in_no_range() -> None:
    stream = mara_stream()
    entry = MemoryEntry(created_at=stream.state.written_at, source=MemorySource.NPC, summary="key")
    stream.state.remember(stream.scope, entry)
    assert len(ask(stream, "key")) == 1
    assert ask(stream, "key", since=0) == ask(stream, "key", until=10**6) == ask(stream, "key", last_turn=9) == []


@pytest.mark.parametrize(
    "fields",
    [{"types": ("x",)}, {"minimum_importance": 1.0}, {"kinds": (MemoryKind.PLAN,)}],
)
def test_messages_have_none_of_what_only_memories_have(fields: dict[str, Any]) -> None:
    stream = mara_stream()
    hold_talk(stream.state, ["The key is in the cellar."])
    assert ids(ask(stream, "key")) == ["m-0"]
    assert ask(stream, "key", **fields) == []


@pytest.mark.parametrize("preset", [Preset.SITUATIONAL, Preset.GENAGENTS, Preset.HYBRID])
def test_what_is_put_away_is_left_out(preset: Preset) -> None:
    stream = mara_stream()
    observed(stream, [context("key"), context("cellar"), context("owl")])
    stream.archive(["mara-001"], "prune")
    stream.supersede("mara-002", "mara-003")
    assert ids(ask(stream, "key", preset)) == ["mara-003"]


@pytest.mark.parametrize("vector", [np.array([np.nan]), np.array([np.inf]), np.zeros((2, 2)), np.zeros(0), np.ones(3)])
@pytest.mark.parametrize("preset", [Preset.GENAGENTS, Preset.HYBRID])
def test_a_vector_that_fits_nothing_is_refused(preset: Preset, vector: np.ndarray) -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("key"))
    embed_all(stream)
    with pytest.raises(InvalidInput):
        ask(stream, "key", preset, vector=vector)


def test_another_models_vectors_are_never_mixed_in() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("key"))
    embed_all(stream)
    stream.add(MemoryKind.OBSERVATION, context("owl"))
    with pytest.raises(InvalidInput, match="has 3 dimensions, earlier ones have 8"):
        stream.give_vectors(["owl"], [np.ones(3)])
    assert stream.unembedded() == ["owl"]


def test_vectors_may_be_missing_and_come_later() -> None:
    stream = mara_stream()
    observed(stream, [context("key"), context("owl"), context("key")])
    hold_talk(stream.state, ["rain"])
    assert stream.unembedded() == ["key", "owl", "Élan: rain"]
    assert stream.unembedded(limit=1) == ["key"]
    assert stream.unembedded(messages=False) == ["key", "owl"]
    stream.give_vectors(["owl", "key", "unknown"], [None, vector_of("key"), vector_of("unknown")])
    assert stream.unembedded() == ["owl", "Élan: rain"]
    assert len(stream.index.entries.vectors.rows) == 1
    by_id = {hit.memory.id: hit.components["meaning"] for hit in ask(stream, "zzz", vector=vector_of("key"), limit=4)}
    assert by_id["mara-002"] == by_id["m-0"] == 0
    embed_all(stream)
    assert stream.unembedded() == []


@pytest.mark.parametrize("limit", [-1, -100])
def test_a_negative_limit_is_refused(limit: int) -> None:
    with pytest.raises(InvalidInput):
        RecallQuery(now=0, limit=limit)


def test_weights_are_finite() -> None:
    for weights in (
        {"hybrid": HybridWeights(words=float("nan"))},
        {"genagents": GenagentsWeights(decay=float("nan"))},
    ):
        with pytest.raises(InvalidInput):
            Recaller(**weights)


def test_terms_and_text_ask_alike() -> None:
    stream = mara_stream()
    observed(stream, [context("The key."), context("An owl.")])
    assert ids(ask(stream, terms=("key",), limit=1)) == ids(ask(stream, "key", limit=1)) == ["mara-001"]


def test_a_stream_of_a_place_and_of_the_world_recall_too() -> None:
    state = new_game()
    for scope in (Scope.location("inn"), Scope.world()):
        stream = MemoryStream(state, scope)
        stream.add(MemoryKind.OBSERVATION, context("The key hangs by the door."))
        say(state, "Who took the key?", location_id="inn")
        hits = ask(stream, "key")
        assert {hit.memory.source for hit in hits} == {scope.source}
        assert hits[0].memory.summary in ("The key hangs by the door.", "Élan: Who took the key?")
