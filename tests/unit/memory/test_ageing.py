"""How fast memories fade: what matters, moves and serves goals fades more slowly, and so does what was reinforced."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import NotFound
from app.memory.entries.ageing import ImportanceParts
from app.memory.index.stream_index import StreamIndex
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, MemoryStatus
from app.models.memory_kinds import KIND_ROWS
from tests.unit.memory.recall.streams import context, contexts, mara_stream, observed

PLAIN = {kind: row.half_life for kind, row in KIND_ROWS.items()}


@pytest.fixture
def stream() -> MemoryStream:
    return mara_stream()


def lasts(stream: MemoryStream, position: int = -1) -> float:
    """Half-life in minutes of an entry, as recall sees it."""
    return 1 / float(stream.index.entries.columns["decay_rate"][position])


def worth(goal: float, emotion: float, novelty: float = 0) -> dict[str, Any]:
    return ImportanceParts(goal, emotion, novelty).as_metadata()


def test_pinned_memories_never_fade(stream: MemoryStream) -> None:
    stream.pin(stream.add(MemoryKind.OBSERVATION, context("The owl.")).id or "")
    assert stream.index.entries.columns["decay_rate"][0] == 0


@pytest.mark.parametrize("kind", [kind for kind in MemoryKind if kind is not MemoryKind.EMOTIONAL])
@pytest.mark.parametrize("importance", [None, 1, 10])
def test_without_parts_feelings_and_strength_half_lives_are_those_of_the_kind(
    stream: MemoryStream, kind: MemoryKind, importance: float | None
) -> None:
    stream.add(kind, context("I hate it.", importance=importance, metadata={"type": "scene"}))
    span = PLAIN[kind]
    assert stream.index.entries.columns["decay_rate"][0] == (0 if span is None else 1 / span)


@pytest.mark.parametrize(
    ("importance", "goal", "emotion", "times"),
    [(1, 0, 0, 1), (10, 0, 0, 2), (1, 1, 0, 2), (1, 0, 1, 2), (10, 1, 1, 4), (5.5, 0.5, 0.25, 2.25)],
)
def test_importance_goals_and_feelings_each_stretch_by_up_to_one_half_life(
    stream: MemoryStream, importance: float, goal: float, emotion: float, times: float
) -> None:
    stream.add(MemoryKind.OBSERVATION, context("So.", importance=importance, metadata=worth(goal, emotion)))
    assert lasts(stream) == pytest.approx(360 * times)


def test_novelty_alone_keeps_nothing_longer(stream: MemoryStream) -> None:
    stream.add(MemoryKind.OBSERVATION, context("So.", importance=1, metadata=worth(0, 0, 1)))
    assert lasts(stream) == 360


def test_a_feeling_lasts_longer_than_other_things_also_without_parts(stream: MemoryStream) -> None:
    stream.add(MemoryKind.EMOTIONAL, context("I like rain.", importance=1))
    assert lasts(stream) == 360 * 1.5
    stream.add(MemoryKind.EMOTIONAL, context("I hate rain.", importance=1, metadata=worth(0, 0.9)))
    assert lasts(stream) == pytest.approx(360 * 1.9)


@pytest.mark.parametrize(("strength", "times"), [(1, 1.5), (2, 2), (10, 6), (11, 6), (100, 6)])
def test_each_reinforcement_adds_half_a_half_life_up_to_ten(stream: MemoryStream, strength: int, times: float) -> None:
    stream.add(MemoryKind.OBSERVATION, context("So.", importance=9))
    for _ in range(strength):
        stream.reinforce(["mara-001"])
    assert stream.status("mara-001").strength == strength
    assert lasts(stream) == pytest.approx(360 * times)


def test_what_does_not_decay_does_not_begin_to(stream: MemoryStream) -> None:
    stream.add(MemoryKind.GIFTED, context("I am Mara.", metadata=worth(0, 0)))
    stream.add(MemoryKind.OBSERVATION, context("So.", metadata=worth(0, 0)))
    stream.pin("mara-002")
    stream.reinforce(["mara-001", "mara-002"])
    assert stream.index.entries.columns["decay_rate"].tolist() == [0, 0]


def test_a_later_rating_counts_for_how_long_it_lasts(stream: MemoryStream) -> None:
    stream.add(MemoryKind.OBSERVATION, context("So.", importance=1, metadata=worth(0, 0)))
    stream.rate("mara-001", 10)
    assert lasts(stream) == 720


def test_reinforcing_is_a_status_and_stops_at_a_hundred(stream: MemoryStream) -> None:
    observed(stream, [context("a"), context("b")])
    before = stream.all()
    assert stream.reinforce(["mara-001", "mara-001", "mara-002"]) == ["mara-001", "mara-002"]
    for _ in range(99):
        stream.reinforce(["mara-002"])
    assert stream.reinforce(["mara-001", "mara-002"]) == ["mara-001"]
    assert stream.status("mara-002").strength == 100
    assert stream.all() == before


@pytest.mark.parametrize("unknown", ["guard-1-001", "m-0", "mara-007", ""])
def test_what_a_stream_has_not_cannot_be_reinforced_and_then_nothing_is(stream: MemoryStream, unknown: str) -> None:
    stream.add(MemoryKind.OBSERVATION, context("a"))
    with pytest.raises(NotFound):
        stream.reinforce(["mara-001", unknown])
    assert stream.status("mara-001").strength == 0


def test_every_third_recall_reinforces(stream: MemoryStream) -> None:
    stream.add(MemoryKind.OBSERVATION, context("a"))
    strengths = []
    for now in range(7):
        stream.mark_recalled(["mara-001"], now)
        strengths.append(stream.status("mara-001").strength)
    assert strengths == [0, 0, 1, 1, 1, 2, 2]


def test_recall_brings_up_what_was_reinforced_before_what_was_not(stream: MemoryStream) -> None:
    observed(stream, [context("The owl.", game_time=0, importance=5), context("The owl.", game_time=0,
                                                                                    importance=5)])  # fmt: skip
    stream.reinforce(["mara-002"])
    query = RecallQuery(now=1000, text="owl", preset=Preset.SITUATIONAL)
    assert [hit.memory.id for hit in Recaller().recall(stream, query)] == ["mara-002", "mara-001"]


@given(st.lists(contexts(), max_size=8), st.data())
def test_an_index_built_anew_sees_the_same_ages(memories: list[tuple[MemoryKind, Any]], data: st.DataObject) -> None:
    """After loading, everything that was reinforced and recalled fades as it did before."""
    stream = mara_stream()
    for kind, memory in memories:
        stream.add(kind, memory)
        key = data.draw(st.sampled_from([entry.id or "" for entry in stream.all()]))
        if data.draw(st.booleans()):
            stream.reinforce([key])
        else:
            stream.mark_recalled([key], 5)
    rates = stream.index.entries.columns["decay_rate"].tolist()
    stream.state.derived.take(StreamIndex)
    assert stream.index.entries.columns["decay_rate"].tolist() == rates


@given(st.floats(1, 10), st.floats(0, 1), st.floats(0, 1), st.integers(0, 100))
def test_a_half_life_is_stretched_at_most_twenty_four_times_and_never_shortened(
    importance: float, emotion: float, goal: float, strength: int
) -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("So.", importance=importance, metadata=worth(goal, emotion)))
    stream.state.set_status("mara-001", MemoryStatus(strength=strength))
    assert 360 - 1e-6 <= lasts(stream) <= 24 * 360 + 1e-6
