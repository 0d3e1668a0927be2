"""The published retrieval of genagents, against a slow and literal version of its formula."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.memory.entries.scoring import importance_from_hundred
from app.memory.recall.genagents import Factor, GenagentsWeights
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind
from tests.unit.memory.recall.streams import AXES, context, embed_all, mara_stream, observed

Node = tuple[str, int, int, int, MemoryKind]
"""content, importance 0–100, created, last retrieved, kind"""

nodes = st.lists(
    st.tuples(
        st.sampled_from(sorted(AXES)),
        st.sampled_from([0, 1, 20, 50, 99, 100]),
        st.integers(0, 6),
        st.integers(0, 6),
        st.sampled_from([MemoryKind.OBSERVATION, MemoryKind.REFLECTION]),
    ),
    min_size=1,
    max_size=25,
)
weights = st.builds(
    GenagentsWeights,
    recency=st.sampled_from([0.0, 0.5, 1.0]),
    relevance=st.sampled_from([0.0, 1.0, 2.0]),
    importance=st.sampled_from([0.0, 0.5, 1.0]),
)


def literal(given_nodes: list[Node], focal_point: str, chosen: GenagentsWeights, count: int) -> list[int]:
    """Positions of the nodes, as the formula is published: dictionaries, sorts, no shortcuts."""

    def normalised(values: dict[int, float]) -> dict[int, float]:
        low, high = min(values.values()), max(values.values())
        return {key: 0.5 if high == low else (value - low) / (high - low) for key, value in values.items()}

    def similarity(one: tuple[float, ...], other: tuple[float, ...]) -> float:
        a, b = np.array(one), np.array(other)
        return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))

    newest = max(node[3] for node in given_nodes)
    recency = normalised({n: chosen.decay ** (newest - node[3]) for n, node in enumerate(given_nodes)})
    importance = normalised({n: float(node[1]) for n, node in enumerate(given_nodes)})
    relevance = normalised({n: similarity(AXES[node[0]], AXES[focal_point]) for n, node in enumerate(given_nodes)})
    score = {
        n: chosen.recency * recency[n] + chosen.relevance * relevance[n] + chosen.importance * importance[n]
        for n in range(len(given_nodes))
    }
    best = [key for key, _ in sorted(score.items(), key=lambda item: round(item[1], 6), reverse=True)][:count]
    return sorted(best, key=lambda n: given_nodes[n][2])


def stream_of(given_nodes: list[Node]) -> MemoryStream:
    stream = mara_stream()
    for content, importance, created, recalled, kind in given_nodes:
        entry = stream.add(
            kind, context(content, game_time=created, importance=importance_from_hundred(importance), depth=0)
        )
        stream.mark_recalled([entry.id or ""], recalled)
    embed_all(stream, of=lambda texts: [np.array(AXES[text]) for text in texts])
    return stream


def positions(stream: MemoryStream, focal_point: str, chosen: GenagentsWeights, **fields: object) -> list[int]:
    query = RecallQuery(now=0, vector=np.array(AXES[focal_point]), preset=Preset.GENAGENTS, **fields)  # type: ignore[arg-type]  # given by name
    hits = Recaller(genagents=chosen).recall(stream, query)
    return [int((hit.memory.id or "").rpartition("-")[2]) - 1 for hit in hits]


@given(nodes, st.sampled_from(sorted(AXES)), weights, st.integers(1, 30))
def test_the_same_nodes_and_vectors_give_the_same_ids_in_the_same_order(
    given_nodes: list[Node], focal_point: str, chosen: GenagentsWeights, count: int
) -> None:
    """Scores that agree to six places are equals: what is below is the rounding of one machine's arithmetic."""
    expected = literal(given_nodes, focal_point, chosen, count)
    assert positions(stream_of(given_nodes), focal_point, chosen, limit=count) == expected


@given(nodes, st.sampled_from(sorted(AXES)), st.sampled_from([MemoryKind.OBSERVATION, MemoryKind.REFLECTION]))
def test_a_filter_normalises_over_what_it_leaves(given_nodes: list[Node], focal_point: str, kind: MemoryKind) -> None:
    left = [n for n, node in enumerate(given_nodes) if node[4] is kind]
    chosen = GenagentsWeights()
    found = positions(stream_of(given_nodes), focal_point, chosen, limit=5, kinds=(kind,))
    expected = literal([given_nodes[n] for n in left], focal_point, chosen, 5) if left else []
    assert found == [left[n] for n in expected]


