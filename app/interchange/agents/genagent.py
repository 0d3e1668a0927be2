"""An agent that works like one of genagents, over a memory stream in its format.

Unlike the original, a filter without matches gives an empty list, memories are created at the given time step,
and ``last_retrieved`` is updated only on request."""

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
"""Returns about as many insights as requested, from the texts of memories (oldest first) and an anchor."""


class GenAgent:
    """An agent of the genagents project with its memory stream: it adds, rates, retrieves and reflects as there.

    Args:
        folder: The agent as it was read.
        owner_id: The id with which those of its memories begin, as ``mara`` in ``mara-042``.
        vectors: Embeds texts.
        rate: Takes texts and returns the importance of each, from 0 to 100.
        think: Takes texts of memories (oldest first), an anchor and a number, and returns about so many insights.
        now: Returns the time (UTC) for `MemoryEntry.created_at`; nothing else depends on it.
    """

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
        """Return the agent with all present memories and vectors, for `write_folder`."""
        statuses = {}
        for entry, node in zip(self._entries, self._nodes, strict=True):
            before = self._folder.statuses.get(entry.id or "", MemoryStatus())
            statuses[entry.id or ""] = before.model_copy(update={"last_recalled": int(node["last_retrieved"])})
        return replace(self._folder, entries=tuple(self._entries), statuses=statuses, embeddings=dict(self._embeddings))

    async def remember(self, content: str, *, time_step: int = 0) -> MemoryEntry:
        """Add an observation, rated and embedded.

        Args:
            content: Its text, at most 100,000 characters.
            time_step: The agent's time, a count of steps as in the folder.

        Returns:
            The new memory. If the embedder fails it has no vector yet; `retrieve` computes it.

        Raises:
            InvalidInput: The text is blank or too long.
            ModelUnavailable: ``rate`` gave no finite number for it; no memory was added.
        """
        return (await self._add([content], "observation", time_step, None))[0]

    async def reflect(
        self,
        anchor: str,
        *,
        reflection_count: int = REFLECTION_COUNT,
        retrieval_count: int = RETRIEVAL_COUNT,
        time_step: int = 0,
    ) -> list[MemoryEntry]:
        """Draw insights from the memories that an anchor retrieves, and add them as memories.

        Args:
            anchor: The topic.
            reflection_count: The most insights.
            retrieval_count: The most memories to think about.
            time_step: The agent's time, a count of steps as in the folder.

        Returns:
            The new memories; none for an empty stream.

        Raises:
            ModelUnavailable: The embedder gives no vector for a text, or an insight was not rated.
            InvalidInput: The vectors have another dimension than the embedder's, or an insight is over 100,000
                characters. No memory was added in either case.
        """
        memories = (await self.retrieve([anchor], time_step=time_step, n_count=retrieval_count)).get(anchor, [])
        if not memories:
            return []
        insights = await self._think([entry.summary for entry in memories], anchor, reflection_count)
        wanted = [insight for insight in insights if insight.strip()][: max(reflection_count, 0)]
        by_name = {entry.id: node["node_id"] for entry, node in zip(self._entries, self._nodes, strict=True)}
        return await self._add(wanted, "reflection", time_step, [by_name[entry.id] for entry in memories])

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
        """Return the memories that score highest for each focal point, by the published formula.

        Args:
            focal_points: The texts to retrieve for.
            time_step: The agent's time, a count of steps as in the folder. It counts only with ``update``: recency is
                measured from the newest retrieval.
            n_count: The most memories for each focal point.
            filter: ``all``, or only memories of the kind ``observation`` or ``reflection``.
            weights: The weights of recency, relevance and importance in the score.
            update: Whether the memories count as retrieved at ``time_step``.

        Returns:
            The memories by focal point, oldest first; {} for an empty stream, an empty list where the filter
            matches none.

        Raises:
            ModelUnavailable: The embedder gives no vector for a text.
            InvalidInput: The vectors have another dimension than the embedder's, or the focal points are a single
                text.
        """
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
            for position in {position for positions in hits.values() for position in positions}:
                self._nodes[position]["last_retrieved"] = time_step
        return {focal_point: [self._entries[n] for n in positions] for focal_point, positions in hits.items()}

    async def re_embed(self) -> None:
        """Compute the vectors of all memories again, after a change of the embedder's model.

        Raises:
            ModelUnavailable: The embedder gives no vector for a text; the old vectors are kept.
        """
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
        vectors = await self._vectors.vectors(texts)
        missing = [text for text, vector in zip(texts, vectors, strict=True) if vector is None]
        if missing:
            raise ModelUnavailable("Retrieval by meaning needs an embedder, and texts that are not blank.")
        return [vector.astype(np.float64) for vector in vectors if vector is not None]

    def _best(self, chosen: Sequence[int], query: Floats, limit: int, weights: GenagentsWeights) -> list[int]:
        """Return the best positions by the published formula: scores in stream order sorted stably, then the best by
        ``created``."""
        nodes = [self._nodes[position] for position in chosen]
        if not nodes:
            return []
        rows = [self._embeddings[node["content"]] for node in nodes]
        if any(len(row) != len(query) for row in rows):
            raise InvalidInput(
                f"The agent's vectors have {len(rows[0])} numbers, the embedder's {len(query)}; embed the agent again."
            )
        newest = max(node["last_retrieved"] for node in nodes)
        recency = _weighted([weights.decay ** (newest - node["last_retrieved"]) for node in nodes], weights.recency)
        relevance = _weighted(_cosines(rows, query), weights.relevance)
        importance = _weighted([node["importance"] for node in nodes], weights.importance)
        order = np.argsort(-(recency + relevance + importance), kind="stable")[: max(limit, 0)]
        return [chosen[n] for n in sorted(order, key=lambda n: nodes[n]["created"])]


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
