"""Remember, reflect and retrieve in the manner of genagents."""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embeddings.vectors import NoVectors, Vectors
from app.errors import InvalidInput, ModelUnavailable
from app.interchange.agents.genagent import PUBLISHED, GenAgent
from app.interchange.agents.genagents import AgentFolder, entries_from_nodes, nodes_of, read_folder, write_folder
from app.interfaces.agents.genagent_mind import AgentProfile, Reasoned
from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind import BadAnswer, DraftedLine
from app.memory.recall.genagents import GenagentsWeights
from app.models.memory import MemoryKind, MemoryStatus
from tests.unit.embeddings.fakes import FakeEmbedder
from tests.unit.interchange.test_genagents import node
from tests.worlds import NOW


class Mind:
    """Rates by the number that a text ends with, and thinks the given insights."""

    def __init__(self, *insights: str) -> None:
        self._insights = insights
        self.asked: list[tuple[list[str], str, int]] = []

    async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> list[float]:
        return [float(text.rpartition(" ")[2]) if text[-1].isdigit() else 50.0 for text in texts]

    async def insights(self, agent: AgentProfile, anchor: str, count: int) -> Sequence[str]:
        self.asked.append(([memory.text for memory in agent.memories], anchor, count))
        return self._insights

    async def interview(
        self, agent: AgentProfile, questions: Questions, context: str
    ) -> dict[str, Reasoned[str | float]]:
        raise BadAnswer("nobody is interviewed here")

    async def speak(self, agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str) -> str:
        raise BadAnswer("nobody speaks here")


def agent(*nodes: dict[str, Any], mind: Mind | None = None, **options: Any) -> GenAgent:
    entries, statuses = entries_from_nodes(nodes, "mara", at=NOW)
    folder = AgentFolder({"id": "x"}, entries=entries, statuses=statuses)
    given: dict[str, Any] = {"vectors": Vectors(FakeEmbedder()), "mind": mind or Mind()}
    return GenAgent(folder, "mara", now=lambda: NOW, **(given | options))


async def literal(
    nodes: Sequence[dict[str, Any]], focal_point: str, weights: GenagentsWeights, n_count: int, decay: float
) -> list[int | str]:
    """The published formula, slow and step by step."""
    embedder = FakeEmbedder()
    vectors = (await embedder.embed([focal_point, *(made["content"] for made in nodes)])).astype(np.float64)
    newest = max(made["last_retrieved"] for made in nodes)
    parts: list[dict[Any, float]] = [
        {made["node_id"]: decay ** (newest - made["last_retrieved"]) for made in nodes},
        {
            made["node_id"]: float(np.dot(row, vectors[0]) / (np.linalg.norm(row) * np.linalg.norm(vectors[0])))
            for made, row in zip(nodes, vectors[1:], strict=True)
        },
        {made["node_id"]: made["importance"] for made in nodes},
    ]
    for part in parts:
        low, high = min(part.values()), max(part.values())
        for key, value in part.items():
            part[key] = 0.5 if high == low else (value - low) / (high - low)
    by_weight = (weights.recency, weights.relevance, weights.importance)
    scores = {
        key: by_weight[0] * parts[0][key] + by_weight[1] * parts[1][key] + by_weight[2] * parts[2][key]
        for key in parts[0]
    }
    top = sorted(scores.items(), key=lambda item: item[1], reverse=True)[:n_count]
    made_at = {made["node_id"]: made["created"] for made in nodes}
    return sorted((key for key, _ in top), key=lambda key: made_at[key])


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 100), st.integers(0, 4), st.integers(0, 300)),
        min_size=1,
        max_size=25,
    ),
    st.integers(0, 12),
    st.sampled_from([{}, {"recency": 1, "importance": 1}, {"relevance": 0, "importance": 0}]),
)
async def test_retrieval_is_the_published_one_ties_included(
    drawn: list[tuple[int, int, int, int]], n_count: int, chosen: dict[str, float]
) -> None:
    weights = GenagentsWeights(**chosen)
    nodes = [
        node(number, content=f"text {which}", importance=importance, created=created, last_retrieved=recalled)
        for number, (which, importance, created, recalled) in enumerate(drawn)
    ]
    made = agent(*nodes)
    found = (await made.retrieve(["Where is the key?"], hp=weights, n_count=n_count))["Where is the key?"]
    ids = {entry.id: number for number, entry in enumerate(made.folder().entries)}
    assert [ids[entry.id] for entry in found] == await literal(nodes, "Where is the key?", weights, n_count, 0.99)


async def test_an_empty_stream_retrieves_nothing_at_all() -> None:
    assert await agent().retrieve(["anything"]) == {}
    assert await agent(vectors=NoVectors()).retrieve(["anything"]) == {}


async def test_a_filter_that_matches_nothing_is_empty_instead_of_an_error() -> None:
    made = agent(node(0))
    assert await made.retrieve(["a", "b"], curr_filter="reflection") == {"a": [], "b": []}
    found = await made.retrieve(["a"], curr_filter="observation")
    assert [entry.id for entry in found["a"]] == ["mara-001"]


async def test_each_focal_point_has_its_own_memories_once() -> None:
    found = await agent(node(0), node(1)).retrieve(["a", "b", "a"], n_count=1)
    assert list(found) == ["a", "b"]
    assert all(len(hits) == 1 for hits in found.values())
    with pytest.raises(InvalidInput, match="a list"):
        await agent(node(0)).retrieve("a b")