def test_many_nodes_of_many_directions_agree_with_the_formula() -> None:
    random = np.random.default_rng(5)
    rows = random.standard_normal((400, 48))
    importance = random.integers(0, 101, 400)
    stream = mara_stream()
    for number in range(400):
        scaled = importance_from_hundred(int(importance[number]))
        stream.add(MemoryKind.OBSERVATION, context(f"n{number}", game_time=int(number % 7), importance=scaled))
    embed_all(stream, of=lambda texts: [rows[int(text[1:])] for text in texts])
    focal = random.standard_normal(48)
    cosines = rows @ focal / (np.linalg.norm(rows, axis=1) * np.linalg.norm(focal))
    score = (cosines - cosines.min()) / (cosines.max() - cosines.min()) + 0.5 * (importance - importance.min()) / (
        importance.max() - importance.min()
    )
    best = np.argsort(-score, kind="stable")[:120]
    expected = best[np.argsort(best % 7, kind="stable")]
    hits = Recaller().recall(stream, RecallQuery(now=0, vector=focal, preset=Preset.GENAGENTS))
    assert [hit.memory.summary for hit in hits] == [f"n{number}" for number in expected]
    assert [hit.score for hit in hits] == pytest.approx(score[expected], abs=1e-5)


def test_equal_vectors_are_equals_wherever_their_rows_stand() -> None:
    """Single precision may sum a row differently by its place; ties must go by stream order all the same."""
    row = np.random.default_rng(1).standard_normal(384)
    other = np.random.default_rng(2).standard_normal(384)
    stream = mara_stream()
    observed(stream, [context(f"n{number}", game_time=0, importance=5) for number in range(203)])
    embed_all(stream, of=lambda texts: [other if text == "n0" else row for text in texts])
    for _ in range(3):
        hits = Recaller().recall(stream, RecallQuery(now=0, vector=row + other, preset=Preset.GENAGENTS, limit=50))
        in_order = [hit.memory.summary for hit in hits]
        assert in_order in ([f"n{n}" for n in range(1, 51)], ["n0", *(f"n{n}" for n in range(1, 50))])


def test_without_a_vector_words_decide() -> None:
    stream = mara_stream()
    observed(stream, [context("rain", importance=5), context("the key", importance=5)])
    hits = Recaller().recall(stream, RecallQuery(now=0, text="key", preset=Preset.GENAGENTS, limit=1))
    assert [hit.memory.summary for hit in hits] == ["the key"]


def test_all_equal_is_a_half_each() -> None:
    stream = stream_of([("north", 50, 0, 0, MemoryKind.OBSERVATION)] * 2)
    chosen = GenagentsWeights(recency=1.0)
    query = RecallQuery(now=0, vector=np.array(AXES["east"]), preset=Preset.GENAGENTS)
    hits = Recaller(genagents=chosen).recall(stream, query)
    assert [tuple(hit.components.values()) for hit in hits] == [(0.5, 0.5, 0.25)] * 2


@pytest.mark.parametrize("other", ["recency", "importance"])
def test_scores_too_close_for_single_precision_are_compared_in_double_precision(other: str) -> None:
    """Of two memories the less relevant one makes up for it by recency or importance, and exceeds the other by 1e-9."""
    for seed in range(12):
        random = np.random.default_rng(seed)
        focal = random.standard_normal(384)
        rows = random.standard_normal((3, 384)) + 0.3 * focal
        rows[2] = -focal
        cosines = np.array([in_single(row) @ in_single(focal) for row in rows])
        less, more = np.argsort(cosines[:2]).tolist()
        gap = (cosines[more] - cosines[less]) / (cosines[more] - cosines[2])
        chosen = replace(GenagentsWeights(importance=0.0), **{other: gap + 1e-9})
        stream = mara_stream()
        for n in range(3):
            favoured = {"game_time": 9, "importance": 10} if n == less else {"game_time": 0, "importance": 1}
            stream.add(MemoryKind.OBSERVATION, context(f"n{n}", **favoured))
        embed_all(stream, of=lambda texts, rows=rows: [rows[int(text[1:])] for text in texts])  # type: ignore[misc]
        query = RecallQuery(now=9, vector=focal, preset=Preset.GENAGENTS, limit=1)
        assert [hit.memory.summary for hit in Recaller(genagents=chosen).recall(stream, query)] == [f"n{less}"]


