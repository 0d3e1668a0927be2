"""An agent in the manner of genagents, over a stream in its format. Unlike the original, a filter without matches gives
an empty list, memories are created at the given time step, and ``last_retrieved`` is updated on request."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from math import isfinite
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput, ModelUnavailable
from app.interchange.agents.genagents import AgentFolder, Floats, entry_of, nodes_of
from app.interchange.bounded import MAX_TEXT
from app.interfaces.embeddings import IVectors
from app.memory.recall.genagents import Factor, GenagentsWeights
from app.models.memory import MemoryEntry, MemoryStatus
from app.models.memory_id import make_memory_id

REFLECTION_COUNT = 5
RETRIEVAL_COUNT = 120
PUBLISHED = GenagentsWeights()

Filter = Literal["all", "observation", "reflection"]
Rate = Callable[[Sequence[str]], Awaitable[Sequence[float]]]  # importance of each text, from 0 to 100

Think = Callable[[Sequence[str], str, int], Awaitable[Sequence[str]]]
"""Insights from memories (their texts, oldest first) on an anchor, about so many."""


class GenAgent:
    """One agent. Memories' ids are of ``owner_id``; ``now`` is the wall clock, for `MemoryEntry.created_at` only."""

    def __init__(
        self,
        folder: AgentFolder,
        owner_id: str,
        *,
        vectors: IVectors,
        rate: Rate,
        think: Think,
        now: Callable[[], datetime],
    ) -> None:
        self._folder = folder
        self._owner_id = owner_id
        self._vectors = vectors
        self._rate = rate
        self._think = think
        self._now = now
        self._entries = list(folder.entries)
        self._nodes = nodes_of(folder.entries, folder.statuses)
        self._embeddings = dict(folder.embeddings)

    def __len__(self) -> int:
        return len(self._entries)

    def folder(self) -> AgentFolder:
        statuses = {}
        for entry, node in zip(self._entries, self._nodes, strict=True):
            before = self._folder.statuses.get(entry.id or "", MemoryStatus())
            statuses[entry.id or ""] = before.model_copy(update={"last_recalled": int(node["last_retrieved"])})
        return replace(self._folder, entries=tuple(self._entries), statuses=statuses, embeddings=dict(self._embeddings))

    async def remember(self, content: str, *, time_step: int = 0) -> MemoryEntry:
        """Add an observation, rated and embedded. InvalidInput for a text that is blank or too long."""
        return (await self._add([content], "observation", time_step, None))[0]

    async def reflect(
        self,
        anchor: str,
        *,
        reflection_count: int = REFLECTION_COUNT,
        retrieval_count: int = RETRIEVAL_COUNT,
        time_step: int = 0,
    ) -> list[MemoryEntry]:
        """Add insights on what the anchor brings up, at most ``reflection_count``; none for an empty stream."""
        found = (await self.retrieve([anchor], time_step=time_step, n_count=retrieval_count)).get(anchor, [])
        if not found:
            return []
        insights = await self._think([entry.summary for entry in found], anchor, reflection_count)
        wanted = [insight for insight in insights if insight.strip()][: max(reflection_count, 0)]
        by_name = {entry.id: node["node_id"] for entry, node in zip(self._entries, self._nodes, strict=True)}
        return await self._add(wanted, "reflection", time_step, [by_name[entry.id] for entry in found])

    async def retrieve(
        self,
        focal_points: Sequence[str],
        *,
        time_step: int = 0,
        n_count: int = RETRIEVAL_COUNT,
        filter: Filter = "all",  # noqa: A002  # what the format calls it
        weights: GenagentsWeights = PUBLISHED,
        update: bool = False,
    ) -> dict[str, list[MemoryEntry]]:
        """The memories that score highest for each focal point, oldest first; {} for an empty stream. ``update``: those
        found are retrieved at ``time_step``. ModelUnavailable without vectors; InvalidInput for another dimension."""
        if isinstance(focal_points, str):
            raise InvalidInput("Focal points are a list of texts.")
        if not self._entries:
            return {}
        chosen = [n for n, node in enumerate(self._nodes) if filter in ("all", node["node_type"])]
        queries = dict(zip(focal_points, await self._computed(focal_points), strict=True))
        texts = dict.fromkeys(self._entries[n].summary for n in chosen)
        missing = [text for text in texts if text not in self._embeddings]
        self._embeddings.update(zip(missing, await self._computed(missing), strict=True))
        hits = {focal_point: self._best(chosen, query, n_count, weights) for focal_point, query in queries.items()}
        if update:
            for position in {position for found in hits.values() for position in found}:
                self._nodes[position]["last_retrieved"] = time_step
        return {focal_point: [self._entries[n] for n in found] for focal_point, found in hits.items()}

    async def re_embed(self) -> None:
        """Compute all vectors anew, for an embedder of another model."""
        texts = list(dict.fromkeys(entry.summary for entry in self._entries))
        self._embeddings = dict(zip(texts, await self._computed(texts), strict=True))

    async def _add(
        self, texts: Sequence[str], node_type: str, time_step: int, pointers: list[Any] | None
    ) -> list[MemoryEntry]:
        if not all(text.strip() and len(text) <= MAX_TEXT for text in texts):
            raise InvalidInput(f"A memory is a text of 1 to {MAX_TEXT:,} characters.")
        rated = await self._rate(texts) if texts else []
        if len(rated) != len(texts) or not all(map(isfinite, rated)):
            raise ModelUnavailable("The mind did not rate each memory.")
        vectors = await self._vectors.vectors(texts)
        known = {node["node_id"]: entry for node, entry in zip(self._nodes, self._entries, strict=True)}
        names = {node_id: entry.id or "" for node_id, entry in known.items()}
        taken = set(names.values())
        for text, importance, vector in zip(texts, rated, vectors, strict=True):
            node_id = next(number for number in count(len(self._nodes)) if number not in known)
            node = {
                "node_id": node_id,
                "node_type": node_type,
                "content": text,
                "importance": min(max(round(importance), 0), 100),
                "created": time_step,
                "last_retrieved": time_step,
                "pointer_id": pointers,
            }
            free = (make_memory_id(self._owner_id, number) for number in count(len(self._entries) + 1))
            names[node_id] = next(name for name in free if name not in taken)
            taken.add(names[node_id])
            known[node_id] = entry_of(node, len(self._nodes), names, known, at=self._now())
            self._nodes.append(node)
            self._entries.append(known[node_id])
            if vector is not None:
                self._embeddings.setdefault(text, vector.astype(np.float64))
        return self._entries[len(self._entries) - len(texts) :]

    async def _computed(self, texts: Sequence[str]) -> list[Floats]:
        found = await self._vectors.vectors(texts)
        missing = [text for text, vector in zip(texts, found, strict=True) if vector is None]
        if missing:
            raise ModelUnavailable("This retrieval goes by meaning and needs an embedder for texts that say something.")
        return [vector.astype(np.float64) for vector in found if vector is not None]

    def _best(self, chosen: Sequence[int], query: Floats, limit: int, weights: GenagentsWeights) -> list[int]:
        """Positions by the published formula: scores in stream order sorted stably, then the best by ``created``."""
        nodes = [self._nodes[position] for position in chosen]
        if not nodes:
            return []
        rows = [self._embeddings[node["content"]] for node in nodes]
        if any(len(row) != len(query) for row in rows):
            raise InvalidInput(
                f"The agent's vectors have {len(rows[0])} numbers, the embedder's {len(query)}; embed the agent anew."
            )
        newest = max(node["last_retrieved"] for node in nodes)
        recency = _weighted([weights.decay ** (newest - node["last_retrieved"]) for node in nodes], weights.recency)
        relevance = _weighted(_cosines(rows, query), weights.relevance)
        importance = _weighted([node["importance"] for node in nodes], weights.importance)
        order = np.argsort(-(recency + relevance + importance), kind="stable")[: max(limit, 0)]
        return [chosen[n] for n in sorted(order, key=lambda n: nodes[n]["created"])]


def _cosines(rows: Sequence[Floats], query: Floats) -> list[float]:
    """Cosine of each row with the query, 0 for a row of zeros; equal rows give equal numbers."""
    own = float(np.linalg.norm(query))
    lengths: NDArray[np.float64] = np.array([float(np.linalg.norm(row)) * own for row in rows])
    products = np.array([float(np.dot(row, query)) for row in rows])
    return [float(value) for value in np.divide(products, lengths, out=np.zeros(len(rows)), where=lengths > 0)]


def _weighted(values: Sequence[float], weight: float) -> Floats:
    """Min-max normalised, 0.5 where all are equal."""
    found = np.array(values, dtype=np.float64)
    return Factor.of(found, weight).exact(found)
