"""The memory stream of an agent in the format of genagents, with the published retrieval."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput, ModelUnavailable
from app.interchange.agents.genagents import AgentFolder, Floats, entry_of, nodes_of
from app.interfaces.embeddings import IVectors
from app.memory.recall.genagents import Factor, GenagentsWeights
from app.models.memory import MemoryEntry, MemoryStatus
from app.models.memory_id import make_memory_id

Filter = Literal["all", "observation", "reflection"]
Hit = tuple[MemoryEntry, float]
"""A memory and its score."""


@dataclass(frozen=True)
class NewNode:
    """A memory to add, with its importance from 0 to 100 and the memories that it was drawn from."""

    text: str
    importance: float
    evidence: tuple[MemoryEntry, ...] | None = None


class NodeStream:
    """Memories in order, their nodes, and the vectors of their texts.

    Args:
        folder: The agent as it was read.
        owner_id: Begins the ids of its memories.
        vectors: Embeds texts.
    """

    def __init__(self, folder: AgentFolder, owner_id: str, vectors: IVectors | None) -> None:
        self._folder = folder
        self._owner_id = owner_id
        self._vectors = vectors
        self._entries = list(folder.entries)
        self._nodes = nodes_of(folder.entries, folder.statuses)
        self._embeddings = dict(folder.embeddings)

    def __len__(self) -> int:
        return len(self._entries)

    def folder(self) -> AgentFolder:
        """Return the folder with all present memories."""
        statuses = {}
        for entry, node in zip(self._entries, self._nodes, strict=True):
            before = self._folder.statuses.get(entry.id or "", MemoryStatus())
            statuses[entry.id or ""] = before.model_copy(update={"last_recalled": int(node["last_retrieved"])})
        return replace(self._folder, entries=tuple(self._entries), statuses=statuses, embeddings=dict(self._embeddings))

    async def add(self, made: Sequence[NewNode], node_type: str, time_step: int, at: datetime) -> list[MemoryEntry]:
        """Append memories with their vectors, where there are any, and return them."""
        vectors = await self._embedded([each.text for each in made])
        known = {node["node_id"]: entry for node, entry in zip(self._nodes, self._entries, strict=True)}
        names = {node_id: entry.id or "" for node_id, entry in known.items()}
        node_ids = {name: node_id for node_id, name in names.items()}
        taken = set(node_ids)
        for each, vector in zip(made, vectors, strict=True):
            node_id = next(number for number in count(len(self._nodes)) if number not in known)
            node = {
                "node_id": node_id,
                "node_type": node_type,
                "content": each.text,
                "importance": min(max(round(each.importance), 0), 100),
                "created": time_step,
                "last_retrieved": time_step,
                "pointer_id": None if each.evidence is None else [node_ids[entry.id or ""] for entry in each.evidence],
            }
            free = (make_memory_id(self._owner_id, number) for number in count(len(self._entries) + 1))
            names[node_id] = next(name for name in free if name not in taken)
            taken.add(names[node_id])
            known[node_id] = entry_of(node, len(self._nodes), names, known, at=at)
            self._nodes.append(node)
            self._entries.append(known[node_id])
            if vector is not None:
                self._embeddings.setdefault(each.text, vector)
        return self._entries[len(self._entries) - len(made) :]

    async def retrieve(
        self, focal_points: Sequence[str], curr_filter: Filter, n_count: int, weights: GenagentsWeights
    ) -> dict[str, list[Hit]]:
        """Return by focal point the memories with the highest scores, oldest first; {} for an empty stream.

        Raises:
            ModelUnavailable: The embedder gives no vector for a text.
            InvalidInput: The vectors have another dimension than the embedder's.
        """
        if not self._entries:
            return {}
        chosen = [n for n, node in enumerate(self._nodes) if curr_filter in ("all", node["node_type"])]
        queries = dict(zip(focal_points, await self._computed(focal_points), strict=True))
        texts = dict.fromkeys(self._entries[n].summary for n in chosen)
        missing = [text for text in texts if text not in self._embeddings]
        self._embeddings.update(zip(missing, await self._computed(missing), strict=True))
        hits = {focal_point: self._best(chosen, query, n_count, weights) for focal_point, query in queries.items()}
        return {
            focal_point: [(self._entries[n], score) for n, score in scores.items()]
            for focal_point, scores in hits.items()
        }

    def mark_retrieved(self, memories: Sequence[MemoryEntry], time_step: int) -> None:
        """Note that memories were retrieved at a time step."""
        ids = {memory.id for memory in memories}
        for entry, node in zip(self._entries, self._nodes, strict=True):
            if entry.id in ids:
                node["last_retrieved"] = time_step

    async def re_embed(self) -> None:
        """Compute all vectors again. ModelUnavailable if a text gets none; the old vectors are kept."""
        texts = list(dict.fromkeys(entry.summary for entry in self._entries))
        self._embeddings = dict(zip(texts, await self._computed(texts), strict=True))

    async def _embedded(self, texts: Sequence[str]) -> list[Floats | None]:
        vectors = [None] * len(texts) if self._vectors is None else await self._vectors.vectors(texts)
        return [None if vector is None else vector.astype(np.float64) for vector in vectors]

    async def _computed(self, texts: Sequence[str]) -> list[Floats]:
        vectors = await self._embedded(texts)
        found = [vector for vector in vectors if vector is not None]
        if len(found) < len(texts):
            raise ModelUnavailable("Retrieval by meaning needs an embedder, and texts that are not blank.")
        return found

    def _best(self, chosen: Sequence[int], query: Floats, limit: int, weights: GenagentsWeights) -> dict[int, float]:
        """Return the best positions with their scores by the published formula: scores in stream order sorted stably,
        then the best by ``created``."""
        nodes = [self._nodes[position] for position in chosen]
        if not nodes:
            return {}
        rows = [self._embeddings[node["content"]] for node in nodes]
        if any(len(row) != len(query) for row in rows):
            raise InvalidInput(
                f"The agent's vectors have {len(rows[0])} numbers, the embedder's {len(query)}; embed the agent again."
            )
        newest = max(node["last_retrieved"] for node in nodes)
        recency = _weighted([weights.decay ** (newest - node["last_retrieved"]) for node in nodes], weights.recency)
        relevance = _weighted(_cosines(rows, query), weights.relevance)
        importance = _weighted([node["importance"] for node in nodes], weights.importance)
        scores = recency + relevance + importance
        order = np.argsort(-scores, kind="stable")[: max(limit, 0)]
        return {chosen[n]: float(scores[n]) for n in sorted(order, key=lambda n: nodes[n]["created"])}


def _cosines(rows: Sequence[Floats], query: Floats) -> list[float]:
    """Return the cosine of each row with the query, 0 for a row of zeros; equal rows give equal numbers."""
    query_length = float(np.linalg.norm(query))
    lengths: NDArray[np.float64] = np.array([float(np.linalg.norm(row)) * query_length for row in rows])
    products = np.array([float(np.dot(row, query)) for row in rows])
    return [float(value) for value in np.divide(products, lengths, out=np.zeros(len(rows)), where=lengths > 0)]


def _weighted(values: Sequence[float], weight: float) -> Floats:
    """Scale values to 0 to 1 (0.5 if all are equal), times the weight."""
    numbers = np.array(values, dtype=np.float64)
    return Factor.of(numbers, weight).exact(numbers)