def in_single(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """The unit vector as it is stored."""
    return (row / np.linalg.norm(row)).astype(np.float32).astype(np.float64)


@pytest.mark.parametrize(("count", "limit"), [(0, 5), (2, 0)])
def test_where_nothing_may_be_chosen_there_are_no_hits(count: int, limit: int) -> None:
    stream = mara_stream()
    observed(stream, [context(f"n{number}") for number in range(count)])
    assert Recaller().recall(stream, RecallQuery(now=0, preset=Preset.GENAGENTS, limit=limit)) == []


@pytest.mark.parametrize(
    ("values", "weight", "slack", "exact", "doubt"),
    [
        ((-1.0, 1.0, 3.0), 2.0, 0.5, (0, 1, 2), 2 * (8 * 0.5 + 2e-6 * 4) / 4),
        ((-1.0, 1.0, 3.0), 2.0, 0.0, (0, 1, 2), 2 * 2e-6),
        ((-5.0, -4.0, -3.0), 1.0, 0.0, (0, 0.5, 1), 2e-6 * 5 / 2),
        ((3.0, 4.0, 5.0), -1.0, 0.0, (0, -0.5, -1), 2e-6 * 5 / 2),
        ((4.0, 4.0, 4.0), 2.0, 0.5, (1, 1, 1), 0),
        ((1.0, 2.0, 3.0), 0.0, 0.5, (0, 0, 0), 0),
    ],
)
def test_a_factor_is_normalised_over_the_candidates_and_knows_its_error(
    values: tuple[float, ...], weight: float, slack: float, exact: tuple[float, ...], doubt: float
) -> None:
    """Rough shares are off by a constant; all of one value have none."""
    factor = Factor.of(np.array(values), weight, slack)
    assert factor.at(np.arange(3)).tolist() == pytest.approx(exact)
    assert factor.doubt == pytest.approx(doubt, abs=1e-12)
    rough = factor.rough()
    if weight and values[0] != values[-1]:
        assert rough is not None
        assert (rough - rough[0]).tolist() == pytest.approx([one - exact[0] for one in exact])
    else:
        assert rough is None


def test_cosines_that_single_precision_cannot_tell_apart_are_told_apart() -> None:
    stream = mara_stream()
    observed(stream, [context(f"{number}e-5", importance=5) for number in (1, 3, 2)])
    embed_all(stream, of=lambda texts: [np.array([1.0, float(text)]) for text in texts])
    query = RecallQuery(now=0, vector=np.array([1.0, 1e-4]), preset=Preset.GENAGENTS)
    shares = {hit.memory.summary: hit.components["relevance"] for hit in Recaller().recall(stream, query)}
    assert shares == pytest.approx({"1e-5": 0, "2e-5": 0.5, "3e-5": 1}, abs=1e-3)
    [best] = Recaller().recall(stream, replace(query, limit=1))
    assert best.memory.summary == "3e-5"


@pytest.mark.parametrize("times", [(1, 2, 3), (1, 3, 2), (1, 1, 1), (3, 2, 1)])
@pytest.mark.parametrize("limit", [2, 3, 9])
def test_each_component_is_its_own_weighted_share_in_whatever_order_they_were_made(
    times: tuple[int, ...], limit: int
) -> None:
    nodes = zip(("skew", "up", "north"), (0, 50, 100), times, (4, 6, 5), strict=True)
    stream = stream_of([(*node, MemoryKind.OBSERVATION) for node in nodes])
    chosen = GenagentsWeights(recency=1.0, relevance=2.0, importance=4.0)
    query = RecallQuery(now=9, vector=np.array(AXES["up"]), preset=Preset.GENAGENTS, limit=limit)
    hits = Recaller(genagents=chosen).recall(stream, query)
    step = (0.99 - 0.99**2) / (1 - 0.99**2)
    expected = {"skew": (0, 2 * 0.64, 0), "up": (1, 2, 2), "north": (step, 0, 4)}
    names = list(expected) if limit > 2 else ["up", "north"]
    assert [hit.memory.summary for hit in hits] == sorted(
        sorted(names, key=lambda name: -sum(expected[name])), key=lambda name: times[list(expected).index(name)]
    )
    for hit in hits:
        assert tuple(hit.components.values()) == pytest.approx(expected[hit.memory.summary], abs=1e-5)
