"""Which hits are relevant enough to answer a question."""

import math
from collections.abc import Sequence
from dataclasses import replace

from app.language.analysis.terms import topic
from app.memory.recall.query import RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream

RELEVANT = 0.15
"""What a memory's words, meaning and neighbour must give together to be shown."""
WORDS, MEANING, NEIGHBOUR = 0.15, 0.27, 0.19
"""Of which at least one hit must have one: unrelated sentences reach a meaning of 0.25 with the embedded embedder."""


async def relevant_hits(recaller: Recaller, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
    """Relevant hits, best first; an open question brings what is recent and important."""
    if not topic(query.text, "recall.general"):
        return recaller.recall(stream, replace(query, text=""))
    return relevant(await recaller.recall_by_meaning(stream, query))


def relevant(hits: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The hits related to the question; [] where none answers it. A slight resemblance is shown beside an answer, not
    instead of one."""
    parts = [hit.components for hit in hits]
    if not any(
        part["words"] >= WORDS or part["meaning"] >= MEANING or part["neighbour"] >= NEIGHBOUR for part in parts
    ):
        return []
    return [hit for hit in hits if hit.likeness >= RELEVANT]


def relevance(score: float) -> float:
    """A hit's score as 0 to 1: ``1 - exp(-1.5 score)``, so that 0.15 gives 0.2 and 1 gives 0.78."""
    return round(1 - math.exp(-1.5 * max(score, 0.0)), 3)