async def test_a_recall_updates_last_retrieved_only_on_request() -> None:
    made = agent(node(0, last_retrieved=5), node(1, last_retrieved=5))
    await made.retrieve(["a"], time_step=40, n_count=1)
    assert [status.last_recalled for status in made.folder().statuses.values()] == [5, 5]
    (hit,) = (await made.retrieve(["a"], time_step=40, n_count=1, stateless=False))["a"]
    assert made.folder().statuses[hit.id or ""].last_recalled == 40
    assert sum(status.last_recalled == 5 for status in made.folder().statuses.values()) == 1


async def test_what_is_remembered_is_rated_and_created_at_the_time_step() -> None:
    made = agent(node(0))
    entry = await made.remember("The boat costs 80", time_step=12)
    assert (entry.id, entry.kind, entry.game_time) == ("mara-002", MemoryKind.OBSERVATION, 12)
    folder = made.folder()
    assert nodes_of(folder.entries, folder.statuses)[1] == node(
        1, content="The boat costs 80", importance=80, created=12, last_retrieved=12
    )
    assert list(folder.embeddings) == ["The boat costs 80"]
    assert len(made) == 2


async def test_a_reflection_points_to_what_it_is_made_of() -> None:
    mind = Mind("She is proud.", " ", "She is poor.", "She is proud of it.")
    made = agent(node(0, content="first", created=1), node(1, content="second", created=2), mind=mind)
    insights = await made.reflect("Mara", reflection_count=2, retrieval_count=7, time_step=30)
    assert mind.asked == [(["first", "second"], "Mara", 2)]
    assert [entry.summary for entry in insights] == ["She is proud.", "She is poor."]
    assert {(entry.kind, entry.evidence, entry.depth, entry.game_time) for entry in insights} == {
        (MemoryKind.REFLECTION, ("mara-001", "mara-002"), 1, 30)
    }
    (deeper, *_) = await made.reflect("Mara")
    assert deeper.depth == 2
    folder = made.folder()
    assert [made["pointer_id"] for made in nodes_of(folder.entries, folder.statuses)][2:4] == [[0, 1], [0, 1]]


def test_the_arguments_of_remember_reflect_and_retrieve_cannot_be_confused() -> None:
    expected: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (GenAgent.remember, {"time_step": 0}),
        (GenAgent.reflect, {"reflection_count": 5, "retrieval_count": 120, "time_step": 0}),
        (GenAgent.retrieve, {"time_step": 0, "n_count": 120, "curr_filter": "all", "hp": PUBLISHED}),
    ]
    for method, defaults in expected:
        named = {
            name: parameter.default
            for name, parameter in inspect.signature(method).parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        assert defaults.items() <= named.items()
    assert GenagentsWeights(recency=0, relevance=1, importance=0.5, decay=0.99) == PUBLISHED


async def test_nothing_is_stored_by_what_fails() -> None:
    class Broken(Mind):
        async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> list[float]:
            return [float("nan")] * len(texts)

    made = agent(node(0), mind=Broken("An insight."))
    for text in ("", "  ", "x" * 100_001):
        with pytest.raises(InvalidInput):
            await made.remember(text)
    with pytest.raises(ModelUnavailable):
        await made.remember("A memory.")
    with pytest.raises(ModelUnavailable):
        await made.reflect("Mara")
    assert len(made) == 1


async def test_reflecting_on_an_empty_stream_asks_nobody() -> None:
    mind = Mind("An insight.")
    assert await agent(mind=mind).reflect("Mara") == []
    assert mind.asked == []


async def test_without_an_embedder_it_remembers_but_says_that_it_cannot_retrieve() -> None:
    made = agent(vectors=NoVectors())
    await made.remember("A memory.")
    with pytest.raises(ModelUnavailable, match="needs an embedder"):
        await made.retrieve(["a"])


async def test_vectors_of_another_model_are_refused_and_can_be_computed_again() -> None:
    made = agent(node(0), node(1))
    await made.retrieve(["a"])
    entries, statuses = made.folder().entries, made.folder().statuses
    foreign = AgentFolder({"id": "x"}, {}, entries, statuses, {entry.summary: np.ones(3) for entry in entries})
    other = GenAgent(foreign, "mara", vectors=Vectors(FakeEmbedder()), mind=Mind(), now=lambda: NOW)
    with pytest.raises(InvalidInput, match="3 numbers, the embedder's 8"):
        await other.retrieve(["a"])
    await other.re_embed()
    assert len((await other.retrieve(["a"]))["a"]) == 2


async def test_new_ids_pass_over_those_that_are_taken() -> None:
    made = agent(node(2), node(3))
    entry = await made.remember("A memory.")
    folder = made.folder()
    assert [made["node_id"] for made in nodes_of(folder.entries, folder.statuses)] == [2, 3, 4]
    assert entry.id == "mara-003"


async def test_an_agent_goes_on_from_its_folder(tmp_path: Path) -> None:
    first = agent()
    await first.remember("Ömer 7 mumu sakladı: 鍵 🎉 90", time_step=1)
    write_folder(tmp_path, first.folder())
    folder = read_folder(tmp_path, "mara", at=NOW)
    mind = Mind("He is careful.")
    embedder = FakeEmbedder()
    second = GenAgent(folder, "mara", vectors=Vectors(embedder), mind=mind, now=lambda: NOW)
    await second.retrieve(["a"])
    assert embedder.calls == [["a"]], "the vectors of the folder are used"
    await second.reflect("a", time_step=2)
    assert second.folder().entries[0] == first.folder().entries[0]
    assert second.folder().statuses["mara-001"] == MemoryStatus(last_recalled=1)
